#!/bin/sh
# SPDX-License-Identifier: LGPL-3.0-or-later
# Copyright the dpcert authors
#
# tools/install-deps.sh, with fake apt and dpkg: it waits for locks, repeats commands that fail
# now and then, and gives up in the end.
. "${srcdir:-.}/tests/support/lib.sh"

mkdir "$work/bin"
# program NAME: takes its text from the standard input.
program()
{
    { echo '#!/bin/sh'; cat; } >"$work/bin/$1"
    chmod +x "$work/bin/$1"
}
program dpkg-query <<'X'
exit 1
X
program dpkg <<'X'
exit 1
X
program apt-cache <<'X'
exit 1
X
program id <<'X'
echo 0
X
program sleep <<'X'
exit 0
X
# plan/update and plan/install: a line for each call to come, with its outcome; without a line a call succeeds
program apt-get <<'X'
for command; do
    case $command in update | install) break ;; esac
done
echo "$command" >>"$PLAN/calls"
what=$(head -n 1 "$PLAN/$command")
sed -i 1d "$PLAN/$command"
case $what in
    locked)
        echo "E: Could not get lock /var/lib/apt/lists/lock. It is held by process 7 (apt-get)" >&2
        exit 100
        ;;
    broken) echo "E: Hash Sum mismatch" >&2; exit 100 ;;
    incomplete) echo "W: Failed to fetch http://mirror/InRelease  Connection timed out" >&2 ;;
esac
X

# deps STATUS UPDATE INSTALL: a run with these plans, a word for each line; calls are recorded in $work/plan/calls.
deps()
{
    rm -rf "$work/plan"
    mkdir "$work/plan"
    printf '%s\n' $2 >"$work/plan/update"
    printf '%s\n' $3 >"$work/plan/install"
    PLAN=$work/plan PATH=$work/bin:$PATH sh "$srcdir/tools/install-deps.sh" prove >"$work/out" 2>"$work/err" </dev/null
    got=$?
    test "$got" -eq "$1" && ok=yes || ok=no
    check $ok "install-deps.sh with '$2' and '$3': exit $got, expected $1"
}

# called UPDATES INSTALLS
called()
{
    have="$(grep -c update "$work/plan/calls") $(grep -c install "$work/plan/calls")"
    test "$have" = "$1 $2" && ok=yes || ok=no
    check $ok "updates and installations were tried $have times, not $1 $2"
}

deps 0 '' ''
called 1 1
says "installing frama-c-base"
deps 0 'locked locked locked locked locked locked locked' 'locked locked'
called 8 3
says "waiting for another apt"
deps 0 'broken incomplete' 'broken locked broken'
called 3 4
complains "apt-get update failed, and is tried again"
deps 0 'broken broken broken broken broken' ''
called 5 1
complains "going on with the lists that are there"
deps 1 '' 'broken broken broken broken broken'
called 1 5
complains "Hash Sum mismatch"

# packages that are installed for two architectures, or only for another one
program dpkg <<'X'
echo amd64
X
program dpkg-query <<'X'
printf 'installed amd64\ninstalled i386\n'
X
deps 0 '' ''
says "nothing to install"
program dpkg-query <<'X'
printf 'installed i386\n'
X
deps 0 '' ''
called 1 1

finish

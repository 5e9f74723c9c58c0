# SPDX-License-Identifier: LGPL-3.0-or-later
# Copyright the dpcert authors

# DPC_CHECK_ARB
# -------------
# Ball arithmetic comes in two shapes: FLINT 3 contains it (<flint/arb.h>, one
# library), while FLINT 2 has Arb beside it (<arb.h>, a library that Debian calls
# flint-arb and everyone else arb).  No pkg-config file can be relied on, so each
# shape is tried by compiling and linking.
#
# Sets ARB_LIBS (without MPFR and GMP) and dpc_arb (what was found, for people);
# defines DPC_ARB_HEADER for `#include DPC_ARB_HEADER`, and HAVE_FLINT3.
AC_DEFUN([DPC_CHECK_ARB],
[AC_REQUIRE([AC_PROG_CC])
AC_MSG_CHECKING([for Arb])
dpc_arb=no
ARB_LIBS=
dpc_save_LIBS=$LIBS
for dpc_try in 'flint/arb.h -lflint' 'arb.h -lflint-arb -lflint' 'arb.h -larb -lflint'
do
  dpc_header=${dpc_try%% *}
  dpc_libs=${dpc_try#* }
  LIBS="$dpc_libs $MPFR_LIBS $GMP_LIBS -lm $dpc_save_LIBS"
  AC_LINK_IFELSE([AC_LANG_PROGRAM([[
#include <$dpc_header>
]], [[
    arb_t x;
    arb_init(x);
    arb_exp(x, x, 64);
    arb_clear(x);
    flint_cleanup();
]])], [dpc_arb="<$dpc_header> with $dpc_libs"; ARB_LIBS=$dpc_libs; break])
done
LIBS=$dpc_save_LIBS
AC_MSG_RESULT([$dpc_arb])
AS_CASE([$dpc_arb],
  [no], [AC_MSG_ERROR([Arb is missing: install libflint-dev and libflint-arb-dev (Debian 12), or FLINT 3;
  if it is in a place of its own, give CPPFLAGS=-I... and LDFLAGS=-L...])],
  ['<flint/'*], [AC_DEFINE([HAVE_FLINT3], [1], [Define to 1 if Arb is part of FLINT 3.])
    AC_DEFINE([DPC_ARB_HEADER], [<flint/arb.h>], [The header of Arb's real balls.])],
  [AC_DEFINE([DPC_ARB_HEADER], [<arb.h>])])
AC_SUBST([ARB_LIBS])
])

# DPC_ADD_CFLAG(VARIABLE, FLAG)
# -----------------------------
# Appends FLAG to VARIABLE if the compiler takes it.  -Werror, because clang only
# warns about flags that it does not know.
AC_DEFUN([DPC_ADD_CFLAG],
[AC_MSG_CHECKING([whether $CC accepts $2])
dpc_save_CFLAGS=$CFLAGS
CFLAGS="$CFLAGS -Werror $2"
AC_COMPILE_IFELSE([AC_LANG_SOURCE([[int main(void) { return 0; }]])],
  [dpc_flag=yes; $1="$$1 $2"], [dpc_flag=no])
CFLAGS=$dpc_save_CFLAGS
AC_MSG_RESULT([$dpc_flag])
])

#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-3.0-or-later
# Copyright the dpcert authors
"""Runs the commands in documents, and compares their outputs with the printed ones.

usage: tools/documents.py SRCDIR BUILDDIR [--write | --list] [--costs] [DOCUMENT...]

--write writes the present outputs into the documents; --list names the commands that are not run; --costs prints the
seconds of each command.  Without DOCUMENT: all Markdown files and manual pages of the sources.

Each document has a scratch folder with links to the folders of the sources.  These commands are run there:

  - a fenced block with lines `$ COMMAND`.  The lines below a command are its output, all of it; a line `...` stands for
    lines left out.  Without any lines below it, a command must succeed.  `$ cat FILE` makes the shown file, unless an
    earlier command has written it.
  - a fenced block marked `sh`: every line must succeed.
  - a fenced block marked `python`: with prompts `>>>` its outputs are compared, without them it must succeed.
  - a code span in the text that begins with `dpcert` or `dpcert-check` and has arguments; in a table whose last column
    is `answer`, that answer must be printed.  A span with a placeholder (ID, FILE, N, `...`) is a form, not a command.
  - a manual page's lines `$ COMMAND` between .nf and .fi; blanks and line breaks of its outputs do not count.

<!-- not run: REASON --> before a block or in a paragraph (.\\" not run: REASON before .nf) exempts its commands.

Relative links, their anchors, paths, targets of make, and options in code spans must exist.  Exits 1 if anything fails.
"""
import difflib
import json
import os
import re
import resource
import shlex
import subprocess
import sys
import tempfile
import textwrap
from pathlib import Path

FOLDERS = "bench certs doc examples include man proofs python src tests tools".split()
WRITTEN = ["certs/CHECKED", "proofs/NIGHTLY"]  # written by make, and not always present
MARK = re.compile(r"<!--\s*not run:\s*(.*?)\s*-->", re.S)
SPAN = re.compile(r"(?<!`)`([^`]+)`(?!`)", re.S)
DOTS = re.compile(r"\s*\.\.\.$")
COMMANDLIKE = re.compile(r"(\./|make |dpcert |dpcert-check |examples/\S+\.(py|sh)|tools/\S+\.(py|sh)|python3 |pip )")

PYTHON = r"""
import contextlib, doctest, io, json, sys
scope, answers = {}, []
for block in json.load(sys.stdin):
    if ">>>" not in block:
        exec(compile(block, "document", "exec"), scope)
        answers.append([])
        continue
    got = []
    for example in doctest.DocTestParser().get_examples(block):
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            try:
                exec(compile(example.source, "document", "single"), scope)
            except Exception as error:
                print("%s: %s" % (type(error).__name__, error))
        end = example.lineno + example.source.count("\n")
        got.append([end, end + example.want.count("\n"), out.getvalue()])
    answers.append(got)
json.dump(answers, sys.stdout)
"""


def lines_of(text):
    lines = [line.rstrip() for line in text.split("\n")]
    while lines and not lines[-1]:
        lines.pop()
    return lines


def pieces(shown):
    """The groups of lines between the dots, and whether there are dots at the ends."""
    runs, run = [], []
    for line in shown:
        if DOTS.match(line):
            runs.append(run)
            run = []
        else:
            run.append(line)
    runs.append(run)
    return runs


def agrees(shown, got):
    runs = pieces(shown)
    at = 0
    for k, run in enumerate(runs):
        last = k == len(runs) - 1
        places = [len(got) - len(run)] if last else range(at, len(got) - len(run) + 1)
        if k == 0:
            places = [0] if not last or len(run) == len(got) else []
        place = next((p for p in places if p >= at and got[p:p + len(run)] == run), None)
        if place is None:
            return False
        at = place + len(run)
    return True


def updated(shown, got):
    """Updates the shown lines: each is replaced by the most similar printed line; lines between neighbours are added."""
    runs = pieces(shown)
    if len(runs) == 1:
        return got
    dots = next(line for line in shown if DOTS.match(line))
    keep, at = [], 0  # for each run, its present range of lines
    for k, run in enumerate(runs):
        found = []
        for line in run:
            rest = got[at:]
            if line in rest:
                found.append(at + rest.index(line))
            else:
                near = difflib.get_close_matches(line, rest, 1, 0.6)
                if not near:
                    continue
                found.append(at + rest.index(near[0]))
            at = found[-1] + 1
        if k == 0 and run:
            found.insert(0, 0)
        if k == len(runs) - 1 and run:
            found.append(len(got) - 1)
            at = len(got)
        if found:
            keep.append((found[0], found[-1] + 1))
    out, at = [], 0
    for first, end in keep:
        if first > at:
            out.append(dots)
        out += got[first:end]
        at = end
    return out + ([dots] if at < len(got) else [])


def slug(heading):
    text = re.sub(r"[^\w\- ]", "", re.sub(r"`", "", heading).strip().lower())
    return text.replace(" ", "-")


def unroff(line):
    line = re.sub(r"\\f[BIRP]", "", line)
    return line.replace("\\-", "-").replace("\\(oq", "'").replace("\\(cq", "'").replace("\\&", "").replace("\\e", "\\")


def roff(line):
    line = line.replace("\\", "\\e").replace("-", "\\-")
    return "\\&" + line if line[:1] in (".", "'") else line


class Documents:
    def __init__(self, src, build, costs):
        self.src, self.build, self.costs = src, build, costs
        self.failures, self.commands, self.exempt, self.links = 0, 0, [], 0
        library = build / ".libs/libdpcert.so"
        self.env = dict(os.environ, PATH="%s:%s" % (build, os.environ["PATH"]), LC_ALL="C", TERM="dumb",
                        PYTHONPATH=str(src / "python"), PYTHONDONTWRITEBYTECODE="1", DPCERT_LIBRARY=str(library),
                        DPCERT_PROGRAM=str(build / "dpcert"))
        makefile = src / "Makefile.am"
        text = makefile.read_text() if makefile.exists() else ""
        self.targets = set(re.findall(r"^([a-z][\w-]*):", text, re.M)) | set(re.findall(r"^\t(nightly-[\w-]+)", text, re.M))
        self.targets |= {"all", "check", "clean", "dist", "distcheck", "distclean", "install"}
        self.options = set()
        for page in (src / "man").glob("*.1"):
            self.options |= set(re.findall(r"--[a-z]+(?:-[a-z]+)*", unroff(page.read_text())))
        text = self.run("dpcert help", "/")[0]
        self.words = set(re.findall(r"^  ([a-z]+)\b", text, re.M)) | {"help"}

    def fail(self, where, text):
        self.failures += 1
        print("FAIL: %s: %s" % (where, text), flush=True)

    def run(self, command, folder, env=None, stdin=""):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        done = subprocess.run(["sh", "-c", command] if isinstance(command, str) else command, cwd=folder, text=True,
                              env=env or self.env, input=stdin, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        if self.costs:
            spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
            print("%6.2f  %s" % (spent, command if isinstance(command, str) else command[0]))
        return done.stdout, done.returncode

    def excused(self, where, reason, what):
        self.exempt.append("%s: %s (%s)" % (where, " ".join(what.split())[:100], reason))

    # ---- one document ----

    def document(self, path, write):
        name = str(path.relative_to(self.src))
        text = path.read_text(encoding="utf-8")
        with tempfile.TemporaryDirectory() as folder:
            for entry in FOLDERS:
                if (self.src / entry).is_dir():
                    os.symlink(self.src / entry, os.path.join(folder, entry))
            new = (self.markdown if path.suffix == ".md" else self.manual)(name, path, text, folder)
        if write and new != text:
            path.write_text(new, encoding="utf-8")
            print("%s: written" % name)

    def markdown(self, name, path, text, folder):
        lines = text.split("\n")
        out, at, prose, since, blocks = [], 0, [], 0, []
        while at < len(lines):
            fence = re.match(r"\s*```(\w*)", lines[at])
            if not fence:
                prose.append((at, lines[at]))
                out.append(lines[at])
                at += 1
                continue
            end = at + 1
            while end < len(lines) and not lines[end].strip().startswith("```"):
                end += 1
            # the mark is the last line before the block
            before = [line for _, line in prose[since:] if line.strip()][-1:]
            mark = MARK.fullmatch(before[0].strip()) if before else None
            reason = mark.group(1) if mark else None
            out.append(lines[at])
            where = "%s:%d" % (name, at + 1)
            out += self.block(where, fence.group(1), lines[at + 1:end], reason, folder, blocks, len(out))
            out += lines[end:end + 1]
            prose.append((end, ""))
            since = len(prose)
            at = end + 1
        self.python(name, blocks, out, folder)
        self.prose(name, path, prose, out, folder)
        return "\n".join(out)

    def block(self, where, language, body, reason, folder, blocks, start):
        dialogue = any(line.startswith("$ ") for line in body)
        if not dialogue and language not in ("sh", "python"):
            for line in body:
                if COMMANDLIKE.match(line):
                    self.fail(where, "a block of commands is marked `sh`, or has `$ ` before each: " + line)
            if reason:
                self.fail(where, "nothing here would be run")
            return body
        if reason:
            for line in body:
                if line.strip() and (not dialogue or line.startswith("$ ")):
                    self.excused(where, reason, line)
            return body
        if language == "python":
            blocks.append((where, body, start))
            return body
        if dialogue:
            return self.dialogue(where, body, folder)
        for line in re.sub(r"\\\n", " ", "\n".join(body)).split("\n"):
            if line.strip() and not line.startswith("#"):
                self.commands += 1
                got, status = self.run(line, folder)
                if status != 0:
                    self.fail(where, "%s: exit %d\n%s" % (line, status, got))
        return body

    def dialogue(self, where, body, folder, manual=False):
        out, at = [], 0
        while at < len(body) and not body[at].startswith("$ "):
            out.append(body[at])
            at += 1
        while at < len(body):
            first = at
            while body[at].endswith("\\") and at + 1 < len(body):
                at += 1
            command = "\n".join(body[first:at + 1])[2:]
            at += 1
            shown = at
            while at < len(body) and not body[at].startswith("$ "):
                at += 1
            out += body[first:shown]
            out += self.step(where, command, body[shown:at], folder, manual)
        return out

    def step(self, where, command, rest, folder, manual):
        shown = lines_of("\n".join(rest))
        blank = rest[len(shown):]
        made = re.fullmatch(r"cat ([\w.-]+)", command)
        if made and not os.path.exists(os.path.join(folder, made.group(1))):
            Path(folder, made.group(1)).write_text("\n".join(shown) + "\n")
            return rest
        self.commands += 1
        text, status = self.run(command, folder)
        got = lines_of(text)
        if not shown:
            if status != 0:
                self.fail(where, "%s: exit %d\n%s" % (command, status, text))
            return rest
        if manual and " ".join(text.split()) == " ".join("\n".join(shown).split()):
            return rest
        if agrees(shown, got):
            return rest
        self.fail(where, "%s\n%s" % (command, "\n".join(difflib.unified_diff(shown, got, "shown", "printed", lineterm="", n=1))))
        return updated(shown, got) + blank

    def python(self, name, blocks, out, folder):
        if not blocks:
            return
        env = dict(self.env)
        linked = subprocess.run(["ldd", env["DPCERT_LIBRARY"]], capture_output=True, text=True).stdout
        runtime = " ".join(re.findall(r"=> (\S*lib[at]san\S*)", linked))
        if runtime:
            env.update(LD_PRELOAD=runtime, ASAN_OPTIONS="detect_leaks=0")
        text, status = self.run([sys.executable, "-W", "ignore", "-c", PYTHON], folder, env,
                                json.dumps(["\n".join(body) + "\n" for _, body, _ in blocks]))
        self.commands += len(blocks)
        if status != 0:
            self.fail(name, "Python: " + text)
            return
        for (where, body, start), examples in reversed(list(zip(blocks, json.loads(text)))):
            for first, end, printed in reversed(examples):
                want = lines_of("\n".join(body[first:end]))
                got = lines_of(printed)
                if not agrees(want, got):
                    self.fail(where, "Python prints\n%s\nand not\n%s" % ("\n".join(got), "\n".join(want)))
                    out[start + first:start + first + len(want)] = updated(want, got)

    # ---- text between the blocks ----

    def prose(self, name, path, prose, out, folder):
        paragraph = []
        for at, line in prose + [(len(prose), "")]:
            if line.strip():
                paragraph.append((at, line))
                continue
            if paragraph:
                self.paragraph(name, path, paragraph, out, folder)
            paragraph = []

    def paragraph(self, name, path, paragraph, out, folder):
        text = "\n".join(line for _, line in paragraph)
        where = "%s:%d" % (name, paragraph[0][0] + 1)
        mark = MARK.search(text)
        answers = re.search(r"\| *answer *\|", paragraph[0][1]) or (len(paragraph) > 1 and re.search(r"\| *answer *\|", paragraph[1][1]))
        table = paragraph[0][1].startswith("|") or answers
        chunks = [line for _, line in paragraph] if table else [text]
        for chunk in chunks:
            self.refer(where, path, chunk)
            for span in SPAN.findall(chunk.replace("\\|", "|")):
                self.span(where, " ".join(span.split()), mark, chunk if answers else None, out, folder)

    def span(self, where, command, mark, row, out, folder):
        if not re.match(r"dpcert(-check)? \S", command):
            return
        try:
            words = shlex.split(command)
        except ValueError:
            return
        if words[0] == "dpcert" and words[1] not in self.words and not words[1].startswith("-"):
            self.fail(where, "there is no command dpcert %s" % words[1])
            return
        rest = words[2 if words[0] == "dpcert" else 1:]
        for option in re.findall(r"(?<=\s)--[a-z][a-z-]*", command):
            if option not in self.options:
                self.fail(where, "no manual page has the option %s of `%s`" % (option, command))
        form = any("..." in w or re.fullmatch(r"([A-Z][A-Z_]*|-)([=.].*)?", w) and "=" not in w or re.match(r"NAME=", w) for w in rest)
        if form or not [w for w in rest if not w.startswith("-")]:
            return
        if mark:
            self.excused(where, mark.group(1), command)
            return
        self.commands += 1
        got, status = self.run(command, folder)
        if status != 0 and not (status == 1 and words[1] == "crosscheck"):
            self.fail(where, "%s: exit %d\n%s" % (command, status, got))
        elif row is not None:
            answer = row.split("|")[-2].strip()
            found = re.search(r"\w+ = (\S+) is where", got)
            if found is None or found.group(1) != answer:
                self.fail(where, "%s: the answer is not %s\n%s" % (command, answer, got))
                if found:
                    k = out.index(row)
                    out[k] = row[:row.rindex(answer)] + found.group(1) + row[row.rindex(answer) + len(answer):]

    def refer(self, where, path, text):
        bare = SPAN.sub("", text)
        for target in re.findall(r"\]\(([^)\s]+)\)", bare):
            if re.match(r"[a-z]+:", target):
                continue
            self.links += 1
            file, _, anchor = target.partition("#")
            aim = (path.parent / file) if file else path
            if not aim.exists():
                self.fail(where, "dead link: %s" % target)
            elif anchor and anchor not in [slug(h) for h in re.findall(r"^#+ +(.*)$", aim.read_text(encoding="utf-8"), re.M)]:
                self.fail(where, "no such heading: %s" % target)
        for span in SPAN.findall(text):
            span = span.strip()
            if re.match(r"make [a-z]", span):
                self.target(where, span.split()[1:])
            if (re.fullmatch(r"(%s)/[\w./-]+" % "|".join(FOLDERS), span) and span not in WRITTEN
                    and not re.search(r"NAME|ID\b|FILE|DIR\b", span)):
                self.links += 1
                if not any((base / (span + end)).exists() for base in (self.src, path.parent) for end in ("", ".c", ".table")):
                    self.fail(where, "no such file: %s" % span)

    def target(self, where, words):
        """Checks that the named targets of make exist."""
        for word in words:
            if word in ("&&", "||"):
                return
            if re.fullmatch(r"[a-z][a-z0-9-]*", word) and word not in self.targets:
                self.fail(where, "there is no target %s of make" % word)

    # ---- manual pages ----

    def manual(self, name, path, text, folder):
        out, body, reason, inside, start = [], [], None, False, 0
        for at, line in enumerate(text.split("\n")):
            if line == ".nf":
                inside, body, start = True, [], at
            elif line == ".fi" and inside:
                inside = False
                out += self.manual_block("%s:%d" % (name, start + 1), body, reason, folder)
                reason = None
            elif inside:
                body.append(line)
                continue
            elif re.match(r'\.\\" not run: ', line):
                reason = line[len('.\\" not run: '):]
            out.append(line)
        return "\n".join(out)

    def manual_block(self, where, body, reason, folder):
        plain = [unroff(line) for line in body]
        if not any(line.startswith("$ ") for line in plain):
            bare = [line for line in body if re.match(r"(dpcert|parallel)\b", line)]
            for line in bare:
                if reason:
                    self.excused(where, reason, unroff(line))
                else:
                    self.fail(where, "a command without `$ `: " + line)
            return body
        new = self.dialogue(where, plain, folder, True)
        if new == plain:
            return body
        out = []
        for line in new:
            if line.startswith("$ "):
                out.append("$ \\fB%s\\fR" % roff(line[2:]))
            else:
                out += [roff(part) for part in textwrap.wrap(line, 72 if len(line) > 74 else 74, subsequent_indent=" " * 13, break_long_words=False,
                                                             break_on_hyphens=False, drop_whitespace=True) or [""]]
        return out


def main():
    options = [a for a in sys.argv[1:] if a.startswith("--")]
    arguments = [a for a in sys.argv[1:] if not a.startswith("--")]
    if len(arguments) < 2 or set(options) - {"--write", "--list", "--costs"}:
        print(__doc__, file=sys.stderr)
        return 2
    src, build = Path(arguments[0]).resolve(), Path(arguments[1]).resolve()
    paths = [(src / a).resolve() for a in arguments[2:]]
    if not paths:
        paths = sorted(src.glob("*.md")) + [p for folder in FOLDERS for p in sorted((src / folder).rglob("*.md"))]
        paths += sorted((src / "man").glob("*.[1-9]"))
    work = Documents(src, build, "--costs" in options)
    for path in paths:
        work.document(path, "--write" in options)
    if "--list" in options:
        print("\n".join(work.exempt))
    spent = resource.getrusage(resource.RUSAGE_CHILDREN)
    print("documents: %d documents, %d commands run in %.0f seconds of the processor, %d not run, %d links and paths, %d failures"
          % (len(paths), work.commands, spent.ru_utime + spent.ru_stime, len(work.exempt), work.links, work.failures))
    return int(work.failures > 0 and "--write" not in options)


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-3.0-or-later
# Copyright the dpcert authors
"""abi.py SRC BUILD: doc/abi.md names every structure, object and enumeration of the headers and no others,
and the structures of the Python package have the same layout in memory as those of the headers."""
import ctypes
import os
import re
import subprocess
import sys
import tempfile

src, build = sys.argv[1:3]
sys.path.insert(0, os.path.join(src, "python"))
from dpcert import _library  # noqa: E402

HEADERS = ["src/check/dpcert-check.h", "include/dpcert.h"]
NUMBERS = ["include/dpcert-gmp.h", "include/dpcert-mpfr.h", "include/dpcert-arb.h"]
failures = []


def read(path):
    with open(os.path.join(src, path), encoding="ascii") as file:
        return file.read()


text = "".join(re.sub(r"/\*.*?\*/", "", read(path), flags=re.S) for path in HEADERS)
declared = set(re.findall(r"^} (dpc_\w+);", text, re.M)) | set(re.findall(r"typedef struct \w+ (dpc_\w+_t);", text))
structures = {name: body for body, name in re.findall(r"typedef struct \{(.*?)\n\} (dpc_\w+);", text, re.S)}
named = set(re.findall(r"`(dpc_[a-z_]+)`", read("doc/abi.md")))
calls = set(re.findall(r"\b(dpc_\w+)\(", text)) | set(re.findall(r"\(\*(dpc_\w+)\)", text))
failures += ["doc/abi.md does not name %s" % name for name in sorted(declared - named)]
failures += ["doc/abi.md names %s, which the headers do not have" % name
             for name in sorted(named - declared - calls)]

# ---- Python ----

# ProgressInfo is dpc_progress_info
mirrors = {"dpc_" + re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower(): value for name, value in vars(_library).items()
           if isinstance(value, type) and issubclass(value, ctypes.Structure)}
failures += ["no structure %s for Python" % name for name in sorted(set(mirrors) - set(structures))]
members = [(name, field) for name, mirror in mirrors.items() if name in structures for field, _ in mirror._fields_]
program = "#include <dpcert.h>\n#include <stdio.h>\nint main(void)\n{\n" + "".join(
    '    printf("{0} {1} %zu %zu\\n", offsetof({0}, {1}), sizeof((({0} *)0)->{1}));\n'.format(name, field)
    for name, field in members) + "    return 0;\n}\n"
with tempfile.TemporaryDirectory() as work:
    source, binary = os.path.join(work, "abi.c"), os.path.join(work, "abi")
    with open(source, "w", encoding="ascii") as file:
        file.write("#include <stddef.h>\n" + program)
    subprocess.run(os.environ.get("CC", "cc").split() + ["-w", "-I" + os.path.join(src, "include"),
                   "-I" + os.path.join(build, "include"), "-I" + os.path.join(src, "src/check"), "-o", binary, source],
                   check=True)
    lines = subprocess.run([binary], check=True, capture_output=True, text=True).stdout.splitlines()
for line in lines:
    name, field, offset, size = line.split()
    there = getattr(mirrors[name], field)
    if (there.offset, there.size) != (int(offset), int(size)):
        failures.append("%s.%s is at %s of size %s, for Python at %d of size %d" %
                        (name, field, offset, size, there.offset, there.size))
enumerators = re.search(r"typedef enum \{([^}]*)\} dpc_status;", text).group(1).replace(" ", "").replace("\n", "").split(",")
for number, name in enumerate(enumerators):
    if getattr(_library, name.replace("DPC_", ""), None) != number:
        failures.append("%s is not %d for Python" % (name, number))

# ---- functions ----

for name, (_, *arguments) in _library._FUNCTIONS.items():
    found = re.search(r"\b%s\(([^;]*?)\)(?: |\n|;)" % name, text)
    listed = [] if found is None or found.group(1) == "void" else found.group(1).split(",")
    if found is None or len(listed) != len(arguments):
        failures.append("%s has %d arguments, for Python %d" % (name, len(listed), len(arguments)))

# ---- NULL ----

# every function that takes a string or an array is called with NULL
declarations = re.sub(r"/\*.*?\*/", "", "".join(read(path) for path in HEADERS + NUMBERS), flags=re.S)
taking = {name for name, arguments in re.findall(r"\b(dpc_\w+)\(([^;()]*)\)[^;]*;", declarations)
          if re.search(r"const (char|mpq_t) \*", arguments)}
tested = set(re.findall(r"\b(dpc_\w+)\(", "".join(
    re.findall(r"^START_TEST\(test_null_\w+\)$(.*?)^END_TEST$", read("tests/include/t-api.c"), re.M | re.S))))
failures += ["tests/include/t-api.c does not call %s with NULL" % name for name in sorted(taking - tested)]
failures += ["no functions that take strings"] * (len(taking) < 20)

print("\n".join("abi.py: " + failure for failure in failures))
print("abi.py: %d declarations, %d members, %d functions, %d failures" %
      (len(declared), len(lines), len(_library._FUNCTIONS), len(failures)))
sys.exit(bool(failures) or len(lines) < 50)

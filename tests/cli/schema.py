#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-3.0-or-later
# Copyright the dpcert authors
"""schema.py SCHEMA COMMAND [--lines] < OUTPUT: checks that the JSON output of a command fits its schema, and
that spoiled copies of it do not.

Checks the keywords of JSON Schema (draft 2020-12) that doc/json.schema.json uses, and refuses all others."""
import copy
import json
import re
import sys

TYPES = {"object": dict, "array": list, "string": str, "boolean": bool, "null": type(None), "integer": int}
SILENT = {"$schema", "$id", "$defs", "title", "description"}


def is_type(value, name):
    return isinstance(value, TYPES[name]) and (name != "integer" or not isinstance(value, bool))


def check_type(value, wanted, _schema, _root):
    names = [wanted] if isinstance(wanted, str) else wanted
    return [] if any(is_type(value, name) for name in names) else ["is not of type %s" % wanted]


def check_properties(value, wanted, _schema, root):
    return [".%s%s" % (key, fault) for key, schema in wanted.items() if isinstance(value, dict) and key in value
            for fault in faults(value[key], schema, root)]


def check_others(value, wanted, schema, root):
    others = [key for key in value if key not in schema.get("properties", {})] if isinstance(value, dict) else []
    if wanted is False:
        return [" has %r, which the schema does not know" % key for key in others]
    return [".%s%s" % (key, fault) for key in others for fault in faults(value[key], wanted, root)]


def check_required(value, wanted, _schema, _root):
    return [" lacks %r" % key for key in wanted if isinstance(value, dict) and key not in value]


def check_items(value, wanted, _schema, root):
    return ["[%d]%s" % (i, fault) for i, item in enumerate(value if isinstance(value, list) else [])
            for fault in faults(item, wanted, root)]


def check_any(value, wanted, _schema, root):
    tried = [faults(value, schema, root) for schema in wanted]
    return [] if any(not found for found in tried) else [" fits none: " + "; ".join(min(tried, key=len)[:3])]


def check_reference(value, wanted, _schema, root):
    assert wanted.startswith("#/$defs/"), wanted
    return faults(value, root["$defs"][wanted[len("#/$defs/"):]], root)


KEYWORDS = {
    "type": check_type, "properties": check_properties, "additionalProperties": check_others, "required": check_required,
    "items": check_items, "anyOf": check_any, "$ref": check_reference,
    "enum": lambda value, wanted, _s, _r: [] if value in wanted else [" is %r, none of %s" % (value, wanted)],
    "const": lambda value, wanted, _s, _r: [] if value == wanted else [" is %r, not %r" % (value, wanted)],
    "pattern": lambda value, wanted, _s, _r:
        [] if not isinstance(value, str) or re.search(wanted, value) else [" is %r, not %s" % (value, wanted)],
    "minimum": lambda value, wanted, _s, _r: [] if not is_type(value, "integer") or value >= wanted else [" is too small"],
}


def faults(value, schema, root):
    """Why a value does not fit a schema; nothing if it does."""
    unknown = set(schema) - set(KEYWORDS) - SILENT
    if unknown:
        raise ValueError("unknown keywords of the schema: %s" % ", ".join(sorted(unknown)))
    return [fault for key, wanted in schema.items() if key not in SILENT
            for fault in KEYWORDS[key](value, wanted, schema, root)]


def spoiled(value):
    """Copies of an object or of the first element of an array, each with one defect."""
    def copies(change):
        other = copy.deepcopy(value)
        change(other[0] if isinstance(other, list) else other)
        return other
    keys = list(value[0] if isinstance(value, list) else value)
    yield "an unknown key", copies(lambda o: o.update(unheard_of="1"))
    for key in keys:
        if key not in ("ariths", "vacuous"):
            yield "no " + key, copies(lambda o, key=key: o.pop(key))
        yield "a number for " + key, copies(lambda o, key=key: o.update({key: 1.5}))
    yield "a text", "text"


def main():
    schema_path, command = sys.argv[1:3]
    with open(schema_path, encoding="ascii") as file:
        root = json.load(file)
    text = sys.stdin.read()
    values = [json.loads(line) for line in text.splitlines()] if "--lines" in sys.argv else [json.loads(text)]
    failed = not values
    for value in values:
        for fault in faults(value, root["$defs"][command], root):
            print("schema.py: %s: %s" % (command, fault))
            failed = True
        if faults(value, {"anyOf": root["anyOf"]}, root):
            print("schema.py: %s is not among those of the schema" % command)
            failed = True
        optional = {"account": {"eps", "delta"}, "crosscheck": {"eps", "delta"}}.get(command, set())
        for what, other in spoiled(value):
            if what.startswith("no ") and what[3:] in optional:
                continue
            if not faults(other, root["$defs"][command], root):
                print("schema.py: %s with %s fits, too" % (command, what))
                failed = True
    try:
        faults({}, {"patternProperties": {}}, root)
        failed = True
    except ValueError:
        pass
    return int(failed)


sys.exit(main())

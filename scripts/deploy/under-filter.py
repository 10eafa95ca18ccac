"""Runs a program as another user under a filter of system calls: a container's profile (.json) or a unit's SystemCallFilter.

    under-filter.py FILE UID PROGRAM [ARGUMENT ...]
"""

import ctypes
import json
import os
import re
import subprocess
import sys

ALLOW = 0x7FFF0000
REFUSE = 0x00050001  # EPERM
NO_NEW_PRIVILEGES = 38


def main(path, uid, *program):
    library = ctypes.CDLL("libseccomp.so.2")
    library.seccomp_init.restype = ctypes.c_void_p
    library.seccomp_rule_add_array.argtypes = [ctypes.c_void_p, ctypes.c_uint32, ctypes.c_int, ctypes.c_uint, ctypes.c_void_p]
    library.seccomp_load.argtypes = [ctypes.c_void_p]
    by_default, action, names = read_profile(path) if path.endswith(".json") else read_unit(path)
    context = library.seccomp_init(by_default)
    for name in names:
        number = library.seccomp_syscall_resolve_name(name.encode())
        if number != -1:
            library.seccomp_rule_add_array(context, action, number, 0, None)
    if os.getuid() == 0:
        os.setgroups([])
        os.setgid(int(uid))
        os.setuid(int(uid))
    ctypes.CDLL(None).prctl(NO_NEW_PRIVILEGES, 1, 0, 0, 0)
    if library.seccomp_load(context) != 0:
        sys.exit("the filter was not taken")
    os.execvp(program[0], program)


def read_profile(path):
    with open(path) as file:
        profile = json.load(file)
    (rules,) = profile["syscalls"]
    assert profile["defaultAction"] == "SCMP_ACT_ALLOW" and rules["action"] == "SCMP_ACT_ERRNO"
    return ALLOW, REFUSE, rules["names"]


def read_unit(path):
    with open(path) as file:
        (line,) = re.findall(r"^SystemCallFilter=(.*)$", file.read(), re.MULTILINE)
    return REFUSE, ALLOW, members(["@default", *line.split()])


def members(names):
    found = set()
    for name in names:
        if not name.startswith("@"):
            found.add(name)
            continue
        listed = subprocess.run(["systemd-analyze", "syscall-filter", name], capture_output=True, text=True, check=True)
        lines = [line.strip() for line in listed.stdout.splitlines()[1:]]
        found |= members([line for line in lines if line and not line.startswith("#")])
    return found


main(*sys.argv[1:])

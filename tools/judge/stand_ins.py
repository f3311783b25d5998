# SPDX-License-Identifier: MIT
"""For judge_test.py: a folder with cases, and programs that go wrong in every way."""

import hashlib
import pathlib
import struct
import sys

VERTICES = 8
RING = [(v, (v + 1) % VERTICES, 1) for v in range(VERTICES)]
DISTANCES = struct.pack("<64i", *((j - i) % VERTICES for i in range(VERTICES)
                                  for j in range(VERTICES)))
PYTHON = f"#!{sys.executable} -SE\nimport os, sys, time\nsource, target = sys.argv[1:3]\n"
HOG = "waste = b'x' * ({} << 20)\n"

# {distances}: the expected file; {notes}: a folder for what the test wants to know.
SHELL = {
    "right": 'cp {distances} "$2"',
    "chatty": 'echo of no use; echo one >&2; echo last words >&2; cp {distances} "$2"',
    "truncated": 'head -c 100 {distances} > "$2"',
    "long": 'cat {distances} {distances} > "$2"',
    "endless": 'yes > "$2"',
    "sparse": 'truncate -s 1G "$2"; sleep 60',
    "hoarder": 'while true; do head -c 50000000 /dev/zero > heap.$((n += 1)); done',
    "silent": "exit 0",
    "crash": "kill -SEGV $$",
    "code": "yes so many words | head -n 100000 >&2; echo out of ideas >&2; exit 9",
    "sleeper": 'sleep 60 & echo $! > {notes}/grandchild; echo $$ > {notes}/leader; sleep 60',
    "stubborn": 'trap "" TERM; echo $$ > {notes}/leader; while true; do sleep 60; done',
    "leaver": 'sleep 60 & echo $! > {notes}/grandchild; cp {distances} "$2"',
    "link": 'cp {distances} elsewhere; ln -s elsewhere "$2"',
    "fifo": 'mkfifo "$2"',
    "folder": 'mkdir "$2"',
    "vandal": 'chmod 644 "$1"; printf x | dd of="$1" conv=notrunc 2>/dev/null;'
              'cp {distances} "$2"',
    "remover": 'chmod 755 "$(dirname "$1")"; rm -f "$1"; cp {distances} "$2"',
    "locker": 'mkdir -p deep/er; chmod 0 deep; cp {distances} "$2"',
    "mover": 'work=$(pwd); rmdir "$work"; ln -s {notes} "$work"',
    "refuses": "echo a negative cycle >&2; exit 4",
    "litterer": 'echo > "$2"; exit 4',
    "looker": 'pwd > {notes}/folder; env > {notes}/environment; echo "$1" > {notes}/input;'
              'cp {distances} "$2"',
    "launcher": 'echo "$*" > {notes}/launched; shift; exec "$@"',
    "generator": 'echo > "$2"',
    "flaky": 'echo >> {notes}/flaky; test $(wc -l < {notes}/flaky) -lt 3 && cp {distances} "$2"',
}
PYTHONS = {
    "wrong": "right = bytearray(open({distances!r}, 'rb').read())\n"
             "right[4 * 19] += 5\nright[4 * 60 + 1] += 1\nopen(target, 'wb').write(right)\n",
    "hog": HOG.format(250) + "time.sleep(60)\n",
    "spike": HOG.format(250) + "os._exit(0)\n",
    "hogs": "os.fork()\n" + HOG.format(70) + "time.sleep(60)\n",
    "escaper": "if os.fork() == 0:\n"
               "    os.setsid()\n"
               "    open({notes!r} + '/grandchild', 'w').write(str(os.getpid()))\n"
               "    time.sleep(60)\n"
               "time.sleep(60)\n",
}


def write_cases(folder):
    """ring: with its distances; hashed: the same with a digest only; cycle: must be refused."""
    folder.mkdir()
    graph = struct.pack("<2i", VERTICES, len(RING)) + b"".join(struct.pack("<3i", *edge)
                                                              for edge in RING)
    (folder / "ring.in").write_bytes(graph)
    (folder / "ring.out").write_bytes(DISTANCES)
    (folder / "hashed").write_bytes(graph)
    digest = hashlib.sha256(DISTANCES).hexdigest()
    (folder / "hashed.out.sha256").write_text(f"{digest}  hashed.out\n")
    (folder / "cycle.bin").write_bytes(struct.pack("<5i", 1, 1, 0, 0, -1))
    (folder / "cycle.json").write_text('{"exit": 4, "why": "a negative loop"}')
    (folder / "README.md").write_text("not a case")


def write_programs(folder, cases, notes):
    """{name: path}"""
    folder.mkdir()
    words = {"distances": str(cases / "ring.out"), "notes": str(notes)}
    programs = {}
    for texts, first in ((SHELL, "#!/bin/sh\n"), (PYTHONS, PYTHON)):
        for name, text in texts.items():
            path = pathlib.Path(folder, name)
            path.write_text(first + text.format(**words) + "\n")
            path.chmod(0o755)
            programs[name] = str(path)
    return programs

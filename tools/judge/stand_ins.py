# SPDX-License-Identifier: MIT
"""For judge_test.py: a folder with cases, and programs that go wrong in every way."""

import hashlib
import pathlib
import struct
import sys

from cheats import CHEATS

VERTICES = 8
RING = [(v, (v + 1) % VERTICES, 1) for v in range(VERTICES)]
DISTANCES = struct.pack("<64i", *((j - i) % VERTICES for i in range(VERTICES)
                                  for j in range(VERTICES)))
OCTAL = "".join(f"\\{byte:03o}" for byte in DISTANCES)
INTERPRETER = "/usr/bin/python3" if pathlib.Path("/usr/bin/python3").exists() else sys.executable
PYTHON = f"#!{INTERPRETER} -SE\nimport os, sys, time\nsource, target = sys.argv[1:3]\n"
HOG = "waste = b'x' * ({} << 20)\n"

# {answer}: writes the right distances; {distances}: the expected file. {notes}: a folder for the
# test to look at, out of reach in a jail. {nap}: seconds that no other test's programs sleep.
SHELL = {
    "right": "{answer}",
    "chatty": 'echo of no use; echo one >&2; echo last words >&2; {answer}',
    "truncated": '{answer}; truncate -s 100 "$2"',
    "long": '{answer}; cat "$2" "$2" > both; mv both "$2"',
    "endless": 'yes > "$2"',
    "sparse": 'truncate -s 1G "$2"; sleep {nap}',
    "hoarder": 'while true; do head -c 50000000 /dev/zero > heap.$((n += 1)); done',
    "hider": 'while true; do head -c 50000000 /dev/zero > "$TMPDIR/heap.$((n += 1))"; done',
    "litter": 'n=0; while true; do : > file.$((n += 1)); done',
    "silent": "exit 0",
    "crash": "kill -SEGV $$",
    "code": "yes so many words | head -n 100000 >&2; echo out of ideas >&2; exit 9",
    "sleeper": 'sleep {nap} & echo $$ > {notes}/leader; sleep {nap}',
    "stubborn": 'trap "" TERM; while true; do sleep {nap}; done',
    "leaver": 'sleep {nap} & {answer}',
    "link": '{answer}; mv "$2" elsewhere; ln -s elsewhere "$2"',
    "hard_link": '{answer}; ln "$2" elsewhere',
    "fifo": 'mkfifo "$2"',
    "folder": 'mkdir "$2"',
    "device": 'mknod "$2" c 1 5; exit 0',
    "dawdler": '{answer}; sleep {nap}',
    "vandal": 'chmod 644 "$1"; printf x | dd of="$1" conv=notrunc 2>/dev/null; {answer}',
    "remover": 'chmod 755 "$(dirname "$1")"; rm -f "$1"; {answer}',
    "locker": 'mkdir -p deep/er; chmod 0 deep; {answer}',
    "mover": 'work=$(pwd); rmdir "$work"; ln -s {notes} "$work"',
    "refuses": "echo a negative cycle >&2; exit 4",
    "litterer": 'echo > "$2"; exit 4',
    "looker": 'pwd > {notes}/folder; env > {notes}/environment; echo "$1" > {notes}/input;'
              '{answer}',
    "launcher": 'echo "$*" >> {notes}/launched; shift; exec "$@"',
    "generator": 'echo > "$2"',
    "flaky": 'echo >> {notes}/flaky; test $(wc -l < {notes}/flaky) -lt 3 && {answer}',
    "counter": 'echo "$1" >> {notes}/counted; {answer}',
    "painter": "printf '\\033[31mred\\rover\\a\\302\\233\\342\\200\\256 \\377' >&2; exit 9",
    # Programs that mean harm, beside those of cheats.py.
    "copier": 'cp {distances} "$2"',
    "linker": 'ln {distances} "$2"',
    "stopper": 'grandparent=$(cut -d " " -f 4 /proc/$PPID/stat); {answer};'
               'kill -STOP $grandparent $PPID; sleep 0.5',
    "assassin": 'sleep {nap} & kill -KILL $PPID; sleep {nap}',
}
PYTHONS = {
    "wrong": "right = bytearray({bytes})\n"
             "right[4 * 19] += 5\nright[4 * 60 + 1] += 1\nopen(target, 'wb').write(right)\n",
    "hog": HOG.format(250) + "time.sleep({nap})\n",
    "spike": HOG.format(250) + "os._exit(0)\n",
    "shared_hog": "file = open('/dev/shm/apsp-judge-hog', 'wb')\n"
                  "for _ in range(150):\n    file.write(bytes(1 << 20))\n"
                  "file.close()\ntime.sleep({nap})\n",
    "hogs": "os.fork()\n" + HOG.format(70) + "time.sleep({nap})\n",
    "escaper": "if os.fork() == 0:\n"
               "    os.setsid()\n"
               "    os.execlp('sleep', 'sleep', '{nap}')\n"
               "time.sleep(60)\n",
    # Ends at once; a grandchild without parent, session, environment puts the output right later.
    "late": "open(target, 'wb').write(bytes(256))\n"
            "if os.fork() == 0:\n"
            "    os.setsid()\n"
            "    if os.fork() == 0:\n"
            "        os.closerange(0, 3)\n"
            "        os.execle('/bin/sh', 'sh', '-c', 'sleep 3; cat \"$1\" > \"$2\"; sleep {nap}',"
            " 'sh', 'answer', target, {{}})\n"
            "    os._exit(0)\n"
            "open('answer', 'wb').write({bytes})\n"
            "time.sleep(0.1)\n",
    # As above, but it keeps a right output right, by ever changing bytes of it and back.
    "flicker": "open(target, 'wb').write({bytes})\n"
               "if os.fork() == 0:\n"
               "    os.setsid()\n"
               "    file = os.open(target, os.O_RDWR)\n"
               "    while True:\n"
               "        os.ftruncate(file, 0)\n"
               "        os.pwrite(file, {bytes}, 0)\n"
               "time.sleep(0.1)\n",
}


def nap_of(folder):
    """Seconds, about 60, that belong to this folder alone."""
    return f"60.{int(hashlib.sha256(str(folder).encode()).hexdigest()[:12], 16)}"


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
    words = {"distances": str(cases / "ring.out"), "notes": str(notes), "bytes": repr(DISTANCES),
             "answer": f"printf '{OCTAL}' > \"$2\"", "nap": nap_of(folder)}
    programs = {}
    for texts, first in ((SHELL, "#!/bin/sh\n"), (PYTHONS, PYTHON), (CHEATS, PYTHON)):
        for name, text in texts.items():
            path = pathlib.Path(folder, name)
            path.write_text(first + text.format(**words) + "\n")
            path.chmod(0o755)
            programs[name] = str(path)
    return programs

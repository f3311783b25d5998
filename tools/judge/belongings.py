# SPDX-License-Identifier: MIT
"""The files outside the system without which a program does not start: its interpreter or loader,
and the libraries beside it that it names by RPATH or RUNPATH.

Only ELF files are taken: a program cannot name a file of distances and so have it brought along."""

import os

from elf import is_elf, read_dynamic


def interpreter(path):
    """The first word after #! of a script, otherwise an empty string."""
    try:
        with open(path, "rb") as file:
            line = file.readline(4096)
    except OSError:
        return ""
    words = line[2:].split() if line.startswith(b"#!") else []
    return os.fsdecode(words[0]) if words else ""


class Belongings:
    """`loaders` are paths that must exist under their own name; `libraries` are {name: path}."""

    def __init__(self, program, is_visible):
        """`is_visible(path)`: the jail shows this file anyway."""
        self.is_visible = is_visible
        self.loaders, self.libraries, self.seen = [], {}, set()
        self.scripts = 0
        self.add(program)

    def add(self, path):
        script = interpreter(path)
        if script:
            self.scripts += 1
            if self.scripts < 5:  # as deep as Linux follows
                self.add_loader(script)
            return
        dynamic = read_dynamic(path)
        if dynamic is None:
            return
        self.add_loader(dynamic.loader)
        for name in dynamic.needed:
            found = next((candidate for candidate in (os.path.join(folder, name)
                                                      for folder in dynamic.folders)
                          if os.path.isfile(candidate)), None)
            if (found and os.path.basename(name) not in self.libraries and is_elf(found)
                    and not self.is_visible(found)):
                self.libraries[os.path.basename(name)] = os.path.realpath(found)
                self.add(found)

    def add_loader(self, path):
        if not path.startswith("/") or not os.path.isfile(path) or path in self.seen:
            return
        self.seen.add(path)
        if not self.is_visible(path) and (is_elf(path) or interpreter(path)):
            self.loaders.append(path)
        self.add(path)

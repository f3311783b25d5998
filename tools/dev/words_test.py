# SPDX-License-Identifier: MIT
"""The rule of tools/dev/words finds planted faults at their lines, takes tables, code, URLs and licences
for no sentences, and holds in the folders that are clean."""

import importlib.machinery
import importlib.util
import os
import pathlib
import subprocess
import sys
import unittest
import unittest.mock

from checkout import source_files
from prose import sentences

WORDS = pathlib.Path(__file__).with_name("words")
LOADER = importlib.machinery.SourceFileLoader("words", str(WORDS))
words = importlib.util.module_from_spec(importlib.util.spec_from_loader("words", LOADER))
LOADER.exec_module(words)

LONG = " ".join(["word"] * 31) + "."
SHORT = " ".join(["word"] * 30) + "."


def lines(name, text):
    """The lines with findings."""
    return [line for line, _ in words.findings(name, text)]


class RuleTest(unittest.TestCase):
    def test_beginnings(self):
        for beginning in ("What", "Of", "Whoever", "In what"):
            self.assertEqual(lines("x.md", f"Fine.\n{beginning} it takes.\n"), [2], beginning)
            self.assertEqual(lines("x.md", f"Fine. ({beginning} it\ntakes.)\n"), [1], beginning)
        for fine in ("Whatever it is.", "Offers: what of it?", "It is what it is.", "In whatever way.",
                     "Or, what is the same, none."):
            self.assertEqual(lines("x.md", fine), [], fine)

    def test_length(self):
        self.assertEqual(lines("x.md", SHORT), [])
        self.assertEqual(lines("x.md", f"{SHORT} {SHORT}"), [])
        self.assertEqual(lines("x.md", f"Fine.\n\nFine. {LONG}"), [3])
        self.assertEqual(lines("x.md", LONG.replace("word word", "word e.g. word", 1)), [1])
        half = " ".join(["word"] * 16)
        self.assertEqual(lines("x.md", f"- {half}\n- {half}\n\n{half}\n"), [])
        self.assertEqual(lines("x.md", f"{half}\n{half}\n"), [1])

    def test_the_reason_names_the_sentence(self):
        (_, reason), = words.findings("x.md", "Fine. Of that. Fine.")
        self.assertEqual(reason, "begins with 'Of', expected a verb or a noun phrase: Of that.")


class PlacesTest(unittest.TestCase):
    def test_cpp(self):
        text = ("// SPDX-License-Identifier: MIT\n"
                "/// What it does,\n/// and more. Of all.\n"
                "int a;  // What a\n        // is. Of b.\n"
                "int b;  // one,\nint c;  // two\n"
                "/* Fine.\n * Whoever\n */\n"
                "const char* s = \"// What no comment\"; char q = '\"'; int m = 1'000;  // Of m\n"
                "// clang-format off\n// What | a | table\n// Of b\n// clang-format on\n")
        self.assertEqual(sorted(lines("x.cpp", text)), [2, 3, 4, 5, 9, 11])
        self.assertEqual(lines("x.cu", text), lines("x.hpp", text))
        self.assertEqual(lines("x.cpp", f"int a;  // {SHORT[:-1]}\nint b;  // more\n"), [])

    def test_help_texts(self):
        text = 'OptionParser p("Fine.",\n  "Of "\n  "this\\nor");\nf(R"(Fine.\nWhat it\nis.)");\n'
        self.assertEqual(sorted(lines("command_line.cpp", text)), [2, 5])
        self.assertEqual(lines("command_line_test.cpp", text), [])  # data of tests
        self.assertEqual(lines("x.cpp", text.replace("OptionParser", "X")), [])

    def test_commands_of_examples_are_no_sentences(self):
        command = "  " + "word " * 20 + "\n"
        text = f'OptionParser p(R"(Fine.\n\nExamples:\n{command * 3}\n'
        self.assertEqual(lines("command_line.cpp", text + ')");\n'), [])
        self.assertEqual(lines("command_line.cpp", text + 'What it\nis.)");\n'), [8])
        self.assertEqual(lines("command_line.cpp", text.replace("Examples", "Others") + ')");\n'), [3])
        text = f"// Examples:\n//{command}//{command}// {LONG}\n//   What follows.\n"
        self.assertEqual(sorted(lines("x.cpp", text)), [4, 5])

    def test_python(self):
        text = ('"""Fine.\n\nWhat it is."""\n\nx = "What no comment"  # Of x\n\n\ndef f():\n'
                '    """Whoever."""\n    parser.add_argument("x", help="fine "\n        "so. In what")\n')
        self.assertEqual(sorted(lines("x.py", text)), [3, 5, 9, 10])
        self.assertEqual(lines("script", "#!/usr/bin/env python3\n# Of it\n"), [2])

    def test_shell_and_meson(self):
        text = "#!/bin/sh\n# What it is\necho \"# What no comment\" $# 'x # Of' # Of x\n"
        self.assertEqual(lines("script", text), [2, 3])
        self.assertEqual(lines("folder/meson.build", "x = '# What'  # fine\n# Of y\n"), [2])
        self.assertEqual(lines("unknown.bin", "# What\n"), [])

    def test_pages(self):
        text = ("# What a heading\n\n| What | Of |\n|---|---|\n\n```\nWhat code\n```\n\n"
                "<!-- bench:begin x -->\nWhat a tool wrote.\n<!-- bench:end -->\n\n"
                "`What` code, <https://example.org/Of.What> and [What](https://example.org).\n\n"
                "1. What an item.\n")
        self.assertEqual(lines("x.md", text), [16])

    def test_code_and_links_are_one_word(self):
        found = list(sentences("x.md", "See `a b c` and [two words](docs/x.md#a.b)."))
        self.assertEqual(found, [(1, "See `x` and two words .")])


class RepositoryTest(unittest.TestCase):
    def test_the_repository_is_clean(self):
        done = subprocess.run([WORDS], stdout=subprocess.PIPE, text=True, check=False)
        self.assertEqual((done.returncode, done.stdout), (0, ""))

    def test_without_git(self):
        """A bare machine has no git: what git would list is found all the same, and no build."""
        listed = source_files()
        with unittest.mock.patch.dict(os.environ, PATH="/nonexistent"):
            found = source_files()
            done = subprocess.run([sys.executable, WORDS, "tools/dev"], stdout=subprocess.PIPE,
                                  stderr=subprocess.STDOUT, text=True, check=False)
        self.assertIn("tools/dev/words", listed)
        self.assertEqual(set(listed) - set(found), set())
        self.assertEqual([name for name in found if name.startswith((".git/", "build", "subprojects"))
                          or "__pycache__" in name], [])
        self.assertEqual((done.returncode, done.stdout), (0, ""))

    def test_a_path_is_not_the_beginning_of_a_name(self):
        names = ["tools/dev/x", "tools/device", "a.md"]
        self.assertEqual(words.chosen(names, ["tools/dev"]), ["tools/dev/x"])
        self.assertEqual(words.chosen(names, ["tools/dev/", "a.md"]), ["tools/dev/x", "a.md"])


if __name__ == "__main__":
    unittest.main()

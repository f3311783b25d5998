# SPDX-License-Identifier: MIT
"""Messages in the words of the package: no option of a program, no program, no file that nobody named."""

import pathlib
import re

import numpy as np
import pytest

import apsp

ROOT = pathlib.Path(__file__).resolve().parents[2]
FAR = [[0, 1, 2**30 - 2], [1, 2, 3]]


def message_of(call):
    with pytest.raises(Exception) as caught:
        call()
    return str(caught.value)


@pytest.mark.parametrize("call, words", (
    (lambda: apsp.solve(FAR, 3, dtype=np.int32), "a length does not fit into 32 bits: the path from 0"),
    (lambda: apsp.solve(FAR, 3, width="u8"), "width='u8' is too narrow: the path from 0"),
    (lambda: apsp.solve([[0, 1, 40000]], 2, width="u16"), "width='u16' is too narrow"),
    (lambda: apsp.solve(FAR, 3, device="gpu"), "apsp-cuda|GPU"),
))
def test_messages_of_a_solve(call, words):
    message = message_of(call)
    assert re.search(words, message), message
    assert not re.search("hw3-|--[a-z]|arithmetic [us]", message), message


def test_messages_of_files(tmp_path):
    text, packed, rows = tmp_path / "text", tmp_path / "packed", tmp_path / "rows"
    text.write_text("0 1 7\n1 2 22\n" * 9)
    packed.write_bytes(b"\x1f\x8b\x08\x00" + bytes(20))
    apsp.write_distances(rows, np.zeros((2, 3), np.int32))
    for call, words in ((lambda: apsp.read(text), "numpy.loadtxt reads it"),
                        (lambda: apsp.read(packed), "compressed with gzip"),
                        (lambda: apsp.read_distances(rows), r"need shape=\(rows, columns\)"),
                        (lambda: apsp.read_distances(text), "text"),
                        (lambda: apsp.read_distances(rows, (3, 3)), "expected")):
        message = message_of(call)
        assert re.search(words, message), message
        assert not re.search("hw3-|--[a-z]", message), message


# Messages that no call of the package has: of other programs and of processes of MPI, of self-checks, of
# parts of rows that read_distances() does not ask for.
ELSEWHERE = ("common/app/", "common/ranks/", "common/testing/", "ranks/", "main.cpp", "command_line",
             "common/rows/verify_sink.cpp", "common/gpu/sweep/machine.hpp")
NOT_ASKED = re.compile("needs? no --|columns alone need --targets|alone need --sources|"
                       "--require asks for|one GPU in use")


def test_every_message_of_the_library_is_in_words_of_python():
    """Looks at the sources, so that a message that is new does not bring an option's name along."""
    if not (ROOT / "common").is_dir():
        pytest.skip("no sources of the library beside the tests")
    table = (ROOT / "python/src/errors.cpp").read_text(encoding="utf-8")
    replaced = [first for first, _ in re.findall(r'\{"([^"]+)",\s*"([^"]*)"\}', table)]
    assert len(replaced) > 8
    found = []
    for room in ("include", "common", "library", "hw3-1", "hw3-2", "hw3-3"):
        for file in (ROOT / room).rglob("*.?pp"):
            name = file.relative_to(ROOT).as_posix()
            if "test" in file.name or any(part in name for part in ELSEWHERE):
                continue
            code = re.sub(r"^\s*(//.*|#include.*)$", "", file.read_text(encoding="utf-8"), flags=re.M)
            for message in re.findall(r'"((?:[^"\\\n]|\\.)*)"', re.sub(r'"\s*\n\s*"', "", code)):
                for words in replaced:
                    message = message.replace(words, "")
                if re.search("hw3-|--[a-z]", message) and not NOT_ASKED.search(message):
                    found.append(f"{name}: {message}")
    assert not found, "\n".join(found)

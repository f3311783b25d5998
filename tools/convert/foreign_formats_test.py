# SPDX-License-Identifier: MIT
"""hw3-convert reads what other programs write: gzip and bz2 of Python, NumPy and SciPy, each where it
is installed. GraphML and archives of NumPy it refuses by their names.

Usage: foreign_formats_test.py HW3_CONVERT
"""

import bz2
import gzip
import io
import os
import pathlib
import random
import resource
import struct
import subprocess
import sys
import tempfile
import unittest
import zipfile


def module(name):
    """The module, or None where it is not installed."""
    try:
        return __import__(name, fromlist=["*"])
    except ImportError:
        return None


numpy = module("numpy")
sparse = module("scipy.sparse")
mmio = module("scipy.io")
networkx = module("networkx")

CONVERT = None
MIB = 1 << 20
GZIP = (".gz", lambda data: gzip.compress(data, mtime=0))
BZIP2 = (".bz2", bz2.compress)
FILTERS = (GZIP, BZIP2)


def graph(vertices, *edges):
    numbers = [vertices, len(edges), *(number for edge in edges for number in edge)]
    return struct.pack(f"<{len(numbers)}i", *numbers)


def edges_of(data):
    """V and the edges of a graph file."""
    vertices, count = struct.unpack_from("<2i", data)
    assert len(data) == 8 + 12 * count
    return vertices, list(struct.iter_unpack("<3i", data[8:]))


class FormatsTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="apsp-formats-")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def convert(self, *arguments, code=0, **options):
        """Standard error; standard output is in self.stdout."""
        done = subprocess.run([CONVERT, *map(str, arguments)], capture_output=True, timeout=300,
                              check=False, cwd=self.folder, **options)
        message = done.stderr.decode()
        if "this build has no" in message:
            self.skipTest(message.strip())
        self.assertEqual(done.returncode, code, message)
        self.stdout = done.stdout
        return message

    def write(self, name, data):
        (self.folder / name).write_bytes(data)
        return name

    def converted(self, name, *options):
        """V and the edges of a file."""
        self.convert(name, "out.bin", *options)
        return edges_of((self.folder / "out.bin").read_bytes())


class CompressedTest(FormatsTest):
    TRIANGLE = graph(3, (0, 1, 4), (1, 2, 5), (2, 0, 3))

    def test_every_format_from_files_and_pipes(self):
        self.write("in.bin", self.TRIANGLE)
        for suffix, compress in FILTERS:
            with self.subTest(suffix=suffix):
                for form in "txt", "gr", "mtx", "csv", "npy", "bin":
                    if form != "bin":
                        self.convert("in.bin", f"x.{form}")
                        plain = (self.folder / f"x.{form}").read_bytes()
                    else:
                        plain = self.TRIANGLE
                    self.write(f"x.{form}{suffix}", compress(plain))
                    self.convert(f"x.{form}{suffix}", "out.bin")
                    self.assertEqual((self.folder / "out.bin").read_bytes(), self.TRIANGLE, form)
                    self.write("nameless", compress(plain))
                    self.convert("nameless", "out.bin")
                    self.assertEqual((self.folder / "out.bin").read_bytes(), self.TRIANGLE, form)
                    self.convert("-", "out.bin", input=compress(plain))
                    self.assertEqual((self.folder / "out.bin").read_bytes(), self.TRIANGLE, form)
                self.write("x.graph" + suffix, compress(b"2 1\n2\n1\n"))
                self.assertEqual(self.converted("x.graph" + suffix), (2, [(0, 1, 1), (1, 0, 1)]))

    def test_large_content_in_members(self):
        lines = [f"{v}\t{(v * 7919 + 1) % 50000}\t{v % 1000}\n" for v in range(50000)]
        text = "".join(lines).encode()
        for suffix, compress in FILTERS:
            with self.subTest(suffix=suffix):
                members = b"".join(compress(text[at:at + 65536])
                                   for at in range(0, len(text), 65536))
                self.write("big.txt" + suffix, members)
                vertices, edges = self.converted("big.txt" + suffix)
                self.assertEqual((vertices, len(edges)), (50000, 50000))
                self.assertEqual(edges[12345], (12345, (12345 * 7919 + 1) % 50000, 345))
                self.convert("-", "piped.bin", input=members)
                self.assertEqual((self.folder / "piped.bin").read_bytes(),
                                 (self.folder / "out.bin").read_bytes())

    def test_a_graph_in_a_pipe_that_goes_on_is_refused(self):
        for suffix, compress in FILTERS:
            with self.subTest(suffix=suffix):
                message = self.convert("-", "out.bin", code=3,
                                       input=compress(self.TRIANGLE + b"more"))
                self.assertIn("standard input: is too long", message)

    def test_damage_has_a_place(self):
        for suffix, compress in FILTERS:
            with self.subTest(suffix=suffix):
                # Text: with a NUL among the first bytes it would be read as a graph.
                noise = random.Random(7).choices(range(1, 256), k=5000)
                data = compress(bytes(noise))
                self.write("cut.txt" + suffix, data[:3000])
                self.assertRegex(self.convert("cut.txt" + suffix, "out.bin", code=3),
                                 r"cut.txt\.\w+: byte 3000, \d+ bytes decompressed: .* cut off")
                self.write("flipped.txt" + suffix, data[:-2] + bytes((data[-2] ^ 1, data[-1])))
                self.assertIn("corrupt", self.convert("flipped.txt" + suffix, "out.bin", code=3)
                              .replace("cut off", "corrupt"))
                self.assertFalse((self.folder / "out.bin").exists())

    @unittest.skipIf(os.environ.get("APSP_SANITIZED"), "sanitizers need all of the address space")
    def test_bombs_end_where_memory_does(self):
        def limit():
            resource.setrlimit(resource.RLIMIT_AS, (400 * MIB, 400 * MIB))

        for suffix, compress in FILTERS:
            with self.subTest(suffix=suffix):
                bomb = compress(b"#" * (32 * MIB)) * 64  # 2 GiB
                self.assertLess(len(bomb), 4 * MIB)
                self.write("bomb.txt" + suffix, bomb)
                message = self.convert("bomb.txt" + suffix, "out.bin", code=5, preexec_fn=limit)
                self.assertRegex(message, r"bomb.txt\.\w+: decompressed: after \d+ bytes: ")

    def test_output_is_not_compressed(self):
        self.write("in.bin", self.TRIANGLE)
        for options in (), ("--to", "edges"):
            for suffix in ".gz", ".bz2":
                message = self.convert("in.bin", "out.txt" + suffix, *options, code=2)
                self.assertIn("output is not compressed, expected out.txt", message)


class RefusedTest(FormatsTest):
    def refuse(self, data, suffix, name):
        """By its content as a file, compressed and in a pipe, and where its suffix says otherwise."""
        expected = f"is {name}, which is not read, expected "
        for file in "nameless", f"x{suffix}", "x.txt", "x.bin", "x.csv":
            self.write(file, data)
            self.assertIn(f"{file}: {expected}", self.convert(file, "out.bin", code=3), file)
        self.write("x.gz", gzip.compress(data))
        self.assertIn(expected, self.convert("x.gz", "out.bin", code=3))
        message = self.convert("-", "out.bin", code=3, input=data)
        self.assertIn(f"standard input: {expected}", message)
        self.assertFalse((self.folder / "out.bin").exists())
        return message

    def test_archives(self):
        for members, name, reader in (({}, "a zip archive", "unzip -p"),
                                      ({"a.csv": b"x,y\n"}, "a zip archive", "unzip -p"),
                                      ({"a.npy": b"\x93NUMPY"}, "a NumPy archive", "apsp convert")):
            data = io.BytesIO()
            with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as file:
                for member, content in members.items():
                    file.writestr(member, content)
            self.assertIn(reader, self.refuse(data.getvalue(), ".npz", name))

    @unittest.skipUnless(numpy and sparse, "SciPy is not installed")
    def test_archives_of_numpy(self):
        data = io.BytesIO()
        numpy.savez_compressed(data, numpy.ones((3, 3)))
        self.assertIn("apsp convert", self.refuse(data.getvalue(), ".npz", "a NumPy archive"))
        for form in "csr", "csc", "coo", "dia", "bsr":
            data = io.BytesIO()
            sparse.save_npz(data, sparse.identity(4).asformat(form))
            self.assertIn("apsp convert", self.refuse(data.getvalue(), ".npz", "a NumPy archive"))

    def test_graphml(self):
        text = "<graphml><graph edgedefault='directed'><node id='0'/></graph></graphml>"
        texts = [text, "<?xml version='1.0'?>\n" + text, "<!DOCTYPE graphml SYSTEM 'x'>" + text,
                 "<!-- by hand -->\n" + text]
        if networkx:
            data = io.BytesIO()
            networkx.write_graphml(networkx.path_graph(3), data)
            texts.append(data.getvalue().decode())
        for text in texts:
            for encoding in "utf-8", "utf-8-sig", "utf-16":
                with self.subTest(text=text, encoding=encoding):
                    self.assertIn("apsp convert", self.refuse(text.encode(encoding), ".graphml", "GraphML"))


@unittest.skipUnless(numpy, "NumPy is not installed")
class NumpyTest(FormatsTest):
    def test_every_type_order_and_byte_order(self):
        values = [[0, 7, 0], [1, 0, 100], [0, 3, 5]]
        expected = (3, [(0, 1, 7), (1, 0, 1), (1, 2, 100), (2, 1, 3), (2, 2, 5)])
        for kind in "i1 u1 i2 u2 i4 u4 i8 u8 f2 f4 f8".split():
            for byte_order in "<>":
                for order in "CF":
                    with self.subTest(kind=kind, byte_order=byte_order, order=order):
                        array = numpy.array(values, dtype=byte_order + kind, order=order)
                        numpy.save(self.folder / "a.npy", array)
                        self.assertEqual(self.converted("a.npy", "--from", "npy"), expected)
                        self.assertIn("--from npy", self.convert("a.npy", "out.bin", code=3))
        numpy.save(self.folder / "a.npy", numpy.array(values, dtype=bool))
        self.assertEqual(self.converted("a.npy", "--weight", 9),
                         (3, [(source, target, 9) for source, target, _ in expected[1]]))

    def test_halves_are_the_numbers_that_numpy_says(self):
        bits = numpy.arange(65536, dtype=numpy.uint16).reshape(256, 256)
        halves = bits.view(numpy.float16)
        exact = numpy.where(numpy.isfinite(halves), halves, 0.5).astype(float)
        whole = exact == numpy.round(exact)
        numpy.save(self.folder / "h.npy", numpy.where(whole, halves, numpy.float16("inf")))
        expected = [(r, c, int(halves[r, c])) for r in range(256) for c in range(256)
                    if whole[r, c] and halves[r, c] != 0]
        self.assertEqual(self.converted("h.npy"), (256, expected))

    def test_what_is_no_matrix_of_numbers_is_refused(self):
        for array in (numpy.zeros((2, 2), dtype=complex), numpy.zeros((2, 2), dtype="U3"),
                      numpy.zeros((2, 2), dtype=[("a", "<i4"), ("b", "<f8")]),
                      numpy.array([[None]], dtype=object), numpy.zeros((2, 2), dtype="M8[s]"),
                      numpy.zeros((2, 2), dtype=numpy.longdouble), numpy.zeros(4),
                      numpy.zeros((2, 3)), numpy.zeros((2, 2, 2)), numpy.array(1.0)):
            with self.subTest(dtype=array.dtype, shape=array.shape):
                numpy.save(self.folder / "a.npy", array, allow_pickle=True)
                self.assertRegex(self.convert("a.npy", "out.bin", code=3), "a.npy: byte .*expected")


@unittest.skipUnless(sparse and mmio, "SciPy is not installed")
class ScipyTest(FormatsTest):
    def random_matrix(self, seed):
        chance = random.Random(seed)
        size = chance.randrange(1, 40)
        entries = {}
        for _ in range(chance.randrange(0, 3 * size)):
            entries[chance.randrange(size), chance.randrange(size)] = chance.randrange(-9, 1000)
        rows, columns = [r for r, _ in entries], [c for _, c in entries]
        kind = chance.choice(("i2", "i4", "i8", "f4", "f8"))
        data = numpy.array(list(entries.values()), dtype=kind)
        return sparse.coo_matrix((data, (rows, columns)), shape=(size, size)), entries

    def test_matrix_market(self):
        for seed in range(10):
            matrix, entries = self.random_matrix(seed)
            expected = sorted((s, t, w) for (s, t), w in entries.items())
            with self.subTest(seed=seed):
                mmio.mmwrite(self.folder / "m.mtx", matrix.astype("i4"))
                self.assertEqual(sorted(self.converted("m.mtx")[1]), expected)
                mmio.mmwrite(self.folder / "a.mtx", matrix.toarray().astype("f8"))
                self.assertEqual(sorted(self.converted("a.mtx")[1]),
                                 [edge for edge in expected if edge[2] != 0])

    def test_matrix_market_fields_and_symmetries(self):
        upper = numpy.array([[1, 2, 0], [0, 4, 5], [0, 0, 6]])
        symmetric = upper + numpy.triu(upper, 1).T
        skew = numpy.triu(upper, 1).T - numpy.triu(upper, 1)
        for name, matrix, symmetry in (("symmetric", symmetric, "symmetric"),
                                       ("skew", skew, "skew-symmetric"),
                                       ("unsigned", upper.astype("u4"), "general")):
            expected = [(r, c, int(matrix[r, c])) for r in range(3) for c in range(3)
                        if matrix[r, c] != 0]
            for written in matrix, sparse.coo_matrix(matrix):
                with self.subTest(name=name, dense=written is matrix):
                    mmio.mmwrite(self.folder / "m.mtx", written, symmetry=symmetry)
                    head = (self.folder / "m.mtx").read_text().splitlines()[0]
                    self.assertIn(symmetry, head)
                    self.assertEqual(sorted(self.converted("m.mtx")[1]), expected)
        mmio.mmwrite(self.folder / "p.mtx", sparse.coo_matrix(upper), field="pattern")
        self.assertEqual({edge[2] for edge in self.converted("p.mtx", "--weight", 8)[1]}, {8})
        mmio.mmwrite(self.folder / "c.mtx", sparse.coo_matrix(upper * 1j))
        self.assertIn("the field is 'complex'", self.convert("c.mtx", "out.bin", code=3))


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    CONVERT = str(pathlib.Path(sys.argv[1]).resolve())
    unittest.main(argv=sys.argv[:1])

# SPDX-License-Identifier: MIT
"""hw3-convert reads what other programs write: gzip and bz2 of Python, NumPy, SciPy, networkx and
igraph, each where it is installed, and they read what it writes.

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
igraph = module("igraph")

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


def smallest(edges):
    """The smallest weight of each pair of ends."""
    weights = {}
    for source, target, weight in edges:
        weights[source, target] = min(weight, weights.get((source, target), weight))
    return weights


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

    def names(self):
        return (self.folder / "out.bin.names").read_text(encoding="utf-8").splitlines()


class CompressedTest(FormatsTest):
    TRIANGLE = graph(3, (0, 1, 4), (1, 2, 5), (2, 0, 3))

    def test_every_format_from_files_and_pipes(self):
        self.write("in.bin", self.TRIANGLE)
        for suffix, compress in FILTERS:
            with self.subTest(suffix=suffix):
                for form in "txt", "gr", "mtx", "csv", "npy", "graphml", "bin":
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
        archive = io.BytesIO()
        with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as file:
            with file.open("a.npy", "w", force_zip64=True) as member:
                for _ in range(600):
                    member.write(bytes(MIB))
        self.write("bomb.npz", archive.getvalue())
        message = self.convert("bomb.npz", "out.bin", code=5, preexec_fn=limit)
        self.assertRegex(message, r"bomb.npz: a.npy: after \d+ bytes: .* are needed")

    def test_output_is_not_compressed(self):
        self.write("in.bin", self.TRIANGLE)
        for options in (), ("--to", "edges"):
            for suffix in ".gz", ".bz2":
                message = self.convert("in.bin", "out.txt" + suffix, *options, code=2)
                self.assertIn("output is not compressed, expected out.txt", message)
        self.assertIn("npz is only read", self.convert("in.bin", "out.npz", code=2))
        self.assertIn("--to is 'npz'", self.convert("in.bin", "out", "--to", "npz", code=2))


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
                        self.assertEqual(self.converted("a.npy"), expected)
                        numpy.savez_compressed(self.folder / "a.npz", array)
                        self.assertEqual(self.converted("a.npz"), expected)
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

    def test_sparse_matrices(self):
        for seed in range(30):
            matrix, entries = self.random_matrix(seed)
            expected = sorted((s, t, w) for (s, t), w in entries.items())
            for form in "csr", "csc", "coo":
                for compressed in True, False:
                    with self.subTest(seed=seed, form=form, compressed=compressed):
                        sparse.save_npz(self.folder / "m.npz", matrix.asformat(form), compressed)
                        vertices, edges = self.converted("m.npz")
                        self.assertEqual((vertices, sorted(edges)), (matrix.shape[0], expected))

    def test_other_sparse_formats_are_refused_by_name(self):
        for form in "bsr", "dia":
            sparse.save_npz(self.folder / "m.npz", sparse.identity(4).asformat(form))
            self.assertIn(f"the sparse format is '{form}', expected csr, csc or coo",
                          self.convert("m.npz", "out.bin", code=3))

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


class GraphmlTest(FormatsTest):
    def labelled(self, name, *options):
        """The smallest weight from name to name."""
        _, edges = self.converted(name, *options)
        if not (self.folder / "out.bin.names").exists():
            return smallest(edges)
        names = self.names()
        return smallest((names[s], names[t], w) for s, t, w in edges)

    @unittest.skipUnless(networkx, "networkx is not installed")
    def test_networkx_there_and_back(self):
        for seed in range(20):
            chance = random.Random(seed)
            kind = chance.choice((networkx.Graph, networkx.DiGraph, networkx.MultiGraph,
                                  networkx.MultiDiGraph))
            numbers = seed % 2 == 0
            names = list(range(20)) if numbers else [f"v <{v}> & \u00fc\"'" for v in range(20)]
            chance.shuffle(names)
            theirs = kind()
            theirs.add_nodes_from(names)
            for _ in range(60):
                weight = chance.choice((chance.randrange(-5, 99), float(chance.randrange(99))))
                theirs.add_edge(chance.choice(names), chance.choice(names), weight=weight)
            with self.subTest(seed=seed, kind=kind.__name__):
                (self.folder / "out.bin.names").unlink(missing_ok=True)
                networkx.write_graphml(theirs, self.folder / "g.graphml")
                expected = list(theirs.edges(data="weight"))
                if not theirs.is_directed():
                    expected += [(t, s, w) for s, t, w in expected]
                self.assertEqual(self.labelled("g.graphml"), smallest(expected))

                self.convert("g.graphml", "ours.graphml")
                ours = networkx.read_graphml(self.folder / "ours.graphml",
                                             node_type=int if numbers else str)
                self.assertEqual(set(ours.nodes), set(names))
                self.assertEqual(smallest(ours.edges(data="weight")), smallest(expected))

    @unittest.skipUnless(igraph, "igraph is not installed")
    def test_igraph(self):
        theirs = igraph.Graph([(0, 1), (1, 2), (2, 2)], directed=False)
        theirs.es["weight"] = [4, 5.5, 6]
        theirs.write_graphml(str(self.folder / "g.graphml"))
        self.assertEqual(self.labelled("g.graphml", "--scale", 10),
                         {("n0", "n1"): 40, ("n1", "n0"): 40, ("n1", "n2"): 55, ("n2", "n1"): 55,
                          ("n2", "n2"): 60})
        self.assertEqual(self.labelled("g.graphml", "--scale", 10, "--each-once"),
                         {("n0", "n1"): 40, ("n1", "n2"): 55, ("n2", "n2"): 60})
        theirs.vs["name"] = ["a", "b c", "\u00fc"]
        theirs.write_graphml(str(self.folder / "g.graphml"))
        self.assertEqual(set(self.labelled("g.graphml", "--scale", 10)),
                         {("a", "b c"), ("b c", "a"), ("b c", "\u00fc"), ("\u00fc", "b c"),
                          ("\u00fc", "\u00fc")})
        self.convert("out.bin", "ours.graphml")
        self.assertEqual(igraph.Graph.Read_GraphML(str(self.folder / "ours.graphml")).ecount(), 5)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    CONVERT = str(pathlib.Path(sys.argv[1]).resolve())
    unittest.main(argv=sys.argv[:1])

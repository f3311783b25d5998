# SPDX-License-Identifier: MIT
"""Files by the writers of networkx, and of SciPy where it is installed, read again by their readers."""

import io
import json
from fractions import Fraction

import networkx

from case import Case, both_ways
from graphs import edges_among, names, numbers

try:
    import numpy
    import scipy.io
    import scipy.sparse
except ImportError:
    scipy = None


def graph(chance, kind=str, weight="weight", multiple=False):
    """A networkx graph and its edges."""
    count = chance.randrange(3, 8)
    named = kind is str and chance.random() < 0.5
    labels = names(chance, count) if named else sorted(numbers(chance, count, 0))
    labels = [label.replace('"', "'").replace("\t", " ") for label in labels]
    kinds = (networkx.MultiDiGraph, networkx.MultiGraph) if multiple else (networkx.DiGraph, networkx.Graph)
    made = chance.choice(kinds)()
    made.add_nodes_from(kind(label) for label in labels)
    number = chance.choice((int, float))
    for s, t, w in edges_among(chance, labels, count + 3, lambda: chance.randrange(1, 300)):
        made.add_edge(kind(s), kind(t), **{weight: number(w)})
    return made, meant_edges(made, weight)


def meant_edges(made, weight):
    edges = [(str(s), str(t), Fraction(w)) for s, t, w in made.edges(data=weight)]
    return edges if made.is_directed() else both_ways(edges)


def graphml(chance):
    """GraphML, which the Python package reads alone; the weight's key has another name in some."""
    key = chance.choice(("weight", "weight", "weight", "length", "distance", "capacity"))
    made, edges = graph(chance, kind=chance.choice((str, int)), weight=key, multiple=chance.random() < 0.2)
    more = chance.random() < 0.2
    if more:
        for *_, data in made.edges(data=True):
            data["lanes"] = chance.randrange(1, 4)
    stream = io.BytesIO()
    networkx.write_graphml(made, stream)

    def reread(data):
        again = networkx.read_graphml(io.BytesIO(data), force_multigraph=made.is_multigraph())
        return meant_edges(again, key)

    return Case(f"GraphML, key {key}" + (" and another" if more else ""),
                stream.getvalue(),
                chance.choice((".graphml", ".graphml", ".xml", "")),
                edges,
                foreign=("GraphML", ),
                way_out=False,
                reread=reread)


def weighted_list(chance):
    made, edges = graph(chance, kind=int)
    stream = io.BytesIO()
    networkx.write_weighted_edgelist(made, stream, delimiter=chance.choice((" ", "\t")))
    one_way = [(str(s), str(t), Fraction(w)) for s, t, w in made.edges(data="weight")]
    # The file itself does not say that a graph is undirected.
    return Case("networkx weighted edge list",
                stream.getvalue(),
                chance.choice((".txt", ".edgelist", ".edges")),
                one_way,
                options={"--from": "edges", "--first": "1"})


def edge_list(chance):
    made, _ = graph(chance, kind=int)
    stream = io.BytesIO()
    data = chance.choice((True, True, False, ["weight"]))
    networkx.write_edgelist(made, stream, data=data)
    one_way = [(str(s), str(t), Fraction(w) if data else Fraction(1))
               for s, t, w in made.edges(data="weight")]

    def reread(written):
        found = networkx.read_edgelist(io.BytesIO(written),
                                       data=(("weight", float), ) if data == ["weight"] else data,
                                       create_using=networkx.DiGraph)
        return [(s, t, Fraction(w) if data else Fraction(1)) for s, t, w in found.edges(data="weight")]

    return Case(f"networkx edge list, data {data}",
                stream.getvalue(),
                chance.choice((".txt", ".edgelist", ".edges")),
                one_way,
                options={"--from": "edges", "--first": "1"},
                reread=reread)


def as_text(writer, made, **options):
    stream = io.BytesIO()
    writer(made, stream, **options)
    return stream.getvalue()


def without_clock(data):
    """An adjacency list without the program and the time in its comments, which make no file twice."""
    lines = data.split(b"\n")
    return b"\n".join([b"#campaign.py", b"# GMT Wed Jan  3 10:00:00 2024", *lines[2:]])


def as_json(view):
    return lambda made: json.dumps(view(made)).encode()


def simple(made):
    """Without directions and loops, vertices 0, 1, ...; graph6 has no others."""
    plain = networkx.Graph([(s, t) for s, t in made.edges if s != t])
    plain.add_node(0)
    return networkx.convert_node_labels_to_integers(plain)


FOREIGN = (
    ("Pajek", ".net .txt .paj", lambda made: as_text(networkx.write_pajek, made)),
    ("GML", ".gml .txt", lambda made: as_text(networkx.write_gml, made)),
    ("GEXF", ".gexf .xml", lambda made: as_text(networkx.write_gexf, made)),
    ("JSON", ".json .txt", as_json(networkx.node_link_data)),
    ("JSON", ".json", as_json(networkx.adjacency_data)),
    ("JSON", ".json .cyjs", as_json(networkx.cytoscape_data)),
    ("adjacency", ".adjlist .txt", lambda made: without_clock(as_text(networkx.write_adjlist, made))),
    ("adjacency", ".adjlist .madjlist .txt",
     lambda made: without_clock(as_text(networkx.write_multiline_adjlist, made))),
    ("graph6", ".g6 .txt", lambda made: as_text(networkx.write_graph6, simple(made))),
    ("graph6", ".g6", lambda made: as_text(networkx.write_graph6, simple(made), header=False)),
    ("sparse6", ".s6 .txt", lambda made: as_text(networkx.write_sparse6, made.to_undirected())),
)


def foreign(chance):
    """Formats of networkx that are not read: the refusal has to name them."""
    made, _ = graph(chance, kind=int)
    name, suffixes, write = chance.choice(FOREIGN)
    return Case(f"networkx: {name}", write(made), chance.choice(suffixes.split()), foreign=(name, ),
                way_out=False)


def matrix_market(chance):
    """Matrix Market by SciPy: coordinates and arrays, symmetric or not; %MatrixMarket with one % too."""
    size = chance.randrange(2, 7)
    symmetric = chance.random() < 0.4
    dense = chance.random() < 0.3
    field = chance.choice(("integer", "real", "pattern")) if not dense else chance.choice(("integer", "real"))
    entries = {}
    for _ in range(2 * size):
        r, c = chance.randrange(size), chance.randrange(size)
        w = chance.randrange(1, 300)
        if r != c:
            entries[r, c] = w
            if symmetric:
                entries[c, r] = w
    array = numpy.zeros((size, size), dtype=int if field != "real" else float)
    for (r, c), w in entries.items():
        array[r, c] = w
    stream = io.BytesIO()
    scipy.io.mmwrite(stream,
                     array if dense else scipy.sparse.coo_matrix(array),
                     field=field,
                     symmetry="symmetric" if symmetric else "general",
                     comment=chance.choice(("", "roads")))
    data = stream.getvalue()
    again = scipy.io.mmread(io.BytesIO(data))
    again = again if isinstance(again, numpy.ndarray) else again.toarray()
    edges = [(str(r), str(c), Fraction(float(again[r, c])) if field != "pattern" else Fraction(1))
             for r in range(size) for c in range(size) if again[r, c] != 0]
    odd = chance.choice(("", "", "", "", "one %", "upper case", "blank line", "mark", "CR LF", "no suffix"))
    if odd == "one %":
        data = data[1:]
    elif odd == "upper case":
        head, rest = data.split(b"\n", 1)
        data = head.upper() + b"\n" + rest
    elif odd == "blank line":
        data = b"\n" + data
    elif odd == "mark":
        data = b"\xef\xbb\xbf" + data
    elif odd == "CR LF":
        data = data.replace(b"\n", b"\r\n")
    suffix = (chance.choice((".mtx", ".mm", "", ".txt")) if odd == "no suffix" else chance.choice(
        (".mtx", ".mtx", ".txt")))
    return Case(f"Matrix Market {'array' if dense else 'coordinate'} {field}, {odd}",
                data,
                suffix,
                edges,
                vertices=size,
                options={"--from": "mtx"},
                way_out=odd in ("", "CR LF", "mark"))


def numpy_text(chance):
    """Edges and matrices by numpy.savetxt."""
    size = chance.randrange(2, 7)
    array = numpy.array([[0 if r == c else chance.choice((0, chance.randrange(1, 99))) for c in range(size)]
                         for r in range(size)])
    array[0, 1] = 5
    stream = io.BytesIO()
    delimiter = chance.choice((" ", ",", "\t"))
    numpy.savetxt(stream, array, fmt=chance.choice(("%d", "%.18e", "%g")), delimiter=delimiter)
    edges = [(str(r), str(c), Fraction(int(array[r, c]))) for r in range(size) for c in range(size)
             if array[r, c]]
    return Case("numpy.savetxt of a matrix",
                stream.getvalue(),
                chance.choice((".txt", ".csv", ".dat")),
                edges,
                vertices=size,
                order=[str(n) for n in range(size)],
                options={
                    "--from": "csv-matrix", "--header": "no",
                    "--separator": {" ": "blank", ",": "comma", "\t": "tab"}[delimiter]
                })


def scipy_binary(chance):
    stream = io.BytesIO()
    made = scipy.sparse.random(4, 4, 0.5, random_state=chance.randrange(1000))
    kind = chance.choice(("mat", "hb"))
    if kind == "mat":
        scipy.io.savemat(stream, {"A": made.tocsc()}, do_compression=chance.random() < 0.5)
        return Case("SciPy .mat",
                    stream.getvalue(),
                    chance.choice((".mat", ".mat", "", ".txt")),
                    foreign=("MATLAB", ".mat"),
                    way_out=False)
    text = io.StringIO()
    scipy.io.hb_write(text, made.tocsc())
    return Case("SciPy Harwell-Boeing",
                text.getvalue().encode(),
                chance.choice((".rb", ".hb", ".rua")),
                foreign=("Harwell-Boeing", "shows a format"),
                way_out=False)


FAMILIES = ((graphml, 4), (weighted_list, 2), (edge_list, 2), (foreign, 10))
if scipy is not None:
    FAMILIES += ((matrix_market, 5), (numpy_text, 3), (scipy_binary, 2))

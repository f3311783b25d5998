# SPDX-License-Identifier: MIT
"""Edge lists between blanks or tabs with the first lines, banners and columns that they come with."""

from fractions import Fraction

from case import Case, both_ways, weight_one
from graphs import edges_among, names, numbers, simple
from layout import finish, text_lines
from special_tables import NO_MEANING
from weights import PLAIN, STYLES, weight_style

SUFFIXES = (".txt", ".txt", ".edges", ".el", ".tsv", ".edgelist", ".wel", ".dat", "", ".csv", ".net.txt")
GAPS = (" ", "\t", "  ", "\t ", " ")
COMMENTS = ("# roads", "#roads of 2024", "% roads", "#", "# source target weight", "# FromNodeId\tToNodeId",
            "## a b c", "# 5 vertices")


def random_edges(chance, first=None, weight=None, count=None):
    """Edges of numbers, and the number of the first vertex."""
    first = chance.randrange(2) if first is None else first
    labels = numbers(chance, count or chance.randrange(3, 9), first)
    weight = weight or (lambda: Fraction(chance.randrange(1, 500)))
    return edges_among(chance, labels, len(labels) + chance.randrange(1, 6), weight), first


def lines_of(edges, gap, text=str, weighted=True):
    return [gap.join((s, t, text(w)) if weighted else (s, t)) for s, t, w in edges]


def read_again(weighted, number):
    """Reads plain lines by Python's split."""
    def reread(data):
        rows = [line.split() for line in text_lines(data) if line.split()[0][0] not in "#%"]
        return [(row[0], row[1], number(row[2]) if weighted else Fraction(1)) for row in rows]

    return reread


def list_case(chance, kind, edges, lines, first, **more):
    options = {"--from": "edges", "--header": "no", **more.pop("options", {})}
    if first == 1:
        options["--first"] = "1"
    suffix = more.pop("suffix", None) or chance.choice(SUFFIXES)
    return Case(f"list: {kind}",
                finish(chance, lines, empty_lines=more.pop("empty_lines", True)),
                suffix,
                edges,
                first=first,
                options=options,
                **more)


def options_of(style):
    options = {"--scale": str(10**style.digits)} if style.digits else {}
    return {**options, "--decimal": ","} if style.comma else options


def plain(chance):
    """Source, target and perhaps a weight, comments, blanks around lines."""
    style = weight_style(chance, PLAIN)
    weighted = chance.random() < 0.7
    edges, first = random_edges(chance, weight=lambda: style.value(chance))
    lines = lines_of(edges, chance.choice(GAPS), style.text, weighted)
    if chance.random() < 0.2:
        lines = [chance.choice(("", " ", "\t")) + line + chance.choice(("", " ", "\t")) for line in lines]
    for _ in range(chance.choice((0, 0, 1, 2))):
        lines.insert(0 if chance.random() < 0.8 else chance.randrange(len(lines)), chance.choice(COMMENTS))
    if not weighted:
        return list_case(chance, "plain", weight_one(edges), lines, first, reread=read_again(False, Fraction))
    return list_case(chance, f"plain, weights {style.name}", edges, lines, first, options=options_of(style),
                     reread=read_again(True, style.number))


def counts_first(chance):
    """A first line V E, V or V V E above the edges."""
    edges, first = random_edges(chance)
    count = len({label for s, t, _ in edges for label in (s, t)})
    weighted = chance.random() < 0.6
    if not weighted:
        edges = weight_one(edges)
    head = chance.choice((f"{count} {len(edges)}", f"{count} {len(edges)}", f"{count}\t{len(edges)}",
                          f"{count}", f"{count} {count} {len(edges)}", f"{len(edges)}"))
    lines = [head, *lines_of(edges, chance.choice((" ", "\t")), str, weighted)]
    return list_case(chance,
                     f"first line of {len(head.split())} counts" + (", weighted" if weighted else ""),
                     edges,
                     lines,
                     first,
                     way_out=False,
                     vertices=count,
                     empty_lines=False,
                     options={"--header": "yes"})


def snap(chance):
    """SNAP's banner, of directed and undirected graphs."""
    edges, first = random_edges(chance, weight=lambda: Fraction(1))
    undirected = chance.random() < 0.5
    if undirected:
        edges = simple(edges)
    count = max(int(label) for s, t, _ in edges for label in (s, t)) + 1 - first
    banner = chance.choice(("# Undirected graph: ../../data/output/com-x.ungraph.txt",
                            "# Undirected graph: x.txt") if undirected else (
                                "# Directed graph (each unordered pair of nodes is saved once): x.txt",
                                "# Directed graph: x.txt"))
    lines = [
        banner, "# roads of a city", f"# Nodes: {count} Edges: {len(edges)}", "# FromNodeId\tToNodeId",
        *lines_of(edges, "\t", str, False)
    ]
    if chance.random() < 0.3:
        lines.pop(1)
    return list_case(chance,
                     f"SNAP, {'undirected' if undirected else 'directed'}",
                     both_ways(edges) if undirected else edges,
                     lines,
                     first,
                     vertices=count,
                     one_way=edges if undirected else [],
                     options={"--undirected": None} if undirected else {},
                     suffix=chance.choice((".txt", "", ".ungraph.txt")))


def undirected_comment(chance):
    """Other comments that say undirected or symmetric."""
    edges, first = random_edges(chance)
    edges = simple(edges)
    comment = chance.choice(("# undirected", "# Undirected", "# type: undirected", "% undirected",
                             "# directed: false", "# graph is UNDIRECTED", "# symmetric: no, undirected"))
    lines = [comment, *lines_of(edges, chance.choice((" ", "\t")))]
    return list_case(chance,
                     "a comment says undirected",
                     both_ways(edges),
                     lines,
                     first,
                     one_way=edges,
                     options={"--undirected": None},
                     suffix=chance.choice((".txt", ".edges", ".el")))


def temporal(chance):
    """A third or fourth column of times."""
    edges, first = random_edges(chance, weight=lambda: Fraction(chance.randrange(1, 30)))
    start = chance.choice((1082040961, 946684800, 1217567877, 1082040961000))
    times = sorted(start + chance.randrange(0, 10**6) for _ in edges)
    fourth = chance.random() < 0.4
    if not fourth:
        edges = weight_one(edges)
    gap = chance.choice((" ", "\t"))
    lines = [f"{line}{gap}{time}" for line, time in zip(lines_of(edges, gap, weighted=fourth), times)]
    return list_case(chance, f"times in the {'fourth' if fourth else 'third'} column", edges, lines, first,
                     options={"--columns": "1,2,3" if fourth else "1,2"}, hint="" if fourth else "--columns",
                     suffix=chance.choice((".txt", ".edges", "")))


def commas_and_blanks(chance):
    """0, 1, 5 and other punctuation between numbers."""
    edges, first = random_edges(chance)
    form = chance.choice(
        ("{}, {}, {}", "{} -> {} {}", "({}, {}, {})", "{} - {} : {}", "{},{} {}", "{}:{}:{}", "[{}, {}, {}],",
         "{};{};{}", "{}->{}: {}", "{} -- {} [weight={}];", "{} {} # {}", "{}|{}|{}"))
    lines = [form.format(*edge) for edge in edges]
    return Case(f"list: form {form}",
                finish(chance, lines),
                chance.choice((".txt", ".edges", ".csv", "", ".dat")),
                edges,
                way_out=False,
                options={"--from": "csv", "--header": "no"} if form in ("{}, {}, {}", "{};{};{}") else {})


# Three fields between two separators, each of which may part the edge on its own.
MIXED_FORMS = ("{} {},{}", "{},{} {}", "{},{}:{}", "{}:{},{}", "{}, {}: {}", "{}: {}, {}", "{}->{},{}",
               "{} -> {}, {}", "{},{}={}", "{} {};{}", "{};{}:{}", "{}|{}:{}", "{} {}|{}", "{}\t{} {}",
               "{} {}\t{}", "{}\t{},{}", "{};{},{}", "{}:{} {}", "{} {}:{}", "{}:{}\t{}", "{},{} {} 7",
               "{},{} {}:30")


def mixed_edges(chance):
    """Edges of words without separators in them, or of numbers."""
    labels = chance.choice((chance.sample([chr(65 + n) for n in range(26)], 4), numbers(chance, 4, 0),
                            ["Berlin", "Köln", "東京", "A-1"]))
    return edges_among(chance, labels, 7, lambda: Fraction(chance.randrange(1, 90)))


def mixed_separators(chance):
    """Two separators part an edge and its weight. No option reads that, so that it has to be refused."""
    edges = mixed_edges(chance)
    form = chance.choice(MIXED_FORMS)
    head = chance.choice(([], [], [form.format("von", "nach", "km")], [form.format("from", "to", "weight")],
                          ["source,target"], ["# roads"]))
    lines = head + [form.format(*edge) for edge in edges]
    return Case(f"list: mixed separators, form {form}",
                finish(chance, lines),
                chance.choice((".txt", ".edges", ".csv", ".tsv", "", ".dat")),
                edges,
                way_out=False,
                options={"--compact": None, "--header": "yes" if head and "#" not in head[0] else "no"})


def separators_in_names(chance):
    """The same lines, where one of the separators belongs to a name: an option has to read it."""
    edges = mixed_edges(chance)
    inside, separator = chance.choice(
        ((" ", ","), (":", ","), (" ", ";"), (":", "|"), (":", ";"), ("=", "|")))
    pair_first = chance.random() < 0.5
    meant = [(f"{s}{inside}{t}", str(w), Fraction(1)) if pair_first else (s, f"{t}{inside}{w}", Fraction(1))
             for s, t, w in edges]
    option = {",": "comma", ";": "semicolon", "|": "bar"}[separator]
    return Case(f"list: {inside!r} in names, separator {option}",
                finish(chance, [separator.join(edge[:2]) for edge in meant]),
                chance.choice((".csv", ".txt")),
                meant,
                options={"--from": "csv", "--separator": option, "--header": "no"})


def words(chance):
    """Words as vertices."""
    labels = [label for label in names(chance, chance.randrange(3, 7)) if not set(label) & set(' "\t#%')]
    if len(labels) < 3:
        labels = ["Berlin", "Hamburg", "Munich"]
    edges = edges_among(chance, labels, 8, lambda: Fraction(chance.randrange(1, 90)))
    gap = chance.choice((" ", "\t"))
    header = chance.choice(([], [], ["source", "target", "weight"], ["from", "to", "minutes"]))
    options = {"--columns": "1,2,3", "--header": "yes" if header else "no", "--from": "csv"}
    if not header:
        options["--compact"] = None
    lines = ([gap.join(header)] if header else []) + lines_of(edges, gap)
    return Case("list: words" + (" under a header" if header else ""), finish(chance, lines),
                chance.choice((".txt", ".edges", ".tsv", ".csv", "")), edges, options=options,
                way_out=not any(";" in label or "," in label for label in labels))


def uneven(chance):
    """A line that is no edge, so that no reading of the file is right."""
    edges, first = random_edges(chance, first=0)
    lines = lines_of(edges, " ")
    at = chance.randrange(len(lines))
    s, t, w = edges[at]
    kind, lines[at] = chance.choice((
        ("two columns", f"{s} {t}"), ("four columns", f"{s} {t} {w} 7"), ("word", f"x{s} {t} {w}"),
        ("decimal", f"{s}.5 {t} {w}"), ("huge", f"99999999999 {t} {w}"), ("negative", f"-{s}1 {t} {w}")))
    return list_case(chance, f"uneven: {kind}", NO_MEANING, lines, first, way_out=False,
                     suffix=chance.choice((".txt", ".edges", ".dat")))


def odd_numbers(chance):
    """Vertices as decimals or exponents, as numpy.savetxt writes them, and text behind each line."""
    edges, first = random_edges(chance, first=0)
    kind, line = chance.choice((("decimals", "{}.0 {}.0 {}"), ("text behind", "{} {} {} road"),
                                ("exponents", "{:.18e} {:.18e} {:.18e}")))
    values = [tuple(map(float, edge)) if kind == "exponents" else edge for edge in edges]
    text_behind = kind == "text behind"
    return list_case(chance, f"vertices: {kind}", edges, [line.format(*value) for value in values], first,
                     way_out=text_behind, options={"--columns": "1,2,3"} if text_behind else {},
                     suffix=chance.choice((".txt", ".edges", ".dat")))


def large_numbers(chance):
    """Numbers with gaps: identifiers of other data."""
    labels = [str(n) for n in chance.sample(range(10**9 if chance.random() < 0.5 else 10**12, 10**13), 5)]
    edges = edges_among(chance, labels, 8, lambda: Fraction(chance.randrange(1, 90)))
    return Case("list: large identifiers",
                finish(chance, lines_of(edges, " ")),
                chance.choice((".txt", ".edges")),
                edges,
                options={"--compact": None, "--from": "edges"})


def networkx_data(chance):
    """Lines as networkx.write_edgelist writes them, with data of edges."""
    edges, first = random_edges(chance)
    key = chance.choice(("weight", "weight", "length", "capacity"))
    more = chance.choice((None, None, "'color': 'red'", "'lanes': 2"))
    lines = [f"{s} {t} {{'{key}': {w}{', ' + more if more else ''}}}" for s, t, w in edges]
    lanes = more is not None and "lanes" in more
    return list_case(chance,
                     f"networkx data, {key}",
                     edges,
                     lines,
                     first,
                     numbers_left_out=("lanes", ) if lanes else (),
                     way_out=False,
                     empty_lines=False,
                     options={},
                     weight_name=key)


def decimals(chance):
    """Decimal commas between blanks."""
    style = STYLES[chance.choice(("comma", "comma, three digits"))]
    edges, first = random_edges(chance, weight=lambda: style.value(chance))
    return list_case(chance, "decimal comma", edges, lines_of(edges, " ", style.text), first,
                     options={**options_of(style), "--separator": "blank"},
                     suffix=chance.choice((".txt", ".edges", ".csv", "")),
                     reread=read_again(True, style.number))


FAMILIES = ((plain, 14), (counts_first, 4), (snap, 4), (undirected_comment, 2), (temporal, 3),
            (commas_and_blanks, 4), (mixed_separators, 4), (separators_in_names, 2), (words, 3), (uneven, 2),
            (odd_numbers, 1), (large_numbers, 1), (networkx_data, 3), (decimals, 2))

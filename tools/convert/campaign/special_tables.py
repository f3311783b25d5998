# SPDX-License-Identifier: MIT
"""Tables with something unusual: first lines, missing weights, rows of other lengths, directions."""

import csv
import io
from fractions import Fraction

from case import Case, both_ways
from graphs import edges_among, names, numbers, simple
from layout import finish, text_lines
from tables import SEPARATOR_OPTIONS, quote

EMPTY = ("source,target,weight\n", "# roads\n# of 2024\n", "\n\n", " \n", "\ufeff", "\ufeff\n", "#\n",
         "from;to;km\r\n", "source\ttarget\n", "% asym weighted\n", "# Nodes: 0 Edges: 0\n",
         "%%MatrixMarket matrix coordinate integer general\n0 0 0\n")
NO_MEANING = [("no", "meaning", Fraction(1))]  # of a file that has to be refused


def rows_case(chance, kind, header, rows, edges, separator=",", top=(), reread=True, **more):
    """A table of texts with columns source, target, weight first."""
    lines = [*top, *([separator.join(quote(text, separator) for text in header)] if header else [])]
    lines += [separator.join(quote(text, separator) for text in row) for row in rows]

    def read_again(data):
        body = text_lines(data)[len(top):]
        found = list(csv.reader(io.StringIO("\n".join(body), newline=""),
                                delimiter=separator))[1 if header else 0:]
        return [(row[0], row[1], Fraction(row[2]) if len(row) > 2 else Fraction(1)) for row in found]

    more.setdefault("weight_name", header[2] if header and len(header) > 2 else "weight")
    return Case(f"table: {kind}",
                finish(chance, lines, empty_lines=False),
                more.pop("suffix", ".csv"),
                edges,
                reread=read_again if reread else None,
                **more)


def plain_edges(chance):
    """Edges of whole weights among names or numbers."""
    count = chance.randrange(3, 7)
    labels = names(chance, count) if chance.random() < 0.5 else numbers(chance, count, chance.randrange(2))
    return edges_among(chance, labels, count + 3, lambda: Fraction(chance.randrange(1, 500)))


def gephi(chance):
    """Gephi's table of edges: Source,Target,Type,Id,Label,Weight."""
    edges = plain_edges(chance)
    word = chance.choice(("Undirected", "Directed", "mixed", "undirected", "UNDIRECTED"))
    types = [chance.choice(("Directed", "Undirected")) if word == "mixed" else word for _ in edges]
    if word == "mixed":
        types[:2] = "Directed", "Undirected"
    meant = []
    for (s, t, w), kind in zip(edges, types):
        meant += both_ways([(s, t, w)]) if kind.lower() == "undirected" else [(s, t, w)]
    weight = chance.choice((str, lambda w: f"{w}.0"))
    order = chance.choice(
        (("Source", "Target", "Type", "Id", "Label", "Weight"), ("Source", "Target", "Type", "Weight"),
         ("Id", "Source", "Target", "Weight", "Type"), ("source", "target", "type", "weight")))
    rows = []
    for n, ((s, t, w), kind) in enumerate(zip(edges, types)):
        values = {
            "source": s, "target": t, "type": kind, "id": str(n), "label": chance.choice(("", "x")),
            "weight": weight(w)
        }
        rows.append([values[name.lower()] for name in order])
    options = {
        "--columns": ",".join(name for role in ("source", "target", "weight") for name in order
                              if name.lower() == role)
    }
    if word.lower() == "undirected":
        options["--undirected"] = None
    return rows_case(chance,
                     f"Gephi, Type {word.lower()}",
                     order,
                     rows,
                     meant,
                     reread=False,
                     options=options,
                     separator=chance.choice((",", ",", ";", "\t")),
                     way_out=word != "mixed",
                     one_way=edges if word.lower() == "undirected" else [],
                     numbers_left_out=("Id", ) if "Id" in order else ())


def sep_line(chance):
    """Excel's first line sep=; above a table."""
    edges = plain_edges(chance)
    separator = chance.choice((";", ",", "\t", "|"))
    header = chance.choice((("source", "target", "weight"), ("from", "to", "km"), ("A", "B", "C")))
    options = {"--separator": SEPARATOR_OPTIONS[separator], "--from": "csv", "--header": "yes",
               "--columns": ",".join(header)}
    rows = [(s, t, str(w)) for s, t, w in edges]
    comma = separator == ";" and chance.random() < 0.4
    if comma:
        rows = [(s, t, f"{w},5") for s, t, w in rows]
        edges = [(s, t, w + Fraction(1, 2)) for s, t, w in edges]
        options.update({"--decimal": ",", "--scale": "10"})
    top = chance.choice(("sep={}", "sep={}", '"sep={}"', "SEP={}")).format(separator)
    kind = "sep= line" + (", decimal comma" if comma else "")
    return rows_case(chance, kind, header, rows, edges, separator, (top, ), reread=not comma, options=options,
                     way_out=False)


def title_lines(chance):
    """A title or comments above the header."""
    edges = plain_edges(chance)
    counts = f"{len({label for s, t, _ in edges for label in (s, t)})},{len(edges)}"
    top = chance.choice(("# exported 2024-01-05", "# roads\n# source: survey", "Roads of 2024\n", "// edges",
                         "% edges", counts, "Edges,,", "--- edges ---", "# source,target,weight")).split("\n")
    header = chance.choice((("source", "target", "weight"), ("from", "to", "km"), None))
    rows = [(s, t, str(w)) for s, t, w in edges]
    return rows_case(chance, f"first line {top[0][:10]!r}", header, rows, edges, top=top, reread=False,
                     way_out=False,
                     options={"--header": "yes" if header else "no", "--from": "csv"})


def undirected_comment(chance):
    """A comment above a table says that it is undirected."""
    edges = simple(plain_edges(chance))
    comment = chance.choice(("# undirected", "# Undirected graph", "# undirected roads of a city"))
    header = chance.choice((("source", "target", "weight"), ("from", "to", "minutes")))
    return rows_case(chance,
                     "a comment says undirected",
                     header, [(s, t, str(w)) for s, t, w in edges],
                     both_ways(edges),
                     top=(comment, ),
                     reread=False,
                     one_way=edges,
                     options={"--undirected": None})


def missing_weight(chance):
    """Weights that are missing in some rows: no edge, or refused."""
    edges = plain_edges(chance)
    word = chance.choice(("", "NA", "N/A", "nan", "NaN", "inf", "Inf", "-inf", "null", "NULL", "None", "-",
                          "?", ".", "∞", "#N/A", "missing", "1e999"))
    gone = set(chance.sample(range(len(edges)), chance.randrange(1, 3)))
    rows = [(s, t, word if n in gone else str(w)) for n, (s, t, w) in enumerate(edges)]
    meant = [edge for n, edge in enumerate(edges) if n not in gone]
    header = chance.choice((("source", "target", "weight"), ("from", "to", "minutes"),
                            ("from", "to", "Length (km)"), ("A", "B", "C"), None))
    count = len({label for s, t, _ in edges for label in (s, t)})
    return rows_case(chance,
                     f"weight {word!r}",
                     header,
                     rows,
                     meant,
                     reread=False,
                     vertices=count,
                     way_out=False,
                     separator=chance.choice((",", ";", "\t")),
                     suffix=chance.choice((".csv", ".txt")),
                     options={
                         "--no-edge": word or "NA", "--from": "csv", "--columns": ",".join(header or "123"),
                         "--header": "yes" if header else "no"
                     })


def trailing_separators(chance):
    """Separators at the ends of all lines, or of those below the header alone."""
    edges = plain_edges(chance)
    header = ["source", "target", chance.choice(("weight", "minutes"))]
    everywhere = chance.random() < 0.5
    rows = [(s, t, str(w), "") for s, t, w in edges]
    return rows_case(chance, "trailing separators", header + ([""] if everywhere else []), rows, edges,
                     chance.choice((",", ";", "\t")), reread=False, way_out=everywhere,
                     options={"--columns": "1,2,3"})


def damaged(chance):
    """A row that is no edge, so that no reading of the file is right."""
    rows = [[s, t, str(w)] for s, t, w in plain_edges(chance)]
    header = ["source", "target", chance.choice(("weight", "minutes"))]
    at = chance.randrange(1, len(rows))
    kind = chance.choice(("short row", "long row", "no source", "no target", "header again", "sum",
                          "open quote"))
    if kind == "short row":
        rows[at].pop()
    elif kind == "long row":
        rows[at].append(chance.choice(("7", "x")))
    elif kind == "header again":
        rows.insert(at, header)
    elif kind == "sum":
        rows.append(["Total", "", "1234"])
    else:
        rows[at][0 if kind == "no source" else 1] = ""
    separator = chance.choice((",", ";", "\t"))
    case = rows_case(chance, f"damaged, {kind}", header, rows, NO_MEANING, separator, reread=False,
                     way_out=False, options={"--header": "yes"})
    if kind == "open quote":
        case.data = case.data.rstrip() + f'\n"a{separator}b{separator}5\n'.encode()
    return case


def nothing(chance):
    """A file without edges. The line that says so has to stay under --quiet."""
    text = chance.choice(EMPTY)
    return Case(f"nothing: {text!r}", text.encode(), chance.choice((".csv", ".txt", ".edges", "", ".tsv")),
                vertices=0, way_out=False, numbers_left_out=("no edge", ))


def several_numbers(chance):
    """Named ends beside several columns of numbers: one is meant, which --columns says."""
    edges = plain_edges(chance)
    header = list(chance.choice((("from", "to"), ("Source", "Target"), ("u", "v"), ("von", "nach"))))
    more = chance.sample(
        ("km", "minutes", "Length (km)", "fare", "speed", "lanes", "toll", "weight", "cost", "year"),
        chance.randrange(2, 4))
    rows = [[s, t, str(w), *(str(chance.randrange(1, 99)) for _ in more[1:])] for s, t, w in edges]
    return rows_case(chance,
                     "several columns of numbers",
                     header + more,
                     rows,
                     edges,
                     options={"--columns": ",".join(header + more[:1])},
                     numbers_left_out=tuple(more[1:]))


def reverse_cost(chance):
    """PgRouting's edges: cost and reverse_cost, -1 for one way."""
    edges = [(s, t, w) for s, t, w in plain_edges(chance) if s != t]
    rows, meant = [], []
    for n, (s, t, w) in enumerate(edges):
        back = Fraction(chance.choice((-1, int(w), chance.randrange(1, 99))))
        ahead = w if back < 0 or chance.random() < 0.9 else Fraction(-1)
        rows.append([s, t, str(ahead), str(back), str(n + 1)])
        meant += [(s, t, ahead)] if ahead >= 0 else []
        meant += [(t, s, back)] if back >= 0 else []
    header = ["source", "target", "cost", "reverse_cost", "id"]
    order = chance.choice(([0, 1, 2, 3], [4, 0, 1, 2, 3]))
    return rows_case(chance,
                     "reverse_cost", [header[n] for n in order], [[row[n] for n in order] for row in rows],
                     meant,
                     reread=False,
                     separator=chance.choice((",", ";")),
                     options={"--columns": "source,target,cost,reverse_cost"})


def permuted_numbers(chance):
    """A header that names no ends in an order of its own, above numbers alone."""
    labels = numbers(chance, chance.randrange(3, 7), chance.randrange(2))
    edges = edges_among(chance, labels, len(labels) + 3, lambda: Fraction(chance.randrange(1, 500)))
    header = chance.choice(
        (("Länge", "von", "nach"), ("Gewicht", "Start", "Ziel"), ("peso", "origen", "destino"),
         ("poids", "de", "vers"), ("距离", "起点", "终点"), ("afstand", "van", "naar")))
    rows = [(str(w), s, t) for s, t, w in edges]
    return rows_case(chance,
                     "unknown names, weight first",
                     header,
                     rows,
                     edges,
                     reread=False,
                     options={"--columns": ",".join(header[1:] + header[:1])})


def other_encoding(chance):
    """Text in UTF-16 or Latin-1."""
    edges = edges_among(chance, ["Köln", "Zürich", "Genève", "Malmö"], 6,
                        lambda: Fraction(chance.randrange(1, 99)))
    encoding = chance.choice(("utf-16", "utf-16-le", "latin-1", "utf-16-be"))
    lines = ["source,target,weight", *(f"{s},{t},{w}" for s, t, w in edges)]
    data = finish(chance, lines, mark=False, encoding=encoding)
    return Case(f"table: {encoding}",
                data,
                ".csv",
                edges,
                way_out=False,
                encoding=encoding if encoding == "latin-1" else "utf-8")


FAMILIES = ((gephi, 3), (sep_line, 2), (title_lines, 2), (undirected_comment, 1), (missing_weight, 3),
            (trailing_separators, 1), (damaged, 2), (nothing, 1), (several_numbers, 2), (reverse_cost, 1),
            (permuted_numbers, 1), (other_encoding, 1))

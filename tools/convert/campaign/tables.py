# SPDX-License-Identifier: MIT
"""Tables of edges as people write them: headers of many spellings, languages and orders, extra columns."""

import csv
import io
from fractions import Fraction

from case import Case, weight_one
from graphs import edges_among, names, numbers
from layout import finish, text_lines
from weights import STYLES, weight_style


def words(text):
    """The parts of a text between bars."""
    return [word.strip() for word in text.split("|")]


def pairs(text):
    """Parts like "from > to"."""
    return [tuple(word.split(" > ")) for word in words(text)]


KNOWN_ENDS = pairs("""
    source > target | Source > Target | SOURCE > TARGET | src > dst | Src > Dest | from > to |
    From > To | FROM > TO | from_node > to_node | fromNode > toNode | FromNodeId > ToNodeId |
    From Node > To Node | start > end | Start > End | origin > destination | Origin > Destination |
    orig > dest | ORIGIN > DEST | tail > head | u > v | U > V | node1 > node2 | Node 1 > Node 2 |
    node_1 > node_2 | id1 > id2 | v1 > v2 | vertex1 > vertex2 | from_id > to_id |
    source_id > target_id | sourceId > targetId | #source > target | from-node > to-node
""")
OTHER_ENDS = pairs("""
    A > B | a > b | x > y | i > j | s > t | nodeA > nodeB | Node A > Node B | start_node > end_node |
    from_station > to_station | station_from > station_to | departure > arrival | sender > receiver |
    follower > followee | parent > child | city_a > city_b | City1 > City2 | from city > to city |
    Source Node > Target Node | from.id > to.id | INODE > JNODE | init_node > term_node |
    :START_ID > :END_ID | _from > _to | protein1 > protein2 | ego > alter | von > nach | Von > Nach |
    Start > Ziel | Quelle > Ziel | de > vers | De > À | origine > destination | desde > hasta |
    origen > destino | Origen > Destino | da > a | partenza > arrivo | origem > destino |
    van > naar | från > till | fra > til | откуда > куда | 出发 > 到达 | 起点 > 终点
""")
WEIGHTS = words("""
    weight | Weight | WEIGHT | weights | w | W | cost | Cost | Cost (EUR) | cost_eur | distance |
    Distance | Distance (km) | distance_km | distance [m] | dist | Dist. | len | length | Length |
    Length (km) | length_m | LENGTH_M | Length [m] | length/m | km | KM | miles | metres | meters |
    minutes | Minutes | min | time | travel_time | Travel Time (min) | travel time [s] | duration |
    Duration (s) | seconds | sec | hours | value | Value | val | price | Price ($) | fare | fee |
    toll | score | strength | count | n | trips | flow | passengers | latency | latency_ms | delay |
    capacity | Gewicht | Länge (km) | Länge | Entfernung | Kosten | Dauer | Fahrzeit (min) |
    distancia | peso | poids | longueur | durée | afstand | avstånd | вес | расстояние | 距离 | 权重 |
    重み | weight:float | edge_weight | edge weight | attr | data | label_value
""")
TEXT_COLUMNS = {
    "Label": ("a b", "main road", "x", ""), "name": ("A 1", "B-2", "Straße"), "color": ("red", "#00ff00"),
    "comment": ("see note", "", "ok"), "Type": ("Directed", ), "mode": ("bus", "rail", "walk"),
    "date": ("2024-01-05", "2023-12-31"), "timestamp": ("2024-01-05T10:00:00Z", "2023-12-31 23:59"),
    "geometry": ("LINESTRING (1 2)", "POINT (0 0)"), "note": ("", "?")
}
NUMBER_COLUMNS = {
    "lanes": ("1", "2", "3"), "Id": None, "edge_id": None, "year": ("1998", "2004"), "lat": ("48.1", "52.5"),
    "maxspeed": ("30", "50"), "traffic": ("1200", "17"), "": None, "unixtime": ("1082040961", "1082155839")
}
SEPARATORS = (",", ",", ",", ";", "\t", "|", " ")
SEPARATOR_OPTIONS = {",": "comma", ";": "semicolon", "|": "bar", "\t": "tab", " ": "blank"}


def quote(text, separator, always=False):
    """A field as RFC 4180 writes it."""
    needs = separator in text or '"' in text or text != text.strip() or (separator == " " and not text)
    return '"' + text.replace('"', '""') + '"' if always or needs else text


def column_option(fields):
    """Names of columns for --columns, or their numbers where names cannot be written there."""
    def fits(name):
        return (name and name == name.strip() and "," not in name
                and [other for other, _ in fields].count(name) == 1)

    roles = {role: n for n, (_, role) in enumerate(fields) if role in ("s", "t", "w")}
    chosen = [roles[role] for role in "stw" if role in roles]
    if all(fits(fields[n][0]) for n in chosen):
        return ",".join(fields[n][0] for n in chosen)
    return ",".join(str(n + 1) for n in chosen)


class TableWriter:
    """One random table."""
    def __init__(self, chance):
        self.chance = chance
        self.separator = chance.choice(SEPARATORS)
        self.labels = self.make_labels()
        self.style = self.make_style()
        self.fields = []  # (name, role); role: s, t, w, or the values of an extra column
        self.quoted_rows = chance.random() < 0.15
        self.blank = " " if self.separator in ",;" and chance.random() < 0.1 else ""

    def make_labels(self):
        chance = self.chance
        count = chance.randrange(3, 8)
        kind = chance.choice(("names", "names", "from 0", "from 1", "ids"))
        if kind == "names":
            labels = names(chance, count)
            return [label.replace("\t", "_") for label in labels] if self.separator == " " else labels
        if kind == "ids":
            return [str(n) for n in chance.sample(range(10**9), count)]
        return numbers(chance, count, int(kind[-1]))

    def make_style(self):
        style = weight_style(self.chance) if self.chance.random() < 0.4 else STYLES[self.chance.choice(
            ("whole", "whole", "point"))]
        beside_commas = style.comma and self.separator == "," and self.chance.random() < 0.7
        return STYLES["whole"] if beside_commas else style

    def write(self):
        chance = self.chance
        self.weighted = chance.random() < 0.85
        self.header = chance.random() < 0.9
        count = chance.randrange(len(self.labels), 14)
        self.edges = edges_among(chance, self.labels, count, lambda: self.style.value(chance))
        self.choose_fields()
        rows = [self.row(n, edge) for n, edge in enumerate(self.edges)]
        return self.case(([self.header_line()] if self.header else []) + rows)

    def choose_fields(self):
        chance = self.chance
        known = chance.random() < 0.6
        ends = chance.choice(KNOWN_ENDS if known else OTHER_ENDS)
        self.fields = [(ends[0], "s"), (ends[1], "t")]
        if self.weighted:
            taken = {"".join(c for c in name.lower() if c.isalnum()) for name in ends}
            self.fields.append((chance.choice([w for w in WEIGHTS if w.lower() not in taken]), "w"))
        self.known = known
        if chance.random() < 0.35:
            self.add_text_columns()
        if self.weighted and chance.random() < 0.2:
            name = chance.choice(list(NUMBER_COLUMNS))
            self.fields.insert(chance.randrange(len(self.fields) + 1), (name, NUMBER_COLUMNS[name]))
        if chance.random() < 0.25 and self.header:
            chance.shuffle(self.fields)
            if not known:
                self.put_source_before_target()
        if not self.header:  # nothing but the order says what is what
            self.fields.sort(key=lambda field: "stw".index(field[1]) if field[1] in ("s", "t", "w") else 3)

    def put_source_before_target(self):
        """Orders the ends where their names do not say which is which."""
        roles = [role for _, role in self.fields]
        s, t = roles.index("s"), roles.index("t")
        if t < s:
            self.fields[s], self.fields[t] = self.fields[t], self.fields[s]

    def add_text_columns(self):
        fitting = [name for name, values in TEXT_COLUMNS.items() if self.header or "" not in values]
        for name in self.chance.sample(fitting, self.chance.randrange(1, 3)):
            self.fields.insert(self.chance.randrange(len(self.fields) + 1), (name, TEXT_COLUMNS[name]))

    def header_line(self):
        always = self.chance.random() < 0.15
        return self.separator.join(quote(name, self.separator, always) for name, _ in self.fields)

    def row(self, number, edge):
        chance = self.chance
        texts = []
        for _, role in self.fields:
            if role == "s":
                texts.append(edge[0])
            elif role == "t":
                texts.append(edge[1])
            elif role == "w":
                texts.append(self.style.text(edge[2]))
            else:
                texts.append(str(number) if role is None else chance.choice(role))
        return (self.separator + self.blank).join(
            quote(text, self.separator, self.quoted_rows) for text in texts)

    def true_options(self):
        """Says in the program's options how the table is to be read."""
        roles = [role for _, role in self.fields]
        by_number = ",".join(str(roles.index(role) + 1) for role in "stw" if role in roles)
        options = {"--columns": column_option(self.fields) if self.header else by_number, "--from": "csv",
                   "--header": "yes" if self.header else "no",
                   "--separator": SEPARATOR_OPTIONS[self.separator]}
        if self.weighted and self.style.digits:
            options["--scale"] = str(10**self.style.digits)
        if self.weighted and self.style.comma:
            options["--decimal"] = ","
        return options

    def reread(self, data):
        """The edges by Python's csv module."""
        rows = csv.reader(io.StringIO("\n".join(text_lines(data)), newline=""),
                          delimiter=self.separator,
                          skipinitialspace=self.separator in ",;")
        roles = [role for _, role in self.fields]
        number = self.style.number
        return [(row[roles.index("s")], row[roles.index("t")],
                 number(row[roles.index("w")]) if self.weighted else Fraction(1))
                for row in list(rows)[1 if self.header else 0:]]

    def case(self, lines):
        suffixes = ((".tsv", ".tsv", ".csv", ".txt") if self.separator == "\t" else
                    (".csv", ".csv", ".csv", ".txt", ".dat", ""))
        edges = self.edges if self.weighted else weight_one(self.edges)
        kind = [
            "table", "known ends" if self.known else "other ends", "header" if self.header else "no header",
            f"separator {SEPARATOR_OPTIONS[self.separator]}"
        ]
        if self.weighted:
            kind.append(f"weights {self.style.name}")
        numbers_beside = [name for name, _ in self.fields if name and name in NUMBER_COLUMNS]
        return Case(", ".join(kind),
                    finish(self.chance, lines),
                    self.chance.choice(suffixes),
                    edges,
                    options=self.true_options(),
                    way_out=not self.weighted or self.style.readable,
                    numbers_left_out=tuple(numbers_beside) if self.header else (),
                    weight_name=next((name.strip() for name, role in self.fields if role == "w"), "weight"),
                    reread=self.reread)


def table(chance):
    return TableWriter(chance).write()


FAMILIES = ((table, 40), )

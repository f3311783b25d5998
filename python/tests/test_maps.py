# SPDX-License-Identifier: MIT
"""Maps: a village written by hand, and random ones, against NetworkX on every node of every way."""

import gzip
import itertools
import math
import pathlib
import pickle
import xml.etree.ElementTree as ElementTree

import networkx as nx
import numpy as np
import pytest

import apsp

pytest.importorskip("osmium")
pytest.importorskip("pyarrow")
from apsp import maps  # noqa: E402

VILLAGE = pathlib.Path(__file__).parent / "maps" / "village.osm"
EARTH = 6_371_009
F, B, X = (True, False), (False, True), (True, True)  # along a way, against it, both
# The ways that are open, their directions and km/h, read off the tags by hand.
OSMNX = {
    "drive": {100: (X, 50), 101: (F, 30), 102: (B, 30 * 1.609344), 103: (F, 70), 104: (X, 30), 105: (X, 45),
              109: (F, 30), 110: (X, 30), 111: (X, 10), 113: (X, 110), 115: (X, 30)},
    "walk": {way: (X, 5) for way in (100, 101, 102, 103, 104, 105, 108, 109, 110, 111, 114, 115, 120)}
    | {112: (X, 2.5)},
    "bike": {100: (X, 16), 101: (F, 16), 102: (B, 16), 103: (F, 16), 104: (X, 16), 105: (X, 16), 107: (X, 18),
             109: (F, 16), 110: (X, 16), 111: (X, 12), 114: (X, 12), 115: (X, 16), 120: (X, 16)},
}
OSM = {
    "drive": {way: found for way, found in OSMNX["drive"].items() if way != 105} | {113: (F, 110)},
    "walk": {way: found for way, found in OSMNX["walk"].items() if way != 105} | {118: (X, 5)},
    "bike": {way: found for way, found in OSMNX["bike"].items() if way != 105} | {109: (X, 16), 118: (X, 12)},
}
STOPS = {"drive": {10, 23}, "walk": set(), "bike": {23}}  # barriers, under the rules "osm"


def metres(a, b):
    (south, west), (north, east) = np.radians(a), np.radians(b)
    turn = math.sin((east - west) / 2)
    h = math.sin((north - south) / 2) ** 2 + math.cos(south) * math.cos(north) * turn**2
    return 2 * EARTH * math.asin(math.sqrt(h))


class Oracle:
    """Every step from node to node of every way, in NetworkX."""

    def __init__(self, path, table, stops=()):
        root = ElementTree.parse(path).getroot()
        self.where = {int(node.get("id")): (float(node.get("lat")), float(node.get("lon")))
                      for node in root.iter("node")}
        self.graph = nx.DiGraph()
        self.steps = []  # name of both ends, their places, directions, metres, speed
        count = itertools.count()
        for way in root.iter("way"):
            if int(way.get("id")) not in table:
                continue
            directions, speed = table[int(way.get("id"))]
            refs = [int(ref.get("ref")) for ref in way.iter("nd")]
            for a, b in zip(refs, refs[1:]):
                if a == b or a not in self.where or b not in self.where:
                    continue
                # At a barrier each step ends at a name of its own.
                names = [(node, next(count)) if node in stops else node for node in (a, b)]
                length = metres(self.where[a], self.where[b])
                self.steps.append((*names, self.where[a], self.where[b], directions, length, speed / 3.6))
                self.join(*names, directions, length, speed / 3.6)

    def join(self, a, b, directions, length, speed):
        for tail, head, open_ in ((a, b, directions[0]), (b, a, directions[1])):
            self.graph.add_nodes_from((tail, head))
            old = self.graph.get_edge_data(tail, head, {"metres": math.inf, "seconds": math.inf})
            if open_:
                self.graph.add_edge(tail, head, metres=min(length, old["metres"]),
                                    seconds=min(length / speed, old["seconds"]))

    def keep_largest(self):
        kept = max(nx.weakly_connected_components(self.graph), key=len)
        self.graph = self.graph.subgraph(kept).copy()
        self.steps = [step for step in self.steps if step[0] in kept]

    def snap(self, point):
        """The nearest step, the share of it, and metres to there, by trying all."""
        best = (math.inf, None, None)
        latitude, longitude = point
        squeeze = math.cos(math.radians(latitude))
        for n, (_, _, a, b, *_) in enumerate(self.steps):
            ax, ay = (a[1] - longitude) * squeeze, a[0] - latitude
            bx, by = (b[1] - a[1]) * squeeze, b[0] - a[0]
            share = min(1, max(0, -(ax * bx + ay * by) / (bx * bx + by * by)))
            place = (a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1]))
            best = min(best, (metres(point, place), n, share))
        return best

    def matrix(self, points, weight):
        """Lengths between the points, each a new vertex in its step, and metres to their places."""
        snapped = [self.snap(point) for point in points]
        for n, (_, step, share) in enumerate(snapped):
            a, b, _, _, directions, length, speed = self.steps[step]
            if share in (0, 1):  # the vertex itself
                self.join(b if share else a, ("point", n), X, 0, speed)
                continue
            self.join(a, ("point", n), directions, share * length, speed)
            self.join(("point", n), b, directions, (1 - share) * length, speed)
            for m, (_, other, further) in enumerate(snapped):
                if other == step and further >= share and m != n:
                    self.join(("point", n), ("point", m), directions, (further - share) * length, speed)
        found = np.full((len(points), len(points)), np.nan)
        for n in range(len(points)):
            lengths = nx.single_source_dijkstra_path_length(self.graph, ("point", n), weight=weight)
            for m in range(len(points)):
                found[n, m] = lengths.get(("point", m), np.nan)
        return found, np.array([far for far, _, _ in snapped])


def agree(found, expected, unit):
    """Within the rounding of 60 edges."""
    np.testing.assert_array_equal(np.isnan(found), np.isnan(expected))
    assert np.nanmax(np.abs(found - expected), initial=0) < 60 * unit / 2


def test_the_table_of_open_ways():
    for rules, table in (("osmnx", OSMNX), ("osm", OSM)):
        for profile, ways in table.items():
            streets = maps.read(VILLAGE, profile, rules=rules, components="all")
            found = {}
            for way, forward, backward, length, time in zip(
                    streets.ways.tolist(), streets.forward.tolist(), streets.backward.tolist(),
                    streets.metres.tolist(), streets.seconds.tolist()):
                found[way] = ((forward, backward), pytest.approx(length / time * 3.6))
            assert found == ways, (rules, profile)


def test_the_documented_table_of_speeds():
    from apsp.maps._profiles import PROFILES, verdict

    page = (pathlib.Path(__file__).resolve().parents[2] / "docs" / "apsp.md").read_text(encoding="utf-8")
    table = page.partition("| `highway` |")[2].partition("\n\n")[0].splitlines()[2:]
    documented = {}
    for kind, *speeds in (line.strip("| ").split(" | ") for line in table):
        for profile, speed in zip(("drive", "bike", "walk"), speeds):
            documented[kind.split(",")[0], profile] = speed
            found = verdict({"highway": kind.split(",")[0]}, PROFILES[profile], "osmnx")
            assert (f"{found.speed * 3.6:.3g}" if found else "–") == speed, (kind, profile)
    for profile in PROFILES.values():
        assert {(kind, profile.name) for kind in profile.speeds} <= set(documented)


@pytest.mark.parametrize("rules", ["osmnx", "osm"])
@pytest.mark.parametrize("profile", ["drive", "walk", "bike"])
@pytest.mark.parametrize("by", ["length", "time"])
def test_the_village(profile, rules, by, rng):
    table, stops = (OSMNX, set()) if rules == "osmnx" else (OSM, STOPS[profile])
    oracle = Oracle(VILLAGE, table[profile], stops)
    oracle.keep_largest()
    streets = maps.read(VILLAGE, profile, rules=rules)
    points = np.stack((rng.uniform(47.137, 47.1445, 30), rng.uniform(9.518, 9.53, 30)), axis=1)
    expected, far = oracle.matrix(points.tolist(), "metres" if by == "length" else "seconds")
    found = maps.matrix(streets, points, by=by)
    agree(found, expected, 0.01 if by == "length" else 0.001)
    np.testing.assert_allclose(maps.snap(streets, points).metres, far, atol=1e-3)
    np.testing.assert_array_equal(maps.matrix(streets, points, by=by, dtype=np.float32), found.astype("f4"))


def town(path, rng, size, bend=3):
    """A grid of streets with bends, some one-way, some missing, and a node that is not in the file."""
    nodes, ways, table = [], [], {}
    number = {}
    for y, x in itertools.product(range(size), repeat=2):
        number[y, x] = len(nodes) + 1
        nodes.append((50 + (y + rng.uniform(-0.3, 0.3)) / 1000, 8 + (x + rng.uniform(-0.3, 0.3)) / 800))
    for (y, x), (down, right) in itertools.product(number, ((1, 0), (0, 1))):
        if (y + down, x + right) not in number or rng.random() < 0.2:
            continue
        a, b = nodes[number[y, x] - 1], nodes[number[y + down, x + right] - 1]
        refs = [number[y, x]]
        for n in range(1, int(rng.integers(bend + 1)) + 1):
            share = n / (bend + 1)
            nodes.append(tuple(p + share * (q - p) + rng.uniform(-1, 1) / 8000 for p, q in zip(a, b)))
            refs.append(len(nodes))
        refs.append(number[y + down, x + right])
        if rng.random() < 0.02:
            refs.insert(1, 10**9)
        one_way = rng.random() < 0.3
        ways.append((refs, "yes" if one_way else "no"))
        table[len(ways)] = (F if one_way else X, 30)
    lines = ['<osm version="0.6">']
    lines += [f'<node id="{n}" version="1" lat="{lat:.7f}" lon="{lon:.7f}"/>'
              for n, (lat, lon) in enumerate(nodes, 1)]
    for n, (refs, one_way) in enumerate(ways, 1):
        lines.append(f'<way id="{n}" version="1">' + "".join(f'<nd ref="{ref}"/>' for ref in refs)
                     + f'<tag k="highway" v="residential"/><tag k="oneway" v="{one_way}"/></way>')
    path.write_text("\n".join([*lines, "</osm>"]))
    return table


@pytest.mark.parametrize("size", [2, 5, 12])
def test_random_towns(tmp_path, rng, size):
    path = tmp_path / "town.osm"
    table = town(path, rng, size)
    oracle = Oracle(path, table)
    if not oracle.steps:
        return
    streets = maps.read(path, components="all")
    # Several points in one block, too, and points on a vertex and far off.
    points = np.concatenate((
        np.stack((50 + rng.uniform(-1, size, 25) / 1000, 8 + rng.uniform(-1, size, 25) / 800), axis=1),
        np.array(oracle.where[1]) + rng.uniform(0, 1e-4, (5, 2)),
        [oracle.where[1], oracle.where[1]]))
    expected, far = oracle.matrix(points.tolist(), "metres")
    snapped = maps.snap(streets, points, most=math.inf)
    np.testing.assert_allclose(snapped.metres, far, atol=1e-3)
    agree(maps.matrix(streets, snapped), expected, 0.01)
    agree(maps.matrix(streets, snapped, maps.snap(streets, points[:7], most=math.inf)), expected[:, :7], 0.01)


def test_places_within_one_unit(tmp_path):
    """On a one-way ring the way back is all around, however near the places are."""
    path = tmp_path / "ring.osm"
    corners = [(50, 8), (50, 8.001), (50.001, 8.001)]
    path.write_text('<osm version="0.6">' + "".join(
        f'<node id="{n}" version="1" lat="{lat}" lon="{lon}"/>' for n, (lat, lon) in enumerate(corners, 1))
        + '<way id="1" version="1"><nd ref="1"/><nd ref="2"/><nd ref="3"/><nd ref="1"/>'
          '<tag k="highway" v="primary"/><tag k="junction" v="roundabout"/></way></osm>')
    found = maps.matrix(maps.read(path), [[50, 8.0005], [50, 8.00050001], [50, 8], [50, 8.00000001]])
    around = sum(metres(a, b) for a, b in zip(corners, [*corners[1:], corners[0]]))
    whole = pytest.approx(around, abs=0.02)
    assert found[0, 1] == found[2, 3] == 0 and found[1, 0] == whole and found[3, 2] == whole
    assert found[0, 2] + found[2, 0] == whole


def test_points_at_ends_of_one_way_streets_are_at_their_vertices(tmp_path, rng):
    """A hair before the end of a one-way street, another vertex would be the only way on."""
    path = tmp_path / "street.osm"
    for one_way in 20 * ("yes", "-1"):
        ends = np.round(rng.uniform((47, 9.5), (47.02, 9.52), (2, 2)), 7)
        nodes = "".join(f'<node id="{n}" version="1" lat="{lat:.7f}" lon="{lon:.7f}"/>'
                        for n, (lat, lon) in enumerate(ends))
        path.write_text(f'<osm version="0.6">{nodes}<way id="1" version="1"><nd ref="0"/><nd ref="1"/>'
                        f'<tag k="highway" v="residential"/><tag k="oneway" v="{one_way}"/></way></osm>')
        beyond = [ends[0] - 0.1 * (ends[1] - ends[0]), ends[1] + 0.1 * (ends[1] - ends[0])]
        found = maps.snap(maps.read(path), [*ends.tolist(), *beyond], most=1e6)
        assert (found.vertices >= 0).all(), ends
        assert found.vertices[0] == found.vertices[2] != found.vertices[1] == found.vertices[3]


def test_tiles_are_the_matrix(rng):
    from apsp.maps._matrix import tiles

    streets = maps.read(VILLAGE)
    points = np.stack((rng.uniform(47.137, 47.1445, 20), rng.uniform(9.518, 9.53, 20)), axis=1)
    places = maps.snap(streets, points, most=200, far="null")
    whole = dict(tiles(streets, places, places))[0]
    parts = dict(tiles(streets, places, places, most_bytes=4 * 20 * 3))
    assert sorted(parts) == list(range(0, 20, 3))
    np.testing.assert_array_equal(np.concatenate([parts[n] for n in sorted(parts)]), whole)
    for none in (whole[~places.found], whole[:, ~places.found]):
        assert (none == apsp.UNREACHABLE).all()


def test_snapping_to_vertices(rng):
    streets = maps.read(VILLAGE, "walk")
    points = np.stack((rng.uniform(47.137, 47.1445, 40), rng.uniform(9.518, 9.53, 40)), axis=1)
    places = maps.snap(streets, points, to="vertex")
    for point, vertex, far in zip(points.tolist(), places.vertices.tolist(), places.metres.tolist()):
        all_ = [metres(point, where) for where in zip(streets.latitudes, streets.longitudes)]
        assert far == pytest.approx(min(all_), abs=1e-6)
        assert all_[vertex] == pytest.approx(min(all_), abs=1e-6)
    node = {int(name): n for n, name in enumerate(streets.ids.tolist())}
    at = maps.matrix(streets, [[47.1412, 9.5260], [47.1400, 9.5200]], snap_to="vertex")
    assert at[0, 1] > 0 and 4 in node and 1 in node


def test_points_too_far():
    streets = maps.read(VILLAGE)
    points = [[47.14, 9.52], [47.3, 9.52]]
    with pytest.raises(ValueError, match=r"the points: '1' is 17,[0-9]+ m from the nearest street; "
                                         r"expected at most 1000 m; the map has latitudes 47\."):
        maps.matrix(streets, points)
    with pytest.raises(ValueError, match="'0' is 21 m .*at most 3 m: a larger most-snap takes it, far=null"):
        maps.matrix(streets, [[47.1413, 9.52355]], most_snap=3)
    found = maps.matrix(streets, points, far="null")
    assert found[0, 0] == 0 and np.isnan(found).sum() == 3
    with pytest.raises(ValueError, match="seem to be swapped"):
        maps.snap(streets, [[9.52, 47.14]])
    with pytest.raises(ValueError, match=r"has the latitude 121.5, expected -90 to 90: .* swapped"):
        maps.snap(streets, [[121.5, 25.0]])
    with pytest.raises(ValueError, match="has the latitude nan"):
        maps.snap(streets, [[np.nan, 9.5]])
    with pytest.raises(ValueError, match=r"shape \(2, 3\)"):
        maps.snap(streets, np.zeros((2, 3)))


def test_the_antimeridian(tmp_path):
    path = tmp_path / "fiji.osm"
    path.write_text('<osm version="0.6"><node id="1" version="1" lat="-16.8" lon="179.998"/>'
                    '<node id="2" version="1" lat="-16.8" lon="-179.998"/><way id="1" version="1">'
                    '<nd ref="1"/><nd ref="2"/><tag k="highway" v="primary"/></way></osm>')
    streets = maps.read(path)
    whole = metres((-16.8, 179.998), (-16.8, -179.998))
    found = maps.matrix(streets, [[-16.8001, 179.999], [-16.8001, -179.999], [-16.8, 180]])
    np.testing.assert_allclose(found[0, 1], whole / 2, rtol=1e-4)
    np.testing.assert_allclose(found[0, 2], whole / 4, rtol=1e-4)


POINTS = """name,latitude,longitude
Town hall,47.1402,9.5201
"Kiosk, east",47.1411,9.5258
Мост,47.1440,9.5239
"""


def test_files(tmp_path):
    import pyarrow.parquet as parquet

    points = tmp_path / "points.csv"
    points.write_text(POINTS)
    streets = maps.read(VILLAGE)
    whole = maps.matrix(streets, points, far="null", most_snap=500)
    wide, long, numbers, table = (tmp_path / name for name in ("a.parquet", "b.csv", "c.npy", "d.csv"))
    origins, _ = maps.write(wide, streets, points)
    read = parquet.read_table(wide)
    assert read.column_names == ["source", "snap", "Town hall", "Kiosk, east", "Мост"]
    assert read.column("source").to_pylist() == origins.points.names
    np.testing.assert_array_equal(
        np.array([[math.nan if one is None else one for one in read.column(name).to_pylist()]
                  for name in origins.points.names]).T, whole.astype("f4"))
    maps.write(long, streets, points, long=True, by="time")
    lines = long.read_text().splitlines()
    assert lines[:2] == ["source,target,seconds", '"Town hall","Town hall",0'] and len(lines) == 10
    maps.write(numbers, streets, points)
    np.testing.assert_array_equal(np.load(numbers), whole.astype("f4"))
    maps.write_snapped(table, origins)
    assert table.read_text().splitlines()[0] == ("name,latitude,longitude,snapped_latitude,snapped_longitude,"
                                                 "snap")
    with pytest.raises(ValueError, match="ends with one of .parquet"):
        maps.write(tmp_path / "x.json", streets, points)
    with pytest.raises(ValueError, match="is 17,"):
        maps.write(wide, streets, [[47.3, 9.5]])
    assert parquet.read_table(wide).num_rows == 3
    assert not [one for one in tmp_path.iterdir() if one.name.startswith(".")]


@pytest.mark.parametrize(("text", "message"), [
    ("name,lat\na,1\n", "the columns are 'name', 'lat', expected latitude and longitude"),
    ("name,lat,lon\na,47.14,9.52\nb,x,9.52\n", "line 3: 'b' has the lat 'x', expected degrees"),
    ("name,lat,lon\na,47.14,9.52\na,47.14,9.53\n",
     "line 3: 'a' is the name of line 2, too, expected each once"),
    ("lat,lon\n47.14,nan\n", "line 2: '0' has the longitude nan"),
    ("lat;lon\n\"47,14\";9.5\n", "the lat '47,14', expected degrees, as 47.14"),
    ("lat,lon\n1,2,3\n", "line 2: found 3 fields, expected 2"),
    ("lat,lon\n9.52,447.14\n", "the longitude 447.14, expected -180 to 180"),
    ("lat,lon\n", "no points"),
    ("", "the columns are none"),
])
def test_tables_that_are_refused(tmp_path, text, message):
    path = tmp_path / "points.csv"
    path.write_text(text)
    with pytest.raises(ValueError, match=message.replace("(", r"\(")) as caught:
        maps.read_points(path)
    assert str(path) in str(caught.value)


def test_tables_that_are_taken(tmp_path):
    import pyarrow
    import pyarrow.parquet as parquet

    path = tmp_path / "points.csv"
    for text in ("lat,lon\n47.1,9.5\n", "\ufeffID;Lat;Lon\r\n7;47.1;9.5\r\n\r\n",
                 "x\ty\tnote\n9.5\t47.1\t\n"):
        path.write_bytes(text.encode())
        points = maps.read_points(path)
        assert (points.latitudes.tolist(), points.longitudes.tolist()) == ([47.1], [9.5])
    assert points.names == ["0"]
    parquet.write_table(pyarrow.table({"id": [5, 6], "latitude": [47.1, 47.2], "longitude": [9.5, 9.6]}),
                        tmp_path / "p.parquet")
    assert maps.read_points(tmp_path / "p.parquet").names == ["5", "6"]
    pandas = pytest.importorskip("pandas")
    table = pandas.DataFrame({"lat": [47.1401], "lon": [9.5202], "name": ["a"]})
    assert maps.matrix(maps.read(VILLAGE), table).tolist() == [[0]]


def test_maps_that_are_refused(tmp_path):
    text = VILLAGE.read_text()
    for name, content, message in (
            ("a.osm", b"no map", "expected a file of OpenStreetMap"),
            ("b.osm.pbf", b"\0" * 99, "expected a file"),
            ("c.osm", text[:3000].encode(), "expected a file"),
            ("d.xyz", b"", "expected a file"),
            ("e.osm", b'<osm version="0.6"></osm>', "no way that is open to drive"),
            ("f.graphml", b"<graphml>", "expected GraphML of osmnx")):
        path = tmp_path / name
        path.write_bytes(content)
        with pytest.raises(ValueError, match=message) as caught:
            maps.read(path)
        assert name in str(caught.value)
    with pytest.raises(FileNotFoundError):
        maps.read(tmp_path / "none.osm")
    with pytest.raises(ValueError, match="profile is 'fly', expected one of 'drive', 'walk', 'bike'"):
        maps.read(VILLAGE, "fly")


def test_what_the_reader_leaves_out(tmp_path):
    streets = maps.read(VILLAGE)
    assert streets.notes == [
        "1 node of ways is not in the file: streets end before it",
        "left out 1 part of the network with 2 of 16 vertices, which no street joins to the largest"]
    assert len(maps.read(VILLAGE, components="all").notes) == 1
    path = tmp_path / "v.osm.gz"
    path.write_bytes(gzip.compress(VILLAGE.read_bytes()))
    again = maps.read(path)
    assert again.ids.tolist() == streets.ids.tolist()
    assert pickle.loads(pickle.dumps(streets)).notes == streets.notes


def osmnx_graph(oracle):
    """A graph as osmnx makes it: nodes with x and y, edges with length and osmid, both ways apart."""
    graph = nx.MultiDiGraph(crs="epsg:4326")
    for n, (a, b, where, other, directions, length, speed) in enumerate(oracle.steps):
        for name, (latitude, longitude) in ((a, where), (b, other)):
            graph.add_node(name, y=latitude, x=longitude)
        for tail, head, open_ in ((a, b, directions[0]), (b, a, directions[1])):
            if open_:
                # As osmnx has a street of two ways: their order is the direction.
                ways = [n, n + 1] if tail == a else [n + 1, n]
                graph.add_edge(tail, head, length=length, osmid=ways, travel_time=length / speed,
                               highway="residential")
    return graph


def test_graphs_of_osmnx(tmp_path, rng):
    oracle = Oracle(VILLAGE, OSMNX["drive"])
    graph = osmnx_graph(oracle)
    text = graph.copy()  # osmnx writes all attributes as text
    for *_, data in text.edges(data=True):
        data.update({key: str(value) for key, value in data.items()})
    nx.write_graphml(text, tmp_path / "g.graphml")
    points = np.stack((rng.uniform(47.137, 47.1445, 20), rng.uniform(9.518, 9.53, 20)), axis=1)
    oracle.keep_largest()
    for by, weight, unit in (("length", "metres", 0.01), ("time", "seconds", 0.001)):
        expected, _ = Oracle.matrix(oracle, points.tolist(), weight)
        for source in (graph, tmp_path / "g.graphml"):
            agree(maps.matrix(maps.read(source), points, by=by), expected, unit)
    lengths = dict(nx.all_pairs_dijkstra_path_length(graph, weight="length"))
    names = list(graph)
    found = apsp.solve(apsp.graph(graph))
    for n, m in itertools.product(range(len(names)), repeat=2):
        assert found[n, m] == pytest.approx(lengths[names[n]].get(names[m], math.inf))
    projected = graph.copy()
    for _, data in projected.nodes(data=True):
        data["y"] *= 100000
    with pytest.raises(ValueError, match="degrees, not projected"):
        maps.read(projected)
    del graph.edges[next(iter(graph.edges))]["length"]
    with pytest.raises(ValueError, match="has no length"):
        maps.read(graph)


def test_the_command(tmp_path, capfd):
    import pyarrow.parquet as parquet

    pytest.importorskip("click")
    from apsp.command import main

    def run(*arguments):
        capfd.readouterr()
        code = main(["matrix", *map(str, arguments)])
        return code, *capfd.readouterr()

    points, out = tmp_path / "points.csv", tmp_path / "out.parquet"
    points.write_text(POINTS)
    code, text, said = run(VILLAGE, points, "-o", "-")
    whole = maps.matrix(maps.read(VILLAGE), points)
    assert code == 0 and text.splitlines()[0] == 'source,snap,Town hall,"Kiosk, east",Мост'
    assert [line.split(",")[-3:] for line in text.splitlines()[1:]] == [
        [f"{length:.2f}".rstrip("0").rstrip(".") for length in row] for row in whole.tolist()]
    for words in ("left out 1 part", "places in streets for 3 of 3 points", "3 x 3 lengths"):
        assert words in said
    code, _, said = run(VILLAGE, points, points, "-o", out, "--quiet", "--by", "time", "--long", "--profile",
                        "walk", "--snapped", tmp_path / "s.csv", "--all-components", "--rules", "osm")
    assert code == 0 and said.count("\n") == 1  # the missing node
    assert parquet.read_table(out).num_rows == 9
    assert len((tmp_path / "s.csv").read_text().splitlines()) == 7
    code, _, said = run(VILLAGE, points, "-o", out, "--most-snap", "11", "--far", "null", "--quiet")
    assert code == 0 and "2 of 3 points are farther than 11 m" in said
    for arguments, expected, words in (
            ((VILLAGE, points, "-o", "out.json"), 2, "ends with one of .parquet"),
            ((VILLAGE, points, "-o", out, "--snapped", "x.npy"), 2, "'x.npy'"),
            ((VILLAGE, points), 2, "-o"),
            ((points, points, "-o", out), 3, "expected a file of OpenStreetMap"),
            ((VILLAGE, VILLAGE, "-o", out), 3, "expected"),
            (("none.osm", points, "-o", out), 3, "No such file"),
            ((VILLAGE, points, "-o", out, "--most-snap", "1"), 3, "from the nearest street"),
            ((VILLAGE, points, "-o", tmp_path / "no" / "out.csv"), 7, "No such file")):
        code, text, said = run(*arguments)
        assert (code, text) == (expected, "") and words in said, arguments


def test_a_missing_package_is_named(monkeypatch):
    import sys

    monkeypatch.setitem(sys.modules, "osmium", None)
    with pytest.raises(ImportError, match=r"pip install 'apsp\[maps\]'"):
        maps.read(VILLAGE)


def test_odd_files_of_openstreetmap(tmp_path):
    """A way twice, nodes behind the ways, and numbers below 0 as JOSM gives them."""
    nodes = '<node id="1" version="1" lat="47" lon="9"/><node id="2" version="1" lat="47.001" lon="9"/>'
    way = '<way id="9" version="1"><nd ref="1"/><nd ref="2"/><tag k="highway" v="primary"/></way>'
    for text in (nodes + way, nodes + way + way):
        path = tmp_path / "odd.osm"
        path.write_text(f'<osm version="0.6">{text}</osm>')
        found = maps.matrix(maps.read(path), [[47, 9], [47.001, 9]])
        assert found[0, 1] == pytest.approx(metres((47, 9), (47.001, 9)), abs=0.01)
    below = (nodes + way).replace('id="', 'id="-').replace('ref="', 'ref="-')
    for text in (way + nodes, below):
        path.write_text(f'<osm version="0.6">{text}</osm>')
        with pytest.raises(ValueError, match="expected a map in order"):
            maps.read(path)

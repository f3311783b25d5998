# SPDX-License-Identifier: MIT
"""GraphML as programs and strangers write it: each gives the graph that its writer meant, or is refused."""

import csv
import random

import pytest
from strange_files import edges, written

from apsp._failures import Failure, NoAnswer
from apsp.formats import ReadOptions, read
from apsp.formats.writers import write

SPACE = "xmlns='http://graphml.graphdrawing.org/xmlns'"
NODES = "<node id='a'/><node id='b'/>"
AB = "<edge source='a' target='b'/>"
BC = "<node id='c'/><edge source='b' target='c' directed='{}'/>"
WEIGHT = "<key id='d0' for='edge' attr.name='weight' attr.type='double'/>"
DEFAULT = "<key id='w' for='all' attr.name='{}'><desc>x</desc><default>{}</default></key>"
LENGTHS = ("<key id='l' for='edge' attr.name='length' attr.type='int'><default>3</default></key>"
           "<key id='n' for='edge' attr.name='lanes' attr.type='int'/>")
YED = f"""<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<graphml {SPACE} xmlns:y="http://www.yworks.com/xml/graphml">
  <!--Created by yEd 3.23-->
  <key for="port" id="d0" yfiles.type="portgraphics"/> <key for="node" id="d6" yfiles.type="nodegraphics"/>
  <key attr.name="description" attr.type="string" for="edge" id="d9"/> <key for="edge" id="d10"/>
  <key attr.name="weight" attr.type="double" for="edge" id="weight"/>
  <graph edgedefault="directed" id="G"> <data key="d0"/>
    <node id="n0"><data key="d6"><y:ShapeNode><y:NodeLabel>A<graph/><y:node id="n0"/></y:NodeLabel>
      <node id="n7"/></y:ShapeNode></data></node> <node id="n1"/>
    <edge id="e0" source="n0" target="n1"><data key="d9" xml:space="preserve"><![CDATA[x]]></data>
      <data key="d10"><y:Line><y:edge source="n1" target="n0"/></y:Line></data>
      <data key="weight">4.5</data></edge> <y:edge source="n1" target="n0"/>
  </graph> <data key="d6"><y:Resources/></data>
</graphml>"""


def graph(inside, keys="", usual="directed", begin=f"<graphml {SPACE}>"):
    return f"{begin}\n{keys}<graph edgedefault='{usual}'>{inside}</graph></graphml>"


def data(*values):
    return "".join(f"<edge source='a' target='b'>{value}</edge>" for value in values)


def weighted(value):
    return graph(NODES + data(value), WEIGHT)


def igraphs(one, other):
    return graph(f"<node id='n0'><data key='v'>{one}</data></node><node id='n1'><data key='v'>{other}</data>"
                 "</node><edge source='n1' target='n0'/>", "<key id='v' for='node' attr.name='name'/>")


def both(one, other, weight=1):
    return {(one, other): weight, (other, one): weight}


# What it is about, document, options, edges.
READ = (
    ("a key for each type, as networkx writes them", graph(
        NODES + data("<data key='d0'>2.0</data>")
        + "<edge source='b' target='a'><data key='d1'>3</data></edge>",
        WEIGHT + "<key id='d1' for='edge' attr.name='weight' attr.type='long'/>"), {},
     {("a", "b"): 2, ("b", "a"): 3}),
    ("undirected, a loop", graph(NODES + AB + "<edge source='b' target='b'/>", usual="undirected"), {},
     {**both("a", "b"), ("b", "b"): 1}),
    ("undirected but for one edge", graph(NODES + AB + BC.format("true"), usual="undirected"), {},
     {**both("a", "b"), ("b", "c"): 1}),
    ("directed but for one edge", graph(NODES + BC.format("false") + AB), {},
     {("a", "b"): 1, **both("b", "c")}),
    ("ids that are no numbers of vertices",
     graph("<node id='00'/><node id='1'/><edge source='00' target='1'/>"), {}, {("00", "1"): 1}),
    ("ids from 1", graph("<node id='1'/><node id='2'/><edge source='1' target='2'/>"), {}, {("1", "2"): 1}),
    ("names of igraph", igraphs("x y", "&#252;"), {}, {("ü", "x y"): 1}),
    ("names that are the same", igraphs("x", "x"), {}, {("n1", "n0"): 1}),
    ("a name that is missing", igraphs("x", ""), {}, {("n1", "n0"): 1}),
    ("a default", graph(NODES + AB, DEFAULT.format("weight", " 7 ")), {}, {("a", "b"): 7}),
    ("blanks", weighted("<desc>x</desc><data key='d0'>\n -5e0\n</data>"), {}, {("a", "b"): -5}),
    ("CDATA", weighted("<data key='d0'><![CDATA[8]]></data>"), {}, {("a", "b"): 8}),
    ("a reference and a comment", weighted("<data key='d0'>&#49;<!-- x -->2</data>"), {}, {("a", "b"): 12}),
    ("another key", graph(NODES + data("<data key='l'>5</data><data key='n'>2</data>"), LENGTHS),
     {"weight": "length"}, {("a", "b"): 5}),
    ("another key by default", graph(NODES + AB, LENGTHS), {"weight": "length"}, {("a", "b"): 3}),
    ("no key", graph(NODES + data("<data key='l'>5</data>"), LENGTHS), {"unweighted": True}, {("a", "b"): 1}),
    ("yEd", YED, {}, {("n0", "n1"): 4.5}),
    ("edges before nodes", graph(AB + NODES), {}, {("a", "b"): 1}),
    ("no namespace", graph(NODES + AB, begin="<graphml>"), {}, {("a", "b"): 1}),
    ("a prefix", "<g:graphml xmlns:g='http://graphml.graphdrawing.org/xmlns/graphml'><g:graph "
     "edgedefault='directed'><g:node id='a'/><g:edge source='a' target='a'/></g:graph></g:graphml>", {},
     {("a", "a"): 1}),
    ("a document type", "<!DOCTYPE graphml SYSTEM 'http://x/graphml.dtd'>" + graph(NODES + AB), {},
     {("a", "b"): 1}),
    ("Latin 1", ("<?xml version='1.0' encoding='ISO-8859-1'?>" + graph(
        "<node id='ü'/><edge source='ü' target='ü'/>")).encode("latin-1"), {}, {("ü", "ü"): 1}),
    ("a mark", graph(NODES + AB).encode("utf-8-sig"), {}, {("a", "b"): 1}),
    ("UTF-16", graph(NODES + AB).encode("utf-16"), {}, {("a", "b"): 1}),
    ("UTF-16, the high byte first", b"\xfe\xff" + graph(NODES + AB).encode("utf-16-be"), {}, {("a", "b"): 1}),
)


@pytest.mark.parametrize("content, options, expected", [case[1:] for case in READ],
                         ids=[case[0] for case in READ])
@pytest.mark.parametrize("suffix", (".graphml", ".xml", ""))
def test_graphml_that_is_read(tmp_path, content, options, expected, suffix):
    found = read(written(tmp_path, "g" + suffix, content), ReadOptions(**options))
    assert found.kind == "graphml" and edges(found) == expected


def test_ids_that_are_the_numbers_of_vertices(tmp_path):
    text = graph("<node id='2'/><node id='0'/><node id='1'/><edge source='2' target='0'/>")
    found = read(written(tmp_path, "g.graphml", text))
    assert found.names is None and found.source.tolist() == [2] and found.target.tolist() == [0]


DIRECTED = "<graph edgedefault='directed'>"
# Document, words of the refusal.
REFUSED = (
    ("<html><graphml/></html>", "begins with <html>, expected <graphml>"),
    ("<?xml version='1.0' encoding='EBCDIC'?><graphml/>", "unknown encoding"),
    (graph("", begin="<graphml/><graphml>"), "is no whole XML: junk after document element"),
    ("<graphml></graphml>", "has no <graph>"),
    (f"<graphml>{DIRECTED}</graph>{DIRECTED}</graph></graphml>", "has two graphs, expected one"),
    ("<graphml><graph><node id='a'/></graph></graphml>", "found <graph> without edgedefault="),
    (graph("", usual="both"), "found edgedefault='both', expected directed or undirected"),
    (graph("<node/>"), "found <node> without id="),
    (graph("<node id=''/>"), "found <node> without id="),
    (graph("<node id='a'/><node id='a'/>"), "two nodes are called 'a'"),
    (graph("<node id='a'/>" + AB), "the end 'b', which is no node"),
    (graph("<node id='a'/><edge source='a'/>"), "found <edge> without target="),
    (graph(NODES + AB.replace("/>", " directed='yes'/>")), "found directed='yes', expected true or false"),
    (graph(NODES + AB.replace("/>", " sourceport='p'/>")), "sourceport=, expected none"),
    (graph("<node id='a'><port name='p'/></node>"), "found <port> in <node>"),
    (graph(f"<node id='a'>{DIRECTED}<node id='b'/></graph></node>"), "found <graph> in <node>"),
    (graph(NODES + f"<edge source='a' target='b'>{DIRECTED}</graph></edge>"), "found <graph> in <edge>"),
    (graph("<hyperedge/>"), "found <hyperedge> in <graph>"),
    (graph("<locator/>"), "found <locator> in <graph>"),
    (graph("<vertex/>"), "found <vertex> in <graph>"),
    (graph("", WEIGHT * 2), "two keys are called 'd0'"),
    (graph("", "<key/>"), "found <key> without id="),
    (graph(NODES + AB, DEFAULT.format("weight", "x")), "the weight 'x', expected a number"),
    (graph("", DEFAULT.format("weight", 1) + DEFAULT.format("weight", 2).replace("'w'", "'x'")),
     "two keys 'weight' have different defaults"),
    (weighted("<data>1</data>"), "found <data> without key="),
    (weighted("<data key='d0'>heavy</data>"), "the weight 'heavy', expected a number"),
    (weighted("<data key='d0'>1 2</data>"), "the weight '1 2', expected a number"),
    (weighted("<data key='d0'>inf</data>"), "the weight 'inf', expected a number"),
    (weighted("<data key='d0'>NaN</data>"), "the weight 'NaN', expected a number"),
    (weighted("<data key='d0'>1,5</data>"), "the weight '1,5', expected a number"),
    (weighted("<data key='d0'/>"), "the weight '', expected a number"),
    (weighted("<data key='d0'>1<b>2</b></data>"), "the weight '', expected a number"),
    (weighted("<data key='d0'>9007199254740993</data>"), "expected a whole number that float64 holds"),
    (weighted(f"<data key='d0'>{'1' * 100_000}</data>"), "expected a number"),
    (weighted("<data key='d0'>1</data><data key='d0'>1</data>"), "two 'weight', expected one"),
    (graph(NODES + data("<data key='d0'>1</data>", ""), WEIGHT), "which 1 of 2 edges have"),
    (graph(NODES + data("<data key='l'>5</data><data key='n'>2</data>"), LENGTHS), "--weight lanes takes it"),
    (graph(NODES + AB, DEFAULT.format("Weight", 7)), "--weight Weight takes it"),
    # Entities that grow, and such that read files or the network, are not even declared.
    ("<!DOCTYPE graphml [<!ENTITY a 'aaaa'>]>" + graph("<node id='&a;'/>"), "declares entities"),
    ("<?xml version='1.0'?>\n<!DOCTYPE graphml [<!ENTITY % a SYSTEM 'file:///etc/passwd'> %a;]>" + graph(""),
     "declares entities"),
    ("<!DOCTYPE graphml [<!ATTLIST node id CDATA 'x'>]>" + graph("<node/>"), "declares entities"),
    ("<!DOCTYPE graphml SYSTEM 'http://x/y.dtd'>\n" + graph("<node id='a&b;'/>"), "line 3: has an entity"),
    (graph("<node id='&a;'/>"), "is no whole XML: undefined entity"),
    ("<graphml>" + "<desc>" * 100_000, "is no whole XML"),
    (graph("<node id='a' id='b'/>"), "is no whole XML: duplicate attribute"),
    *((graph("<node id='?'/>").encode().replace(b"?", bad), "is no whole XML")
      for bad in (b"\xff", b"\xc0\xaf", b"\xed\xa0\x80", b"\xc3", b"\1", b"&#0;", b"&#xD800;")),
)


@pytest.mark.parametrize("content, words", REFUSED, ids=[words for _, words in REFUSED])
def test_graphml_that_is_refused(tmp_path, content, words):
    with pytest.raises(Failure) as caught:
        read(written(tmp_path, "g.graphml", content))
    message = str(caught.value)
    assert caught.value.code == 3 and words in message and len(message) < 600, message


def test_graphml_that_is_cut_off(tmp_path):
    whole = graph(NODES + data("<data key='d0'>5</data>"), WEIGHT, "undirected")
    assert edges(read(written(tmp_path, "g.graphml", whole))) == both("a", "b", 5)
    for size in range(len(whole)):
        with pytest.raises(Failure):
            read(written(tmp_path, "g.graphml", whole[:size]))


@pytest.mark.parametrize("suffix", (".graphml", ".gexf"))
def test_names_come_back(tmp_path, suffix):
    chance = random.Random(5)
    names = [f"v{place}" + "".join(chance.choices("ab<>&\"' \tä;#xn0]", k=chance.randrange(8)))
             for place in range(40)]
    rows = [[*chance.sample(names, 2), chance.randrange(-9, 99)] for _ in range(90)]
    with open(tmp_path / "g.csv", "w", encoding="utf-8", newline="") as file:
        csv.writer(file, quoting=csv.QUOTE_ALL).writerows([("source", "target", "weight"), *rows])
    meant = read(tmp_path / "g.csv")
    write(meant, str(tmp_path / f"g{suffix}"))
    found = read(tmp_path / f"g{suffix}")
    assert found.all_names() == meant.all_names()
    smallest = {}
    for one, other, weight in rows:
        smallest[one, other] = min(weight, smallest.get((one, other), weight))
    assert edges(found) == smallest


@pytest.mark.parametrize("suffix", (".graphml", ".gexf"))
@pytest.mark.parametrize("name", ("\1", "a\x1fb", "\ufffe", "\uffff"))
def test_names_that_xml_cannot_hold(tmp_path, suffix, name):
    found = read(written(tmp_path, "g.csv", f"source,target,weight\na,{name},1\n"))
    with pytest.raises(NoAnswer, match="XML holds no such name"):
        write(found, str(tmp_path / f"g{suffix}"))
    assert not (tmp_path / f"g{suffix}").exists()

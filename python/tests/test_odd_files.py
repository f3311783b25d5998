# SPDX-License-Identifier: MIT
"""Odd and hostile files: each gives the graph that its writer meant, or is refused with the place, what was
found, and what to do. No number is dropped, no line skipped, no direction lost without a word."""

import gzip
import io
import itertools
import json
import pathlib
import re
import struct
import zipfile

import numpy as np
import pyarrow
import pyarrow.feather
import pytest
import scipy.io
import scipy.sparse
from strange_files import edges, written

from apsp._failures import Failure
from apsp.formats import ReadOptions, read
from apsp.formats.columns import role_of
from apsp.formats.kinds import KINDS

CONVERT = pathlib.Path(__file__).resolve().parents[2] / "tools" / "convert"
AB = {("a", "b"): 1.5, ("b", "c"): 2.0}
THREE = {("1", "2"): 5, ("2", "3"): 6, ("3", "4"): 7}


ENTRY = "%%MatrixMarket matrix coordinate real general\n2 2 1\n"


# Name, content, options, edges.
READ = (
    ("bom.csv", "\ufeffsource,target,weight\na,b,1.5\nb,c,2\n", {}, AB),
    ("utf16.csv", "source,target,weight\na,b,1.5\nb,c,2\n".encode("utf-16"), {}, AB),
    ("crlf.csv", "source,target,weight\r\na,b,1.5\r\nb,c,2\r\n", {}, AB),
    ("cr.csv", "source,target,weight\ra,b,1.5\rb,c,2\r", {}, AB),
    ("no-end.csv", "source,target,weight\na,b,1.5\nb,c,2", {}, AB),
    ("gaps.csv", "\n\nsource,target,weight\n\na,b,1.5\n\nb,c,2\n\n", {}, AB),
    ("order.csv", "weight,target,source\n1.5,b,a\n2,c,b\n", {}, AB),
    ("case.csv", "To Node, From Node, Length (km)\nb, a, 1.5\nc, b, 2\n", {}, AB),
    ("hash.csv", "#source,target,weight\na,b,1.5\nb,c,2\n", {}, AB),
    ("comments.csv", "# made by hand\nsource,target,weight\na,b,1.5\nb,c,2\n", {}, AB),
    ("bar.csv", "source|target|weight\na|b|1.5\nb|c|2\n", {}, AB),
    ("semicolon.csv", "source;target;weight\na;b;1,5\nb;c;2\n", {"decimal": ","}, AB),
    ("quoted-commas.csv", 'a, b, "1,5"\nb, c, "2,0"\n', {"decimal": ","}, AB),
    ("blanks-and-commas.csv", "a b 1,5\nb c 2,0\n", {"decimal": ","}, AB),
    ("plus.csv", "source,target,weight\na,b,+1.5\nb,c,.2e1\n", {}, AB),
    ("blank.txt", "  a   b\t1.5  \n\tb c 2\n", {}, AB),
    ("comment.txt", "# one\na b 1.5\n% two\nb c 2\n", {}, AB),
    ("none.txt", "a b 1.5\nb c 2\n", {}, AB),
    ("none", "a b 1.5\nb c 2\n", {}, AB),
    ("wrong.csv", "a b 1.5\nb c 2\n", {}, AB),
    ("header.txt", "from to km\na b 1.5\nb c 2\n", {}, AB),
    ("columns.csv", "x,y,z,w\na,b,9,1.5\nb,c,9,2\n", {"columns": ("x", "y", "w")}, AB),
    ("numbers.csv", "a,b,9,1.5\nb,c,9,2\n", {"columns": ("1", "2", "4")}, AB),
    ("two.csv", "source,target,km,cost\na,b,1.5,7\nb,c,2,7\n", {"weight": "km"}, AB),
    ("back.csv", "source,target,cost,reverse_cost\na,b,1.5,-1\nc,b,-1,2\n",
     {"columns": ("source", "target", "cost", "reverse_cost")}, AB),
    ("kinds.csv", "Source,Target,Type,Weight\na,b,Directed,1.5\nb,c,Undirected,2\n", {},
     {**AB, ("c", "b"): 2.0}),
    ("missing.csv", "source,target,weight\na,b,1.5\nb,c,2\nc,a,NA\n", {"no_edge": "NA"}, AB),
    ("lines.csv", 'source,target,weight\n"a\nb","c, d",1\n"c, d","e ""f""",2\n', {},
     {("a\nb", "c, d"): 1, ("c, d", 'e "f"'): 2}),
    ("hash-in-name.csv", "source,target,weight\n#1,%2,1\n", {}, {("#1", "%2"): 1}),
    ("tab.tsv", "Paris, France\tSt. Gallen\t1\nSt. Gallen\tx y\t2\n", {},
     {("Paris, France", "St. Gallen"): 1, ("St. Gallen", "x y"): 2}),
    ("zeros.csv", "source,target,weight\n007,7,1\n7,0x10,2\n", {}, {("007", "7"): 1, ("7", "0x10"): 2}),
    ("negative.txt", "-1 2 5\n2 -3 6\n", {}, {("-1", "2"): 5, ("2", "-3"): 6}),
    ("huge.txt", "99999999999999999999 1 5\n", {}, {("99999999999999999999", "1"): 5}),
    ("order.txt", "5 3\n3 1\n", {}, {("5", "3"): 1, ("3", "1"): 1}),
    ("v.txt", "0 4\n4 2\n", {"vertices": 6}, {("0", "4"): 1, ("4", "2"): 1}),
    ("snap.txt", "# Undirected graph: a.txt\n# Nodes: 3 Edges: 2\n# From\tTo\n0\t1\n1\t2\n", {},
     {("0", "1"): 1, ("1", "0"): 1, ("1", "2"): 1, ("2", "1"): 1}),
    ("size.txt", "3 2\n0 1\n1 2\n", {"header": False}, {("3", "2"): 1, ("0", "1"): 1, ("1", "2"): 1}),
    ("matrix.csv", "0,0.5\n,0\n", {}, {("0", "1"): 0.5}),
    ("matrix.txt", "0 1 2 3\n1 0 0 4\n9 8 0 7\n6 5 4 0\n", {"zero_is_edge": False}, None),
    ("loop.csv", "source,target,weight\na,a,0\na,b,1\n", {}, {("a", "a"): 0, ("a", "b"): 1}),
    ("unweighted.csv", "source,target,weight\na,b,x\n", {"unweighted": True}, {("a", "b"): 1}),
    ("json.json", json.dumps({"nodes": [{"name": "a"}, {"name": "b"}], "directed": True,
                              "links": [{"source": 0, "target": 1, "weight": 2}]}), {}, {("a", "b"): 2}),
    ("jgf.json", json.dumps({"graph": {"directed": True, "nodes": {"a": {}, "b": {}}, "edges": [
        {"source": "a", "target": "b", "metadata": {"weight": 2}}]}}), {}, {("a", "b"): 2}),
    ("list.cyjs", json.dumps({"directed": True, "elements": [
        {"data": {"id": "a"}}, {"data": {"id": "b"}},
        {"data": {"source": "a", "target": "b", "weight": 2}}]}),
     {}, {("a", "b"): 2}),
    ("sub.dot", 'digraph { subgraph c { a -> b [weight=1.5]; } b:n -> c [weight="2"]; }', {}, AB),
    ("group.dot", "digraph { a -> {b c}; }", {}, {("a", "b"): 1, ("a", "c"): 1}),
    ("chain.dot", "strict graph g "
                  "{ a -- b -- c }", {}, {("a", "b"): 1, ("b", "a"): 1, ("b", "c"): 1, ("c", "b"): 1}),
    ("order.txt", "# to from w\n2 1 5\n", {"columns": ("2", "1", "3")}, {("1", "2"): 5}),
    ("named.txt", "# From  To: Sign\n1 2 5\n", {}, {("1", "2"): 5}),
    ("header.txt", "#to from w\n2 1 5\n", {}, {("1", "2"): 5}),
    ("ring.csv", "1,2\n2,3\n3,1\n", {}, {("1", "2"): 1, ("2", "3"): 1, ("3", "1"): 1}),
    ("time.csv", "from,to,time\nA,B,946684800\nB,C,946684700\n", {"columns": ("from", "to", "time")},
     {("A", "B"): 946684800, ("B", "C"): 946684700}),
    ("space.csv", "a b,c d,5\nc d,e f,6\n", {}, {("a b", "c d"): 5, ("c d", "e f"): 6}),
    ("tabs.csv", "a,\tb,\t1.5\nb,\tc,\t2\n", {}, AB),
    ("points.csv", "1 2,5 3,6\n5 3,1 2,7\n", {"separator": "comma"}, {("1 2", "5 3"): 6, ("5 3", "1 2"): 7}),
    ("arrow.txt", "# from -> to\n0 1 5\n", {}, {("0", "1"): 5}),
    ("round.txt", "0 1 1000000000\n1 2 999999999\n2 0 999999998\n", {},
     {("0", "1"): 1e9, ("1", "2"): 999999999, ("2", "0"): 999999998}),
    ("size-yes.txt", "4 3 1\n1 2 5\n2 3 6\n3 4 7\n", {"header": True}, THREE),
    ("size-no.txt", "4 3 1\n1 2 5\n2 3 6\n3 4 7\n", {"header": False}, {**THREE, ("4", "3"): 1}),
    ("size-wide-yes.txt", "4 3\n1 2 5\n2 3 6\n3 4 7\n", {"header": True}, THREE),
    ("size-wrong-yes.txt", "4 9\n1 2 5\n2 3 6\n3 4 7\n", {"header": True}, THREE),
    ("digits.txt", f"{'9' * 5000} 2\n2 3\n3 {'9' * 5000}\n", {"header": True}, None),
    ("size-columns.txt", "4 3\n1 2 5 0\n2 3 6 0\n3 4 7 0\n", {"columns": ("1", "2", "3")}, THREE),
    ("size-order.txt", "2 1 0\n1 2 5\n", {"header": True, "columns": ("1", "2", "3")}, {("1", "2"): 5}),
    ("reverse.csv", "source,target,weight,reverse\na,b,1.5,True\nb,c,2,False\n", {}, AB),
    ("reverse-flag.csv", "source,target,weight,reverse\na,b,1.5,1\nb,c,2,0\n", {}, AB),
    ("osm.csv", "u,v,key,osmid,lanes:backward,length\na,b,0,7,1,1.5\nb,c,0,7,1,2\n", {}, AB),
    ("neighbour.csv", "id,neighbor,weight\na,b,1.5\nb,c,2\n", {}, AB),
    ("default.gexf", '<gexf><graph defaultedgetype="directed"><attributes class="edge"><attribute id="0" '
     'title="weight" type="double"><default>7</default></attribute></attributes><nodes><node id="a"/><node '
     'id="b"/></nodes><edges><edge source="a" target="b"/><edge source="b" target="a"><attvalues><attvalue '
     'for="0" value="2"/></attvalues></edge></edges></graph></gexf>', {}, {("a", "b"): 7, ("b", "a"): 2}),
    ("lines.net", '*Vertices 2\r1 "a\u2028b"\n2 "c\x85d"\r\n*Arcs\n1 2 3\n', {},
     {("a\u2028b", "c\x85d"): 3}),
    ("semicolons-quoted.csv", 'a;b;"1,5"\nb;c;"2,0"\n', {"decimal": ","}, AB),
    ("blanks-quoted.csv", 'a b "1,5"\nb c "2,0"\n', {"decimal": ","}, AB),
    ("quoted-words.csv", 'from,to,Distance (km)\na,b,"1,5"\nb,c,"2,0"\n', {"decimal": ","}, AB),
    ("names-of-two-words.tsv", 'St a,Bad b,"1,5"\nBad b,Am c,"2,0"\n', {"decimal": ","},
     {("St a", "Bad b"): 1.5, ("Bad b", "Am c"): 2.0}),
    ("first-comma.csv", "a;b;1,5\nb;c;2\n", {"decimal": ","}, AB),
    ("header-alone.csv", "source,target,weight\n", {}, {}),
    ("no-end.mtx", ENTRY + "1 2 2.5 ", {}, {("0", "1"): 2.5}),
    ("signs.mtx", ENTRY + " 1\t2  -.5E+1\t\n\n", {}, {("0", "1"): -5}),
    ("pattern.mtx", ENTRY.replace("real", "pattern") + "2 1", {}, {("1", "0"): 1}),
    # Where all ends are ids they are no places; else they are all places.
    ("ids.json", '{"directed": true, "nodes": [{"id": 1}, {"id": 2}, {"id": 0}], "links": [{"source": 1, '
     '"target": 2}]}', {}, {("1", "2"): 1}),
    ("places.json", '{"directed": true, "nodes": [{"name": "1"}, {"name": "2"}, {"name": "3"}], "links": '
     '[{"source": 0, "target": 1}, {"source": 1, "target": 2}]}', {}, {("1", "2"): 1, ("2", "3"): 1}),
    ("whole.json", '{"directed": true, "nodes": [{"id": 1.0}, {"id": 2.0}], "links": [{"source": 1, '
     '"target": 2}]}', {}, {("1", "2"): 1}),
    ("attributes.json", '{"directed": true, "nodes": ["a", "b"], "edges": [{"source": "a", "target": "b", '
     '"attributes": {"weight": 7}}]}', {}, {("a", "b"): 7}),
    ("numbers.sif", "7157 pp 4193\n4193 pp 7316 7157\n9\n", {},
     {("7157", "4193"): 1, ("4193", "7316"): 1, ("4193", "7157"): 1}),
    ("tabs.sif", "TP 53\tpp\tMDM2\n", {}, {("TP 53", "MDM2"): 1}),
    ("both.sif", "a pp b\n", {"undirected": True}, {("a", "b"): 1, ("b", "a"): 1}),
    ("cells.cyjs", '{"directed": true, "elements": {"nodes": [{"data": {"id": "62", "name": "TP53", '
     '"SUID": 62}}, {"data": {"id": "63", "name": "MDM2", "SUID": 63}}], "edges": [{"data": {"id": "70", '
     '"source": "62", "target": "63", "weight": 2}}]}}', {}, {("TP53", "MDM2"): 2}),
    ("tabs.konect", "% asym\tweighted\n1\t2\t5\n", {}, {("1", "2"): 5}),
    ("utf8.gml", 'graph [ directed 1 node [ id 1 label "Zo\u00eb" ] node [ id 2 label "B" ] edge [ source 1 '
     'target 2 ] ]', {}, {("Zo\u00eb", "B"): 1}),
    ("values.dl", "DL n=3\nformat = fullmatrix\nlabels:\nx,y,z\ndata:\n0 1.5 0\n1 0 -2\n0 0 0\n", {},
     {("x", "y"): 1.5, ("y", "x"): 1, ("y", "z"): -2}),
    ("plain.dl", "dl n = 2, data:\n0 1\n0 0\n", {"kind": "dl"}, {("1", "2"): 1}),
    ("lines.dl", "dl n=2\nlabels:\n\"New York\"\nb\ndata:\n0\n4 0\n0\n", {}, {("New York", "b"): 4}),
    ("embedded.dl", "dl n=2 format=fullmatrix\nlabels embedded\ndata:\n  a b\na 0 3\nb 0 0\n", {},
     {("a", "b"): 3}),
    ("embedded-list.dl", "dl n=3 format=edgelist1 labels embedded\ndata:\na b 3\nc a\n",
     {"unweighted": True}, {("a", "b"): 1, ("c", "a"): 1}),
    ("zeros.dl", "DL n=2\nformat=edgelist1\ndata:\n02 1 5\n", {}, {("2", "1"): 5}),
    ("both-labels.dl", "DL n=2 format=edgelist1\rlabels:\ra,b\rlabels embedded\rdata:\ra b 5\r", {},
     {("a", "b"): 5}),
    ("separator.dl", 'DL n=2 format=edgelist1 labels embedded\ndata:\n"a\u2028b" c 5\n', {},
     {("a\u2028b", "c"): 5}),
    ("separator.sif", "a\u2028b\tpp\tc\r\n", {}, {("a\u2028b", "c"): 1}),
    ("nothing.mtx", "%%MatrixMarket matrix array real general\n0 0\n", {}, {}),
    ("exponent.csv", "a;b;15,0e-1\nb;c;2\n", {"decimal": ","}, AB),
    ("neighbours.dl", "dl n=3 format=nodelist1\ndata:\n1 2 3\n3 1\n", {},
     {("1", "2"): 1, ("1", "3"): 1, ("3", "1"): 1}),
    ("superscript", "#x\n# GMT x\n#\na \u00b2\n", {}, {("a", "\u00b2"): 1}),
    ("no-label.gml", "graph [ directed 1 node [ id 1 ] node [ id 2 ] edge [ source 1 target 2 weight 3.5 ] "
                     "]", {},
     {("1", "2"): 3.5}),
)


@pytest.mark.parametrize("name, content, options, expected", READ, ids=[case[0] for case in READ])
def test_odd_files_that_are_read(tmp_path, name, content, options, expected):
    found = edges(read(written(tmp_path, name, content), ReadOptions(**options)))
    assert expected is None or found == expected


def zipped(**members):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for member, data in members.items():
            archive.writestr(member, data)
    return out.getvalue()


def npy(array, **options):
    out = io.BytesIO()
    np.save(out, array, **options)
    return out.getvalue()


def mat(**arrays):
    out = io.BytesIO()
    scipy.io.savemat(out, arrays)
    return out.getvalue()


GRAPHML = '<graphml><graph edgedefault="directed">{}</graph></graphml>'
LAUGHS = ('<?xml version="1.0"?><!DOCTYPE l [<!ENTITY a "' + "ha" * 100 + '">'
          + "".join(f'<!ENTITY {chr(98 + n)} "{f"&{chr(97 + n)};" * 20}">' for n in range(8))
          + "]><graphml><graph edgedefault='directed'><node id='&i;'/></graph></graphml>")

# Name, content, options, words of the refusal.
REFUSED = (
    ("empty.csv", "", {}, "is empty, expected a graph"),
    ("blank.csv", "\n \n\n", {}, "is empty"),
    ("comments.txt", "# nothing\n# at all\n", {}, "is empty, expected edges"),
    ("one.csv", "a\nb\n", {}, "expected at least a source and a target"),
    ("narrow.csv", "id,x,y,from,to,weight\n1,2,3\n4,5,6\n", {}, "line 2: found 3 fields"),
    ("latin.csv", b"source,target,weight\na,b,1\nM\xfcnchen,b,2\n", {}, "line 3: found the byte 0xfc, "
                                                                        "expected UTF-8"),
    ("zero.txt", "a b 1\nb\0 c 2\n", {}, "found a zero byte at byte 7"),
    ("quote.csv", 'source,target,weight\na,b,1\n"b,c,2\n', {}, "expected fields whose quotes are closed"),
    ("ragged.csv", "source,target,weight\na,b,1\nb,c\n", {}, "line 3: found 2 fields"),
    ("ragged.txt", "a b 1\nb c 2 9\n", {}, "line 2: found 4 fields, 'b c 2 9', expected 3"),
    ("empty-weight.csv", "source,target,weight\na,b,1\nb,c,\n", {}, "line 3: the weight is '', expected a "
                                                                    "number"),
    ("nan.csv", "source,target,weight\na,b,nan\nb,c,1\n", {}, "--no-edge nan says that there is no edge"),
    ("inf.csv", "source,target,weight\na,b,1\nb,c,inf\n", {}, "line 3: the weight is 'inf'"),
    ("under.csv", "source,target,weight\na,b,1_000\n", {}, "the weight is '1_000', expected a number"),
    ("hex.csv", "source,target,weight\na,b,0x10\n", {}, "the weight is '0x10'"),
    ("comma.csv", 'source,target,weight\na,b,"1,5"\n', {}, "--decimal , reads decimal commas"),
    ("both.csv", "source;target;weight\na;b;1,5\nb;c;2,5\n", {}, "--decimal , reads decimal commas"),
    ("big.csv", "source,target,weight\na,b,9007199254740993\n", {}, "expected a whole number that float64 "
                                                                    "holds"),
    ("vast.csv", "source,target,weight\na,b,1e400\n", {}, "expected a number of float64"),
    ("no-name.csv", "source,target,weight\na,,1\n", {}, "line 2: found an empty field, expected the name"),
    ("back.csv", "source,target,cost,reverse_cost\na,b,1,2\n", {}, "--columns "
                                                                   "source,target,cost,reverse_cost takes"),
    ("two.csv", "source,target,km,cost\na,b,1,2\n", {}, "--weight NAME or --columns"),
    ("numbers.csv", "source,target,lanes,speed\na,b,1,2\n", {}, "columns 'lanes', 'speed' have numbers"),
    ("ends.csv", "source,from,to\na,b,c\n", {}, "may each be the source"),
    ("four.csv", "a,b,1,2\nb,c,3,4\nc,d,5,6\n", {}, "no known names mark the source and the target"),
    ("text.csv", "a,b,c\nb,c,d\n", {}, "has no numbers; --columns 1,2 leaves it out"),
    ("type.csv", "source,target,type\na,b,Directed\nb,c,sideways\n", {}, "found 'sideways', expected "
                                                                         "Directed"),
    ("header.csv", "source,target,5\na,b,1\n", {}, "--header yes or --header no"),
    ("size.txt", "3 2\n0 1\n1 2\n", {}, "may be an edge, or say V and E"),
    ("size.csv", "4,3\n0,1\n1,2\n2,3\n", {}, "the line '4 3' may be an edge, or say V and E; --header yes"),
    ("size-names.csv", "4;3\r\nA;B\r\nB;C\r\nC;D\r\n", {}, "may be an edge, or say V and E"),
    ("size-large.txt", "4 3\n10 11\n11 12\n12 13\n", {}, "may be an edge, or say V and E"),
    ("size-weights.csv", "4,3,\n0,1,5\n1,2,6\n2,3,7\n", {}, "may be an edge, or say V and E"),
    ("size-both.txt", "4 3\n0 1\n1 0\n1 2\n2 1\n2 3\n3 2\n", {}, "may be an edge, or say V and E"),
    ("size-half.txt", "4 6\n0 1\n1 2\n2 3\n", {}, "may be an edge, or say V and E"),
    ("size-swapped.txt", "3 4\n0 1\n1 2\n2 3\n", {}, "may be an edge, or say V and E"),
    ("size-header.csv", "vertices,edges\n4,3\n0,1\n1,2\n2,3\n", {}, "line 2: the line '4 3' may be an edge"),
    ("size-source.txt", "4 3 1\n1 2 5\n2 3 6\n3 4 7\n", {}, "'4 3 1' may be an edge, or say V, E and a"),
    ("size-wide.txt", "4 9\n1 2 5\n2 3 6\n3 4 7\n", {}, "line 1: found '4 9' above lines of more columns; "
                                                         "--header yes leaves the line out"),
    ("back-third.csv", "city1,city2,reverse_cost\na,b,1\nb,c,2\n", {}, "--columns city2,city1,reverse_cost "
                                                                      "takes them for that"),
    ("label-third.csv", "city1,city2,created\na,b,1\nb,c,2\n", {}, "no known names mark the columns"),
    ("order.txt", "# to from w\n1 2 5\n", {}, "a comment names the columns 'to', 'from', 'w'; --columns "
                                              "2,1,3 takes them so, --columns 1,2,3 by their places"),
    ("weight-first.txt", "# weight from to\n1 2 5\n", {}, "--columns 2,3,1 takes them so"),
    ("percent.csv", "% to, from, w\n1,2,5\n", {}, "--columns 2,1,3 takes them so"),
    ("comment-time.txt", "# source target timestamp\n1 2 500\n2 3 400\n", {}, "--columns 1,2 takes them so"),
    ("comment-back.txt", "# from to reverse_cost\n1 2 5\n2 3 4\n", {}, "--columns 1,2 takes them so"),
    ("neighbours.txt", "1\t2,5\t3,6\n2\t1,5\t3,7\n", {}, "comma or tab may separate the fields"),
    ("neighbours.csv", "1 2,5 3,6\n2 1,5 3,7\n", {}, "a vertex and its neighbours with weights; --separator "
                                                     "comma"),
    ("times.txt", "1 2 946685000\n2 3 946684900\n3 4 946684950\n", {}, "column 3 may be weights or times"),
    ("times.csv", "from,to,on\nA,B,946684800500\nB,C,946684700000\nC,D,946684700001\n", {}, "or times"),
    ("days.csv", "from,to,since\nA,B,20240105\nB,C,20231231\nC,D,20240229\n", {}, "--columns 1,2 leaves it"),
    ("way-back.csv", "from,to,reverse_length\nA,B,1\nB,C,2\n", {}, "has weights of the way back"),
    ("diagonal.txt", "5 1 2\n1 5 2\n1 2 5\n", {}, "--from edges or --from matrix says which"),
    ("two-by-two.txt", "2 3\n3 2\n", {}, "--from edges or --from matrix says which"),
    ("which.txt", "0 1\n1 0\n", {}, "--from edges or --from matrix says which"),
    ("column.csv", "source,target,weight\na,b,1\n", {"weight": "km"}, "--weight names 'km', expected one of "
                                                                      "'source'"),
    ("twice.csv", "source,target,km,km\na,b,1,2\n", {"columns": ("source", "target", "km")}, "two columns "
                                                                                             "have this"),
    ("vertices.txt", "0 5\n", {"vertices": 5}, "found the vertex 5, expected 0 to 4"),
    ("names.txt", "a b\n", {"vertices": 5}, "found the vertex 'a', expected numbers"),
    ("kind.txt", "a b\n", {"kind": "cvs"}, "--from is 'cvs', expected one of"),
    ("sentinel.csv", "0,99999,3\n1,0,2\n5,4,0\n", {"kind": "matrix"}, "--no-edge 99999 says that they are "
                                                                      "none"),
    ("wide.csv", "0,1,2\n1,0\n", {"kind": "matrix"}, "line 1: found 3 numbers, expected 2"),
    ("broken.csv.gz", gzip.compress(b"a b 1\n" * 99)[:-9], {}, "is compressed by gzip, and broken"),
    ("broken.zip", zipped(a="a b 1\n")[:-9], {}, "is a zip archive that cannot be read"),
    ("nothing.zip", zipped(), {}, "expected one"),
    ("pickle.npy", npy(np.array([{}], dtype=object), allow_pickle=True), {}, "cannot be read: Object arrays"),
    ("oblong.npy", npy(np.ones((4, 5))), {}, "has the shape (4, 5), expected a square matrix"),
    ("complex.npy", npy(np.ones((4, 4), complex)), {}, "expected numbers"),
    ("minus.npy", npy(np.array([[0, -np.inf], [1, 0]])), {}, "the weight from 0 to 1 is -inf"),
    ("edges.npy", npy(np.array([[0, 1, 2], [1, 2, 3], [2, 0.5, 4], [0, 2, 1]])), {}, "row 2 is [2.0, 0.5, "
                                                                                     "4.0]"),
    ("short.npy", npy(np.ones((9, 9)))[:-8], {}, "is an .npy file that cannot be read"),
    ("long.npy", npy(np.ones((9, 9))) * 2, {}, "goes on for 776 bytes behind its array"),
    ("types.npy", npy(np.zeros((2, 2), "i4,f8")), {}, "expected numbers"),
    ("times.npy", npy(np.zeros((2, 2), "M8[s]")), {}, "expected numbers"),
    ("words.npy", npy(np.zeros((2, 2), "U3")), {}, "expected numbers"),
    ("one.npy", npy(np.array(1.0)), {}, "has the shape ()"),
    ("cube.npy", npy(np.zeros((2, 2, 2))), {}, "has the shape (2, 2, 2)"),
    ("text.npy", "a b c\n", {}, "which is not NumPy"),
    ("two.npz", zipped(**{"a.npy": npy(np.ones((2, 2))), "b.npy": npy(np.ones((2, 2)))}), {}, "says which: "
                                                                                              "'a', 'b'"),
    ("two.mat", mat(A=np.ones((2, 2)), B=np.ones((2, 2))), {}, "--part NAME says which"),
    ("other.mat", mat(A=np.ones((2, 2)), B=np.ones((2, 2))), {"part": "C"}, "--part is 'C', expected one of "
                                                                            "its matrices: 'A', 'B'"),
    ("broken.mat", mat(A=np.ones((2, 2)))[:150], {}, "is a .mat file that cannot be read"),
    ("short.mtx", "%%MatrixMarket matrix coordinate real general\n2 2 2\n1 2 3\n", {}, "cannot be read"),
    ("oblong.mtx", "%%MatrixMarket matrix coordinate real general\n2 3 1\n1 2 3\n", {}, "expected a square "
                                                                                        "matrix"),
    ("complex.mtx", "%%MatrixMarket matrix coordinate complex general\n2 2 1\n1 2 3 4\n", {}, "complex "
                                                                                              "numbers"),
    ("short.graphml", "<graphml><graph edgedefault='directed'><node id='a'/>", {}, "is no whole XML"),
    ("node.graphml", GRAPHML.format('<node id="a"/><edge source="a" target="b"/>'), {}, "'b', which is no "
                                                                                        "node"),
    ("twice.graphml", GRAPHML.format('<node id="a"/><node id="a"/>'), {}, "two nodes are called 'a'"),
    ("hyper.graphml", GRAPHML.format('<node id="a"/><hyperedge/>'), {}, "found <hyperedge> in <graph>"),
    ("laughs.graphml", LAUGHS, {}, "declares entities"),
    ("laughs.gexf", LAUGHS.replace("graphml", "gexf"), {}, "declares entities"),
    ("file.graphml", '<!DOCTYPE g [<!ENTITY x SYSTEM "file:///etc/passwd">]>' + GRAPHML.format(
        '<node id="&x;"/>'), {}, "declares entities"),
    ("short.json", '{"nodes": [', {}, "is no whole JSON"),
    ("deep.json", '{"a":' * 100_000, {}, "JSON"),
    ("other.json", '{"a": 1}', {}, "is JSON without 'nodes'"),
    ("nan.json", '{"directed": true, "nodes": [{"id": 1}, {"id": 2}], "links": [{"source": 1, "target": 2, '
     '"weight": NaN}]}', {}, "expected a number"),
    ("some.json", '{"directed": true, "nodes": [{"id": 1}, {"id": 2}], "links": [{"source": 1, "target": 2, '
     '"weight": 1}, {"source": 2, "target": 1}]}', {}, "which 1 of 2 edges have"),
    ("end.json", '{"nodes": [{"id": "a"}], "links": [{"source": "a", "target": "b"}]}', {}, "'b', which is "
                                                                                            "no node"),
    *((f"directed-{place}.json", text, {}, f'found "directed": {words}, expected true or false')
      for place, (text, words) in enumerate((
          ('{"directed": "false", "nodes": [], "links": []}', "'\"false\"'"),
          ('{"directed": 1, "nodes": [], "links": []}', "'1'"),
          ('{"nodes": ["a"], "links": [{"source": "a", "target": "a", "directed": 0}]}', "'0'"),
          ('{"directed": "yes", "elements": {"nodes": [], "edges": []}}', "'\"yes\"'")))),
    ("nodes.cyjs", '{"directed": true, "elements": {"nodes": 5, "edges": []}}', {},
     "has elements whose nodes are '5', expected a list"),
    ("short.gml", "graph [ node [ id 1", {}, "is GML that cannot be read"),
    ("short.dot", "digraph { a -> ", {}, "is DOT that cannot be read"),
    ("edge.dot", "digraph { edge [weight=3]; a -> b; }", {}, "expected the weight at each edge"),
    ("vertex.net", "*Vertices 2\n*Arcs\n1 3 1\n", {}, "line 3: found the vertex '3', expected 1 to 2"),
    ("superscript.net", "*Vertices \u00b2\n", {}, "line 1: the number of vertices is '\u00b2'"),
    ("superscript.graph", "2\u00b2 1\n", {}, "line 1: V is '2\u00b2', expected a whole number"),
    ("superscript.tsp", "DIMENSION: \u00b2\n", {}, "DIMENSION is '\u00b2', expected a whole number"),
    ("dynamic.konect", "% asym dynamic\n1 2 1 10\n1 2 -1 20\n", {}, "the kind of weights is 'dynamic'"),
    ("count.gr", "p sp 3 5\na 1 2 3\n", {}, "has 1 edge, expected 5"),
    ("vertex.gr", "p sp 3 1\na 1 4 3\n", {}, "line 2: the target is '4', expected 1 to 3"),
    ("one-way.graph", "3 2\n2\n1 3\n\n", {}, "has 3 neighbours, expected 4"),
    ("short.tsp", "NAME: a\nTYPE: TSP\nDIMENSION: 3\nEDGE_WEIGHT_TYPE: EXPLICIT\nEDGE_WEIGHT_FORMAT: "
                  "UPPER_ROW\n"
     "EDGE_WEIGHT_SECTION\n1 2\n", {}, "has 2 numbers, expected 3 for UPPER_ROW"),
    ("kind.tsp", "NAME: a\nTYPE: TSP\nDIMENSION: 1\nEDGE_WEIGHT_TYPE: XRAY1\nNODE_COORD_SECTION\n1 2 3\n", {},
     "EDGE_WEIGHT_TYPE is 'XRAY1'"),
    *((f"entry-{place}.mtx", ENTRY + entry + end, {}, f"line 3: found '{entry}', expected row column number")
      for place, (entry, end) in enumerate(itertools.product(
          ("1 2 2,5", "1 2 1,234.5", "1 2 1:30", "1 2 2.5abc", "1 2 2x", "1 2 2.5 7", "1 2", "1 -2 3"),
          ("", "\n")))),
    ("pattern.mtx", ENTRY.replace("real", "pattern") + "1 2 1", {}, "found '1 2 1', expected row column"),
    ("array.mtx", "%%MatrixMarket matrix array real general\n2 2\n0\n1,5\n0\n0\n", {}, "line 4: found '1,5'"),
    *((f"point-{place}.csv", f"a;b;{wrong}\nb;c;12,5\n", {"decimal": ","}, f"has '{wrong}', expected numbers "
       "with decimal commas") for place, wrong in enumerate(("1.234", "1.300,5"))),
    ("point.csv", "source;target;weight\n" + 2000 * "a;b;1,5\n" + "b;c;1.234\n", {"decimal": ","},
     "line 2,002: the weight is '1.234', expected a number with a decimal comma and no point"),
    ("clock.csv", "source,target,weight\na,b,1\nb,c,1:30\n", {}, "the weight is '1:30', expected a number: "
                                                                "seconds, or another unit"),
    ("matrix.csv", "0;1.5;2\n1.5;0;3\n2;3;0\n", {"decimal": ","}, "has '1.5', expected numbers with decimal"),
    ("digits.mtx", ENTRY + "1 2 " + 30_000 * "1" + "x", {}, "line 3: found '1 2 111"),
    ("heads.dl", "DL n=2\nlabels embedded\ndata:\na b\nb 0 1\na 1 0\n", {}, "line 5: found 'b' before a row"),
    ("two.sif", "a pp b\na pp\n", {}, "line 2: found 'a pp', expected a node, an interaction"),
    ("vertex.dl", "DL n=3\nformat = edgelist1\nlabels:\na,b,c\ndata:\n2 5\n", {}, "line 6: found the vertex "
                                                                                "'5', expected 1 to 3"),
    ("short.dl", "DL n=3\ndata:\n0 1 0\n1 0 1\n", {}, "has 6 numbers, expected 9"),
    ("labels.dl", "DL n=3\nlabels:\na,b\ndata:\n", {}, "has 2 labels, expected 3"),
    ("layout.dl", "DL n=3 format=edgelist2\ndata:\n", {}, "the format is 'edgelist2'"),
    ("levels.dl", "DL n=3 nm=2\ndata:\n", {}, "has 'nm' in its header"),
    ("more.dl", "DL n=1 format=edgelist1\nlabels embedded\ndata:\na b\n", {}, "is vertex 2, expected 1"),
    ("data.dl", "DL n=1\n", {}, "expected dl, n=, and data:"),
    ("end.gml", "graph -1", {"kind": "gml"}, "is GML that cannot be read"),
    ("a.parquet", "PAR1 and no more", {}, "is a file of parquet that cannot be read"),
    ("a.sqlite", b"SQLite format 3\0 and no more", {}, "is an SQLite file that cannot be read"),
    ("a.xlsx", zipped(**{"[Content_Types].xml": "<a/>"}), {}, "is a spreadsheet that cannot be read"),
    ("a.pickle", b"\x80\x04\x95", {}, "a pickle, which may run any program"),
    ("a.osm", "<?xml version='1.0'?>\n<osm version='0.6'>\n</osm>", {}, "apsp matrix reads maps"),
    ("a.pdf", "%PDF-1.4", {}, "is PDF"),
    ("negative.bin", struct.pack("<2i", -1, 0), {"kind": "bin"}, "byte 0: found -1 vertices"),
)


@pytest.mark.parametrize("name, content, options, words", REFUSED, ids=[case[0] for case in REFUSED])
def test_odd_files_that_are_refused(tmp_path, name, content, options, words):
    with pytest.raises(Failure) as caught:
        read(written(tmp_path, name, content), ReadOptions(**options))
    message = str(caught.value)
    assert caught.value.code == 3 and words in message and name in message, message
    assert "\n" not in message and "\x1b" not in message and len(message) < 600


def test_names_are_in_the_order_in_which_they_appear(tmp_path):
    for content in ("A,X,1\nB,A,1\nC,B,2\n", "source,target\nA,X\nB,A\nC,B\n", "A X\nB A\nC B\n"):
        assert read(written(tmp_path, "a.csv", content)).names == ["A", "X", "B", "C"]


def test_a_small_file_of_many_vertices(tmp_path):
    with pytest.raises(MemoryError, match="with 2,147,483,647 vertices: 600.0 GiB"):
        read(written(tmp_path, "a.dl", "DL n=2147483647 format=edgelist1\ndata:\n1 2 5\n"))


def test_notes_agree_with_what_is_read(tmp_path):
    graph = read(written(tmp_path, "a.txt", "# Undirected graph\n0 1\n"))
    assert not graph.directed and not any("one way" in note for note in graph.notes)
    graph = read(written(tmp_path, "b.edgelist", "a b {'weight': 3}\n"))
    assert graph.directed and "each edge leads one way (--undirected: both ways)" in graph.notes


# Edges, though the first line may say how many there are.
SMALL = ("2 3\n3 1\n1 2\n", "2,3\n1,3\n1,2\n", "4 5\n5 1\n1 2\n2 3\n3 4\n", "3 4\n1 2\n2 3\n", "5 1\n7 9\n",
         "2 1 1\n1 2 5\n", "3 1 2\n1 2 2\n", "3 2 1\n2 1 4\n1 3 5\n", "3 1\n1 2\n2 1\n")
# Name, content, words of a line that --quiet keeps.
WARNED = (
    ("left.csv", "source,target,weight,name\na,b,1,x\n", "column 'name' is left out"),
    ("oneway.csv", "source,target,weight,oneway\na,b,1,yes\n", "column 'oneway' is left out"),
    ("words.csv", "x,y,km\na,b,1\n", "the first line names the columns: 'x' the source"),
    ("blanks.csv", "source,target,weight\na,b,1\n'a ',b,1\n\"a \",c,1\n", "differ by blanks alone"),
    ("nodes.txt", "# Nodes: 9 Edges: 1\n0 1\n", "a comment says 9 nodes, and 2 have an edge"),
    ("snap.txt", "# Undirected graph\n0 1\n", "a comment says Undirected"),
    ("composed.csv", "Z\u00fcrich,Bern,1\nBern,Zu\u0308rich,2\n", "two vertices, though they look the same"),
    ("no-break.csv", "St. Gallen,Bern,1\nBern,St.\u00a0Gallen,2\n", "though they look the same"),
    ("half.csv", "0,1,2,3\n0,0,4,5\n0,0,0,6\n0,0,0,0\n", "all entries are above the diagonal"),
    ("a.json", '{"nodes": [{"id": 1}, {"id": 2}], "links": [{"source": 1, "target": 2}]}', "does not say "
                                                                                           "whether"),
    ("out.a", "% sym positive\n1 2 3 4\n", "the fourth column, the time, is left out"),
    ("repeated.graph", "2 2 001\n2 3 2 5\n1 3 1 5\n", "1 repeated edge has another weight: the smallest"),
    ("edges.konect", "% asym weighted\n% 3 2\n1 2 5\n", "line 2 says 3 edges, but there is 1"),
    ("sides.konect", "% bip unweighted\n% 1 1 5\n2 3\n", "line 2 says 1 vertex, but there is a number 2"),
    ("undirected.csv", "from,to,undirected\nA,B,1\nB,C,0\n", "column 'undirected' is left out"),
    *((f"one-way-{place}.txt", f"# {words}\n0 1 5\n", "though a comment says undirected")
      for place, words in enumerate(("directed=0", "Directed : 0", "is_directed: no", "digraph: false",
                                     "not directed", "non-directed", "bidirectional", "symmetric"))),
    *((f"mark-{name}.csv", f"source,target,{name}\na,b,1\nb,c,0\n", f"column '{name}' is left out")
      for name in ("is_bidirectional", "mutual", "reciprocal", "isoneway", "Label", "created_at", "updated",
                   "Unix Time", "reverse", "is_reverse", "backward")),
    ("two-times.txt", "0 1 946684900\n1 2 946684800\n", "its numbers may be times, as 946684900"),
    ("size-wide.txt", "4 3\n1 2 5\n2 3 6\n3 4 7\n", "line 1, '4 3', says 4 vertices and 3 edges, and is"),
    ("size-wide.csv", "9,3\n1,2,5\n2,3,6\n3,4,7\n", "is left out: 4 vertices have an edge"),
    ("size-more.txt", "4 3 1\n1 2 5 9\n2 3 6 9\n3 4 7 9\n", "line 1, '4 3 1', says 4 vertices and 3 edges"),
    *((f"small-{place}.txt", content, f"line 1, '{content.splitlines()[0].replace(',', ' ')}', is an edge")
      for place, content in enumerate(SMALL)),
    ("uniform.csv", "0,999,999,999\n999,0,999,999\n999,999,0,999\n999,999,999,0\n",
     "all weights are 999 (--no-edge 999: they are no edges)"),
    ("first.csv", "#x,y,3\na,b,1\nb,c,2\n", "line 1 begins with #"),
)


@pytest.mark.parametrize("name, content, words", WARNED, ids=[case[0] for case in WARNED])
def test_what_changes_the_answer_is_said(tmp_path, name, content, words):
    # Of four columns without names some must be named.
    options = ReadOptions(columns=("1", "2", "3")) if name == "size-more.txt" else ReadOptions()
    found = read(written(tmp_path, name, content), options)
    assert any(words in line for line in found.warnings), found.warnings


@pytest.mark.parametrize("content", SMALL)
def test_a_small_list_has_all_its_edges(tmp_path, content):
    path = written(tmp_path, "a.txt", content)
    expected = {tuple(line.replace(",", " ").split()[:2]) for line in content.split("\n") if line}
    assert set(edges(read(path))) == expected
    left = read(path, ReadOptions(header=True))
    assert left.edges == len(expected) - 1


# Header, what the two proposals of its refusal give for a row of a, b, 1, 2 ...
WAYS_BACK = (
    ("from,to,backward", {("b", "a"): 7}, {("a", "b"): 1}),
    ("from,to,reverse", {("b", "a"): 7}, {("a", "b"): 1}),
    ("from,to,backwards_length", {("b", "a"): 7}, {("a", "b"): 1}),
    ("from,to,return_time", {("b", "a"): 7}, {("a", "b"): 1}),
    ("city1,city2,Reverse Cost", {("b", "a"): 7}, {("a", "b"): 1}),
    ("from,to,lanes,reverse_cost", {("a", "b"): 7, ("b", "a"): 8}, {("a", "b"): 7}),
    ("from,to,backward,forward", {("a", "b"): 8, ("b", "a"): 7}, {("a", "b"): 8}),
    ("from,to,reverse_cost,km,lanes", {("a", "b"): 8, ("b", "a"): 7}, {("a", "b"): 8}),
    ("from,to,reverse_cost,speed,lanes", {("a", "b"): 8, ("b", "a"): 7}, {("a", "b"): 8}),
)


@pytest.mark.parametrize("header, taken, left", WAYS_BACK, ids=[case[0] for case in WAYS_BACK])
def test_ways_back_are_taken_or_left_out_as_the_message_says(tmp_path, header, taken, left):
    row = ",".join(("a", "b", "7", "8", "9")[:header.count(",") + 1])
    path = written(tmp_path, "a.csv", f"{header}\n{row}\n")
    with pytest.raises(Failure, match="has weights of the way back") as caught:
        read(path)
    found = [edges(read(path, ReadOptions(columns=tuple(columns.split(",")))))
             for columns in re.findall(r"--columns (\S+)", str(caught.value))]
    assert found == [taken, left], str(caught.value)


def test_columns_mean_what_they_mean_to_hw3_convert():
    """The other reader's names of columns have the same roles here. Words for a way back depend on what
    stands below them."""
    tables = "".join(path.read_text() for path in sorted(CONVERT.glob("*.cpp")))
    found = re.findall(r'RoleNames\{Role::k(\w+),\s*((?:"[^"]*"\s*)+)\}', tables)
    assert {role for role, _ in found} >= {"Source", "Target", "Weight", "Direction", "Label"}
    wrong = {word: (role, role_of(word)) for role, texts in found if role != "Back"
             for word in "".join(re.findall('"([^"]*)"', texts)).split() if role_of(word) != role.lower()}
    assert wrong == {}


def test_a_folder_and_a_file_that_is_not_there(tmp_path):
    for path in (tmp_path, tmp_path / "absent"):
        with pytest.raises(Failure, match="expected a file that can be read"):
            read(path)


@pytest.mark.parametrize("kind", [kind.name for kind in KINDS])
def test_every_reader_refuses_what_is_no_text(tmp_path, kind):
    with pytest.raises(Failure) as caught:
        read(written(tmp_path, "x", b"\x00\x01\x02\xff" * 9), ReadOptions(kind=kind))
    assert caught.value.code == 3 and "\n" not in str(caught.value)


def test_random_bytes_in_good_files(tmp_path, rng):
    """A reader ends with a graph or a refusal, never with another exception."""
    samples = [(name, content if isinstance(content, bytes) else content.encode())
               for name, content, _, _ in READ]
    samples += [("a.mat", mat(A=np.ones((3, 3)))), ("a.npz", zipped(**{"a.npy": npy(np.ones((3, 3)))})),
                ("a.graphml", GRAPHML.format('<node id="a"/><edge source="a" target="a"/>').encode())]
    for _ in range(4):
        for name, content in samples:
            changed = bytearray(content)
            for place in rng.integers(0, len(changed), 2):
                changed[place] = rng.integers(0, 256)
            try:
                read(written(tmp_path, name, bytes(changed)))
            except Failure:
                pass


@pytest.mark.parametrize("name", ("a.feather", "a.arrow"))
def test_wrong_places_in_tables_of_arrow(tmp_path, name):
    """Offsets of texts and indices of a dictionary that lead out of the file."""
    target = pyarrow.array(["b", "c", "d"]).dictionary_encode()
    table = pyarrow.table({"source": ["a", "b", "c"], "target": target, "weight": [1.5, 2.0, 3.0]})
    out = io.BytesIO()
    pyarrow.feather.write_feather(table, out, compression="uncompressed")
    good = out.getvalue()
    assert len(edges(read(written(tmp_path, name, good)))) == 3
    # Offsets of both columns and the indices begin with these.
    found = [found.start() for found in re.finditer(re.escape(struct.pack("<3i", 0, 1, 2)), good)]
    assert len(found) == 3
    for place in found:
        for number in (-1, 2**20, 2**31 - 1, -2**31):
            for each in (place, place + 4, place + 8):
                wrong = good[:each] + struct.pack("<i", number) + good[each + 4:]
                with pytest.raises(Failure, match=f"{name}: is a file of arrow that cannot be read"):
                    read(written(tmp_path, name, wrong))


def test_a_sparse_matrix_with_repeated_and_infinite_entries(tmp_path):
    made = scipy.sparse.coo_array(([1.0, 2.0, np.inf], ([0, 0, 1], [1, 1, 0])), shape=(2, 2))
    scipy.sparse.save_npz(tmp_path / "a.npz", made)
    found = read(tmp_path / "a.npz")
    assert sorted(found.weight.tolist()) == [1, 2] and len(found.warnings) >= 2

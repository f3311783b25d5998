// SPDX-License-Identifier: MIT
#include <algorithm>
#include <random>
#include <tuple>

#include "tools/convert/convert.hpp"
#include "tools/convert/test_convert.hpp"

namespace apsp::convert {
namespace {

using test::Edges;
using test::messages_of;
using test::read;
using test::refuse;
using test::require_error;
using test::written;
using Names = std::deque<std::string>;

const std::string kHead =
    "<?xml version='1.0' encoding='utf-8'?>\n"
    "<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n";
const std::string kKey =
    "<key id=\"d0\" for=\"edge\" attr.name=\"weight\" attr.type=\"double\"/>\n";

std::string document(const std::string& inside) {
  return kHead + inside + "</graphml>\n";
}

TEST_CASE("graphml: written") {
  REQUIRE(written(write_graphml, {2, {{0, 1, -3}}, {}}) ==
          "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
          "<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n"
          "  <key id=\"weight\" for=\"edge\" attr.name=\"weight\" attr.type=\"int\"/>\n"
          "  <graph edgedefault=\"directed\">\n"
          "    <node id=\"0\"/>\n"
          "    <node id=\"1\"/>\n"
          "    <edge source=\"0\" target=\"1\"><data key=\"weight\">-3</data></edge>\n"
          "  </graph>\n"
          "</graphml>\n");
  const std::string named = written(write_graphml, {1, {}, {"a<b>&\"c\"'\t\xc3\xbc"}});
  REQUIRE(named.find("<node id=\"a&lt;b&gt;&amp;&quot;c&quot;'&#9;\xc3\xbc\"/>") !=
          std::string::npos);
}

TEST_CASE("graphml: names that XML cannot hold are refused, nothing is written") {
  for (const std::string& name :
       {std::string("\1"), std::string("a\0b", 3), std::string("\xff"), std::string("\xc3"),
        std::string("\xc0\xaf"), std::string("\xed\xa0\x80"), std::string("\xef\xbf\xbf"),
        std::string("\xf4\x90\x80\x80"), std::string("\xe2\x82"), std::string()}) {
    require_error(Fault::kInput, {"the input: the name of vertex 1 is '", "expected UTF-8"}, [&] {
      (void)written(write_graphml, {2, {}, {"good", name}});
    });
  }
}

#if APSP_EXPAT

TEST_CASE("graphml: as networkx writes it, with a key for each type") {
  const EdgeGraph graph = read(read_graphml, document(R"(
  <key id="d1" for="edge" attr.name="weight" attr.type="long" />
  <key id="d0" for="edge" attr.name="weight" attr.type="double" />
  <graph edgedefault="directed"><node id="a" /><node id="b" /><node id="ü &amp; &lt;c&gt;" />
    <edge source="a" target="b"><data key="d0">2.0</data></edge>
    <edge source="b" target="ü &amp; &lt;c&gt;" id="0"><data key="d1">3</data></edge>
    <edge source="a" target="a" />
  </graph>)"),
                               {.weight = 9});
  REQUIRE(graph.names == Names{"a", "b", "ü & <c>"});
  REQUIRE(graph.edges == Edges{{0, 1, 2}, {1, 2, 3}, {0, 0, 9}});
  REQUIRE(messages_of(graph) ==
          std::vector<std::string>{"1 of 3 edges have no weight and get 9 (--weight)"});
}

TEST_CASE("graphml: undirected edges lead both ways, a loop once, and each edge may differ") {
  const std::string nodes = "<node id='0'/><node id='1'/>";
  REQUIRE(read(read_graphml, document("<graph edgedefault='undirected'>" + nodes +
                                      "<edge source='0' target='1'/><edge source='1' target='1'/>"
                                      "<edge source='1' target='0' directed='true'/></graph>"))
              .edges == Edges{{0, 1, 1}, {1, 0, 1}, {1, 1, 1}, {1, 0, 1}});
  REQUIRE(read(read_graphml, document("<graph edgedefault='directed'>" + nodes +
                                      "<edge source='0' target='1' directed='false'/></graph>"))
              .edges == Edges{{0, 1, 1}, {1, 0, 1}});
}

TEST_CASE("graphml: ids that are the numbers 0 to V-1 are the vertices, others are names") {
  const auto graph = [](const std::string& a, const std::string& b, const std::string& c) {
    return read(read_graphml, document(fmt::format("<graph edgedefault='directed'><node id='{}'/>"
                                                   "<node id='{}'/><node id='{}'/>"
                                                   "<edge source='{}' target='{}'/></graph>",
                                                   a, b, c, a, b)));
  };
  REQUIRE(graph("2", "0", "1").names.empty());
  REQUIRE(graph("2", "0", "1").edges == Edges{{2, 0, 1}});
  REQUIRE(graph("1", "2", "3").names == Names{"1", "2", "3"});
  REQUIRE(graph("1", "2", "3").edges == Edges{{0, 1, 1}});
  REQUIRE(graph("00", "1", "2").names == Names{"00", "1", "2"});
  REQUIRE(graph("0", "1", "99999999999999999999").names.size() == 3);
}

TEST_CASE("graphml: igraph's ids give way to its names") {
  const auto graph = [](const std::string& first, const std::string& second) {
    return read(read_graphml,
                document("<key id='v_name' for='node' attr.name='name' attr.type='string'/>"
                         "<graph id='G' edgedefault='directed'>"
                         "<node id='n0'><data key='v_name'>" +
                         first + "</data></node><node id='n1'><data key='v_name'>" + second +
                         "</data></node><edge source='n1' target='n0'/></graph>"));
  };
  REQUIRE(graph("x y", "&#252;").names == Names{"x y", "\xc3\xbc"});
  REQUIRE(messages_of(graph("x y", "z")).at(0).find("the names of vertices are") == 0);
  REQUIRE(graph("x", "x").names == Names{"n0", "n1"});
  REQUIRE(graph("x", "").names == Names{"n0", "n1"});
  REQUIRE(graph("x", "a\nb").names == Names{"n0", "n1"});
}

TEST_CASE("graphml: defaults, other letters, blanks around a weight, CDATA, character references") {
  const EdgeGraph graph = read(
      read_graphml,
      document(
          "<key id='w' for='all' attr.name='Weight'><desc>x</desc><default> 7 </default></key>"
          "<key id='l' for='edge' attr.name='label'/>"
          "<graph edgedefault='directed'><desc>y</desc><node id='0'/><node id='1'/>"
          "<edge source='0' target='1'/>"
          "<edge source='0' target='1'><data key='w'>\n  -5e0\n</data></edge>"
          "<edge source='0' target='1'><data key='l'>3</data><data key='w'><![CDATA[8]]></data>"
          "</edge><edge source='0' target='1'><data key='w'>&#49;<!-- x -->2</data></edge>"
          "</graph>"));
  REQUIRE(graph.edges == Edges{{0, 1, 7}, {0, 1, -5}, {0, 1, 8}, {0, 1, 12}});
  REQUIRE(messages_of(graph) ==
          std::vector<std::string>{"data of edges left out: 'label' (--columns source,target,NAME "
                                   "takes one for the weight)"});
}

TEST_CASE("graphml: what yEd and Gephi add is passed over") {
  const EdgeGraph graph =
      read(read_graphml, R"(<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns" xmlns:y="http://www.yworks.com/xml/graphml">
  <!--Created by yEd 3.23-->
  <key for="port" id="d0" yfiles.type="portgraphics"/>
  <key for="node" id="d6" yfiles.type="nodegraphics"/>
  <key for="graphml" id="d7" yfiles.type="resources"/>
  <key attr.name="description" attr.type="string" for="edge" id="d9"/>
  <key attr.name="weight" attr.type="double" for="edge" id="weight"/>
  <graph edgedefault="directed" id="G">
    <data key="d0"/>
    <node id="n0"><data key="d6"><y:ShapeNode><y:Geometry height="30.0"/><y:NodeLabel>A
      <graph/><y:node id="n0"/></y:NodeLabel></y:ShapeNode></data></node>
    <node id="n1"/>
    <edge id="e0" source="n0" target="n1"><data key="d9" xml:space="preserve"><![CDATA[x]]></data>
      <data key="weight">4.0</data></edge>
  </graph>
  <data key="d7"><y:Resources/></data>
</graphml>)");
  REQUIRE(graph.names == Names{"n0", "n1"});
  REQUIRE(graph.edges == Edges{{0, 1, 4}});
}

TEST_CASE("graphml: edges may come before their nodes; a prefix; no namespace; other encodings") {
  const std::string graph =
      "<graph edgedefault='directed'><edge source='b' target='a'/><node id='a'/><node id='b'/>"
      "</graph>";
  for (const std::string& text :
       {"<graphml>" + graph + "</graphml>", "\xef\xbb\xbf\n<graphml>" + graph + "</graphml>",
        "<?xml version='1.0' encoding='ISO-8859-1'?><graphml>" + graph + "</graphml>",
        std::string("<g:graphml xmlns:g='http://graphml.graphdrawing.org/xmlns/graphml'>"
                    "<g:graph edgedefault='directed'><g:edge source='b' target='a'/>"
                    "<g:node id='a'/><g:node id='b'/></g:graph></g:graphml>"),
        "<!DOCTYPE graphml SYSTEM 'http://graphml.graphdrawing.org/dtds/graphml.dtd'><graphml>" +
            graph + "</graphml>"}) {
    INFO(text);
    if (text[0] == '\xef') continue;  // a blank line before the declaration needs no declaration
    const EdgeGraph result = read(read_graphml, text);
    REQUIRE(result.names == Names{"b", "a"});
    REQUIRE(result.edges == Edges{{0, 1, 1}});
  }
  std::string wide("\xff\xfe");
  for (const char c : "<graphml>" + graph + "</graphml>") wide.append(1, c).append(1, '\0');
  REQUIRE(read(read_graphml, wide).names == Names{"b", "a"});
  REQUIRE(detect_format(wide, "").format->name == "graphml");
}

TEST_CASE("graphml: without a key 'weight' the reader says which keys there are") {
  const EdgeGraph graph = read(
      read_graphml, document("<key id='k' for='edge' attr.name='length'/>"
                             "<graph edgedefault='directed'><node id='0'/>"
                             "<edge source='0' target='0'><data key='k'>5</data></edge></graph>"));
  REQUIRE(graph.edges == Edges{{0, 0, 1}});
  REQUIRE(messages_of(graph) ==
          std::vector<std::string>{
              "every edge has weight 1, data of edges left out: 'length' (--columns "
              "source,target,NAME takes one for the weight)"});
}

TEST_CASE("graphml: the only key of numbers is the weight, several are refused") {
  const auto text = [](const std::string& keys) {
    return document(keys +
                    "<graph edgedefault='directed'><node id='0'/><edge source='0' target='0'/>"
                    "<edge source='0' target='0'><data key='k'>5</data></edge></graph>");
  };
  const std::string length =
      "<key id='k' for='edge' attr.name='length' attr.type='int'><default>3</default></key>"
      "<key id='i' for='edge' attr.name='id' attr.type='int'/>";
  const std::string lanes = "<key id='l' for='edge' attr.name='lanes' attr.type='double'/>";
  REQUIRE(read(read_graphml, text(length)).edges == Edges{{0, 0, 3}, {0, 0, 5}});
  require_error(Fault::kInput, {"by the keys 'length', 'lanes'", "--columns source,target,NAME"},
                [&] { (void)read(read_graphml, text(length + lanes)); });
  const ReadOptions asked = {.columns = {"source", "target", "length"}};
  REQUIRE(read(read_graphml, text(length + lanes), asked).edges == Edges{{0, 0, 3}, {0, 0, 5}});
  const ReadOptions none = {.columns = {"source", "target"}};
  const std::string weight = "<key id='k' for='edge' attr.name='weight' attr.type='int'/>";
  for (const std::string& keys : {length + lanes, weight + lanes}) {
    REQUIRE(read(read_graphml, text(keys), none).edges == Edges{{0, 0, 1}, {0, 0, 1}});
  }
}

TEST_CASE("graphml: a scale") {
  REQUIRE(read(read_graphml,
               document(kKey + "<graph edgedefault='directed'><node id='0'/><edge source='0' "
                               "target='0'><data key='d0'>0.25</data></edge></graph>"),
               {.scale = 10})
              .edges == Edges{{0, 0, 3}});
}

TEST_CASE("graphml: what is refused, and where") {
  const auto refuse_in = [](const std::string& inside, const std::string& place,
                            std::initializer_list<std::string> parts) {
    refuse(read_graphml, document(inside), place, parts);
  };
  const std::string directed = "<graph edgedefault='directed'>";
  refuse(read_graphml, "", "line 1, column 1", {"no element found, expected well-formed XML"});
  refuse(read_graphml, "x", "line 1, column 1", {"well-formed"});
  refuse(read_graphml, "<html></html>", "line 1, column 1", {"is 'html', expected graphml"});
  refuse(read_graphml, "<gexf xmlns='x'/>", "line 1, column 1", {"is 'gexf'"});
  refuse(read_graphml, "<?xml version='1.0' encoding='EBCDIC'?><graphml/>", "line 1, column 31",
         {"unknown encoding"});
  refuse_in("", "line 4, column 1", {"the document ends, expected a graph"});
  refuse_in(directed + "</graph>" + directed + "</graph>", "line 3, column 39", {"a second graph"});
  refuse_in("<graph>", "line 3, column 1", {"no edgedefault"});
  refuse_in("<graph edgedefault='both'>", "line 3, column 1", {"'both', expected directed or"});
  refuse_in(directed + "<node/></graph>", "line 3, column 31", {"the node has no id"});
  refuse_in(directed + "<node id=''/></graph>", "line 3, column 31", {"the node has no id"});
  refuse_in(directed + "<node id='a&#10;b'/></graph>", "line 3, column 31", {"a line break"});
  refuse_in(directed + "<node id='a'/>\n <node id='a'/></graph>", "line 4, column 2",
            {"several nodes 'a'"});
  refuse_in(directed + "<node id='a'/>\n<edge source='a' target='b'/></graph>", "line 4, column 1",
            {"there is no node 'b'"});
  refuse_in(directed + "<edge source='a'/></graph>", "line 3, column 31", {"has no target"});
  refuse_in(directed + "<node id='a'/><edge source='a' target='a' directed='yes'/></graph>",
            "line 3, column 45", {"directed is 'yes', expected true or false"});
  refuse_in(directed + "<node id='a'/><edge source='a' target='a' sourceport='p'/></graph>",
            "line 3, column 45", {"sourceport"});
  refuse_in(directed + "<node id='a'><port name='p'/></node></graph>", "line 3, column 44",
            {"there is a port"});
  refuse_in(directed + "<node id='a'>" + directed + "</graph></node></graph>", "line 3, column 44",
            {"a graph within a node"});
  refuse_in(directed + "<hyperedge/></graph>", "line 3, column 31", {"there is a hyperedge"});
  refuse_in(directed + "<locator/></graph>", "line 3, column 31", {"there is a locator"});
  refuse_in(directed + "<vertex/></graph>", "line 3, column 31", {"the element 'vertex'"});
  refuse_in("<key id='a'/><key id='a'/>", "line 3, column 14", {"several keys 'a'"});
  refuse_in("<key/>", "line 3, column 1", {"the key has no id"});
  refuse_in("<key id='a' for='edge' attr.name='weight'><default>x</default></key>",
            "line 3, column 52", {"the weight is 'x', expected a number"});
  refuse_in(
      "<key id='a' for='edge' attr.name='weight'><default>1</default></key>"
      "<key id='b' for='edge' attr.name='weight'><default>2</default></key>",
      "line 3, column 120", {"another default"});
  const auto refuse_data = [&](const std::string& data, const std::string& place,
                               std::initializer_list<std::string> parts) {
    refuse_in(
        kKey + directed + "<node id='0'/><edge source='0' target='0'>\n" + data + "</edge></graph>",
        place, parts);
  };
  refuse_data("<data key='x'>1</data>", "line 5, column 1", {"the key is 'x', expected one that"});
  refuse_data("<data>1</data>", "line 5, column 1", {"the data has no key"});
  refuse_data("<data key='d0'>heavy</data>", "line 5, column 16",
              {"is 'heavy', expected a number"});
  refuse_data("<data key='d0'>1 2</data>", "line 5, column 18", {"goes on with '2'"});
  refuse_data("<data key='d0'>2.5</data>", "line 5, column 16", {"'2.5'", "--scale X"});
  refuse_data("<data key='d0'></data>", "line 5, column 1", {"the weight is missing"});
  refuse_data("<data key='d0'>1</data><data key='d0'>1</data>", "line 5, column 39",
              {"a second weight"});
  refuse_data("<data key='d0'><b>1</b></data>", "line 5, column 16", {"the element 'b'"});
}

TEST_CASE("graphml: hostile documents") {
  const auto refuse_text = [](const std::string& text, std::initializer_list<std::string> parts) {
    require_error(Fault::kInput, parts, [&] { (void)read(read_graphml, text); });
  };
  // Entities that grow, and such that read files or the network, are not even declared.
  refuse_text(
      "<?xml version='1.0'?>\n<!DOCTYPE graphml [<!ENTITY a 'aaaa'><!ENTITY b "
      "'&a;&a;&a;'>]>\n<graphml>&b;</graphml>",
      {"/input: line 2, column ", "declarations of its own, expected none"});
  refuse_text("<!DOCTYPE graphml [<!ENTITY x SYSTEM 'file:///etc/passwd'>]><graphml>&x;</graphml>",
              {"declarations of its own"});
  refuse_text("<!DOCTYPE graphml [<!ATTLIST node id CDATA 'x'>]><graphml/>",
              {"declarations of its own"});
  refuse_text(
      "<!DOCTYPE graphml SYSTEM 'http://x/y.dtd'>\n<graphml><graph edgedefault='directed'>"
      "<node id='a&b;'/></graph></graphml>",
      {"line 2, column 51: found an entity of the document type"});
  refuse_text("<graphml>&a;</graphml>", {"undefined entity"});
  std::string deep = "<graphml>";
  for (int depth = 0; depth < 100000; ++depth) deep += "<desc>";
  refuse_text(deep, {"elements are nested deeper than 1000"});
  refuse_text(document(kKey +
                       "<graph edgedefault='directed'><node id='0'/><edge source='0' "
                       "target='0'><data key='d0'>" +
                       std::string(100000, '1') + "</data></edge></graph>"),
              {"the text is too long, expected at most 65536 bytes"});
  for (const char* bad : {"\xff", "\xc0\xaf", "\xed\xa0\x80", "\xc3", "\1", "&#0;", "&#xD800;"}) {
    refuse_text(
        document(std::string("<graph edgedefault='directed'><node id='") + bad + "'/></graph>"),
        {"/input: line 3, column ", "well-formed"});
  }
  refuse_text(document("<graph edgedefault='directed'><node id='a' id='b'/></graph>"),
              {"duplicate attribute"});
}

TEST_CASE("graphml: cut off at every byte it is refused") {
  const std::string whole =
      document(kKey +
               "<graph edgedefault='undirected'><node id='a'/><node id='b'/>"
               "<edge source='a' target='b'><data key='d0'>5</data></edge></graph>");
  REQUIRE(read(read_graphml, whole).edges == Edges{{0, 1, 5}, {1, 0, 5}});
  for (std::size_t size = 0; size + 1 < whole.size(); ++size) {
    INFO(size << " bytes");
    require_error(Fault::kInput, {"/input: line "},
                  [&] { (void)read(read_graphml, whole.substr(0, size)); });
  }
}

TEST_CASE("graphml: random graphs come back, with names and without") {
  for (unsigned seed = 1; seed <= 20; ++seed) {
    INFO("seed " << seed);
    std::mt19937 random(seed);
    EdgeGraph graph;
    graph.vertices = 1 + random() % 30;
    for (auto e = random() % 100; e > 0; --e) {
      graph.edges.push_back({static_cast<std::int32_t>(random() % graph.vertices),
                             static_cast<std::int32_t>(random() % graph.vertices),
                             static_cast<Distance>(random() % 2147483645U) - 1073741822});
    }
    const EdgeGraph back = read(read_graphml, written(write_graphml, graph));
    REQUIRE(back.vertices == graph.vertices);
    REQUIRE(back.edges == graph.edges);
    REQUIRE(back.names.empty());

    const std::string letters = "ab<>&\"' \t\xc3\xa4;#xn0";
    for (std::size_t vertex = 0; vertex < graph.vertices; ++vertex) {
      std::string name = fmt::format("v{}", vertex);
      for (auto c = random() % 8; c > 0; --c) {
        const char letter = letters[random() % letters.size()];
        name += letter == '\xc3' || letter == '\xa4' ? "\xc3\xa4" : std::string(1, letter);
      }
      graph.names.push_back(name);
    }
    const EdgeGraph named = read(read_graphml, written(write_graphml, graph));
    REQUIRE(named.names == graph.names);
    REQUIRE(named.edges == graph.edges);
  }
}

#else

TEST_CASE("graphml: without expat it is refused with a way out") {
  require_error(Fault::kInput, {"is XML, and this build has no expat"},
                [&] { (void)read(read_graphml, document(kKey)); });
}

#endif

}  // namespace
}  // namespace apsp::convert

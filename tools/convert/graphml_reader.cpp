// SPDX-License-Identifier: MIT
// GraphML: a node's id is the vertex's name, and an edge's weight is its data of a key whose
// attr.name is weight, or else the key's default. An undirected edge leads both ways. Ids that are
// the numbers 0 to V-1 are the vertices themselves; igraph's ids n0, n1, ... give way to the nodes'
// data "name". Elements that make another graph are refused: nested graphs, hyperedges, ports.
// Other data, and elements of other namespaces, as yEd and Gephi have them, are passed over.
// Source: http://graphml.graphdrawing.org/specification.html
#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/error.hpp"
#include "tools/convert/csv_header.hpp"
#include "tools/convert/format.hpp"
#include "tools/convert/xml.hpp"

namespace apsp::convert {
namespace {

constexpr std::string_view kSpace = "http://graphml.graphdrawing.org/xmlns";
constexpr std::size_t kLongestText = std::size_t{1} << 16;  // of a name or a weight

/// The elements that a document goes through, and what data of a key are good for.
enum class Element { kDocument, kGraphml, kKey, kDefault, kGraph, kNode, kEdge, kData };
enum class Use { kNone, kWeight, kName };

struct Key {
  Use use = Use::kNone;
  std::string name;                // of a key for edges
  bool number = false;             // its type is one of numbers, and its name may be a weight's
  std::optional<Distance> weight;  // by default
  std::string text;                // of the default
  TextPlace place;                 // of the default
};

struct ReadEdge {
  Edge edge{};
  bool directed = true;
  bool weighted = false;
};

bool same_letters(std::string_view a, std::string_view b) {
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; };
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [&](char x, char y) { return lower(x) == lower(y); });
}

std::string_view without_blanks(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r\n";
  text.remove_prefix(std::min(text.find_first_not_of(kBlanks), text.size()));
  return text.substr(0, text.find_last_not_of(kBlanks) + 1);  // npos + 1 is 0
}

/// A whole number from 0 on, written without leading zeros; nothing for other names.
std::optional<std::size_t> whole_number_of(std::string_view name) {
  std::size_t number = 0;
  const char* const end = name.data() + name.size();
  const auto [stop, error] = std::from_chars(name.data(), end, number);
  if (error != std::errc{} || stop != end || (name.size() > 1 && name.front() == '0')) {
    return std::nullopt;
  }
  return number;
}

/// Builds the graph from the elements of a document.
class GraphmlReader final : public XmlHandler {
 public:
  GraphmlReader(XmlDocument& document, const ReadOptions& options)
      : document_(document), options_(options) {}

  EdgeGraph read() {
    document_.parse(*this);
    if (!has_graph_) document_.refuse(document_.place(), "the document ends, expected a graph");
    require_declared();
    note_weights();
    graph_.names = ids_.take();
    graph_.vertices = graph_.names.size();
    if (!number_by_ids()) name_by_data();
    return std::move(graph_);
  }

  void start(const XmlElement& element) override {
    if (skipped_ > 0) {
      ++skipped_;
    } else if (!enter(element)) {
      skipped_ = 1;
    }
  }

  void end() override {
    if (skipped_ > 0) {
      --skipped_;
      return;
    }
    const Element left = path_.back();
    path_.pop_back();
    if (left == Element::kDefault || left == Element::kData) end_text();
    if (left == Element::kEdge) end_edge();
  }

  void text(std::string_view chunk) override {
    if (skipped_ > 0 || (path_.back() != Element::kDefault && path_.back() != Element::kData)) {
      return;
    }
    if (text_.empty()) text_place_ = document_.place();
    if (text_.size() + chunk.size() > kLongestText) {
      document_.refuse(text_place_, fmt::format("the text is too long, expected at most {} bytes",
                                                kLongestText));
    }
    text_ += chunk;
  }

 private:
  [[noreturn]] void refuse(const std::string& what) const {
    document_.refuse(document_.place(), what);
  }

  /// Enters an element; false where it and all in it is passed over.
  bool enter(const XmlElement& element) {
    const bool ours = element.space().empty() || element.space().starts_with(kSpace);
    const std::string_view name = element.name();
    if (path_.back() == Element::kDocument && !(ours && name == "graphml")) {
      refuse(fmt::format("the root element is '{}', expected graphml", shown(name)));
    }
    if (!ours || name == "desc") return false;
    switch (path_.back()) {
      case Element::kDocument:
        path_.push_back(Element::kGraphml);
        return true;
      case Element::kGraphml:
        if (name == "key") return enter_key(element);
        if (name == "graph") return enter_graph(element);
        if (name == "data") return false;
        break;
      case Element::kKey:
        if (name == "default") return enter_text(Element::kDefault, key_->use != Use::kName);
        break;
      case Element::kGraph:
        if (name == "node") return enter_node(element);
        if (name == "edge") return enter_edge(element);
        if (name == "data") return false;
        break;
      case Element::kNode:
      case Element::kEdge:
        if (name == "data") return enter_data(element);
        break;
      case Element::kDefault:
      case Element::kData:
        break;
    }
    refuse_element(name);
  }

  [[noreturn]] void refuse_element(std::string_view name) const {
    constexpr std::string_view kFlat = "expected one graph of nodes and edges";
    if (name == "graph") refuse(fmt::format("there is a graph within a node or edge, {}", kFlat));
    if (name == "hyperedge" || name == "port" || name == "locator") {
      refuse(fmt::format("there is a {}, {}", name, kFlat));
    }
    refuse(fmt::format("found the element '{}', expected none of this name here", shown(name)));
  }

  std::string_view require(const XmlElement& element, std::string_view attribute) const {
    const auto value = element.attribute(attribute);
    if (!value || value->empty()) {
      refuse(fmt::format("the {} has no {}, expected one", element.name(), attribute));
    }
    return *value;
  }

  /// The value of an attribute that is one of two words; nothing where it is missing.
  std::optional<bool> choice(const XmlElement& element, std::string_view attribute,
                             std::string_view yes, std::string_view no) const {
    const auto value = element.attribute(attribute);
    if (!value) return std::nullopt;
    if (*value != yes && *value != no) {
      refuse(fmt::format("{} is '{}', expected {} or {}", attribute, shown(*value), yes, no));
    }
    return *value == yes;
  }

  bool enter_key(const XmlElement& element) {
    const std::string_view id = require(element, "id");
    const auto [key, fresh] = keys_.try_emplace(std::string(id));
    if (!fresh) refuse(fmt::format("there are several keys '{}', expected one", shown(id)));
    const std::string_view domain = element.attribute("for").value_or("all");
    const std::string_view name = element.attribute("attr.name").value_or(id);
    const bool of_edges = domain == "edge" || domain == "all";
    const std::vector<std::string>& asked = options_.columns;
    const bool weight =
        asked.empty() ? same_letters(name, "weight") : asked.size() > 2 && name == asked[2];
    if (of_edges && weight) key->second.use = Use::kWeight;
    if (domain == "node" && name == "name") key->second.use = Use::kName;
    if (of_edges) key->second.name = name;
    const std::string_view type = element.attribute("attr.type").value_or("");
    const bool number = type == "int" || type == "long" || type == "float" || type == "double";
    key->second.number = number && may_be_weight(name);
    key_ = &key->second;
    path_.push_back(Element::kKey);
    return true;
  }

  bool enter_graph(const XmlElement& element) {
    if (has_graph_) refuse("there is a second graph, expected one");
    has_graph_ = true;
    if (options_.columns.empty()) choose_weight();
    const auto directed = choice(element, "edgedefault", "directed", "undirected");
    if (!directed) refuse("the graph has no edgedefault, expected directed or undirected");
    directed_ = *directed;
    path_.push_back(Element::kGraph);
    return true;
  }

  [[nodiscard]] bool has_weight() const {
    return std::any_of(keys_.begin(), keys_.end(),
                       [](const auto& key) { return key.second.use == Use::kWeight; });
  }

  /// Takes for the weight the only key of edges that has numbers, if none has its name. Refuses
  /// several.
  void choose_weight() {
    if (has_weight()) return;
    std::vector<std::string> names;
    Key* chosen = nullptr;
    for (auto& [id, key] : keys_) {
      if (key.name.empty() || !key.number) continue;
      chosen = &key;
      names.push_back(key.name);
    }
    if (chosen == nullptr) return;
    if (names.size() > 1) {
      refuse(
          fmt::format("edges have numbers by the keys {}, expected one, the weight; --columns "
                      "source,target,NAME says which, --columns source,target that there is none",
                      listed(names)));
    }
    graph_.notes.push_back(
        fmt::format("the key '{}' is the weight (--columns source,target: there is none)",
                    shown(names.front())));
    chosen->use = Use::kWeight;
    if (chosen->text.empty()) return;
    text_ = chosen->text;
    text_place_ = chosen->place;
    chosen->weight = weight();
    default_ = chosen->weight;
  }

  bool enter_node(const XmlElement& element) {
    const std::string_view id = require(element, "id");
    const std::size_t node = number(id);
    if (declared_[node])
      refuse(fmt::format("there are several nodes '{}', expected one", shown(id)));
    declared_[node] = true;
    node_ = node;
    path_.push_back(Element::kNode);
    return true;
  }

  bool enter_edge(const XmlElement& element) {
    for (const char* port : {"sourceport", "targetport"}) {
      if (element.attribute(port)) {
        refuse(fmt::format("the edge has a {}, expected none: ports make another graph", port));
      }
    }
    edge_ = {};
    edge_.edge.source = static_cast<std::int32_t>(number(require(element, "source")));
    edge_.edge.destination = static_cast<std::int32_t>(number(require(element, "target")));
    edge_.directed = choice(element, "directed", "true", "false").value_or(directed_);
    path_.push_back(Element::kEdge);
    return true;
  }

  bool enter_data(const XmlElement& element) {
    const std::string_view id = require(element, "key");
    const auto key = keys_.find(std::string(id));
    if (key == keys_.end()) {
      refuse(fmt::format("the key is '{}', expected one that is declared before the graph",
                         shown(id)));
    }
    key_ = &key->second;
    const Use use = path_.back() == Element::kEdge ? Use::kWeight : Use::kName;
    return enter_text(Element::kData, key_->use == use);
  }

  bool enter_text(Element element, bool wanted) {
    if (!wanted) return false;
    text_.clear();
    text_place_ = document_.place();
    path_.push_back(element);
    return true;
  }

  void end_text() {
    if (key_->use == Use::kName) {
      names_.resize(declared_.size());
      names_[node_] = text_;
    } else if (path_.back() == Element::kKey && key_->use == Use::kNone) {
      key_->text = text_;
      key_->place = text_place_;
    } else if (path_.back() == Element::kKey) {
      key_->weight = weight();
      if (default_ && *default_ != *key_->weight) {
        document_.refuse(text_place_,
                         "another key 'weight' has another default, expected the same");
      }
      default_ = key_->weight;
    } else if (edge_.weighted) {
      document_.refuse(text_place_, "the edge has a second weight, expected one");
    } else {
      edge_.edge.weight = weight();
      edge_.weighted = true;
    }
  }

  [[nodiscard]] Distance weight() const {
    const std::string_view text = without_blanks(text_);
    if (text.empty()) {
      document_.refuse(text_place_, "the weight is missing, expected a number");
    }
    Scanner scanner(document_.name(), text, text_place_);
    scanner.next_line();
    const Distance weight = read_weight(scanner, scanner.word(), options_);
    scanner.end_line();
    return weight;
  }

  void end_edge() {
    if (!edge_.weighted) {
      edge_.edge.weight = default_.value_or(options_.weight);
      if (!default_) ++unweighted_;
    }
    add_edge(graph_.edges, edge_.edge);
    const Edge& edge = edge_.edge;
    if (!edge_.directed && edge.source != edge.destination) {
      add_edge(graph_.edges, {edge.destination, edge.source, edge.weight});
    }
    ++edges_;
  }

  /// The vertex of an id, which an edge may mention before its node is declared.
  std::size_t number(std::string_view id) {
    if (id.find_first_of("\r\n") != std::string_view::npos) {
      refuse(fmt::format("the id '{}' has a line break, expected none", shown(id)));
    }
    if (ids_.size() == static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max())) {
      refuse("there are too many nodes, expected at most 2147483647");
    }
    const auto vertex = static_cast<std::size_t>(ids_.number(id));
    if (vertex == declared_.size()) {
      declared_.push_back(false);
      mentions_.push_back(document_.place());
    }
    return vertex;
  }

  void require_declared() {
    const auto missing = std::find(declared_.begin(), declared_.end(), false);
    if (missing == declared_.end()) return;
    const auto vertex = static_cast<std::size_t>(missing - declared_.begin());
    document_.refuse(mentions_[vertex],
                     fmt::format("there is no node '{}', expected one", shown(ids_.name(vertex))));
  }

  void note_weights() {
    if (!options_.columns.empty()) return;
    std::vector<std::string> others;
    for (const auto& [id, key] : keys_) {
      if (!key.name.empty() && key.use == Use::kNone) others.push_back(key.name);
    }
    if (has_weight() && unweighted_ > 0) {
      graph_.losses.push_back(fmt::format("{} of {} edges have no weight and get {} (--weight)",
                                          unweighted_, edges_, options_.weight));
    }
    if (others.empty() || edges_ == 0) return;
    graph_.losses.push_back(fmt::format(
        "{}data of edges left out: {} (--columns source,target,NAME takes one for the weight)",
        has_weight() ? "" : fmt::format("every edge has weight {}, ", options_.weight),
        listed(others)));
  }

  /// Where the ids are 0 to V-1, in any order, they are the vertices, and no names are left.
  bool number_by_ids() {
    std::vector<std::int32_t> numbers;
    std::vector<bool> taken(graph_.vertices);
    numbers.reserve(graph_.vertices);
    for (const std::string& name : graph_.names) {
      const std::optional<std::size_t> number = whole_number_of(name);
      if (!number || *number >= graph_.vertices || taken[*number]) return false;
      taken[*number] = true;
      numbers.push_back(static_cast<std::int32_t>(*number));
    }
    for (Edge& edge : graph_.edges) {
      edge.source = numbers[static_cast<std::size_t>(edge.source)];
      edge.destination = numbers[static_cast<std::size_t>(edge.destination)];
    }
    graph_.names.clear();
    return true;
  }

  /// Where the ids are n0, n1, ... and the nodes' data "name" are different names, takes those.
  void name_by_data() {
    if (names_.size() != graph_.vertices) return;
    for (std::size_t vertex = 0; vertex < graph_.vertices; ++vertex) {
      if (graph_.names[vertex] != fmt::format("n{}", vertex)) return;
      if (names_[vertex].empty() || names_[vertex].find_first_of("\r\n") != std::string::npos) {
        return;
      }
    }
    std::vector<std::string_view> sorted(names_.begin(), names_.end());
    std::sort(sorted.begin(), sorted.end());
    if (std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end()) return;
    graph_.names.assign(names_.begin(), names_.end());
    graph_.notes.emplace_back("the names of vertices are the nodes' data 'name', not n0, n1, ...");
  }

  XmlDocument& document_;
  const ReadOptions& options_;
  EdgeGraph graph_;

  std::vector<Element> path_ = {Element::kDocument};  // of the open elements
  std::size_t skipped_ = 0;                           // open elements that are passed over
  std::map<std::string, Key> keys_;                   // by id
  std::optional<Distance> default_;                   // weight of an edge
  bool has_graph_ = false;
  bool directed_ = true;

  NameTable ids_;
  std::vector<bool> declared_;       // by vertex: whether its node came
  std::vector<TextPlace> mentions_;  // by vertex: where its id came first
  std::vector<std::string> names_;   // by vertex: its data "name"

  Key* key_ = nullptr;    // of the element that is open
  std::size_t node_ = 0;  // the same
  ReadEdge edge_;         // the same
  std::string text_;      // the same
  TextPlace text_place_;
  std::size_t edges_ = 0;
  std::size_t unweighted_ = 0;
};

}  // namespace

EdgeGraph read_graphml(Input& input, const ReadOptions& options) {
  XmlDocument document(input.name(), input.bytes());
  return GraphmlReader(document, options).read();
}

}  // namespace apsp::convert

// SPDX-License-Identifier: MIT
#include "tools/path/path_text.hpp"

#include "common/base/json.hpp"

namespace apsp::path {
namespace {

using convert::Text;
/// Puts the name of a vertex, or its number.
void put_vertex(Text& text, Form form, std::int32_t vertex, std::span<const std::string> names) {
  if (names.empty()) {
    text.number(vertex);
    return;
  }
  const std::string& name = names[static_cast<std::size_t>(vertex)];
  if (form == Form::kText) {
    text.put(name);
  } else if (form == Form::kCsv) {
    convert::put_csv_field(text, name);
  } else {
    text.put(Json(name).indented());
  }
}

void put_no_path(Text& text, const Pair& ends, std::span<const std::string> names) {
  text.put("no path from ");
  put_vertex(text, Form::kText, ends.source, names);
  text.put(" to ");
  put_vertex(text, Form::kText, ends.destination, names);
  text.put('\n');
}

void put_plain(Text& text, const Path& path, std::span<const std::string> names) {
  if (path.vertices.empty()) return put_no_path(text, path.ends, names);
  for (std::size_t n = 0; n < path.vertices.size(); ++n) {
    if (n > 0) text.put(" -> ");
    put_vertex(text, Form::kText, path.vertices[n], names);
  }
  text.put(", length ").number(path.distances.back()).put('\n');
}

void put_csv(Text& text, std::size_t number, const Path& path, std::span<const std::string> names) {
  const auto put_ends = [&] {
    text.number(static_cast<std::int64_t>(number)).put(',');
    put_vertex(text, Form::kCsv, path.ends.source, names);
    text.put(',');
    put_vertex(text, Form::kCsv, path.ends.destination, names);
    text.put(',');
  };
  if (path.vertices.empty()) {
    put_ends();
    text.put(",,\n");
  }
  for (std::size_t n = 0; n < path.vertices.size(); ++n) {
    put_ends();
    text.number(static_cast<std::int64_t>(n)).put(',');
    put_vertex(text, Form::kCsv, path.vertices[n], names);
    text.put(',').number(path.distances[n]).put('\n');
  }
}

void put_json(Text& text, const Path& path, std::span<const std::string> names) {
  text.put("{\"source\": ");
  put_vertex(text, Form::kJson, path.ends.source, names);
  text.put(", \"target\": ");
  put_vertex(text, Form::kJson, path.ends.destination, names);
  text.put(", \"length\": ");
  path.vertices.empty() ? text.put("null") : text.number(path.distances.back());
  text.put(", \"vertices\": [");
  for (std::size_t n = 0; n < path.vertices.size(); ++n) {
    if (n > 0) text.put(", ");
    put_vertex(text, Form::kJson, path.vertices[n], names);
  }
  text.put("], \"weights\": [");
  for (std::size_t n = 1; n < path.vertices.size(); ++n) {
    if (n > 1) text.put(", ");
    text.number(path.distances[n] - path.distances[n - 1]);
  }
  text.put("]}\n");
}

}  // namespace

void put_head(Text& text, Form form, bool lengths) {
  if (form != Form::kCsv) return;
  text.put(lengths ? "source,target,length\n" : "path,source,target,step,vertex,distance\n");
}

void put_answer(Text& text, Form form, std::size_t n, const Path& path,
                std::span<const std::string> names) {
  if (form == Form::kText) put_plain(text, path, names);
  if (form == Form::kCsv) put_csv(text, n, path, names);
  if (form == Form::kJson) put_json(text, path, names);
}

void put_answer(Text& text, Form form, std::size_t /*n*/, const Length& length,
                std::span<const std::string> names) {
  const auto put_ends = [&](std::string_view between) {
    put_vertex(text, form, length.ends.source, names);
    text.put(between);
    put_vertex(text, form, length.ends.destination, names);
  };
  if (form == Form::kText) {
    if (!length.length) return put_no_path(text, length.ends, names);
    put_ends(" -> ");
    text.put(", length ").number(*length.length).put('\n');
  } else if (form == Form::kCsv) {
    put_ends(",");
    text.put(',');
    if (length.length) text.number(*length.length);
    text.put('\n');
  } else {
    text.put("{\"source\": ");
    put_ends(", \"target\": ");
    text.put(", \"length\": ");
    length.length ? text.number(*length.length) : text.put("null");
    text.put("}\n");
  }
}

}  // namespace apsp::path

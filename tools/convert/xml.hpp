// SPDX-License-Identifier: MIT
// XML from strangers: no network, no entities of the document's own, no deep nesting.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "tools/convert/scanner.hpp"

namespace apsp::convert {

/// Whether a file that begins so is XML: by its declaration, a document type, a comment or the root
/// element of GraphML; in UTF-8 or UTF-16.
[[nodiscard]] inline bool is_xml(std::string_view bytes) {
  using namespace std::string_view_literals;
  if (bytes.starts_with("\xff\xfe<\0"sv) || bytes.starts_with("\xfe\xff\0<"sv)) return true;
  if (bytes.starts_with("\xef\xbb\xbf")) bytes.remove_prefix(3);
  bytes.remove_prefix(std::min(bytes.find_first_not_of(" \t\r\n"), bytes.size()));
  return bytes.starts_with("<?xml") || bytes.starts_with("<!") || bytes.starts_with("<graphml");
}

/// A start tag, valid while its handler runs.
class XmlElement {
 public:
  /// `name` is "namespace name" or "name"; `attributes` are pairs of name and value up to a null.
  XmlElement(std::string_view name, const char** attributes);

  [[nodiscard]] std::string_view space() const { return space_; }
  [[nodiscard]] std::string_view name() const { return name_; }  // without namespace and prefix

  /// The value of an attribute without a namespace.
  [[nodiscard]] std::optional<std::string_view> attribute(std::string_view name) const;

 private:
  std::string_view space_;
  std::string_view name_;
  const char** attributes_;
};

/// Receives the elements and the text between them, in UTF-8, in the order of the document.
class XmlHandler {
 public:
  XmlHandler() = default;
  virtual ~XmlHandler() = default;
  XmlHandler(const XmlHandler&) = delete;
  XmlHandler& operator=(const XmlHandler&) = delete;

  virtual void start(const XmlElement& element) = 0;
  virtual void end() = 0;
  virtual void text(std::string_view chunk) = 0;  // a text may come in several chunks
};

/// A document, whose bytes must outlive it; by expat.
class XmlDocument {
 public:
  XmlDocument(std::string name, std::string_view bytes);
  ~XmlDocument();
  XmlDocument(const XmlDocument&) = delete;
  XmlDocument& operator=(const XmlDocument&) = delete;

  /// Parses all of it, once. Passes on what the handler throws. Throws Error(kInput) with line and
  /// column for what is not well-formed, a document type with declarations of its own, entities
  /// other than XML's five, and elements nested deeper than 1000. O(bytes) time.
  void parse(XmlHandler& handler);

  /// The place of what the handler was called for last.
  [[nodiscard]] TextPlace place() const;

  /// Throws Error(kInput) with a place.
  [[noreturn]] void refuse(const TextPlace& place, const std::string& what) const;

  [[nodiscard]] const std::string& name() const;

 private:
  class Parser;
  std::unique_ptr<Parser> parser_;
};

}  // namespace apsp::convert

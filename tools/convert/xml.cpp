// SPDX-License-Identifier: MIT
#include "tools/convert/xml.hpp"

#include <expat.h>
#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <exception>
#include <utility>

#include "common/base/error.hpp"

namespace apsp::convert {
namespace {

/// Bytes that expat gets at a time: it copies them, and scans an unfinished token again each time.
constexpr std::size_t kParsedAtOnce = std::size_t{1} << 24;

/// Expat keeps a hundred times the bytes of an open tag.
constexpr std::size_t kMostDepth = 1000;

constexpr char kSeparator = ' ';  // of a namespace and a name

/// The place of the last event. Expat 2.9 deprecates the functions that older ones have alone.
template <typename Parser>
TextPlace place_of(Parser* parser) {
  if constexpr (requires { XML_GetCurrentLineNumber64(parser); }) {
    return {XML_GetCurrentLineNumber64(parser), XML_GetCurrentColumnNumber64(parser) + 1};
  } else {
    return {XML_GetCurrentLineNumber(parser), XML_GetCurrentColumnNumber(parser) + 1};
  }
}

}  // namespace

XmlElement::XmlElement(std::string_view name, const char** attributes)
    : name_(name), attributes_(attributes) {
  const std::size_t separator = name.rfind(kSeparator);
  if (separator == std::string_view::npos) return;
  space_ = name.substr(0, separator);
  name_ = name.substr(separator + 1);
}

std::optional<std::string_view> XmlElement::attribute(std::string_view name) const {
  for (const char** pair = attributes_; *pair != nullptr; pair += 2) {
    if (pair[0] == name) return pair[1];
  }
  return std::nullopt;
}

/// Expat's callbacks are called from C, through which no exception may pass: the first one is kept
/// until expat has stopped.
class XmlDocument::Parser {
 public:
  Parser(std::string name, std::string_view bytes)
      : name_(std::move(name)), bytes_(bytes), expat_(::XML_ParserCreateNS(nullptr, kSeparator)) {
    if (expat_ == nullptr) throw Error(Fault::kMemory, "expat: not enough memory");
    ::XML_SetUserData(expat_, this);
    ::XML_SetElementHandler(expat_, on_start, on_end);
    ::XML_SetCharacterDataHandler(expat_, on_text);
    ::XML_SetStartDoctypeDeclHandler(expat_, on_document_type);
  }
  ~Parser() { ::XML_ParserFree(expat_); }
  Parser(const Parser&) = delete;
  Parser& operator=(const Parser&) = delete;

  void parse(XmlHandler& handler) {
    handler_ = &handler;
    for (std::size_t at = 0;;) {
      const std::size_t size = std::min(kParsedAtOnce, bytes_.size() - at);
      const bool last = at + size == bytes_.size();
      const XML_Status status =
          ::XML_Parse(expat_, bytes_.data() + at, static_cast<int>(size), last ? 1 : 0);
      if (failure_) std::rethrow_exception(failure_);
      if (status == XML_STATUS_ERROR) refuse_malformed();
      if (last) return;
      at += size;
    }
  }

  [[nodiscard]] TextPlace place() const { return place_of(expat_); }

  [[noreturn]] void refuse(const TextPlace& place, const std::string& what) const {
    throw Error(Fault::kInput,
                fmt::format("{}: line {}, column {}: {}", name_, place.line, place.column, what));
  }

  [[nodiscard]] const std::string& name() const { return name_; }

 private:
  [[noreturn]] void refuse_malformed() const {
    const XML_Error error = ::XML_GetErrorCode(expat_);
    if (error == XML_ERROR_NO_MEMORY) throw Error(Fault::kMemory, "expat: not enough memory");
    refuse(place(), fmt::format("{}, expected well-formed XML", ::XML_ErrorString(error)));
  }

  template <typename Body>
  static void guard(void* user, Body body) {
    auto& parser = *static_cast<Parser*>(user);
    if (parser.failure_) return;
    try {
      body(parser);
    } catch (...) {
      parser.failure_ = std::current_exception();
      ::XML_StopParser(parser.expat_, XML_FALSE);
    }
  }

  static void XMLCALL on_start(void* user, const XML_Char* name, const XML_Char** attributes) {
    guard(user, [&](Parser& parser) {
      if (++parser.depth_ > kMostDepth) {
        parser.refuse(parser.place(),
                      fmt::format("elements are nested deeper than {}, expected a flat document",
                                  kMostDepth));
      }
      parser.handler_->start(XmlElement(name, attributes));
    });
  }

  static void XMLCALL on_end(void* user, const XML_Char*) {
    guard(user, [](Parser& parser) {
      --parser.depth_;
      parser.handler_->end();
    });
  }

  static void XMLCALL on_text(void* user, const XML_Char* text, int size) {
    guard(user, [&](Parser& parser) {
      parser.handler_->text({text, static_cast<std::size_t>(size)});
    });
  }

  static void XMLCALL on_document_type(void* user, const XML_Char*, const XML_Char*,
                                       const XML_Char*, int has_declarations) {
    guard(user, [&](Parser& parser) {
      if (has_declarations != 0) {
        parser.refuse(parser.place(),
                      "the document type has declarations of its own, expected none: entities and "
                      "defaults are not expanded");
      }
      parser.refuse_entities();
    });
  }

  /// With a document type elsewhere, which is never read, expat drops unknown entities in silence.
  void refuse_entities() const {
    constexpr std::array<std::string_view, 6> kKnown = {"amp;",  "lt;",   "gt;",
                                                        "quot;", "apos;", "#"};
    for (std::size_t at = bytes_.find('&'); at != std::string_view::npos;
         at = bytes_.find('&', at + 1)) {
      const std::string_view entity = bytes_.substr(at + 1, 5);
      if (std::any_of(kKnown.begin(), kKnown.end(),
                      [&](std::string_view known) { return entity.starts_with(known); })) {
        continue;
      }
      const std::string_view before = bytes_.substr(0, at);
      const auto lines = static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n'));
      const std::size_t line_start = before.rfind('\n') + 1;  // npos + 1 is 0
      refuse({lines + 1, at - line_start + 1},
             "found an entity of the document type, expected only &amp; &lt; &gt; &quot; &apos;");
    }
  }

  std::string name_;
  std::string_view bytes_;
  XML_Parser expat_;
  XmlHandler* handler_ = nullptr;
  std::exception_ptr failure_;
  std::size_t depth_ = 0;
};

XmlDocument::XmlDocument(std::string name, std::string_view bytes)
    : parser_(std::make_unique<Parser>(std::move(name), bytes)) {}

XmlDocument::~XmlDocument() = default;

void XmlDocument::parse(XmlHandler& handler) {
  parser_->parse(handler);
}

TextPlace XmlDocument::place() const {
  return parser_->place();
}

void XmlDocument::refuse(const TextPlace& place, const std::string& what) const {
  parser_->refuse(place, what);
}

const std::string& XmlDocument::name() const {
  return parser_->name();
}

}  // namespace apsp::convert

// SPDX-License-Identifier: MIT
// The distance file: read, shown in a window as text and as a NumPy array, converted whole.
#include <array>
#include <cstring>

#include "common/io/distance_file.hpp"
#include "fuzz/scratch_folder.hpp"
#include "fuzz/target.hpp"
#include "tools/convert/format.hpp"
#include "tools/convert/npy_header.hpp"
#include "tools/show/show.hpp"

namespace apsp::fuzz {
namespace {

/// V where the number of bytes is 4 V V.
std::optional<std::size_t> vertices_of(std::size_t bytes) {
  std::size_t vertices = 0;
  while (4 * vertices * vertices < bytes) ++vertices;
  if (4 * vertices * vertices != bytes) return std::nullopt;
  return vertices;
}

/// A bound of a window, inside the file or beyond its end, or missing.
std::optional<std::size_t> pick_bound(Choices& choices) {
  constexpr std::size_t kNone = 16;
  const std::size_t picked = choices.pick(kNone + 1);
  return picked == kNone ? std::nullopt : std::optional(picked);
}

void require_shown(const show::Request& request, std::size_t vertices) {
  const std::size_t rows = request.rows->of(vertices, "", "").size();
  const std::size_t columns = request.columns->of(vertices, "", "").size();
  const std::string shown = scratch_folder().read("shown");
  if (request.form == show::Form::kNpy) {
    require(shown.size() == convert::npy_header(rows, columns).size() + 4 * rows * columns,
            "an array has as many entries as its window");
    return;
  }
  const auto count = [&](char c) {
    return static_cast<std::size_t>(std::count(shown.begin(), shown.end(), c));
  };
  const char between = request.form == show::Form::kCsv ? ',' : ' ';
  require(count('\n') == rows, "there is a line for each row of the window");
  require(count(between) == rows * (columns > 0 ? columns - 1 : 0),
          "there is an entry for each column of the window");
}

void require_converted(const std::string& path, std::string_view bytes, std::size_t vertices) {
  convert::write_distances_npy(DistanceFile(path), {scratch_folder() / "array"});
  require(scratch_folder().read("array") == convert::npy_header(vertices, vertices).append(bytes),
          "an array of distances is a header and the file's bytes");
}

}  // namespace
}  // namespace apsp::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace apsp;
  fuzz::Choices choices(data, size);
  const bool whole = choices.flip();
  show::Request request;
  request.kind = show::Kind::kDistances;
  request.form = std::array{show::Form::kText, show::Form::kCsv, show::Form::kNpy}[choices.pick(3)];
  request.rows = {fuzz::pick_bound(choices), fuzz::pick_bound(choices)};
  request.columns = {fuzz::pick_bound(choices), fuzz::pick_bound(choices)};
  request.input = fuzz::put_file("distances", choices.rest());
  request.output = fuzz::scratch_folder() / "shown";

  const std::string_view bytes(reinterpret_cast<const char*>(data), choices.rest().size());
  const std::optional<std::size_t> vertices = fuzz::vertices_of(bytes.size());
  const auto refused = fuzz::error_of({Fault::kInput}, [&] {
    const DistanceFile file(request.input);
    fuzz::require(file.columns() == vertices, "V is the root of a fourth of the size");
    fuzz::require(std::memcmp(file.all().data(), bytes.data(), bytes.size()) == 0,
                  "the rows are the file's bytes");
  });
  fuzz::require(refused.has_value() != vertices.has_value(),
                "4 V V bytes are taken, and no others");
  if (refused) {
    fuzz::require_readable(refused->what());
    return 0;
  }
  if (whole) {
    fuzz::require_converted(request.input, bytes, *vertices);
    return 0;
  }
  const auto outside = fuzz::error_of({Fault::kUsage}, [&] { (void)show::show(request); });
  if (outside) {
    fuzz::require_readable(outside->what());
  } else {
    fuzz::require_shown(request, *vertices);
  }
  return 0;
}

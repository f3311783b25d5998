// SPDX-License-Identifier: MIT
// Compressed input, at once and step by step: the same content, or the same refusal.
#include <algorithm>
#include <array>

#include "fuzz/target.hpp"
#include "tools/convert/format.hpp"

namespace apsp::fuzz {
namespace {

// A few bytes may hold very many: what is asked for is enough to see members and blocks end.
constexpr std::uint64_t kMost = std::uint64_t{1} << 18;

/// The content up to `most` bytes, read in steps of this size; nothing where it is refused.
std::optional<std::string> content_of(std::string_view bytes, std::uint64_t step,
                                      std::uint64_t most) {
  convert::Input input("input", bytes);
  std::string content;
  const auto refused = error_of({Fault::kInput}, [&] {
    for (std::uint64_t size = std::min(step, most);; size = std::min(size + step, most)) {
      const std::string_view now = input.bytes_up_to(size);
      require(now.starts_with(content), "bytes that were read stay as they were");
      content = now;
      if (size == most || now.size() < size) return;
    }
  });
  if (!refused) return content;
  require_readable(refused->what());
  return std::nullopt;
}

}  // namespace
}  // namespace apsp::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace apsp;
  fuzz::Choices choices(data, size);
  constexpr std::array<std::uint64_t, 4> kSteps = {1, 13, 4096, 100000};
  const std::uint64_t step = kSteps[choices.pick(kSteps.size())];
  const fuzz::Bytes bytes(choices.rest());
  const std::uint64_t most = std::min<std::uint64_t>(fuzz::kMost, 100 * step);
  fuzz::require(
      fuzz::content_of(bytes.text(), most, most) == fuzz::content_of(bytes.text(), step, most),
      "the steps make no difference");
  return 0;
}

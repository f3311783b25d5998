// SPDX-License-Identifier: MIT
#include "labs/floyd_warshall/solver_rounds.hpp"

#include <algorithm>

#include "common/gpu/product/product.hpp"
#include "common/gpu/product/word.hpp"
#include "labs/common/launch.hpp"
#include "labs/common/operands.hpp"

namespace apsp::labs {
namespace {

using gpu::kPivot;

static_assert(gpu::kBlockRows == kPivot && gpu::kBlockWords == kPivot, "a tile is a pivot in s32");
static_assert(gpu::S32::kInfinite == MinPlus::kZero);

constexpr std::size_t kTileWords = std::size_t{kPivot} * kPivot;

void copy(std::uint32_t* to, const std::uint32_t* from, std::size_t words) {
  gpu::check(cudaMemcpyAsync(to, from, words * sizeof(std::uint32_t), cudaMemcpyDeviceToDevice),
             "copy rows");
}

}  // namespace

SolverRounds::SolverRounds(const std::vector<int>& devices, std::size_t n,
                           const std::vector<int>& start)
    : n_(n), tiles_(blocks_for(n, kPivot)), pitch_(tiles_ * kPivot) {
  if (devices.size() > 1) enable_peers();
  const auto words = resized<std::uint32_t>(start, n, pitch_);
  std::size_t first = 0;
  for (const int device : devices) {
    select_device(device);
    const std::size_t end = tiles_ * (parts_.size() + 1) / devices.size();
    const std::size_t panel = kPivot * pitch_;
    const std::vector<std::uint32_t> own(words.begin() + first * panel,
                                         words.begin() + end * panel);
    parts_.push_back({device, first, end - first, to_device(own),
                      gpu::allocate_device<std::uint32_t>(own.size()),
                      gpu::allocate_device<std::uint32_t>(panel),
                      gpu::allocate_device<std::uint32_t>((end - first) * kTileWords),
                      gpu::allocate_device<std::uint32_t>(kTileWords)});
    first = end;
  }
  select_device(devices.front());
}

void SolverRounds::close_row_panel(const Part& part, std::size_t round) const {
  select_device(part.device);
  std::uint32_t* const rows = part.rows.get() + (round - part.first) * kPivot * pitch_;
  gpu::close<gpu::S32>({rows + round * kPivot, pitch_, part.pivot.get()}, nullptr);
  copy(part.row_panel.get(), rows, kPivot * pitch_);
  gpu::product<gpu::S32>({part.row_panel.get(), pitch_, 1, tiles_},
                         {part.pivot.get(), kTileWords, 1, kPivot}, {rows, pitch_, 1, tiles_},
                         nullptr);
}

/// The row panel is closed, and so is the pivot in it. The pivot's own rows are computed once more:
/// they become what the row panel is.
void SolverRounds::relax_rows(const Part& part, std::size_t round) const {
  select_device(part.device);
  const gpu::Tiles<gpu::S32> rows{part.rows.get(), pitch_, part.count, tiles_};
  const gpu::PackedTiles<gpu::S32> left{part.column_panel.get(), kTileWords, part.count, kPivot};
  const std::size_t column = round * kPivot;
  gpu::pack<gpu::S32>(rows, column, left, nullptr);
  gpu::product<gpu::S32>({rows.words + column, pitch_, part.count, 1}, left,
                         {part.row_panel.get() + column, pitch_, 1, 1}, nullptr);
  gpu::pack<gpu::S32>(rows, column, left, nullptr);
  gpu::product<gpu::S32>(rows, left, {part.row_panel.get(), pitch_, 1, tiles_}, nullptr);
}

void SolverRounds::enqueue() {
  if (tiles_ == 0) return;
  for (const Part& part : parts_) {
    select_device(part.device);
    copy(part.rows.get(), part.start.get(), part.count * kPivot * pitch_);
  }
  const Part& first = parts_.front();
  const Part& last = parts_.back();
  const auto send_panel = [&](const Part& from, const Part& to) {
    gpu::check(cudaMemcpyPeer(to.row_panel.get(), to.device, from.row_panel.get(), from.device,
                              kPivot * pitch_ * sizeof(std::uint32_t)),
               "send the row panel");
  };
  for (std::size_t round = 0; round < tiles_; ++round) {
    const Part& owner = round < last.first ? first : last;
    close_row_panel(owner, round);
    if (parts_.size() > 1) send_panel(owner, &owner == &first ? last : first);
    for (const Part& part : parts_) relax_rows(part, round);
  }
  if (parts_.size() > 1) send_panel(last, first);  // waits for both
  select_device(first.device);
}

std::vector<int> SolverRounds::result() const {
  std::vector<std::uint32_t> words;
  for (const Part& part : parts_) {
    select_device(part.device);
    const auto own = to_host(part.rows.get(), part.count * kPivot * pitch_);
    words.insert(words.end(), own.begin(), own.end());
  }
  select_device(parts_.front().device);
  return resized<int>(words, pitch_, n_);
}

}  // namespace apsp::labs

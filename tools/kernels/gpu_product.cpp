// SPDX-License-Identifier: MIT
#include <memory>

#include "common/gpu/product/product.hpp"
#include "tools/kernels/gpu_checks.hpp"

namespace apsp::kernels {
namespace {

/// One macro-tile of product_tiles: its shape, its input and the result expected.
template <class Word>
struct TileCase {
  using Element = Number<Word>;
  static constexpr std::size_t kColumns = std::size_t{kBlockWords} * Word::kElements;
  static constexpr std::size_t kGroup = kColumns / 2;

  explicit TileCase(Values<Word>& values)
      : pitch(kColumns * (1 + values.below(2))),
        depth(kPivot * (1 + values.below(2))),
        store_groups(static_cast<unsigned>(values.below(4))),
        // In s32 both groups are one pivot's columns.
        pack_groups(
            static_cast<unsigned>(Word::kElements == 2 ? values.below(4) : 3 * values.below(2))),
        copies(values.below(2) == 0),
        a(random_matrix(values, kBlockRows, depth, Operand::kA)),
        b(random_matrix(values, depth, pitch, Operand::kB)),
        c(random_matrix(values, kBlockRows, pitch, Operand::kC)),
        left(plain<Element>(a, depth, kBlockRows, 0, depth)),
        product(plain<Element>(c, pitch, kBlockRows, 0, kColumns)) {
    multiply(product, left, plain<Element>(b, pitch, depth, 0, kColumns));
  }

  std::size_t pitch;  // elements
  std::size_t depth;
  unsigned store_groups;
  unsigned pack_groups;
  bool copies;
  std::vector<Element> a, b, c;
  Plain left, product;
};

/// The operands of a TileCase, guarded, here and on the device.
template <class Word>
class TileOnDevice {
 public:
  using Element = Number<Word>;
  using Case = TileCase<Word>;

  TileOnDevice(const Case& tile, std::byte guard)
      : tile_(tile),
        steps_(tile.pack_groups == 3 ? Case::kColumns : Case::kGroup),
        a_("packed a", tile.depth * kBlockRows, guard, kBlockRows),
        b_("b", tile.b.size(), guard, tile.pitch),
        c_("c", tile.c.size(), guard, tile.pitch),
        copy_("copy of c", tile.c.size(), guard, tile.pitch),
        packed_("packed c", steps_ * kBlockRows, guard, kBlockRows) {
    pack<Word>(tile.left, 0, tile.depth, tile.depth, {a_.data(), a_.size()});
    b_.assign(tile.b);
    c_.assign(tile.c);
    a_before_ = a_.contents();
    on_device_ = std::make_unique<OnDevices>(a_, b_, c_, copy_, packed_);
  }

  [[nodiscard]] gpu::TileOperands<Word> operands() {
    gpu::TileOperands<Word> tile{};
    tile.a = on_device_->a.data();
    tile.b = on_device_->b.words();
    tile.c = on_device_->c.words();
    tile.packed = tile_.pack_groups != 0 ? on_device_->packed.data() : nullptr;
    tile.copy = tile_.copies ? on_device_->copy.words() : nullptr;
    tile.pitch = static_cast<std::uint32_t>(tile_.pitch / Word::kElements);
    tile.b_pitch = tile.pitch;
    tile.depth = static_cast<int>(tile_.depth);
    tile.store_groups = tile_.store_groups;
    tile.pack_groups = tile_.pack_groups;
    return tile;
  }

  void require() {
    std::vector<Element> expected_c = tile_.c;
    std::vector<Element> expected_copy = copy_.contents();
    for (std::size_t i = 0; i < kBlockRows; ++i) {
      for (std::size_t j = 0; j < Case::kColumns; ++j) {
        const auto element = from_plain<Element>(tile_.product.row(i)[j]);
        const std::size_t at = i * tile_.pitch + j;
        if ((tile_.store_groups >> (j / Case::kGroup) & 1u) != 0) expected_c[at] = element;
        if (tile_.copies) expected_copy[at] = element;
      }
    }
    std::vector<typename Word::Bits> expected_packed = packed_.contents();
    if (tile_.pack_groups != 0) {
      pack<Word>(tile_.product, tile_.pack_groups == 2 ? Case::kGroup : 0, steps_, steps_,
                 expected_packed);
    }
    on_device_->download();
    c_.require(expected_c);
    copy_.require(expected_copy);
    packed_.require(expected_packed);
    a_.require(a_before_);
    b_.require(tile_.b);
  }

 private:
  struct OnDevices {
    OnDevices(Guarded<typename Word::Bits>& host_a, Guarded<Element>& host_b,
              Guarded<Element>& host_c, Guarded<Element>& host_copy,
              Guarded<typename Word::Bits>& host_packed)
        : a(host_a), b(host_b), c(host_c), copy(host_copy), packed(host_packed) {}
    void download() {
      a.download();
      b.download();
      c.download();
      copy.download();
      packed.download();
    }
    OnDevice<typename Word::Bits> a;
    OnDevice<Element> b, c, copy;
    OnDevice<typename Word::Bits> packed;
  };

  const Case& tile_;
  std::size_t steps_;
  Guarded<typename Word::Bits> a_;
  Guarded<Element> b_, c_, copy_;
  Guarded<typename Word::Bits> packed_;
  std::vector<typename Word::Bits> a_before_;
  std::unique_ptr<OnDevices> on_device_;
};

/// The product of all held rows, but for the kept rows and columns of `before`.
template <typename Element>
std::vector<Element> expected_product(const std::vector<Element>& before, const Plain& product,
                                      const gpu::Kept& kept) {
  std::vector<Element> expected = before;
  const auto is_kept = [&](std::size_t block) {
    return kept.first.contains(block) || kept.second.contains(block);
  };
  for (std::size_t i = 0; i < product.rows; ++i) {
    for (std::size_t j = 0; j < product.columns; ++j) {
      if (is_kept(kept.first_row + i / kPivot) || is_kept(j / kPivot)) continue;
      expected[i * product.columns + j] = from_plain<Element>(product.row(i)[j]);
    }
  }
  return expected;
}

}  // namespace

template <class Word>
void check_tiles(Values<Word>& values) {
  std::vector<TileCase<Word>> cases;
  const std::size_t count = 1 + values.below(gpu::kMostTiles);
  for (std::size_t n = 0; n < count; ++n) cases.emplace_back(values);
  for (const std::byte guard : kGuards) {
    std::vector<std::unique_ptr<TileOnDevice<Word>>> tiles;
    std::vector<gpu::TileOperands<Word>> operands;
    for (const TileCase<Word>& tile : cases) {
      tiles.push_back(std::make_unique<TileOnDevice<Word>>(tile, guard));
      operands.push_back(tiles.back()->operands());
    }
    gpu::product_tiles<Word>(operands, nullptr);
    for (const auto& tile : tiles) tile->require();
  }
}

template <class Word>
void check_product(Values<Word>& values) {
  using Element = Number<Word>;
  const Layout layout = random_layout<Word>(values, 700);
  const Schedule schedule = layout.schedule();
  gpu::Kept kept;
  BlockRange pivot = schedule.pivot(values.below(schedule.rounds()));
  if (values.below(3) != 0) {
    const std::size_t round = values.below(schedule.rounds());
    pivot = schedule.pivot(round);
    kept = {pivot, schedule.pivot(round + 1), layout.held.begin};
  }
  const std::size_t steps = pivot.size() * kPivot;
  const std::size_t rows = layout.held_rows();
  const std::size_t pitch = pitch_of(layout);

  const auto a = random_matrix(values, rows, steps, Operand::kA);
  const auto b = random_matrix(values, steps, pitch, Operand::kB);
  const auto matrix = random_matrix(values, rows, pitch, Operand::kC);
  const Plain left = plain<Element>(a, steps, rows, 0, steps);
  Plain product = plain<Element>(matrix, pitch, rows, 0, pitch);
  multiply(product, left, plain<Element>(b, pitch, steps, 0, pitch));
  const auto expected = expected_product(matrix, product, kept);

  for (const std::byte guard : kGuards) {
    Guarded<Element> held("c", matrix.size(), guard, pitch);
    Guarded<Element> right("b", b.size(), guard, pitch);
    Guarded<typename Word::Bits> packed("packed a", layout.column_panel_words(), guard, kBlockRows);
    held.assign(matrix);
    right.assign(b);
    pack<Word>(left, 0, steps, static_cast<std::size_t>(layout.depth()),
               {packed.data(), packed.size()});
    const std::vector<typename Word::Bits> packed_before = packed.contents();
    OnDevice device_held(held);
    OnDevice device_right(right);
    OnDevice device_packed(packed);
    gpu::product<Word>(
        {device_held.words(), layout.pitch(), layout.held.size(), layout.column_blocks()},
        {device_packed.data(), layout.panel_block_words(), layout.held.size(),
         static_cast<int>(steps)},
        {device_right.words(), layout.pitch(), pivot.size(), layout.column_blocks()}, nullptr,
        kept);
    device_held.download();
    device_right.download();
    device_packed.download();
    held.require(expected);
    right.require(b);
    packed.require(packed_before);
  }
}

template <class Word>
void check_pack(Values<Word>& values) {
  using Element = Number<Word>;
  const Layout layout = random_layout<Word>(values, 700);
  const Schedule schedule = layout.schedule();
  const BlockRange pivot = schedule.pivot(values.below(schedule.rounds()));
  const std::size_t steps = pivot.size() * kPivot;
  const std::size_t pitch = pitch_of(layout);
  const auto matrix = random_matrix(values, layout.held_rows(), pitch, Operand::kA);
  const Plain columns =
      plain<Element>(matrix, pitch, layout.held_rows(), pivot.begin * kPivot, steps);
  for (const std::byte guard : kGuards) {
    Guarded<Element> held("matrix", matrix.size(), guard, pitch);
    Guarded<typename Word::Bits> packed("packed", layout.column_panel_words(), guard, kBlockRows);
    held.assign(matrix);
    std::vector<typename Word::Bits> expected = packed.contents();
    pack<Word>(columns, 0, steps, static_cast<std::size_t>(layout.depth()), expected);
    OnDevice device_held(held);
    OnDevice device_packed(packed);
    gpu::pack<Word>(
        {device_held.words(), layout.pitch(), layout.held.size(), layout.column_blocks()},
        pivot.begin * kPivot,
        {device_packed.data(), layout.panel_block_words(), layout.held.size(),
         static_cast<int>(steps)},
        nullptr);
    device_held.download();
    device_packed.download();
    packed.require(expected);
    held.require(matrix);
  }
}

template <class Word>
double timed_product_relaxes() {
  const Layout layout = timed_layout<Word>();
  const auto side = static_cast<double>(layout.row_blocks() - 2) * kPivot;  // without pivots
  const auto width = static_cast<double>(pitch_of(layout)) - 2.0 * kPivot;
  return side * width * kPivot;
}

template <class Word>
double time_product() {
  const Layout layout = timed_layout<Word>();
  const std::size_t rows = layout.held.size();
  const std::size_t columns = layout.column_blocks();
  const auto matrix = zeroed<Word>(layout.matrix_words());
  const auto panel = zeroed<Word>(layout.column_panel_words());
  const auto right = zeroed<Word>(layout.row_panel_words());
  return best_device_seconds([&] {
    gpu::product<Word>({matrix.get(), layout.pitch(), rows, columns},
                       {panel.get(), layout.panel_block_words(), rows, layout.depth()},
                       {right.get(), layout.pitch(), 1, columns}, nullptr, {{0, 1}, {1, 2}, 0});
  });
}

#define APSP_INSTANTIATE(Word)                      \
  template void check_tiles<Word>(Values<Word>&);   \
  template void check_product<Word>(Values<Word>&); \
  template void check_pack<Word>(Values<Word>&);    \
  template double timed_product_relaxes<Word>();    \
  template double time_product<Word>();
APSP_INSTANTIATE(gpu::S32)
APSP_INSTANTIATE(gpu::U16x2)
APSP_INSTANTIATE(gpu::F32)
APSP_INSTANTIATE(gpu::F64)
#undef APSP_INSTANTIATE

}  // namespace apsp::kernels

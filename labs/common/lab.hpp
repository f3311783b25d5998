// SPDX-License-Identifier: MIT
// The frame of every lab: options, limits of the device, check before time, one table.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace apsp {
class OptionParser;
}

namespace apsp::labs {

/// The rate that a step cannot pass, measured on the same device in the same run.
struct Limit {
  std::string name;       // "copy": a heading of the table
  std::string unit;       // "GB/s"
  double scale = 1;       // units of work in one unit of the table: 1e9
  double per_second = 0;  // work a second
};

/// One row of the table.
struct Step {
  std::string name;
  double work = 0;                // units of the limit that the step must do: bytes, operations
  std::function<void()> enqueue;  // on the default stream; the same result each time
  std::function<void()> check;    // throws Error(kInternal) where that result is wrong
};

/// The run of a lab's program: its options, its device and its table.
class Session {
 public:
  struct Options {
    bool check_only = false;
    int repeats = 9;
    std::vector<std::size_t> sizes;
  };

  explicit Session(const Options& options);

  /// The number of the device, which is current.
  [[nodiscard]] int device() const { return device_; }
  /// Whether steps may take devices 0 and 1; if not, prints that `step` is left out.
  [[nodiscard]] bool has_pair(const std::string& step) const;

  /// A copy inside the device, its bytes counted both ways.
  [[nodiscard]] const Limit& copy();
  /// Fused multiply-adds of floats in registers.
  [[nodiscard]] const Limit& multiply_adds();
  /// Relaxations min(c, a + b) of 32-bit integers in registers.
  [[nodiscard]] const Limit& relaxations();

  /// Prints the head of a table: `title`, the device, the limit. `footprint` is the number of bytes
  /// that a step touches: where the device's L2 cache holds them, a note says so.
  void head(const std::string& title, const Limit& limit, std::size_t footprint);

  /// Runs the step once and checks it; then times it, unless --check-only, and prints its row.
  void row(const Step& step);

 private:
  Options options_;
  int device_ = 0;
  std::size_t cache_ = 0;  // bytes of L2
  Limit limit_;            // of the table
  std::optional<Limit> copy_;
  std::optional<Limit> multiply_adds_;
  std::optional<Limit> relaxations_;
};

/// The parts in which the programs of the labs differ.
struct Lab {
  std::string name;                                // "lab-reduction"
  std::string summary;                             // one line
  std::string size;                                // what a number of --sizes is: "elements"
  std::vector<std::size_t> sizes;                  // where --sizes is not given
  std::size_t largest;                             // that --sizes takes
  std::function<void(OptionParser&)> add_options;  // of its own; may be empty
  std::function<void(Session&, std::size_t)> run;  // on one size
};

/// Runs a lab's command line from the first option to the exit code, as main() returns it. Exit
/// codes are those of hw3-2: 6 without a device, 1 where a result is wrong.
[[nodiscard]] int run_lab(int argc, char** argv, const Lab& lab);

/// Seconds that one run of `enqueue` takes: the median of `repeats` measurements by events. Each
/// measurement holds as many runs as take about a millisecond, so that launches overlap.
[[nodiscard]] double median_seconds(const std::function<void()>& enqueue, int repeats);

}  // namespace apsp::labs

// SPDX-License-Identifier: MIT
#include "common/app/progress.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string_view>

#include "common/app/terminal.hpp"
#include "common/base/signal_cleanup.hpp"

namespace apsp {
namespace {

constexpr double kSecondsBetweenDraws = 0.1;
constexpr int kWidestBar = 40;
constexpr int kNarrowestBar = 10;

/// Hours, minutes and seconds: "0:42" or "1:02:03".
std::string format_time(double seconds) {
  // A first guess from little work may be beyond all measure.
  const auto whole = static_cast<std::int64_t>(std::ceil(std::min(seconds, 1e9)));
  const std::int64_t minutes = whole / 60;
  if (minutes < 60) {
    return fmt::format("{}:{:02}", minutes, whole % 60);
  }
  return fmt::format("{}:{:02}:{:02}", minutes / 60, minutes % 60, whole % 60);
}

}  // namespace

std::string progress_line(std::int64_t done, std::int64_t total, double seconds, int columns) {
  const double part = static_cast<double>(done) / static_cast<double>(total);
  std::string numbers = fmt::format("{:3.0f} %", std::floor(100 * part));
  if (done > 0) {
    numbers += fmt::format("  {} left", format_time(seconds * (1 - part) / part));
  }
  const int bar = std::min(kWidestBar, columns - static_cast<int>(numbers.size()) - 4);
  if (bar < kNarrowestBar) {
    return numbers.substr(0, static_cast<std::size_t>(std::max(columns, 0)));
  }
  const int filled = static_cast<int>(part * bar);
  return fmt::format("[{:#<{}}{: <{}}] {}", "", filled, "", bar - filled, numbers);
}

void Progress::advance(std::int64_t done, std::int64_t total, double seconds) {
  if (!enabled_ || total <= 0) {
    return;
  }
  if (done < last_done_) {
    began_ = seconds;
  }
  last_done_ = done;
  if (seconds < next_draw_ || seconds <= began_) {
    return;
  }
  next_draw_ = seconds + kSecondsBetweenDraws;
  drawn_ = true;
  erase_line_on_signal(fileno(terminal_));
  // One column stays free: some terminals wrap after the last. \x1b[K erases to the line's end.
  const std::string line =
      progress_line(done, total, seconds - began_, terminal_columns(terminal_) - 1);
  std::fputs(fmt::format("\r{}\x1b[K", line).c_str(), terminal_);
  std::fflush(terminal_);
}

void Progress::clear() {
  if (drawn_) {
    drawn_ = false;
    std::fputs("\r\x1b[K", terminal_);
    std::fflush(terminal_);
    erase_line_on_signal(-1);
  }
}

bool wants_progress(std::FILE* stream) {
  const char* term = std::getenv("TERM");
  return isatty(fileno(stream)) != 0 && (term == nullptr || std::string_view(term) != "dumb");
}

}  // namespace apsp

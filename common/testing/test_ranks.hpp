// SPDX-License-Identifier: MIT
// Ranks that are threads of one process.
#pragma once

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdio>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/error.hpp"
#include "common/ranks/ranks.hpp"

namespace apsp::test {

/// After which others will not come.
inline constexpr std::chrono::seconds kPatience{60};

/// Rows that meet: the n-th transfer that every party begins.
class Meetings {
 public:
  explicit Meetings(std::size_t parties) : parties_(parties) {}

  /// A party comes with its rows. Those of `root` are copied to the others' when all are there.
  void come(std::size_t meeting, std::span<std::byte> rows, bool root) {
    const std::lock_guard lock(mutex_);
    Meeting& here = meetings_[meeting];
    here.rows.push_back(rows);
    if (root) here.from = rows;
    if (here.rows.size() < parties_) return;
    for (const std::span<std::byte> to : here.rows) {
      if (to.size() != here.from.size()) unequal_ = true;
      if (to.data() != here.from.data()) std::copy(here.from.begin(), here.from.end(), to.begin());
    }
    here.over = true;
    changed_.notify_all();
  }
  [[nodiscard]] bool over(std::size_t meeting) {
    const std::lock_guard lock(mutex_);
    return meetings_[meeting].over;
  }
  /// Returns the words of all ranks at the n-th gathering that each of them comes to. Throws where
  /// the others do not come.
  std::vector<std::string> gather(std::size_t gathering, std::size_t rank, std::string_view own) {
    std::unique_lock lock(mutex_);
    auto& words = gatherings_[gathering];
    words.emplace(rank, own);
    changed_.notify_all();
    const auto complete = [&] { return words.size() == parties_; };
    if (!changed_.wait_for(lock, kPatience, complete))
      throw std::runtime_error("others do not come");
    std::vector<std::string> all;
    for (const auto& [number, word] : words) all.push_back(word);
    return all;
  }
  /// Returns when it is over.
  void await(std::size_t meeting) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return meetings_[meeting].over; });
  }
  [[nodiscard]] bool unequal() {
    const std::lock_guard lock(mutex_);
    return unequal_;
  }

 private:
  struct Meeting {
    std::vector<std::span<std::byte>> rows;
    std::span<std::byte> from;
    bool over = false;
  };

  std::size_t parties_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::map<std::size_t, Meeting> meetings_;
  std::map<std::size_t, std::map<std::size_t, std::string>> gatherings_;
  bool unequal_ = false;
};

/// Processes that are threads.
class ThreadRanks final : public Ranks {
 public:
  ThreadRanks(Meetings& meetings, std::size_t rank, std::size_t size)
      : meetings_(meetings), rank_(rank), size_(size) {}

  [[nodiscard]] std::size_t rank() const override { return rank_; }
  [[nodiscard]] std::size_t size() const override { return size_; }
  [[nodiscard]] std::vector<std::string> gather(std::string_view own) override {
    return meetings_.gather(gathered_++, rank_, own);
  }
  [[nodiscard]] std::unique_ptr<Transfer> broadcast(std::span<std::byte> bytes,
                                                    std::size_t root) override {
    class Begun final : public Transfer {
     public:
      Begun(Meetings& meetings, std::size_t number) : meetings_(meetings), number_(number) {}
      [[nodiscard]] bool done() override {
        if (meetings_.over(number_)) return true;
        if (std::chrono::steady_clock::now() < deadline_) return false;
        throw std::runtime_error("others do not come");
      }

     private:
      Meetings& meetings_;
      std::size_t number_;
      std::chrono::steady_clock::time_point deadline_ =
          std::chrono::steady_clock::now() + kPatience;
    };
    if (begun_ == breaks_at_) throw Error(Fault::kInternal, "the network broke");
    meetings_.come(begun_, bytes, root == rank_);
    return std::make_unique<Begun>(meetings_, begun_++);
  }
  [[noreturn]] void fail(int code, const std::string& message) noexcept override {
    std::fputs(message.c_str(), stderr);
    ::_exit(code);
  }
  void finish() override {}

  void break_at(std::size_t transfer) { breaks_at_ = transfer; }

 private:
  Meetings& meetings_;
  std::size_t rank_;
  std::size_t size_;
  std::size_t begun_ = 0;
  std::size_t gathered_ = 0;
  std::size_t breaks_at_ = static_cast<std::size_t>(-1);
};

}  // namespace apsp::test

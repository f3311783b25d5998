// SPDX-License-Identifier: MIT
// An alarm that ends a process whose calls of a library hang.
#pragma once

#include <signal.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>
#include <utility>

namespace apsp {

/// Starts a thread that takes no signals: these are for the main thread.
inline std::thread start_watching(std::function<void()> body) {
  sigset_t all, before;
  sigfillset(&all);
  ::pthread_sigmask(SIG_SETMASK, &all, &before);
  std::thread thread(std::move(body));
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  return thread;
}

/// Ends the process unless it is set back or destroyed in time. Calls nothing but `end`. Counts
/// ticks of its own, so that a process that was suspended goes on.
class Alarm {
 public:
  /// `end` ends the process.
  Alarm(double seconds, std::function<void()> end)
      : limit_(ticks(seconds)),
        end_(std::move(end)),
        thread_(start_watching([this] { count(); })) {}
  ~Alarm() {
    {
      const std::lock_guard lock(mutex_);
      over_ = true;
    }
    stopped_.notify_all();
    thread_.join();
  }
  Alarm(const Alarm&) = delete;
  Alarm& operator=(const Alarm&) = delete;

  void set_back() {
    if (!last_) count_ = 0;
  }

  /// Lets it ring in so many seconds, whatever sets it back.
  void ring_in(double seconds) {
    last_ = true;
    limit_ = count_ + ticks(seconds);
  }

 private:
  static constexpr int kTicks = 20;  // a second

  static int ticks(double seconds) { return static_cast<int>(seconds * kTicks); }

  void count() {
    std::unique_lock lock(mutex_);
    while (!stopped_.wait_for(lock, std::chrono::milliseconds(1000 / kTicks),
                              [this] { return over_; })) {
      if (++count_ < limit_) continue;
      lock.unlock();
      end_();
    }
  }

  std::mutex mutex_;
  std::condition_variable stopped_;
  bool over_ = false;
  std::atomic<int> count_ = 0;  // ticks since it was set back
  std::atomic<int> limit_;
  std::atomic<bool> last_ = false;
  std::function<void()> end_;
  std::thread thread_;
};

}  // namespace apsp

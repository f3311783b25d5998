// SPDX-License-Identifier: MIT
// The module: ranks that are processes of MPI.
//
// Every rank has a thread that watches. Each second it sends a beat: to rank 0, and from there to
// all. A rank that fails tells rank 0, which prints the message, tells all others and ends; each of
// them cleans up and ends with the same code. A rank that dies without a word is noticed by the
// launcher at once; where that does nothing, by its silence. An alarm ends a process whose calls of
// MPI hang.
//
// All calls of MPI are short and under one lock, so that any implementation serves which has
// MPI_THREAD_SERIALIZED. Waiting is a test, again and again, with pauses in between.
#define OMPI_SKIP_MPICXX 1
#define MPICH_SKIP_MPICXX 1
#include <fcntl.h>
#include <mpi.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <climits>
#include <condition_variable>
#include <cstdio>
#include <map>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

#include "apsp/error.hpp"
#include "common/base/host_name.hpp"
#include "common/ranks/alarm.hpp"
#include "common/ranks/module.hpp"

namespace apsp {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point then) {
  return std::chrono::duration<double>(Clock::now() - then).count();
}

/// Throws where a call of MPI failed.
void check(int code, const char* call) {
  if (code == MPI_SUCCESS) return;
  char text[MPI_MAX_ERROR_STRING] = {};
  int size = 0;
  MPI_Error_string(code, text, &size);
  throw Error(Fault::kInternal, std::string(call) + ": " + text);
}

/// Short pauses at first, longer ones later: a wait of hours costs nothing.
class Pauses {
 public:
  void pause() {
    if (++count_ < 200) return std::this_thread::yield();
    std::this_thread::sleep_for(std::chrono::microseconds(count_ < 2000 ? 50 : 1000));
  }

 private:
  int count_ = 0;
};

class MpiTransfer final : public Transfer {
 public:
  MpiTransfer(std::mutex& mpi, std::span<std::byte> bytes, int root, MPI_Comm comm) : mpi_(mpi) {
    const std::lock_guard lock(mpi_);
    check(MPI_Ibcast(bytes.data(), static_cast<int>(bytes.size()), MPI_BYTE, root, comm, &request_),
          "MPI_Ibcast");
  }

  bool done() override {
    if (done_) return true;
    const std::lock_guard lock(mpi_);
    int flag = 0;
    check(MPI_Test(&request_, &flag, MPI_STATUS_IGNORE), "MPI_Test");
    done_ = flag != 0;
    return done_;
  }

 private:
  std::mutex& mpi_;
  MPI_Request request_ = MPI_REQUEST_NULL;
  bool done_ = false;
};

class MpiRanks final : public Ranks {
 public:
  explicit MpiRanks(Lobby lobby) : lobby_(std::move(lobby)) {
    check(MPI_Comm_dup(MPI_COMM_WORLD, &data_), "MPI_Comm_dup");
    check(MPI_Comm_dup(MPI_COMM_WORLD, &transfers_), "MPI_Comm_dup");
    check(MPI_Comm_dup(MPI_COMM_WORLD, &control_), "MPI_Comm_dup");
    for (MPI_Comm comm : {data_, transfers_, control_}) {
      MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    }
    int number = 0;
    MPI_Comm_rank(data_, &number);
    rank_ = static_cast<std::size_t>(number);
    MPI_Comm_size(data_, &number);
    size_ = static_cast<std::size_t>(number);
    const std::string host = host_name();
    hosts_ = gather(host);
    heard_.assign(size_, Clock::now());
    alarm_.emplace(lobby_.silence_seconds, [this] { ring(); });
    watcher_ = start_watching([this] { watch(); });
  }

  ~MpiRanks() override { stop_watching(); }

  [[nodiscard]] std::size_t rank() const override { return rank_; }
  [[nodiscard]] std::size_t size() const override { return size_; }

  std::vector<std::string> gather(std::string_view own) override {
    std::vector<int> sizes(size_), starts(size_);
    const std::uint64_t size = own.size();
    std::vector<std::uint64_t> all_sizes(size_);
    wait("MPI_Iallgather", [&](MPI_Request* request) {
      return MPI_Iallgather(&size, 1, MPI_UINT64_T, all_sizes.data(), 1, MPI_UINT64_T, data_,
                            request);
    });
    std::uint64_t total = 0;
    for (std::size_t r = 0; r < size_; ++r) {
      if (all_sizes[r] > INT_MAX - total) {
        throw Error(Fault::kInternal, "ranks gather more than 2 GiB");
      }
      starts[r] = static_cast<int>(total);
      sizes[r] = static_cast<int>(all_sizes[r]);
      total += all_sizes[r];
    }
    std::string bytes(total, '\0');
    wait("MPI_Iallgatherv", [&](MPI_Request* request) {
      return MPI_Iallgatherv(own.data(), static_cast<int>(size), MPI_BYTE, bytes.data(),
                             sizes.data(), starts.data(), MPI_BYTE, data_, request);
    });
    std::vector<std::string> given;
    for (std::size_t r = 0; r < size_; ++r) {
      given.push_back(bytes.substr(static_cast<std::size_t>(starts[r]), all_sizes[r]));
    }
    return given;
  }

  std::unique_ptr<Transfer> broadcast(std::span<std::byte> bytes, std::size_t root) override {
    if (bytes.size() > INT_MAX) throw Error(Fault::kInternal, "a broadcast of more than 2 GiB");
    return std::make_unique<MpiTransfer>(mpi_, bytes, static_cast<int>(root), transfers_);
  }

  [[noreturn]] void fail(int code, const std::string& message) noexcept override {
    leave_to_failure();
    end_code_ = code;
    end_message_ = message.c_str();
    alarm_->ring_in(kPatience);  // rank 0 may have died, and calls of MPI may hang
    try {
      const std::lock_guard lock(mpi_);
      if (rank_ == 0) {
        note_failure(0, code, message);
      } else {
        std::string packed(sizeof code, '\0');
        std::memcpy(packed.data(), &code, sizeof code);
        send(0, kFailed, packed + message);
      }
    } catch (...) {  // not even memory for that
      ring();
    }
    wake_.notify_all();
    for (;;) ::pause();  // rank 0 ends this process
  }

  void finish() override {
    (void)gather("");
    stop_watching();  // from now on the alarm is not set back: all have the time of a silent rank
    (void)gather("");
    const std::lock_guard lock(mpi_);
    while (receive()) {
    }
    MPI_Waitall(static_cast<int>(requests_.size()), requests_.data(), MPI_STATUSES_IGNORE);
    MPI_Finalize();
  }

 private:
  enum Tag { kBeat = 1, kFailed, kEnd };

  struct Failure {
    int code;
    std::string message;
  };

  static constexpr double kPoll = 0.02;  // seconds between two looks of the watcher
  static constexpr double kBetweenBeats = 1;
  static constexpr double kGrace = 0.3;  // in which a lower rank may fail as well
  static constexpr double kPatience = 5;
  static constexpr double kSuspended = 1;  // of the watcher, at least

  template <typename Start>
  void wait(const char* call, const Start& start) {
    MPI_Request request = MPI_REQUEST_NULL;
    {
      const std::lock_guard lock(mpi_);
      check(start(&request), call);
    }
    int done = 0;
    for (Pauses pauses; done == 0; pauses.pause()) {
      const std::lock_guard lock(mpi_);
      check(MPI_Test(&request, &done, MPI_STATUS_IGNORE), call);
    }
  }

  void watch() {
    Clock::time_point last_beat = {};
    Clock::time_point last_look = Clock::now();
    std::unique_lock lock(mpi_);
    while (!over_) {
      alarm_->set_back();
      // A process that was suspended has heard nothing meanwhile: all have their time again.
      if (seconds_since(last_look) > kSuspended) heard_.assign(size_, Clock::now());
      last_look = Clock::now();
      while (receive()) {
      }
      if (seconds_since(last_beat) >= kBetweenBeats) {
        last_beat = Clock::now();
        beat();
      }
      look_at_failures();
      look_for_silence();
      forget_sent();
      wake_.wait_for(lock, std::chrono::duration<double>(kPoll));
    }
  }

  void stop_watching() {
    {
      const std::lock_guard lock(mpi_);
      over_ = true;
    }
    wake_.notify_all();
    if (watcher_.joinable()) watcher_.join();
  }

  // All below is under mpi_.

  void send(std::size_t to, Tag tag, std::string text) {
    auto& kept = *texts_.insert(texts_.end(), std::make_unique<std::string>(std::move(text)));
    requests_.push_back(MPI_REQUEST_NULL);
    MPI_Isend(kept->data(), static_cast<int>(kept->size()), MPI_BYTE, static_cast<int>(to), tag,
              control_, &requests_.back());
  }

  void send_to_others(Tag tag, const std::string& text) {
    for (std::size_t r = 1; r < size_; ++r) send(r, tag, text);
  }

  void beat() {
    if (rank_ == 0) {
      send_to_others(kBeat, "");
    } else {
      send(0, kBeat, "");
    }
  }

  void forget_sent() {
    for (std::size_t n = requests_.size(); n-- > 0;) {
      int done = 0;
      MPI_Test(&requests_[n], &done, MPI_STATUS_IGNORE);
      if (done == 0) continue;
      requests_.erase(requests_.begin() + static_cast<std::ptrdiff_t>(n));
      texts_.erase(texts_.begin() + static_cast<std::ptrdiff_t>(n));
    }
  }

  /// Takes one message, if there is one.
  bool receive() {
    int there = 0;
    MPI_Status status;
    if (MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, control_, &there, &status) != MPI_SUCCESS ||
        there == 0) {
      return false;
    }
    int size = 0;
    MPI_Get_count(&status, MPI_BYTE, &size);
    std::string text(static_cast<std::size_t>(size), '\0');
    MPI_Recv(text.data(), size, MPI_BYTE, status.MPI_SOURCE, status.MPI_TAG, control_,
             MPI_STATUS_IGNORE);
    const auto from = static_cast<std::size_t>(status.MPI_SOURCE);
    heard_[from] = Clock::now();
    int code = 1;
    if (status.MPI_TAG != kBeat) std::memcpy(&code, text.data(), sizeof code);
    if (status.MPI_TAG == kFailed) note_failure(from, code, text.substr(sizeof code));
    if (status.MPI_TAG == kEnd) {
      leave_to_failure();
      lobby_.clean_up();
      std::this_thread::sleep_for(std::chrono::milliseconds(100));  // others read theirs
      _exit(code);
    }
    return true;
  }

  void note_failure(std::size_t rank, int code, const std::string& message) {
    if (failures_.empty()) failed_at_ = Clock::now();
    failures_.try_emplace(rank, Failure{code, message});
  }

  void look_at_failures() {
    if (failures_.empty()) return;
    const auto& [rank, failure] = *failures_.begin();
    if (rank > 0 && seconds_since(failed_at_) < kGrace) return;
    end_all(failure.code, rank == 0 ? failure.message : describe(rank) + ": " + failure.message);
  }

  [[nodiscard]] std::string describe(std::size_t rank) const {
    return "rank " + std::to_string(rank) + " of " + std::to_string(size_) + " on " + hosts_[rank];
  }

  void look_for_silence() {
    const auto silent = [&](std::size_t rank) {
      return seconds_since(heard_[rank]) > lobby_.silence_seconds;
    };
    const auto message = [&](std::size_t rank) {
      return describe(rank) + " has not been heard of for " +
             std::to_string(static_cast<int>(lobby_.silence_seconds)) + " seconds";
    };
    if (rank_ != 0) {
      if (silent(0)) end_with(1, message(0));
      return;
    }
    for (std::size_t r = 1; r < size_; ++r) {
      if (silent(r)) end_all(1, message(r));
    }
  }

  void say(const std::string& message) const noexcept {
    std::fprintf(stderr, "%s: %s\n", lobby_.program.c_str(), message.c_str());
    std::fflush(stderr);
  }

  /// Keeps the exit code that of the failure: a launcher sends this to those that have not ended.
  static void leave_to_failure() noexcept { (void)::signal(SIGTERM, SIG_IGN); }

  /// The alarm: ends this process without MPI.
  [[noreturn]] void ring() noexcept {
    lobby_.clean_up();
    const char* const failure = end_message_;
    if (!told_) {
      std::fprintf(stderr, "%s: rank %zu of %zu on %s: %s\n", lobby_.program.c_str(), rank_, size_,
                   hosts_[rank_].c_str(),
                   failure != nullptr ? failure : "MPI has not answered for too long");
      std::fflush(stderr);
    }
    _exit(end_code_);
  }

  [[noreturn]] void end_with(int code, const std::string& message) noexcept {
    lobby_.clean_up();
    say(message);
    _exit(code);
  }

  /// Rank 0: prints, tells all, and ends them that do not end.
  [[noreturn]] void end_all(int code, const std::string& message) {
    leave_to_failure();
    lobby_.clean_up();
    end_code_ = code;
    alarm_->ring_in(kPatience);
    say(message);
    told_ = true;
    std::string packed(sizeof code, '\0');
    std::memcpy(packed.data(), &code, sizeof code);
    send_to_others(kEnd, packed);
    for (const Clock::time_point begin = Clock::now(); seconds_since(begin) < kGrace;) {
      forget_sent();
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    MPI_Abort(MPI_COMM_WORLD, code);
    _exit(code);
  }

  Lobby lobby_;
  std::size_t rank_ = 0;
  std::size_t size_ = 0;
  MPI_Comm data_ = MPI_COMM_NULL;
  MPI_Comm transfers_ = MPI_COMM_NULL;
  MPI_Comm control_ = MPI_COMM_NULL;
  std::vector<std::string> hosts_;
  std::mutex mpi_;  // held by the one thread that calls MPI
  std::condition_variable wake_;
  bool over_ = false;
  std::vector<Clock::time_point> heard_;  // when each rank was heard of last
  std::map<std::size_t, Failure> failures_;
  Clock::time_point failed_at_;
  std::vector<MPI_Request> requests_;                // of messages under way
  std::vector<std::unique_ptr<std::string>> texts_;  // theirs
  std::atomic<int> end_code_ = 1;
  std::atomic<const char*> end_message_ = nullptr;  // of the failure of this rank
  std::atomic<bool> told_ = false;                  // that failure, or another rank's
  std::optional<Alarm> alarm_;
  std::thread watcher_;
};

Ranks* open_ranks(const Launch& launch, const Lobby& lobby) {
  // Rank 0 speaks. Where it is the one that is missing, another one does, a little later.
  const bool first = launch.task == 0;
  const double limit = lobby.start_seconds + (first ? 0 : 2);
  const std::string message = lobby.program + ": not all of " + std::to_string(launch.tasks) +
                              " tasks have come within " +
                              std::to_string(static_cast<int>(lobby.start_seconds)) + " seconds\n";
  const Alarm alarm(limit, [&message] {
    std::fputs(message.c_str(), stderr);
    std::fflush(stderr);
    _exit(1);
  });
  sigset_t all, before;  // threads of MPI take no signals
  sigfillset(&all);
  ::pthread_sigmask(SIG_SETMASK, &all, &before);
  int level = MPI_THREAD_SINGLE;
  const int started = MPI_Init_thread(nullptr, nullptr, MPI_THREAD_SERIALIZED, &level);
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  check(started, "MPI_Init_thread");
  if (level < MPI_THREAD_SERIALIZED) {
    throw Error(Fault::kUsage, "this MPI does not serve threads: MPI_THREAD_SERIALIZED is needed");
  }
  int size = 0;
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (static_cast<std::size_t>(size) != launch.tasks) {
    if (launch.task != 0) {
      MPI_Finalize();
      _exit(2);
    }
    throw Error(Fault::kUsage,
                "the launcher has started " + std::to_string(launch.tasks) +
                    " tasks, but MPI sees " + std::to_string(size) +
                    ": expected the mpirun of the MPI that this program was built with, or srun "
                    "with its --mpi (srun --mpi=list names them)");
  }
  return new MpiRanks(lobby);
}

}  // namespace
}  // namespace apsp

extern "C" {
[[gnu::visibility("default")]] extern const char* const apsp_ranks_version;
const char* const apsp_ranks_version = APSP_VERSION;

[[gnu::visibility("default")]] apsp::Ranks* apsp_open_ranks(const apsp::Launch& launch,
                                                            const apsp::Lobby& lobby);
apsp::Ranks* apsp_open_ranks(const apsp::Launch& launch, const apsp::Lobby& lobby) {
  return apsp::open_ranks(launch, lobby);
}
}

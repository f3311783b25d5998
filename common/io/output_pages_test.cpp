// SPDX-License-Identifier: MIT
#include "common/io/output_pages.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <sched.h>
#include <signal.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <memory>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "common/app/exit_code.hpp"
#include "common/app/interruption.hpp"
#include "common/io/file_descriptor.hpp"
#include "common/io/output_file.hpp"
#include "common/testing/test_child.hpp"
#include "common/testing/test_error.hpp"
#include "common/testing/test_folder.hpp"

namespace apsp {
namespace {

namespace fs = std::filesystem;
using std::chrono::milliseconds;
using test::Ending;
using test::run_child;
using test::TestFolder;
using Clock = std::chrono::steady_clock;
using Names = std::vector<std::string>;

constexpr std::uint64_t kSmallest = OutputPages::kSmallest;

/// Where outputs are tested: on a disk, and in memory where the system has a place there.
std::vector<fs::path> parents() {
  std::vector<fs::path> all = {fs::temp_directory_path()};
  const char* const memory = "/dev/shm";
  if (::access(memory, W_OK) == 0) all.emplace_back(memory);
  return all;
}

/// A folder whose files are mapped on a new enough kernel.
fs::path best_parent() {
  return parents().back();
}

std::string large_noise(std::size_t size) {
  std::mt19937_64 random(11);
  std::string text(size, '\0');
  for (std::size_t i = 0; i + 8 <= size; i += 8) {
    const std::uint64_t word = random();
    std::copy_n(reinterpret_cast<const char*>(&word), 8, text.data() + i);
  }
  return text;
}

/// Whether the file holds just `text`. Asked like this because REQUIRE would print both.
bool holds(const std::string& path, const std::string& text) {
  std::string found(text.size() + 1, '\0');
  std::ifstream in(path, std::ios::binary);
  in.read(found.data(), static_cast<std::streamsize>(found.size()));
  found.resize(static_cast<std::size_t>(in.gcount()));
  return found == text;
}

/// A limit on the address space, beyond what there is of it, for the time of its life.
class LimitedAddressSpace {
 public:
  LimitedAddressSpace() {
    ::getrlimit(RLIMIT_AS, &before_);
    const struct rlimit limit = {std::min<rlim_t>(before_.rlim_max, rlim_t{1} << 47),
                                 before_.rlim_max};
    ::setrlimit(RLIMIT_AS, &limit);
  }
  ~LimitedAddressSpace() { ::setrlimit(RLIMIT_AS, &before_); }
  LimitedAddressSpace(const LimitedAddressSpace&) = delete;
  LimitedAddressSpace& operator=(const LimitedAddressSpace&) = delete;

 private:
  struct rlimit before_ = {};
};

/// Writes bytes [begin, end) of `text`, which is the whole output, in chunks dealt to threads
/// round-robin, the last thread first.
void write_last_first(OutputFile& output, const std::string& text, std::size_t chunk,
                      std::size_t threads, std::size_t begin, std::size_t end) {
  const auto bytes = std::as_bytes(std::span(text));
  std::vector<std::jthread> crew;
  for (std::size_t t = 0; t < threads; ++t) {
    crew.emplace_back([&, first = begin + (threads - 1 - t) * chunk] {
      for (std::size_t at = first; at < end; at += threads * chunk) {
        output.write_at(at, bytes.subspan(at, std::min(chunk, end - at)));
      }
    });
  }
}

void write_last_first(OutputFile& output, const std::string& text, std::size_t chunk,
                      std::size_t threads) {
  write_last_first(output, text, chunk, threads, 0, text.size());
}

TEST_CASE("a large output has the same bytes however they come into the file") {
  const std::string text = large_noise(kSmallest + (std::size_t{5} << 20) + 4099);
  for (const fs::path& parent : parents()) {
    const TestFolder folder(parent);
    const std::string path = folder / "out";
    bool any_mapped = false;
    // Below and above what is mapped, a whole number of pages and not, a last chunk of one byte.
    for (const std::size_t size : {kSmallest - 1, kSmallest, text.size()}) {
      // Chunks within and across what is unmapped together; neither ends where a page does.
      for (const std::size_t chunk : {std::size_t{160'001}, std::size_t{9'000'007}}) {
        // Unprepared, no page is there; at once, some are there and some not; after a while, all.
        for (const int wait : {-1, 0, 100}) {
          INFO(parent.string() << ", " << size << " bytes in chunks of " << chunk << ", prepared "
                               << wait << " ms before");
          const std::string part = text.substr(0, size);
          OutputFile output(path, size);
          if (size < kSmallest) REQUIRE(!output.mapped());
          any_mapped |= output.mapped();
          if (wait >= 0) {
            output.prepare();
            std::this_thread::sleep_for(milliseconds(wait));
          }
          write_last_first(output, part, chunk, 5);
          output.commit(chunk > kSmallest / 32);
          REQUIRE(holds(path, part));
          REQUIRE(folder.names() == Names{"out"});
        }
      }
    }
    if (!any_mapped) WARN("nothing is mapped in " + parent.string() + ": only write() was tested");
  }
}

TEST_CASE("parts of several processes come together, mapped or not, whoever made the file") {
  // Mapped from within a page to within one; below what is mapped; none at all; mapped to the end.
  const std::size_t ends[] = {kSmallest + 1234, kSmallest + 1234 + 5000, kSmallest + 1234 + 5000,
                              2 * kSmallest + 9001};
  constexpr std::size_t kParts = std::size(ends);
  const std::string text = large_noise(ends[kParts - 1]);
  for (const fs::path& parent : parents()) {
    const TestFolder folder(parent);
    for (std::size_t maker = 0; maker < kParts; ++maker) {
      for (const bool prepared : {false, true}) {
        INFO(parent.string() << ", made by " << maker << (prepared ? ", prepared" : ""));
        std::vector<std::unique_ptr<OutputFile>> outputs(kParts);
        const auto open = [&](std::size_t n, const std::string& temporary) {
          const std::size_t begin = n == 0 ? 0 : ends[n - 1];
          SharedOutput shared = {ends[n] - begin, begin, temporary};
          if (begin == ends[n]) shared.own_begin.reset();
          outputs[n] = std::make_unique<OutputFile>(folder / "out", text.size(), shared);
        };
        open(maker, "");
        for (std::size_t n = 0; n < kParts; ++n) {
          if (n != maker) open(n, outputs[maker]->temporary());
        }
        REQUIRE_FALSE(outputs[1]->mapped());
        REQUIRE_FALSE(outputs[2]->mapped());
        if (!outputs[3]->mapped()) WARN("nothing is mapped in " + parent.string());
        REQUIRE(outputs[0]->mapped() == outputs[3]->mapped());
        if (prepared) {
          for (const auto& output : outputs) output->prepare();
          std::this_thread::sleep_for(milliseconds(20));
        }
        {
          std::vector<std::jthread> processes;
          for (std::size_t n = 0; n < kParts; ++n) {
            processes.emplace_back([&, n] {
              write_last_first(*outputs[n], text, 700'001, 3, n == 0 ? 0 : ends[n - 1], ends[n]);
            });
          }
        }
        for (const std::size_t at : {std::size_t{0}, ends[0] - 1}) {
          test::require_error(Fault::kInternal, {"out", "expected one of"}, [&] {
            outputs[3]->write_at(at, std::as_bytes(std::span(text)).first(1));
          });
        }
        for (const auto& output : outputs) output->close(false);
        outputs[maker]->commit(false);
        for (std::size_t n = 0; n < kParts; ++n) {
          if (n != maker) outputs[n]->commit(false);
        }
        REQUIRE(holds(folder / "out", text));
        REQUIRE(folder.names() == Names{"out"});
      }
    }
  }
}

TEST_CASE("a part of a file that its maker could not reserve is not mapped") {
  for (const fs::path& parent : parents()) {
    const TestFolder folder(parent);
    const std::string made = folder.write("made", "");
    REQUIRE(::truncate(made.c_str(), 2 * kSmallest) == 0);
    OutputFile output(folder / "out", 2 * kSmallest, SharedOutput{kSmallest, kSmallest, made});
    REQUIRE_FALSE(output.mapped());
  }
}

TEST_CASE("an output is not mapped where the address space is limited") {
  const TestFolder folder(best_parent());
  const std::string text = large_noise(kSmallest + 1);
  {
    const LimitedAddressSpace limited;
    OutputFile output(folder / "out", text.size());
    REQUIRE(!output.mapped());
    write_last_first(output, text, 1'000'003, 3);
    output.commit(false);
  }
  REQUIRE(holds(folder / "out", text));
}

TEST_CASE("a large output with bytes missing cannot be committed, whatever is in its pages") {
  const TestFolder folder(best_parent());
  const std::string text = large_noise(kSmallest);
  {
    OutputFile output(folder / "out", text.size());
    output.write_at(0, std::as_bytes(std::span(text)).first(text.size() - 1));
    test::require_error(Fault::kInternal, {"out", fmt::format("expected {}", kSmallest)},
                        [&] { output.commit(false); });
  }
  REQUIRE(folder.names() == Names{});
}

TEST_CASE("an output that is given up does not wait for its pages, which were promised") {
  const TestFolder folder(best_parent());
  const std::uint64_t size = std::min(fs::space(folder.path()).available, available_memory()) / 2;
  const std::uint64_t before = available_memory();
  auto output = std::make_unique<OutputFile>(folder / "out", size);
  const bool mapped = output->mapped();
  const std::uint64_t during = available_memory();
  std::this_thread::sleep_for(milliseconds(20));
  const auto start = Clock::now();
  output.reset();
  const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
  REQUIRE(folder.names() == Names{});
  if (!mapped || folder.path().find("/dev/shm") != 0) {
    WARN("no mapped output in memory: not measured");
    return;
  }
  INFO(size << " bytes, " << before << " bytes of memory before, " << during << " during, "
            << seconds << " s");
  REQUIRE(during < before - size / 2);  // other programs come and go meanwhile
  REQUIRE(seconds < 1);                 // all of them take several
}

TEST_CASE("a signal while pages are made leaves nothing", "[signal]") {
  for (const fs::path& parent : parents()) {
    const TestFolder folder(parent);
    for (const int delay : {0, 1, 3, 10, 30}) {
      const Ending ending = run_child([&] {
        handle_interruptions();
        OutputFile output(folder / "out", 8 * kSmallest);
        output.prepare();
        std::this_thread::sleep_for(milliseconds(delay));
        ::kill(::getpid(), SIGTERM);
        std::this_thread::sleep_for(std::chrono::seconds(10));
        return 0;
      });
      INFO(parent.string() << " after " << delay << " ms: " << ending.said);
      REQUIRE(ending.signal == SIGTERM);
      REQUIRE(folder.names() == Names{});
    }
  }
}

TEST_CASE("a signal is for those who wait for it, not for the thread that makes pages") {
  const TestFolder folder(best_parent());
  const Ending ending = run_child([&] {
    handle_interruptions();
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGTERM);
    OutputFile output(folder / "out", 32 * kSmallest);
    output.prepare();
    ::pthread_sigmask(SIG_BLOCK, &set, nullptr);
    ::kill(::getpid(), SIGTERM);
    std::this_thread::sleep_for(milliseconds(10));
    ::sigpending(&set);
    return sigismember(&set, SIGTERM) == 1 ? 0 : 1;
  });
  REQUIRE(ending.signal == 0);
  REQUIRE(ending.exit_code == 0);
}

TEST_CASE("a large output beyond the file size limit is refused at once") {
  for (const fs::path& parent : parents()) {
    const TestFolder folder(parent);
    const Ending ending = run_child([&] {
      handle_interruptions();
      const struct rlimit limit = {kSmallest, kSmallest};
      if (::setrlimit(RLIMIT_FSIZE, &limit) != 0) return 1;
      const OutputFile output(folder / "out", kSmallest + 1);
      return 2;
    });
    INFO(ending.said);
    REQUIRE(ending.exit_code == exit_code(Fault::kOutput));
    REQUIRE(ending.said.find("File too large") != std::string::npos);
    REQUIRE(folder.names() == Names{});
  }
}

TEST_CASE("an output that someone else cuts short is not blamed on the input") {
  const TestFolder folder(best_parent());
  const std::string text = large_noise(kSmallest);
  constexpr int kNotMapped = 50;
  constexpr int kNotYet = 51;
  Ending ending;
  for (milliseconds wait(50); wait < milliseconds(60'000); wait *= 2) {
    ending = run_child([&] {
      handle_interruptions();
      OutputFile output(folder / "out", text.size());
      if (!output.mapped()) return kNotMapped;
      output.prepare();
      std::this_thread::sleep_for(wait);
      if (::truncate((folder / folder.names().at(0)).c_str(), 0) != 0) return 1;
      output.write_at(0, std::as_bytes(std::span(text)));
      return kNotYet;
    });
    if (ending.exit_code != kNotYet) break;
  }
  REQUIRE(folder.names() == Names{});
  if (ending.exit_code == kNotMapped) {
    WARN("outputs are not mapped here: nothing to test");
    return;
  }
  INFO(ending.said);
  REQUIRE(ending.exit_code == exit_code(Fault::kOutput));
  REQUIRE(ending.said.find("out: cannot be written any more") != std::string::npos);
}

/// Runs `work` in a child in which `folder` is a memory-backed disk of 48 MiB that nobody else
/// sees.
template <typename Work>
Ending run_on_small_disk(const TestFolder& folder, Work work) {
  static_assert(kSmallest < (std::uint64_t{48} << 20));
  return run_child([&] {
    if (::unshare(CLONE_NEWNS) != 0 ||
        ::mount("none", "/", nullptr, MS_REC | MS_PRIVATE, "") != 0 ||
        ::mount("apsp-test", folder.path().c_str(), "tmpfs", 0, "size=48m") != 0) {
      return 77;
    }
    return work();
  });
}

TEST_CASE("a full memory-backed disk is told at once, and later never by a bus error") {
  const TestFolder folder;
  Ending ending = run_on_small_disk(folder, [&] {
    const OutputFile output(folder / "out", 2 * kSmallest);
    return 1;
  });
  if (ending.exit_code == 77) {
    WARN("no right to mount: the full disk was not tested");
    return;
  }
  INFO(ending.said);
  REQUIRE(ending.exit_code == exit_code(Fault::kOutput));
  REQUIRE(ending.said.find("out: cannot reserve") != std::string::npos);
  REQUIRE(ending.said.find("No space left") != std::string::npos);

  // Two that fit one at a time: whichever comes too late, when it is opened or when it is written.
  const std::string text = large_noise(kSmallest);
  ending = run_on_small_disk(folder, [&] {
    int written = 0;
    int refused = 0;
    const auto attempt = [&](auto step) {
      const auto error = test::error_of(step);
      if (!error) return true;
      const bool told = std::string(error->what()).find("No space left") != std::string::npos;
      if (error->fault() != Fault::kOutput || !told) throw Error(*error);
      ++refused;
      return false;
    };
    std::vector<std::unique_ptr<OutputFile>> outputs(2);
    for (const std::size_t i : {0, 1}) {
      const std::string path = folder / std::to_string(i);
      attempt([&] { outputs[i] = std::make_unique<OutputFile>(path, text.size()); });
    }
    for (std::unique_ptr<OutputFile>& output : outputs) {
      if (!output) continue;
      const bool done = attempt([&] {
        output->write_at(0, std::as_bytes(std::span(text)));
        output->commit(false);
      });
      if (done) ++written;
      output.reset();
    }
    for (const std::string& name : folder.names()) {
      if (name.front() == '.' || !holds(folder / name, text)) return 1;
    }
    return written + 10 * refused;
  });
  INFO(ending.said);
  REQUIRE(ending.signal == 0);
  REQUIRE((ending.exit_code == 11 || ending.exit_code == 20));
}

TEST_CASE("pages that cannot be made are left to the one who writes") {
  const TestFolder folder;
  const std::string text = large_noise(kSmallest);
  const Ending ending = run_on_small_disk(folder, [&] {
    const FileDescriptor filler(::open((folder / "filler").c_str(), O_RDWR | O_CREAT, 0600));
    const FileDescriptor file(::open((folder / "out").c_str(), O_RDWR | O_CREAT, 0600));
    if (::fallocate(filler.get(), 0, 0, off_t{24} << 20) != 0 ||
        ::ftruncate(file.get(), kSmallest) != 0) {
      return 1;
    }
    const auto pages = OutputPages::map(file.get(), {0, kSmallest, kSmallest}, "out");
    if (!pages) return 77;
    pages->start(true);
    pages->make_pages();
    // Until the disk is full, which the pages must not go beyond.
    std::uint64_t reserved = 0;
    std::uint64_t last = 1;
    for (int tries = 0; tries < 120 && (reserved != last || reserved == 0); ++tries) {
      last = reserved;
      std::this_thread::sleep_for(milliseconds(500));
      reserved = pages->reserved();
    }
    if (reserved == 0 || reserved > kSmallest - (std::uint64_t{8} << 20)) return 2;
    if (pages->made() > pages->reserved()) return 3;
    pages->copy(0, std::as_bytes(std::span(text)).first(reserved));
    return folder.read("out").substr(0, reserved) == text.substr(0, reserved) ? 0 : 4;
  });
  if (ending.exit_code == 77) {
    WARN("no right to mount: the full disk was not tested");
    return;
  }
  INFO(ending.said);
  REQUIRE(ending.exit_code == 0);
}

}  // namespace
}  // namespace apsp

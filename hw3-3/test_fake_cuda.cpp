// SPDX-License-Identifier: MIT
#include "hw3-3/test_fake_cuda.hpp"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <memory>
#include <mutex>
#include <random>
#include <thread>
#include <utility>

namespace {

std::atomic<std::uint32_t> next_seed = 1;
std::atomic<int> copies_until_failure = -1;
std::atomic<int> driver_version = 0;
std::atomic<int> runtime_version = 0;

/// One recording of an event.
class Mark {
 public:
  void set() {
    {
      const std::lock_guard lock(mutex_);
      set_ = true;
    }
    changed_.notify_all();
  }
  void wait() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return set_; });
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  bool set_ = false;
};

class FakeStream {
 public:
  FakeStream() : dice_(next_seed++), worker_([this] { work(); }) {}
  ~FakeStream() {
    enqueue({});
    worker_.join();
  }
  FakeStream(const FakeStream&) = delete;
  FakeStream& operator=(const FakeStream&) = delete;

  /// An empty task ends the worker.
  void enqueue(std::function<void()> task) {
    {
      const std::lock_guard lock(mutex_);
      queue_.push_back(std::move(task));
    }
    changed_.notify_one();
  }

 private:
  void work() {
    for (;;) {
      std::function<void()> task;
      {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [this] { return !queue_.empty(); });
        task = std::move(queue_.front());
        queue_.pop_front();
      }
      if (!task) return;
      const std::uint32_t throw_of = dice_() % 8;
      if (throw_of < 2) std::this_thread::sleep_for(std::chrono::microseconds(dice_() % 200));
      if (throw_of == 2) std::this_thread::yield();
      task();
    }
  }

  std::mt19937 dice_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::function<void()>> queue_;
  std::thread worker_;
};

struct FakeEvent {
  std::mutex mutex;
  std::shared_ptr<Mark> last;  // null: never recorded

  std::shared_ptr<Mark> mark() {
    const std::lock_guard lock(mutex);
    return last;
  }
};

FakeStream& of(cudaStream_t stream) {
  return *reinterpret_cast<FakeStream*>(stream);
}
FakeEvent& of(cudaEvent_t event) {
  return *reinterpret_cast<FakeEvent*>(event);
}

}  // namespace

namespace apsp::gpu::test {

void start_fake_cuda(std::uint32_t seed) {
  next_seed = seed;
  copies_until_failure = -1;
}

void enqueue(cudaStream_t stream, std::function<void()> task) {
  of(stream).enqueue(std::move(task));
}

void set_versions(int driver, int runtime) {
  driver_version = driver;
  runtime_version = runtime;
}

void fail_copy(int number) {
  copies_until_failure = number;
}

}  // namespace apsp::gpu::test

extern "C" {

cudaError_t cudaStreamCreateWithPriority(cudaStream_t* stream, unsigned, int) {
  *stream = reinterpret_cast<cudaStream_t>(new FakeStream());
  return cudaSuccess;
}

cudaError_t cudaStreamDestroy(cudaStream_t stream) {
  delete &of(stream);
  return cudaSuccess;
}

cudaError_t cudaStreamSynchronize(cudaStream_t stream) {
  const auto mark = std::make_shared<Mark>();
  of(stream).enqueue([mark] { mark->set(); });
  mark->wait();
  return cudaSuccess;
}

cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned) {
  *event = reinterpret_cast<cudaEvent_t>(new FakeEvent());
  return cudaSuccess;
}

cudaError_t cudaEventCreate(cudaEvent_t* event) {
  return cudaEventCreateWithFlags(event, 0);
}

cudaError_t cudaEventDestroy(cudaEvent_t event) {
  delete &of(event);
  return cudaSuccess;
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
  const auto mark = std::make_shared<Mark>();
  {
    const std::lock_guard lock(of(event).mutex);
    of(event).last = mark;
  }
  of(stream).enqueue([mark] { mark->set(); });
  return cudaSuccess;
}

// An event that was never recorded holds nobody up, as in CUDA.
cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned) {
  if (const auto mark = of(event).mark()) of(stream).enqueue([mark] { mark->wait(); });
  return cudaSuccess;
}

cudaError_t cudaEventSynchronize(cudaEvent_t event) {
  if (const auto mark = of(event).mark()) mark->wait();
  return cudaSuccess;
}

cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t start, cudaEvent_t end) {
  if (!of(start).mark() || !of(end).mark()) return cudaErrorInvalidResourceHandle;
  *milliseconds = 1;
  return cudaSuccess;
}

cudaError_t cudaMemcpyAsync(void* to, const void* from, std::size_t bytes, cudaMemcpyKind,
                            cudaStream_t stream) {
  if (copies_until_failure >= 0 && copies_until_failure-- == 0) return cudaErrorUnknown;
  // In pieces, so that another's write shows in the middle.
  for (std::size_t part = 0; part < 4; ++part) {
    const std::size_t first = bytes * part / 4;
    const std::size_t count = bytes * (part + 1) / 4 - first;
    of(stream).enqueue([=] {
      std::memcpy(static_cast<char*>(to) + first, static_cast<const char*>(from) + first, count);
    });
  }
  return cudaSuccess;
}

cudaError_t cudaMemcpyPeerAsync(void* to, int, const void* from, int, std::size_t bytes,
                                cudaStream_t stream) {
  return cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToDevice, stream);
}

cudaError_t cudaMemcpy2DAsync(void* to, std::size_t to_pitch, const void* from,
                              std::size_t from_pitch, std::size_t width, std::size_t height,
                              cudaMemcpyKind kind, cudaStream_t stream) {
  for (std::size_t row = 0; row < height; ++row) {
    const cudaError_t status =
        cudaMemcpyAsync(static_cast<char*>(to) + row * to_pitch,
                        static_cast<const char*>(from) + row * from_pitch, width, kind, stream);
    if (status != cudaSuccess) return status;
  }
  return cudaSuccess;
}

cudaError_t cudaHostAlloc(void** memory, std::size_t bytes, unsigned) {
  *memory = std::malloc(bytes);
  return cudaSuccess;
}

cudaError_t cudaFreeHost(void* memory) {
  std::free(memory);
  return cudaSuccess;
}

cudaError_t cudaFree(void* memory) {
  return cudaFreeHost(memory);
}

cudaError_t cudaGetDevice(int* device) {
  *device = 0;
  return cudaSuccess;
}

cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr, int) {
  *value = 0;
  return cudaSuccess;
}

cudaError_t cudaSetDevice(int) {
  return cudaSuccess;
}

cudaError_t cudaDeviceGetStreamPriorityRange(int* low, int* high) {
  *low = *high = 0;
  return cudaSuccess;
}

cudaError_t cudaDeviceCanAccessPeer(int* possible, int, int) {
  *possible = 1;
  return cudaSuccess;
}

cudaError_t cudaDeviceEnablePeerAccess(int, unsigned) {
  return cudaSuccess;
}

cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int) {
  *properties = {};
  return cudaSuccess;
}

cudaError_t cudaGetLastError() {
  return cudaSuccess;
}

cudaError_t cudaDriverGetVersion(int* version) {
  *version = driver_version;
  return cudaSuccess;
}

cudaError_t cudaRuntimeGetVersion(int* version) {
  *version = runtime_version;
  return cudaSuccess;
}

const char* cudaGetErrorString(cudaError_t) {
  return "a failure that the test has made";
}

const char* cudaGetErrorName(cudaError_t) {
  return "cudaErrorUnknown";
}

}  // extern "C"

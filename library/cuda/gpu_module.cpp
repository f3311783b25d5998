// SPDX-License-Identifier: MIT
// The module apsp-cuda: the engines of hw3-2 and hw3-3 for the library.
#include <cuda.h>
#include <dlfcn.h>
#include <unistd.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "common/base/error.hpp"
#include "common/gpu/batch/batch_solve.hpp"
#include "common/gpu/device/device.hpp"
#include "common/gpu/team/team_backend.hpp"
#include "hw3-2/backend.hpp"
#include "hw3-2/matrix_solve.hpp"
#include "library/module/interface.hpp"
#include "library/module/served_engine.hpp"

namespace apsp::module {
namespace {

/// Leaves the caller's thread with the CUDA context that it had. Asks the driver: to select a
/// device of the runtime again would start CUDA on one that the caller does not use.
class KeptContext {
 public:
  KeptContext() {
    if (get_ != nullptr) (void)get_(&context_);  // fails where CUDA has not started: no context
  }
  ~KeptContext() {
    if (set_ != nullptr) (void)set_(context_);
  }
  KeptContext(const KeptContext&) = delete;
  KeptContext& operator=(const KeptContext&) = delete;

 private:
  template <typename Function>
  Function* function(const char* name) const {
    return driver_ == nullptr ? nullptr : reinterpret_cast<Function*>(dlsym(driver_, name));
  }

  void* driver_ = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);  // stays: the runtime holds it too
  CUresult (*get_)(CUcontext*) = function<CUresult(CUcontext*)>("cuCtxGetCurrent");
  CUresult (*set_)(CUcontext) = function<CUresult(CUcontext)>("cuCtxSetCurrent");
  CUcontext context_ = nullptr;
};

/// A backend, and the caller's context until it is gone.
class Guest final : public Backend {
 public:
  /// `make` returns the backend.
  template <typename Make>
  explicit Guest(const Make& make) : backend_(make()) {}

  [[nodiscard]] std::span<const Width> widths() const override { return backend_->widths(); }
  [[nodiscard]] Plan plan(const Problem& problem) override { return backend_->plan(problem); }
  [[nodiscard]] bool takes_matrix() const override { return backend_->takes_matrix(); }
  void require_fit(const Problem& problem, const Plan& plan, Width width) override {
    backend_->require_fit(problem, plan, width);
  }
  [[nodiscard]] std::unique_ptr<Solve> start(const apsp::Attempt& attempt,
                                             Observer& observer) override {
    return backend_->start(attempt, observer);
  }

 private:
  KeptContext context_;
  std::unique_ptr<Backend> backend_;
};

std::unique_ptr<Backend> make_backend(const Choice& choice) {
  std::vector<int> ids = choice.gpus;
  if (ids.empty()) {
    const int count = choice.several ? gpu::visible_devices() : 1;
    for (int id = 0; id < std::min(count, static_cast<int>(gpu::Devices::kMost)); ++id) {
      ids.push_back(id);
    }
  }
  if (ids.size() == 1) return std::make_unique<gpu::SingleBackend>(ids.front(), choice.method);
  return std::make_unique<gpu::TeamBackend>(
      gpu::Devices{.ids = std::move(ids), .crossing = {}, .method = choice.method});
}

/// The devices that the engines run on. Throws Error(kNoDevice) where there is none.
std::vector<Gpu> usable_gpus() {
  std::vector<Gpu> usable;
  const int count = gpu::visible_devices();
  for (int id = 0; id < count; ++id) {
    try {
      const gpu::Device device = gpu::describe_device(id);
      usable.push_back({id, device.name, device.memory});
    } catch (const Error& error) {  // too old
      if (error.fault() != Fault::kNoDevice || (usable.empty() && id + 1 == count)) throw;
    }
  }
  return usable;
}

/// Throws Error(kNoDevice) in a child of fork() whose parent has used this module: CUDA lists its
/// devices there still, but starts on none.
void require_own_process() {
  static const pid_t first_user = ::getpid();
  if (::getpid() == first_user) return;
  throw Error(Fault::kNoDevice,
              "no GPU can be used: this process is a fork of one that has used GPUs, and CUDA does "
              "not survive a fork");
}

Outcome gpus(std::vector<Gpu>& found) noexcept {
  return outcome_of([&] {
    require_own_process();
    found = usable_gpus();
  });
}

Outcome make_engine(const Choice& choice, std::unique_ptr<Engine>& made) noexcept {
  return outcome_of([&] {
    require_own_process();
    made = serve(std::make_unique<Guest>([&] { return make_backend(choice); }));
  });
}

Outcome solve_on_device(const DeviceProblem& problem, Observer& observer) noexcept {
  return outcome_of([&] {
    require_own_process();
    const KeptContext context;
    gpu::solve_matrix(problem, observer);
  });
}

Outcome solve_batch_on_device(const DeviceBatchProblem& problem, Observer& observer,
                              BatchMisfit& found) noexcept {
  return outcome_of([&] {
    require_own_process();
    const KeptContext context;
    found = gpu::solve_batch(problem, observer);
  });
}

}  // namespace

extern "C" [[gnu::visibility("default")]] const Entry* apsp_gpu_module() noexcept {
  static constexpr Entry kEntry = {
      APSP_VERSION,    sizeof(Entry),        layout(), gpus, make_engine,
      solve_on_device, solve_batch_on_device};
  return &kEntry;
}

}  // namespace apsp::module

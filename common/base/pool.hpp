// SPDX-License-Identifier: MIT
// Work memory that threads borrow, one thread each at a time.
#pragma once

#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace apsp {

/// Objects that are made when a thread finds none free. There are as many as threads were ever
/// here at once. The pool outlives what is borrowed from it.
template <typename T>
class Pool {
 public:
  /// An object that one thread has to itself, until it is gone.
  class Loan {
   public:
    Loan(Pool& pool, std::unique_ptr<T> object) : pool_(pool), object_(std::move(object)) {}
    ~Loan() {
      const std::lock_guard lock(pool_.mutex_);
      pool_.free_.push_back(std::move(object_));
    }
    Loan(const Loan&) = delete;
    Loan& operator=(const Loan&) = delete;

    T& operator*() const { return *object_; }
    T* operator->() const { return object_.get(); }

   private:
    Pool& pool_;
    std::unique_ptr<T> object_;
  };

  /// Lends a free object, or the one that `make()` returns by std::unique_ptr.
  template <typename Make>
  [[nodiscard]] Loan borrow(const Make& make) {
    {
      const std::lock_guard lock(mutex_);
      if (!free_.empty()) {
        std::unique_ptr<T> object = std::move(free_.back());
        free_.pop_back();
        return Loan(*this, std::move(object));
      }
    }
    return Loan(*this, make());
  }
  [[nodiscard]] Loan borrow() {
    return borrow([] { return std::make_unique<T>(); });
  }

  /// The objects, once no thread has any.
  [[nodiscard]] std::vector<std::unique_ptr<T>>& all() { return free_; }

 private:
  std::mutex mutex_;
  std::vector<std::unique_ptr<T>> free_;
};

}  // namespace apsp

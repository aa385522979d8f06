// SPDX-License-Identifier: MIT
#include <glint/driver/detail/disposal.hpp>

#include <string>
#include <utility>

#include <glint/base/error.hpp>
#include <glint/base/log.hpp>

namespace glint::detail {

/// Holds a function. The destructor moves the function to the bin. The constructor allocates the
/// list node, because a destructor must not fail.
class Disposal::Deferred {
public:
    Deferred(std::shared_ptr<Bin> bin, std::function<void()> function) : bin_(std::move(bin)) {
        function_.push_back(std::move(function));
    }
    ~Deferred() { bin_->add(function_); }
    Deferred(const Deferred&) = delete;
    Deferred& operator=(const Deferred&) = delete;

    void call() const { function_.front()(); }

private:
    std::shared_ptr<Bin> bin_;
    Functions function_;
};

void Disposal::Bin::add(Functions& functions) noexcept {
    if (!process_.is_this()) return;
    const std::lock_guard lock(mutex_);
    if (is_closed_) return;  // the caller destroys the functions
    functions_.splice(functions_.end(), functions);
    changed_.notify_one();
}

void Disposal::Bin::close() noexcept {
    if (!process_.is_this()) return;
    const std::lock_guard lock(mutex_);
    is_closed_ = true;
    changed_.notify_one();
}

void Disposal::Bin::empty_until_closed() {
    std::unique_lock lock(mutex_);
    for (;;) {
        changed_.wait(lock, [&] { return is_closed_ || !functions_.empty(); });
        if (functions_.empty()) return;
        Functions gone = std::move(functions_);
        functions_.clear();
        lock.unlock();
        gone.clear();
        lock.lock();
    }
}

OwnThread Disposal::started(const std::shared_ptr<Bin>& bin) try {
    return OwnThread([bin] { bin->empty_until_closed(); });
} catch (const Error& error) {
    log::warning(std::string(error.what()) +
                 ". The threads of the queues destroy the objects of their host calls instead");
    bin->close();
    return {};
}

Disposal::Disposal() : thread_(started(bin_)) {}

// A function may own the last reference to the device. Destroying the function then destroys the
// device, and this destructor runs on the disposal thread itself.
Disposal::~Disposal() {
    bin_->close();
    if (thread_.id() == std::this_thread::get_id())
        thread_.detach();
    else
        thread_.join();
}

std::function<void()> Disposal::deferred(std::function<void()> function) {
    return [kept = std::make_shared<const Deferred>(bin_, std::move(function))] { kept->call(); };
}

}  // namespace glint::detail

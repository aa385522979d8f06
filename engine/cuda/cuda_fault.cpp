// SPDX-License-Identifier: MIT
#include <glint/cuda/cuda_fault.hpp>

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace glint::driver::cuda {

void LaunchLog::note(const std::string& kernel) noexcept {
    for (auto& slot : names_) {
        const std::string* there = slot.load(std::memory_order_relaxed);
        if (there == &kernel) return;
        if (there == nullptr &&
            (slot.compare_exchange_strong(there, &kernel, std::memory_order_relaxed) ||
             there == &kernel))
            return;
    }
    overflowed_.store(true, std::memory_order_relaxed);
}

void LaunchLog::clear() noexcept {
    for (auto& slot : names_) slot.store(nullptr, std::memory_order_relaxed);
    overflowed_.store(false, std::memory_order_relaxed);
}

void LaunchLog::add_to(LaunchLog& other) const noexcept {
    for (const auto& slot : names_)
        if (const std::string* name = slot.load(std::memory_order_relaxed)) other.note(*name);
    if (overflowed_.load(std::memory_order_relaxed))
        other.overflowed_.store(true, std::memory_order_relaxed);
}

std::string LaunchLog::describe() const {
    std::vector<std::string> names;
    for (const auto& slot : names_)
        if (const std::string* name = slot.load(std::memory_order_relaxed))
            names.push_back(fmt::format("'{}'", *name));
    std::ranges::sort(names);
    const bool complete = !overflowed_.load(std::memory_order_relaxed);
    if (names.empty()) return {};
    if (names.size() == 1 && complete) return "kernel " + names.front();
    return fmt::format("one of the kernels {}{}", fmt::join(names, ", "),
                       complete ? "" : " and others");
}

void FaultRecord::take_over_ended_streams() {
    std::erase_if(logs_, [this](const std::shared_ptr<LaunchLog>& log) {
        if (log.use_count() > 1) return false;
        log->add_to(of_ended_streams_);
        return true;
    });
}

std::shared_ptr<LaunchLog> FaultRecord::add_log() {
    const std::lock_guard lock(mutex_);
    take_over_ended_streams();
    return logs_.emplace_back(std::make_shared<LaunchLog>());
}

const std::string& FaultRecord::keep_name(std::string_view name) {
    const std::lock_guard lock(mutex_);
    return *names_.emplace(name).first;
}

void FaultRecord::clear() noexcept {
    const std::lock_guard lock(mutex_);
    take_over_ended_streams();
    of_ended_streams_.clear();
    for (const auto& log : logs_) log->clear();
}

std::string FaultRecord::suspects() const {
    const std::lock_guard lock(mutex_);
    LaunchLog all;
    of_ended_streams_.add_to(all);
    for (const auto& log : logs_) log->add_to(all);
    return all.describe();
}

}  // namespace glint::driver::cuda

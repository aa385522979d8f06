// SPDX-License-Identifier: MIT
#include <glint/studio/keep/files/detail/file_writer.hpp>

#include <exception>
#include <new>
#include <utility>

#include <fmt/format.h>

#include <glint/base/error.hpp>

namespace glint::studio {
namespace {

namespace fs = std::filesystem;

/// Runs `action`, and adds the file and the step to its errors.
template <class Action>
void naming(const fs::path& path, std::uint64_t step, const Action& action) {
    const auto operation = [&] { return fmt::format("save '{}' at step {}", path.string(), step); };
    try {
        action();
    } catch (const Error& error) {
        throw Error(error.code(), operation(), error.reason(), error.place(), error.native_code());
    } catch (const std::bad_alloc&) {
        throw Error(ErrorCode::out_of_memory, operation(), "the host ran out of memory");
    } catch (const std::exception& error) {
        throw Error(ErrorCode::io, operation(), error.what());
    }
}

bool has_series(FileFormat format) {
    return format == FileFormat::vti || format == FileFormat::vtp;
}

}  // namespace

void write_file(const SaveJob& job, std::size_t index, const PendingFileOptions& options) {
    naming(job.paths[index], job.step, [&] {
        PendingFile file(job.paths[index], options);
        write_content(job, index, [&](std::span<const std::byte> bytes) { file.write(bytes); });
        file.finish();
    });
}

FileWriter::FileWriter(fs::path folder, std::uint64_t first_step)
    : folder_(std::move(folder)),
      first_step_(first_step),
      free_(kCopies),
      thread_([this] { run(); }) {}

FileWriter::~FileWriter() {
    {
        const std::lock_guard lock(mutex_);
        is_ending_ = true;
    }
    changed_.notify_all();
    thread_.join();
}

HostCopy FileWriter::take_copy() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return !free_.empty(); });
    HostCopy copy = std::move(free_.back());
    free_.pop_back();
    return copy;
}

void FileWriter::give_back(HostCopy copy) {
    {
        const std::lock_guard lock(mutex_);
        free_.push_back(std::move(copy));
    }
    changed_.notify_all();
}

void FileWriter::add(SaveJob job, HostCopy copy) {
    {
        const std::lock_guard lock(mutex_);
        waiting_.push_back({std::move(job), std::move(copy)});
    }
    changed_.notify_all();
}

void FileWriter::wait() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return waiting_.empty() && free_.size() == kCopies; });
}

void FileWriter::check() {
    const std::lock_guard lock(mutex_);
    if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
}

std::vector<fs::path> FileWriter::written() const {
    const std::lock_guard lock(mutex_);
    return written_;
}

void FileWriter::run() {
    std::unique_lock lock(mutex_);
    for (;;) {
        changed_.wait(lock, [this] { return is_ending_ || !waiting_.empty(); });
        if (waiting_.empty()) return;
        Work work = std::move(waiting_.front());
        waiting_.pop_front();
        lock.unlock();
        write(work);
        lock.lock();
        free_.push_back(std::move(work.copy));
        changed_.notify_all();
    }
}

void FileWriter::write(Work& work) try {
    work.copy.arrived->synchronize();
    work.job.set_memory(work.copy.memory.data());
    for (std::size_t i = 0; i < work.job.paths.size(); ++i) {
        write_file(work.job, i, {.durable = false, .makes_folders = false});
        add_written(work.job.paths[i]);
    }
    for (std::size_t i = 0; i < work.job.paths.size(); ++i)
        if (has_series(work.job.plan.files[i].format)) add_to_series(work.job, i);
} catch (...) {
    const std::lock_guard lock(mutex_);
    if (!failure_) failure_ = std::current_exception();
}

void FileWriter::add_to_series(const SaveJob& job, std::size_t index) {
    const fs::path path = folder_ / (job.plan.files[index].stem + ".pvd");
    naming(path, job.step, [&] {
        series_.try_emplace(path.string(), path, first_step_)
            .first->second.add(job.step, job.time, job.paths[index].filename().string());
    });
    add_written(path);
}

void FileWriter::add_written(const fs::path& path) {
    const std::lock_guard lock(mutex_);
    if (known_.insert(path).second) written_.push_back(path);
}

}  // namespace glint::studio

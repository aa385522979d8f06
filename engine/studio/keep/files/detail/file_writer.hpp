// SPDX-License-Identifier: MIT
#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <exception>
#include <filesystem>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include <glint/base/pending_file.hpp>
#include <glint/base/process.hpp>
#include <glint/formats/pvd.hpp>
#include <glint/studio/keep/files/detail/snapshots.hpp>

namespace glint::studio {

/// Writes file `index` of a job. The elements must be on the host. Throws Error(io) or
/// Error(out_of_memory) with the file, the step, and the reason.
void write_file(const SaveJob& job, std::size_t index, const PendingFileOptions& options);

/// Writes the files of jobs in order, on a background thread, from up to kCopies host copies of the
/// fields.
class FileWriter {
public:
    static constexpr std::size_t kCopies = 2;

    /// `folder` must exist. An existing `.pvd` series keeps its entries before step `first_step`.
    FileWriter(std::filesystem::path folder, std::uint64_t first_step);
    FileWriter(const FileWriter&) = delete;
    FileWriter& operator=(const FileWriter&) = delete;
    ~FileWriter();  ///< waits until everything is written

    /// Returns host memory for a copy of the fields. Waits until such memory is free.
    HostCopy take_copy();
    void give_back(HostCopy copy);

    void add(SaveJob job, HostCopy copy);
    /// Waits until everything is written.
    void wait();
    /// Throws the first failure since the last call. Does nothing if there was no failure.
    void check();
    std::vector<std::filesystem::path> written() const;

private:
    struct Work {
        SaveJob job;
        HostCopy copy;
    };

    void run();
    void write(Work& work);
    void add_written(const std::filesystem::path& path);
    void add_to_series(const SaveJob& job, std::size_t index);

    std::filesystem::path folder_;
    std::uint64_t first_step_;
    std::map<std::string, PvdSeries> series_;  // used only by the thread

    mutable std::mutex mutex_;
    std::condition_variable changed_;
    std::vector<HostCopy> free_;
    std::deque<Work> waiting_;
    std::vector<std::filesystem::path> written_;
    std::set<std::filesystem::path> known_;  // the elements of written_, for lookup
    std::exception_ptr failure_;
    bool is_ending_ = false;
    glint::detail::OwnThread thread_;  // last member, because the thread uses the others
};

}  // namespace glint::studio

// SPDX-License-Identifier: MIT
#include <glint/studio/keep/run_folder.hpp>

#include <algorithm>
#include <ranges>
#include <set>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <glint/base/absolute_path.hpp>
#include <glint/base/error.hpp>
#include <glint/base/files.hpp>
#include <glint/base/left_overs.hpp>
#include <glint/base/log.hpp>
#include <glint/base/text.hpp>
#include <glint/formats/pvd.hpp>
#include <glint/studio/keep/checkpoint.hpp>
#include <glint/studio/keep/detail/run_log.hpp>

namespace glint::studio {
namespace {

namespace fs = std::filesystem;

constexpr const char* kSweepFile = "sweep.json";
constexpr std::size_t kRetainedCheckpoints = 2;
constexpr unsigned kMaxFolders = 9999;

[[noreturn]] void fail(const fs::path& folder, ErrorCode code, const std::string& reason) {
    throw Error(code, fmt::format("write the run to '{}'", folder.string()), reason);
}

bool is_there(const fs::path& file) {
    std::error_code absent;
    return fs::exists(fs::symlink_status(file, absent));
}

/// Returns true for the folder of a sweep's case. Such a folder belongs to the sweep even if it
/// does not contain a run record.
bool is_case_of_sweep(const fs::path& folder) {
    const fs::path whole = (folder / "").parent_path();
    return whole.filename().native().starts_with("case-") &&
           is_there(whole.parent_path() / kSweepFile);
}

/// Returns the file names of the versions in a log, or nullopt if the log cannot be read.
std::optional<std::set<std::string>> texts_in_log(const fs::path& file) try {
    std::set<std::string> names;
    for (const LogEntry& entry : read_log(file).entries)
        if (const auto* other = std::get_if<LoggedVersion>(&entry.what))
            names.insert(other->file.filename().string());
    return names;
} catch (const Error& error) {
    log::warning(error.what());
    return std::nullopt;
}

}  // namespace

RunFolder::RunFolder(fs::path path, RunFileNames names, std::optional<ResumedRun> resumed)
    : path_(std::move(path)), names_(std::move(names)), resumed_(std::move(resumed)) {
    std::error_code failure;
    fs::create_directories(path_, failure);
    if (failure) fail(path_, ErrorCode::io, failure.message());
    lock_ = FolderLock::try_lock(path_);
    if (!lock_)
        fail(path_, ErrorCode::invalid_state, "another run or sweep is writing to this folder");
    refuse_existing_files();
    names_.add_texts_in(path_);
}

void RunFolder::refuse_existing_files() const {
    if (is_there(path_ / kSweepFile))
        fail(path_, ErrorCode::invalid_state,
             "the folder contains a sweep. Use a different folder");
    if (resumed_) return refuse_another_run();
    const std::vector<fs::path> checkpoints = checkpoints_in(path_);
    if (!checkpoints.empty())
        fail(path_, ErrorCode::invalid_state,
             fmt::format(
                 "the folder contains checkpoints of a run, the last one at step {}. Continue that "
                 "run with `glint resume`, remove it, or use a different folder",
                 *checkpoint_step(checkpoints.back().filename().string())));
    if (!find_record(path_) && !is_case_of_sweep(path_)) refuse_other_files({});
}

void RunFolder::refuse_another_run() const {
    const bool is_own = resumed_->file.empty() || is_same_file(source(), path_);
    const auto there = find_record(path_);
    if (is_own && there && is_same_run(*there, resumed_->record)) return;
    if (there || (!is_own && (is_there(record_file()) || !checkpoints_in(path_).empty())))
        fail(path_, ErrorCode::invalid_state,
             "the folder contains another run. Use a new or empty folder, or omit --out to "
             "continue in the folder of the resumed run");
    refuse_other_files(is_own ? resumed_->file.filename().string() : std::string());
}

// Without a run record, files may belong to another program, even if their names look like those
// that glint uses.
void RunFolder::refuse_other_files(const std::string& checkpoint) const {
    const auto is_known = [&](const std::string& name) {
        return !checkpoint.empty() && (name == checkpoint || checkpoint_step(name));
    };
    const auto is_written = [this](const std::string& name) { return is_ours(name); };
    if (const auto foreign = foreign_entry(path_, is_known, is_written))
        fail(path_, ErrorCode::invalid_state,
             fmt::format("the folder contains files, such as '{}', but no run record. Use a new or "
                         "empty folder",
                         foreign->filename().string()));
}

fs::path RunFolder::source() const {
    if (!resumed_ || resumed_->file.empty()) return path_;
    return absolute_path(resumed_->file).parent_path();
}

template <class Choice>
void RunFolder::remove_files(const Choice& is_chosen) const {
    std::vector<fs::path> chosen;
    std::error_code ignored;
    for (const fs::directory_entry& entry : fs::directory_iterator(path_, ignored)) {
        const auto file = names_.find(entry.path().filename().string());
        if (file && !fs::is_directory(entry.symlink_status(ignored)) &&
            is_chosen(*file, entry.path()))
            chosen.push_back(entry.path());
    }
    for (const fs::path& file : chosen) fs::remove(file, ignored);
}

// Replaces the old record last, so that the folder still belongs to a run if the process is killed
// before all files are removed. Removes versions of the simulation's file after images and fields,
// because the versions are needed to recognize the names of images and fields.
void RunFolder::begin(const RunRecord& record) const {
    using Kind = RunFile::Kind;
    remove_leftovers(path_, [this](const std::string& name) { return is_ours(name); });
    if (find_record(path_)) {
        remove_files([](const RunFile& file, const fs::path&) {
            return file.kind != Kind::record && file.kind != Kind::text;
        });
        remove_files([](const RunFile& file, const fs::path& path) {
            return file.kind == Kind::text || path.filename() == kLogFile;
        });
        remove_files(
            [](const RunFile&, const fs::path& path) { return path.filename() == kTextFile; });
    }
    write(record);
}

// Removes later checkpoints, the last one first. The caller truncates the log afterwards, so each
// remaining checkpoint always has the part of the log that leads to it.
void RunFolder::go_back(const RunRecord& record, const Checkpoint& to,
                        std::uint64_t log_bytes) const {
    remove_leftovers(path_, [this](const std::string& name) { return is_ours(name); });
    if (!is_same_file(source(), path_)) copy_from_source(log_bytes);
    const fs::path safe = path_ / checkpoint_name(to.step);
    if (!resumed_->file.empty() && !is_same_file(safe, resumed_->file)) write_checkpoint(safe, to);
    std::error_code ignored;
    for (const fs::path& file : checkpoints_in(path_) | std::views::reverse)
        if (*checkpoint_step(file.filename().string()) > to.step) fs::remove(file, ignored);
    lock_->sync();
    write(record);
}

void RunFolder::copy_from_source(std::uint64_t log_bytes) const {
    const fs::path log = source() / kLogFile;
    if (log_bytes > 0) write_atomically(log_file(), read_text(log).substr(0, log_bytes));
    std::set<std::string> texts = texts_in_log(log_file()).value_or(std::set<std::string>());
    texts.insert(kTextFile);
    for (const std::string& name : texts)
        if (is_there(source() / name)) write_atomically(path_ / name, read_text(source() / name));
}

void RunFolder::remove_after(std::uint64_t step, unsigned steps_per_frame) const {
    using Kind = RunFile::Kind;
    const auto texts = texts_in_log(log_file());
    remove_files([&](const RunFile& file, const fs::path& path) {
        if (file.kind == Kind::series) cut_series(path, step + 1);
        return (file.kind == Kind::image && file.number * steps_per_frame > step) ||
               (file.kind == Kind::fields && file.number > step) ||
               (file.kind == Kind::text && texts && !texts->contains(path.filename().string()));
    });
}

void RunFolder::write(const RunRecord& record) const {
    write_atomically(record_file(), to_json(record));
}

void thin_checkpoints(const fs::path& folder, std::uint64_t step) {
    std::vector<fs::path> all = checkpoints_in(folder);
    std::error_code ignored;
    while (!all.empty() && *checkpoint_step(all.back().filename().string()) > step) {
        fs::remove(all.back(), ignored);
        all.pop_back();
    }
    for (std::size_t i = 0; i + kRetainedCheckpoints < all.size(); ++i) fs::remove(all[i], ignored);
}

fs::path make_run_folder(const fs::path& parent, const std::string& name) {
    std::error_code failure;
    fs::create_directories(parent, failure);
    for (unsigned number = 1; number <= kMaxFolders && !failure; ++number) {
        fs::path folder = parent / fmt::format("{}-{:04}", name, number);
        if (fs::create_directory(folder, failure)) return folder;
    }
    fail(parent / (name + "-0001"), ErrorCode::io,
         failure ? failure.message()
                 : fmt::format("{} folders with this name already exist", kMaxFolders));
}

RunRecord read_record(const fs::path& folder) {
    const fs::path file = folder / kRecordFile;
    std::error_code absent;
    if (!fs::exists(file, absent))
        throw Error(ErrorCode::not_found, fmt::format("read the run in '{}'", folder.string()),
                    fmt::format("the folder does not contain {}", kRecordFile));
    return parse_run_record(read_text(file), file.string());
}

std::optional<RunRecord> find_record(const fs::path& folder) try {
    return read_record(folder);
} catch (const Error&) {
    return std::nullopt;
}

}  // namespace glint::studio

#include <glint/studio/keep/run_folder.hpp>

#include <algorithm>
#include <cerrno>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <glint/base/error.hpp>
#include <glint/base/files.hpp>
#include <glint/base/replace_file.hpp>
#include <glint/base/text.hpp>

namespace glint::studio {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kCheckpoint = "checkpoint-", kArchive = ".npz";
constexpr unsigned kMostFolders = 9999;

[[noreturn]] void fail(const fs::path& folder, ErrorCode code, const std::string& reason) {
    throw Error(code, fmt::format("keep a run in '{}'", folder.string()), reason);
}

std::optional<std::uint64_t> step_of(const fs::path& file) {
    const std::string name = file.filename().string();
    if (!name.starts_with(kCheckpoint) || !name.ends_with(kArchive)) return std::nullopt;
    return text::parse_unsigned(std::string_view(name).substr(
        kCheckpoint.size(), name.size() - kCheckpoint.size() - kArchive.size()));
}

}  // namespace

RunFolder::RunFolder(fs::path path, Use use) : path_(std::move(path)) {
    std::error_code failure;
    fs::create_directories(path_, failure);
    if (failure) fail(path_, ErrorCode::io, failure.message());
    lock_ = ::open(path_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (lock_ < 0) fail(path_, ErrorCode::io, std::generic_category().message(errno));
    const auto refuse = [&](const std::string& reason) {
        ::close(std::exchange(lock_, -1));
        fail(path_, ErrorCode::invalid_state, reason);
    };
    if (::flock(lock_, LOCK_EX | LOCK_NB) != 0) refuse("another run is writing there");
    if (const auto kept = checkpoints_in(path_); use == Use::fresh && !kept.empty())
        refuse(
            fmt::format("it has the checkpoints of a run, the last at step {}: `glint resume` "
                        "goes on with it; else remove them, or name another folder",
                        *step_of(kept.back())));
    is_fresh_ = use == Use::fresh;
}

RunFolder::~RunFolder() {
    if (lock_ >= 0) ::close(lock_);
}

void RunFolder::clear() const {
    std::error_code ignored;
    for (const fs::directory_entry& entry : fs::directory_iterator(path_, ignored))
        if (is_left_over(entry.path())) fs::remove(entry.path(), ignored);
    if (!is_fresh_) return;
    for (const fs::path& file : {record_file(), log_file()}) fs::remove(file, ignored);
}

void RunFolder::write(const RunRecord& record) const {
    write_atomically(record_file(), to_json(record));
}

fs::path make_run_folder(const fs::path& parent, const std::string& name) {
    std::error_code failure;
    fs::create_directories(parent, failure);
    for (unsigned number = 1; number <= kMostFolders && !failure; ++number) {
        fs::path folder = parent / fmt::format("{}-{:04}", name, number);
        if (fs::create_directory(folder, failure)) return folder;
    }
    fail(parent / (name + "-0001"), ErrorCode::io,
         failure ? failure.message() : fmt::format("there are {} already", kMostFolders));
}

RunRecord read_record(const fs::path& folder) {
    const fs::path file = folder / kRecordFile;
    std::error_code absent;
    if (!fs::exists(file, absent))
        throw Error(ErrorCode::not_found, fmt::format("read the run in '{}'", folder.string()),
                    fmt::format("no run was kept there: it has no {}", kRecordFile));
    return parse_run_record(read_text(file), file.string());
}

std::string checkpoint_name(std::uint64_t step) {
    return fmt::format("{}{:06}{}", kCheckpoint, step, kArchive);
}

std::vector<fs::path> checkpoints_in(const fs::path& folder) {
    std::vector<fs::path> found;
    std::error_code failure;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder, failure))
        if (step_of(entry.path())) found.push_back(entry.path());
    std::ranges::sort(found, {}, [](const fs::path& file) { return *step_of(file); });
    return found;
}

}  // namespace glint::studio

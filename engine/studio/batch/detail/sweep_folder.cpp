// SPDX-License-Identifier: MIT
#include <glint/studio/batch/detail/sweep_folder.hpp>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <optional>
#include <system_error>
#include <thread>

#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>
#include <sys/file.h>
#include <unistd.h>

#include <glint/base/error.hpp>
#include <glint/base/files.hpp>
#include <glint/base/left_overs.hpp>
#include <glint/base/text.hpp>
#include <glint/studio/batch/case_result.hpp>
#include <glint/studio/keep/run_folder.hpp>

namespace glint::studio {
namespace {

namespace fs = std::filesystem;

constexpr const char* kDefinitionFile = "sweep.json";
constexpr const char* kResultFile = "result.json";
constexpr const char* kCasesLock = "cases.lock";
constexpr std::string_view kCase = "case-";
constexpr std::array<std::string_view, 6> kFiles{kDefinitionFile, "table.csv", "contact.png",
                                                 "contact.html",  kCasesLock,  "lock"};
constexpr std::array<const char*, 8> kCaseFiles{kResultFile,  "run.json",     "events.jsonl",
                                                "code.cu",    "monitors.csv", "picture.png",
                                                "stdout.txt", "stderr.txt"};
constexpr std::chrono::seconds kPatience{30};

[[noreturn]] void refuse_folder(const fs::path& folder, ErrorCode code, std::string_view reason) {
    throw Error(code, fmt::format("write the sweep to '{}'", folder.string()), reason);
}

/// Reads the definition of the sweep in a folder. Returns nullopt if the definition does not exist.
/// Throws Error(invalid_state) if the definition cannot be read.
std::optional<SweepDefinition> read_definition(const fs::path& folder) {
    std::error_code absent;
    if (!fs::exists(folder / kDefinitionFile, absent)) return std::nullopt;
    const auto refuse = [&] {
        refuse_folder(folder, ErrorCode::invalid_state,
                      fmt::format("{} in this folder cannot be read, so it is unknown which sweep "
                                  "the results belong to. Choose a different folder with --out",
                                  kDefinitionFile));
    };
    const auto json =
        nlohmann::ordered_json::parse(read_text(folder / kDefinitionFile), nullptr, false);
    if (!json.is_object()) refuse();
    SweepDefinition definition;
    for (const auto& [name, value] : json.items()) {
        if (!value.is_string()) refuse();
        definition.emplace_back(name, value.get<std::string>());
    }
    return definition;
}

void write_definition(const fs::path& folder, const SweepDefinition& definition) {
    nlohmann::ordered_json json = nlohmann::ordered_json::object();
    for (const auto& [name, value] : definition) json[name] = value;
    write_atomically(folder / kDefinitionFile,
                     json.dump(1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n");
}

const std::string* find_entry_of(const SweepDefinition& definition, const std::string& name) {
    const auto found = std::ranges::find(definition, name, &SweepDefinition::value_type::first);
    return found == definition.end() ? nullptr : &found->second;
}

std::string differences(const SweepDefinition& there, const SweepDefinition& here) {
    std::vector<std::string> all;
    for (const auto& [name, value] : there) {
        const std::string* now = find_entry_of(here, name);
        if (!now)
            all.push_back(fmt::format("{} was {} and is now missing", name, value));
        else if (*now != value)
            all.push_back(fmt::format("{} was {} and is now {}", name, value, *now));
    }
    for (const auto& [name, value] : here)
        if (!find_entry_of(there, name))
            all.push_back(fmt::format("{} was missing and is now {}", name, value));
    return fmt::format("{}", fmt::join(all, "; "));
}

int open_lock(const fs::path& file) {
    const int descriptor = ::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (descriptor < 0)
        refuse_folder(file.parent_path(), ErrorCode::io, std::generic_category().message(errno));
    return descriptor;
}

/// Tries to lock a file. Returns false if another process has locked the file. Returns true on file
/// systems that do not support locks.
bool try_lock(int descriptor) {
    return ::flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK;
}

/// Writes the ID of this process, which runs the sweep, into the file.
void write_owner(int descriptor) {
    const std::string text = fmt::format("{}\n", ::getpid());
    (void)!::ftruncate(descriptor, 0);
    (void)!::pwrite(descriptor, text.data(), text.size(), 0);
}

/// Describes the process that is using the folder, for an error message. Also works if the process
/// is unknown.
std::string owner_of(const fs::path& folder) {
    const int descriptor = ::open((folder / kCasesLock).c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (descriptor < 0) return "a run is already writing to this folder";
    char text[32] = {};
    const ssize_t length = ::pread(descriptor, text, sizeof text - 1, 0);
    ::close(descriptor);
    const auto process = text::parse_unsigned(
        text::trim(std::string_view(text, static_cast<std::size_t>(std::max(length, ssize_t(0))))));
    return process ? fmt::format("process {} is already writing a sweep to this folder", *process)
                   : "another sweep is already writing to this folder";
}

/// Returns true for the files that a sweep writes outside of its case folders.
bool is_file_of_sweep(const std::string& name) {
    return std::ranges::find(kFiles, name) != kFiles.end();
}

bool is_case_name(std::string_view name) {
    return name.starts_with(kCase) && text::parse_unsigned(name.substr(kCase.size())).has_value();
}

/// Returns true for the folder of a case that a command from `sweep --commands` created. Such a
/// folder has the name of a case, and is empty, or contains a result or the record of an
/// interrupted run.
bool is_folder_of_case(const fs::path& folder) {
    std::error_code failure;
    if (!is_case_name(folder.filename().string())) return false;
    if (!fs::is_directory(fs::symlink_status(folder, failure))) return false;
    return fs::is_empty(folder, failure) || read_case_result(folder / kResultFile) ||
           fs::exists(folder / "run.json", failure);
}

/// Refuses a folder without a definition if any entry is not from a sweep. Files such as a table
/// count as files of a sweep only if the folder also contains case folders.
void require_no_other_files(const fs::path& folder) {
    std::error_code absent;
    const fs::directory_iterator entries(folder, absent);
    const bool has_cases = std::ranges::any_of(
        entries, [](const auto& entry) { return is_folder_of_case(entry.path()); });
    for (const auto& entry : fs::directory_iterator(folder, absent)) {
        const std::string name = entry.path().filename().string();
        if (is_folder_of_case(entry.path())) continue;
        if (is_file_of_sweep(name) && (has_cases || name == kCasesLock)) continue;
        if (const auto target = target_of_temporary(name); target && is_file_of_sweep(*target))
            continue;
        refuse_folder(folder, ErrorCode::invalid_state,
                      fmt::format("the folder contains '{}' but no {}, so it does not belong to a "
                                  "sweep. Choose a different folder with --out",
                                  name, kDefinitionFile));
    }
}

bool wait_for_lock(int descriptor) {
    const auto until = std::chrono::steady_clock::now() + kPatience;
    while (!try_lock(descriptor)) {
        if (std::chrono::steady_clock::now() > until) return false;
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    return true;
}

}  // namespace

bool holds_sweep(const fs::path& folder, const SweepDefinition& definition) {
    try {
        const auto there = read_definition(folder);
        return there && differences(*there, definition).empty();
    } catch (const Error&) {  // the definition cannot be read
        return false;
    }
}

fs::path choose_sweep_folder(const fs::path& parent, const std::string& name,
                             const SweepDefinition& definition) {
    for (unsigned number = 1;; ++number) {
        fs::path folder = parent / fmt::format("{}-{:04}", name, number);
        std::error_code ignored;
        if (!fs::exists(folder, ignored) || holds_sweep(folder, definition)) return folder;
    }
}

void require_same_sweep(const fs::path& folder, const SweepDefinition& definition) {
    const auto there = read_definition(folder);
    if (!there) return require_no_other_files(folder);
    if (const std::string all = differences(*there, definition); !all.empty())
        refuse_folder(
            folder, ErrorCode::invalid_state,
            "the folder contains another sweep: " + all + ". Choose a different folder with --out");
}

void remove_files_of_case(const fs::path& folder) {
    if (find_record(folder))  // a run that ended because of NaN has left a checkpoint
        for (const fs::path& checkpoint : checkpoints_in(folder)) {
            std::error_code ignored;
            fs::remove(checkpoint, ignored);
        }
    const auto is_ours = [](const std::string& name) {
        return std::ranges::find(kCaseFiles, name) != kCaseFiles.end();
    };
    remove_leftovers(folder, is_ours);
    for (const char* const name : kCaseFiles) {
        std::error_code absent;
        if (fs::is_regular_file(fs::symlink_status(folder / name, absent)))
            fs::remove(folder / name, absent);
    }
}

CaseFolders::CaseFolders(fs::path path, std::size_t cases)
    : path_(std::move(path)), digits_(std::max(std::to_string(cases).size(), std::size_t(4))) {}

std::string CaseFolders::case_name(std::size_t index) const {
    return fmt::format("{}{:0{}}", kCase, index + 1, digits_);
}

SweepFolder::SweepFolder(const fs::path& folder, const SweepDefinition& definition,
                         std::size_t cases, const std::function<void()>& check)
    : CaseFolders(folder, cases) {
    std::error_code failure;
    fs::create_directories(folder, failure);
    if (failure) refuse_folder(folder, ErrorCode::io, failure.message());
    own_ = FolderLock::try_lock(folder);
    if (!own_) refuse_folder(folder, ErrorCode::invalid_state, owner_of(folder));
    require_same_sweep(folder, definition);
    cases_ = open_lock(folder / kCasesLock);
    try {
        write_owner(cases_);
        if (!wait_for_lock(cases_))
            refuse_folder(folder, ErrorCode::invalid_state,
                          "cases of a killed sweep are still running in this folder");
        remove_leftovers(folder, is_file_of_sweep);
        if (check) check();
        if (!holds_sweep(folder, definition)) write_definition(folder, definition);
    } catch (...) {
        ::close(cases_);
        throw;
    }
}

SweepFolder::~SweepFolder() { ::close(cases_); }

}  // namespace glint::studio

#include <glint/studio/batch/sweep_folder.hpp>

#include <algorithm>
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
#include <glint/base/replace_file.hpp>

namespace glint::studio {
namespace {

namespace fs = std::filesystem;

constexpr const char* kDefinitionFile = "sweep.json";
constexpr std::chrono::seconds kPatience{30};

[[noreturn]] void refuse_folder(const fs::path& folder, ErrorCode code, std::string_view reason) {
    throw Error(code, fmt::format("sweep into '{}'", folder.string()), reason);
}

std::optional<SweepDefinition> read_definition(const fs::path& folder) try {
    const auto json = nlohmann::ordered_json::parse(read_text(folder / kDefinitionFile));
    SweepDefinition definition;
    for (const auto& [name, value] : json.items())
        definition.emplace_back(name, value.get<std::string>());
    return definition;
} catch (const Error&) {
    return std::nullopt;
} catch (const nlohmann::ordered_json::exception&) {
    return std::nullopt;
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
            all.push_back(fmt::format("{} was {} and is not given", name, value));
        else if (*now != value)
            all.push_back(fmt::format("{} was {} and is {}", name, value, *now));
    }
    for (const auto& [name, value] : here)
        if (!find_entry_of(there, name))
            all.push_back(fmt::format("{} was not given and is {}", name, value));
    return fmt::format("{}", fmt::join(all, "; "));
}

int open_lock(const fs::path& folder, const char* name) {
    const int descriptor = ::open((folder / name).c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (descriptor < 0)
        refuse_folder(folder, ErrorCode::io, std::generic_category().message(errno));
    return descriptor;
}

/// A file system that knows no locks keeps nobody out.
bool try_lock(int descriptor) {
    return ::flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK;
}

/// Who has the lock wrote its number into the file.
void write_owner(int descriptor) {
    const std::string text = fmt::format("{}\n", ::getpid());
    (void)!::ftruncate(descriptor, 0);
    (void)!::pwrite(descriptor, text.data(), text.size(), 0);
}

std::string read_owner(int descriptor) {
    char text[32] = {};
    const ssize_t length = ::pread(descriptor, text, sizeof text - 1, 0);
    return length > 1 ? std::string(text, static_cast<std::size_t>(length) - 1) : "unknown";
}

/// What was being written when a sweep was killed.
void remove_left_overs(const fs::path& folder) {
    std::vector<fs::path> found;
    for (const auto& entry : fs::directory_iterator(folder))
        if (is_left_over(entry.path())) found.push_back(entry.path());
    for (const fs::path& file : found) fs::remove(file);
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
    const auto there = read_definition(folder);
    return there && differences(*there, definition).empty();
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
    if (!there) return;
    if (const std::string all = differences(*there, definition); !all.empty())
        refuse_folder(folder, ErrorCode::invalid_state,
                      "it holds another sweep: " + all + "; give another --out");
}

CaseFolders::CaseFolders(fs::path path, std::size_t cases)
    : path_(std::move(path)), digits_(std::max(std::to_string(cases).size(), std::size_t(4))) {}

std::string CaseFolders::case_name(std::size_t index) const {
    return fmt::format("case-{:0{}}", index + 1, digits_);
}

SweepFolder::SweepFolder(const fs::path& folder, const SweepDefinition& definition,
                         std::size_t cases)
    : CaseFolders(folder, cases) {
    std::error_code failure;
    fs::create_directories(folder, failure);
    if (failure) refuse_folder(folder, ErrorCode::io, failure.message());
    own_ = open_lock(folder, "lock");
    if (!try_lock(own_)) {
        const std::string owner = read_owner(own_);
        ::close(own_);
        refuse_folder(folder, ErrorCode::invalid_state,
                      fmt::format("process {} runs a sweep into it already", owner));
    }
    try {
        write_owner(own_);
        cases_ = open_lock(folder, "cases.lock");
        if (!wait_for_lock(cases_))
            refuse_folder(folder, ErrorCode::invalid_state,
                          "cases of a sweep that was killed still run into it");
        remove_left_overs(folder);
        require_same_sweep(folder, definition);
        if (!holds_sweep(folder, definition)) write_definition(folder, definition);
    } catch (...) {
        close_locks();
        throw;
    }
}

SweepFolder::~SweepFolder() { close_locks(); }

void SweepFolder::close_locks() noexcept {
    if (cases_ >= 0) ::close(cases_);
    ::close(own_);
}

}  // namespace glint::studio

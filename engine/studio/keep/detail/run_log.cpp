// SPDX-License-Identifier: MIT
#include <glint/studio/keep/detail/run_log.hpp>

#include <algorithm>
#include <cerrno>
#include <system_error>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <glint/base/error.hpp>
#include <glint/base/files.hpp>
#include <glint/base/text.hpp>
#include <glint/studio/keep/detail/run_files.hpp>
#include <glint/studio/run/detail/code.hpp>
#include <glint/studio/text/detail/json_reader.hpp>

namespace glint::studio {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

[[noreturn]] void fail_to_log(const fs::path& file) {
    throw Error(ErrorCode::io, fmt::format("write file '{}'", file.string()),
                std::generic_category().message(errno));
}

/// Returns the line of the log for an event. The event must not be a VersionChange.
Json json_of(const RunEvent& event) {
    Json line{{"step", event.step}};
    if (const auto* edit = std::get_if<Edit>(&event.what)) {
        line["set"] = edit->name;
        line["to"] = edit->text;
    } else if (const auto* drag = std::get_if<Drag>(&event.what)) {
        line["drag"] = {drag->mouse.place, drag->mouse.before};
    } else {
        line["reset"] = true;
    }
    return line;
}

LoggedChecksums checksums_in(const JsonReader& line) {
    LoggedChecksums sums;
    for (const auto& [field, digits] : line.pairs("sums")) {
        const auto parsed = parse_checksums(digits);
        if (!parsed) line.refuse(fmt::format("the checksums of '{}' are malformed", field));
        sums.push_back({field, *parsed});
    }
    return sums;
}

/// Removes entries that the run discarded when it went back to step `step`: all events after the
/// first `events` events, and the checksums at later steps.
void cut(std::vector<LogEntry>& entries, std::size_t events, std::uint64_t step) {
    std::size_t seen = 0;
    std::erase_if(entries, [&](const LogEntry& entry) {
        const bool is_checksums = std::holds_alternative<LoggedChecksums>(entry.what);
        if (!is_checksums) return ++seen > events;
        return seen > events || (seen == events && entry.step > step);
    });
}

std::size_t event_count(const ReadLog& log) {
    return static_cast<std::size_t>(std::ranges::count_if(log.entries, [](const LogEntry& entry) {
        return !std::holds_alternative<LoggedChecksums>(entry.what);
    }));
}

/// Returns the path of the version file whose name is in a line of the log. The file is next to the
/// log. Refuses names that glint does not use for version files.
fs::path text_file(const JsonReader& line, const fs::path& folder) {
    const std::string name = line.text("code");
    const auto file = RunFileNames().find(name);
    if (!file || file->kind != RunFile::Kind::text)
        line.refuse(fmt::format("'{}' is not the name of a version file", name));
    return folder / name;
}

Mouse mouse_in(const JsonReader& line) {
    const auto places = line.places("drag", 2);
    return {.place = places[0], .before = places[1]};
}

void add_line(std::vector<LogEntry>& entries, const JsonReader& line, const fs::path& folder) {
    const std::uint64_t step = line.whole("step", kMaxFileSteps);
    if (line.has("kept")) return cut(entries, line.whole("kept", kMaxFileSteps), step);
    if (line.has("set"))
        entries.push_back({step, Edit{line.text("set"), line.text("to")}});
    else if (line.has("drag"))
        entries.push_back({step, Drag{mouse_in(line)}});
    else if (line.has("reset"))
        entries.push_back({step, Reset{}});
    else if (line.has("code"))
        entries.push_back({step, LoggedVersion{text_file(line, folder), line.has("resumed")}});
    else
        entries.push_back({step, checksums_in(line)});
}

}  // namespace

RunLog::RunLog(fs::path file, std::uint64_t bytes, std::size_t before)
    : file_(std::move(file)), size_bytes_(bytes), before_(before) {
    if (bytes > 0) in_file_ = event_count(parse_log(read_text(file_).substr(0, bytes), file_));
    descriptor_ = ::open(file_.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0666);
    if (descriptor_ < 0) fail_to_log(file_);
    if (::ftruncate(descriptor_, static_cast<off_t>(bytes)) != 0 ||
        ::lseek(descriptor_, static_cast<off_t>(bytes), SEEK_SET) < 0)
        fail_to_log(file_);
}

RunLog::~RunLog() {
    if (descriptor_ >= 0) ::close(descriptor_);
}

// Writes a line with one call of write(), so that the log contains the line completely or not at
// all, unless the disk is full.
void RunLog::write(const std::string& line) {
    std::string_view rest = line;
    while (!rest.empty()) {
        const ::ssize_t done = ::write(descriptor_, rest.data(), rest.size());
        if (done < 0 && errno == EINTR) continue;
        if (done < 0) fail_to_log(file_);
        rest.remove_prefix(static_cast<std::size_t>(done));
    }
    size_bytes_ += line.size();
}

std::string RunLog::save_text(const std::string& text) {
    std::error_code absent;
    std::string name;
    unsigned number = 0;
    do name = fmt::format("code-{:04}.cu", ++number);
    while (fs::exists(file_.parent_path() / name, absent));
    write_atomically(file_.parent_path() / name, text);
    return name;
}

void RunLog::note(EventLog& events, std::uint64_t step) {
    const std::size_t before = events.taken();
    const EventLog::Change change = events.take_change();
    std::string lines;
    if (change.kept < before)
        lines += Json{{"step", step}, {"kept", in_file_ + change.kept - before_}}.dump() + '\n';
    for (const RunEvent& event : change.fresh) {
        const auto* version = std::get_if<VersionChange>(&event.what);
        const Json line =
            version ? Json{{"step", event.step}, {"code", save_text(version->code->text())}}
                    : json_of(event);
        lines += line.dump() + '\n';
    }
    if (!lines.empty()) write(lines);
}

void RunLog::note(const std::vector<FieldChecksum>& sums, std::uint64_t step) {
    Json line{{"step", step}, {"sums", Json::object()}};
    for (const FieldChecksum& sum : sums) line["sums"][sum.field] = to_string(sum.sums);
    write(line.dump() + '\n');
}

void RunLog::note_adopted(const std::string& text, std::uint64_t step) {
    write(Json{{"step", step}, {"code", save_text(text)}, {"resumed", true}}.dump() + '\n');
    ++in_file_;
}

ReadLog read_log(const fs::path& file) {
    std::error_code absent;
    return fs::exists(file, absent) ? parse_log(read_text(file), file) : ReadLog();
}

ReadLog parse_log(std::string_view text, const fs::path& file) {
    ReadLog log;
    std::size_t number = 0;
    for (std::string_view rest = text; !rest.empty();) {
        ++number;
        const std::size_t end = rest.find('\n');
        if (end == rest.npos) {
            log.is_cut = true;
            break;
        }
        try {
            const std::size_t before = log.entries.size();
            add_line(log.entries, JsonReader(rest.substr(0, end), file.string()),
                     file.parent_path());
            if (log.entries.size() > before) log.entries.back().line = number;
        } catch (const Error& error) {
            throw Error(error.code(), error.operation(),
                        fmt::format("line {}: {}", number, error.reason()));
        }
        rest.remove_prefix(end + 1);
    }
    return log;
}

LogMatch match_log(const fs::path& file, std::uint64_t bytes, std::uint64_t step) {
    if (bytes == 0) return {};
    std::error_code absent;
    const std::string text = fs::exists(file, absent) ? read_text(file) : std::string();
    if (text.size() < bytes) return {.bytes = text.rfind('\n') + 1, .is_lost = true};
    const std::string_view before = std::string_view(text).substr(0, bytes);
    const std::size_t begin = before.rfind('\n', bytes - 2) + 1;  // 0 for the first line
    try {
        if (before.back() == '\n' &&
            JsonReader(before.substr(begin), file.string()).whole("step", kMaxFileSteps) == step)
            return {.bytes = bytes};
    } catch (const Error&) {  // the text is not a line of this log
    }
    return {.was_rewound = true};
}

}  // namespace glint::studio

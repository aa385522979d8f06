#include <glint/studio/keep/run_log.hpp>

#include <algorithm>
#include <cerrno>
#include <system_error>

#include <fcntl.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include <glint/base/error.hpp>
#include <glint/base/files.hpp>
#include <glint/base/text.hpp>
#include <glint/studio/run/code.hpp>

namespace glint::studio {
namespace {

namespace fs = std::filesystem;
using OrderedJson = nlohmann::ordered_json;

[[noreturn]] void fail_to_log(const fs::path& file) {
    throw Error(ErrorCode::io, fmt::format("write file '{}'", file.string()),
                std::generic_category().message(errno));
}

/// An event other than another version.
OrderedJson json_of(const RunEvent& event) {
    OrderedJson line{{"step", event.step}};
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

LoggedSums sums_in(const OrderedJson& json) {
    LoggedSums sums;
    for (const auto& [field, digits] : json.items()) {
        const auto parsed = parse_sums(digits.get<std::string>());
        if (!parsed) throw std::out_of_range("sums of '" + field + "'");
        sums.push_back({field, *parsed});
    }
    return sums;
}

/// Drops what the run went back behind.
void cut(std::vector<LogEntry>& entries, std::size_t events, std::uint64_t step) {
    std::size_t seen = 0;
    std::erase_if(entries, [&](const LogEntry& entry) {
        const bool is_sums = std::holds_alternative<LoggedSums>(entry.what);
        if (!is_sums) return ++seen > events;
        return seen > events || (seen == events && entry.step > step);
    });
}

void add_line(std::vector<LogEntry>& entries, const OrderedJson& line, const fs::path& folder) {
    const std::uint64_t step = line.at("step");
    if (line.contains("kept")) return cut(entries, line["kept"], step);
    if (line.contains("set"))
        entries.push_back({step, Edit{line["set"], line.at("to")}});
    else if (line.contains("drag"))
        entries.push_back({step, Drag{{line["drag"].at(0), line["drag"].at(1)}}});
    else if (line.contains("reset"))
        entries.push_back({step, Reset{}});
    else if (line.contains("code"))
        entries.push_back({step, OtherText{folder / line["code"].get<std::string>()}});
    else
        entries.push_back({step, sums_in(line.at("sums"))});
}

}  // namespace

RunLog::RunLog(fs::path file, std::uint64_t bytes) : file_(std::move(file)), size_bytes_(bytes) {
    descriptor_ = ::open(file_.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
    if (descriptor_ < 0) fail_to_log(file_);
    if (::ftruncate(descriptor_, static_cast<off_t>(bytes)) != 0 ||
        ::lseek(descriptor_, static_cast<off_t>(bytes), SEEK_SET) < 0)
        fail_to_log(file_);
}

RunLog::~RunLog() {
    if (descriptor_ >= 0) ::close(descriptor_);
}

// At once, so that a line is there as a whole or not at all but for a disk that is full.
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

std::string RunLog::keep_text(const std::string& text) {
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
        lines += OrderedJson{{"step", step}, {"kept", change.kept}}.dump() + '\n';
    for (const RunEvent& event : change.fresh) {
        const auto* version = std::get_if<OtherVersion>(&event.what);
        const OrderedJson line =
            version ? OrderedJson{{"step", event.step}, {"code", keep_text(version->code->text())}}
                    : json_of(event);
        lines += line.dump() + '\n';
    }
    if (!lines.empty()) write(lines);
}

void RunLog::note(const std::vector<FieldSum>& sums, std::uint64_t step) {
    OrderedJson line{{"step", step}, {"sums", OrderedJson::object()}};
    for (const FieldSum& sum : sums) line["sums"][sum.field] = to_string(sum.sums);
    write(line.dump() + '\n');
}

ReadLog read_log(const fs::path& file) {
    ReadLog log;
    std::error_code absent;
    if (!fs::exists(file, absent)) return log;
    const std::string text = read_text(file);
    std::size_t number = 0;
    for (std::string_view rest = text; !rest.empty();) {
        ++number;
        const std::size_t end = rest.find('\n');
        if (end == rest.npos) {
            log.is_cut = true;
            break;
        }
        try {
            add_line(log.entries, OrderedJson::parse(rest.substr(0, end)), file.parent_path());
        } catch (const std::exception& error) {
            throw Error(ErrorCode::bad_input, fmt::format("read '{}'", file.string()),
                        fmt::format("line {}: {}", number, error.what()));
        }
        rest.remove_prefix(end + 1);
    }
    return log;
}

}  // namespace glint::studio

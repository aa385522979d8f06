// SPDX-License-Identifier: MIT
#include <glint/formats/pvd.hpp>

#include <optional>
#include <string_view>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include <glint/base/error.hpp>
#include <glint/base/files.hpp>
#include <glint/base/pending_file.hpp>
#include <glint/base/text.hpp>
#include <glint/formats/line_reader.hpp>

namespace glint {
namespace {

constexpr std::string_view kHead =
    "<?xml version=\"1.0\"?>\n"
    "<VTKFile type=\"Collection\" version=\"0.1\" byte_order=\"LittleEndian\">\n"
    "  <Collection>\n";
constexpr std::string_view kTail = "  </Collection>\n</VTKFile>\n";

std::string read_existing(const std::filesystem::path& path) try {
    return read_text(path);
} catch (const Error&) {
    return {};
}

/// Returns the step in a line that names a file NAME-000600.vti, or nullopt for other lines.
std::optional<std::uint64_t> step_in(std::string_view line) {
    if (!text::trim(line).starts_with("<DataSet ")) return std::nullopt;
    const std::size_t dot = line.rfind('.'), dash = line.rfind('-');
    if (dot == line.npos || dash == line.npos || dash > dot) return std::nullopt;
    return text::parse_unsigned(line.substr(dash + 1, dot - dash - 1));
}

}  // namespace

PvdSeries::PvdSeries(std::filesystem::path path, std::uint64_t first_step)
    : path_(std::move(path)) {
    if (first_step == 0) return;
    const std::string there = read_existing(path_);
    LineReader lines(there);
    while (const auto line = lines.next())
        if (const auto step = step_in(*line); step && *step < first_step)
            entries_.push_back({*step, fmt::format("    {}", text::trim(*line))});
}

void PvdSeries::add(std::uint64_t step, double time, const std::string& name) {
    std::erase_if(entries_, [&](const Entry& entry) { return entry.step >= step; });
    entries_.push_back(
        {step, fmt::format("    <DataSet timestep=\"{}\" group=\"\" part=\"0\" file=\"{}\"/>",
                           text::shortest(time), name)});
    write();
}

void PvdSeries::write() const {
    std::string text(kHead);
    for (const Entry& entry : entries_) text += entry.line + '\n';
    PendingFile file(path_, {.durable = false, .makes_folders = false});
    file.write(text += kTail);
    file.finish();
}

void cut_series(const std::filesystem::path& path, std::uint64_t end) {
    std::error_code absent;
    if (!std::filesystem::is_regular_file(path, absent)) return;
    const PvdSeries series(path, end);
    if (series.entries_.empty())
        std::filesystem::remove(path, absent);
    else
        series.write();
}

}  // namespace glint

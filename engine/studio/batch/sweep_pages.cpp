// SPDX-License-Identifier: MIT
#include <glint/studio/batch/sweep_pages.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <system_error>

#include <fmt/format.h>

#include <glint/base/console.hpp>
#include <glint/base/error.hpp>
#include <glint/base/files.hpp>
#include <glint/base/text.hpp>

namespace glint::studio {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMaxOnSheet = 10'000;
constexpr std::size_t kSheetWidth_px = 2400;
constexpr std::size_t kCaptionedWidth_px = 1200;
constexpr std::size_t kMaxCurves = 2000;
constexpr unsigned kMinCell_px = 16;
constexpr unsigned kMinCaptioned_px = 60;  // minimum width of cells with captions
constexpr const char* kPicture = "picture.png";

using Results = std::vector<std::optional<CaseResult>>;

std::optional<Picture> picture_of_case(const CaseFolders& folder, std::size_t index) {
    const fs::path file = folder.case_folder(index) / kPicture;
    std::error_code ignored;
    if (!fs::exists(file, ignored)) return std::nullopt;
    try {
        return read_png(file);
    } catch (const Error&) {
        return std::nullopt;
    }
}

std::string axis_title(const Axis& axis) {
    return axis.label + (axis.unit.empty() ? "" : " (" + axis.unit + ")");
}

/// Returns the axes with more than one value.
std::vector<std::size_t> changing_axes(const Cases& cases) {
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < cases.axes().size(); ++i)
        if (cases.axes()[i].values.size() > 1) found.push_back(i);
    return found;
}

bool is_plane_of_cases(const Cases& cases, const std::vector<std::size_t>& changing) {
    return changing.size() == 2 && !cases.axes()[changing[0]].is_sampled &&
           !cases.axes()[changing[1]].is_sampled;
}

ContactCell cell_of(const std::optional<CaseResult>& result) {
    ContactCell cell;
    if (!result) {
        cell.reason = "no result";
    } else if (!result->is_done()) {
        cell.has_failed = true;
        cell.reason = fmt::format("{}: {}", result->status, result->reason);
    }
    return cell;
}

/// Returns the size for all pictures of the sheet: the size of the first picture whose aspect ratio
/// is reasonable. Pictures with another size are scaled to fit.
std::pair<unsigned, unsigned> picture_size(const CaseFolders& folder, std::size_t cases) {
    constexpr unsigned kMaxTimes = 8, kLongestCell_px = 2048;
    for (std::size_t i = 0; i < std::min(cases, kMaxOnSheet); ++i) {
        const auto picture = picture_of_case(folder, i);
        if (!picture) continue;
        const auto [shorter, longer] = std::minmax(picture->width, picture->height);
        if (longer <= kMaxTimes * shorter && longer <= kLongestCell_px)
            return {picture->width, picture->height};
    }
    return {128, 128};
}

void size_cells(ContactSheet& sheet, std::pair<unsigned, unsigned> picture) {
    const std::size_t most = std::max(kSheetWidth_px / std::max(sheet.columns, std::size_t(1)),
                                      std::size_t(kMinCell_px));
    const double scale = std::min(1.0, static_cast<double>(most) / picture.first);
    const auto side = [&](unsigned length) {
        return std::max(static_cast<unsigned>(std::lround(length * scale)), kMinCell_px);
    };
    sheet.cell_width = side(picture.first);
    sheet.cell_height = side(picture.second);
}

std::string html_text(std::string_view text) {
    return text::escaped_markup(console::printable(text));
}

constexpr std::string_view kPageHead = R"(<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>{0}</title><style>
body {{ background: #14161a; color: #c8cdd4; font: 14px/1.45 system-ui, sans-serif; margin: 24px }}
h1 {{ color: #f0f2f5; font-size: 20px; font-weight: 600 }}
.grid {{ display: grid; gap: 8px; justify-content: start; margin: 16px 0 28px }}
.grid div {{ align-self: center; text-align: center }}
figure {{ margin: 0; position: relative }}
figure img {{ display: block; width: 100%; image-rendering: pixelated }}
figure .none {{ aspect-ratio: 1; background: #26282e }}
figure.failed .none {{ background: #401e20 }}
figure.chosen {{ outline: 2px solid #4c9be8 }}
figcaption {{ font-size: 12px; text-align: center }}
figcaption.reason {{ color: #ffaa9b; text-align: left; padding: 2px 4px }}
table {{ border-collapse: collapse; font-variant-numeric: tabular-nums }}
th, td {{ padding: 3px 12px 3px 0; text-align: left; border-bottom: 1px solid #2a2d34 }}
th {{ cursor: pointer; color: #f0f2f5; position: sticky; top: 0; background: #14161a }}
svg {{ vertical-align: middle; margin-right: 8px }}
polyline {{ fill: none; stroke: #4c9be8; stroke-width: 1.2 }}
tr.failed td {{ color: #ffaa9b }} tr.chosen td {{ background: #20304a }} a {{ color: inherit }}
</style></head><body><h1>{0}</h1>
)";

constexpr std::string_view kPageEnd = R"(<script>
const body = document.querySelector('tbody'), number = text => text === '' ? NaN : Number(text);
document.querySelectorAll('th').forEach((head, column) => {
    let up = false;
    head.onclick = () => {
        up = !up;
        const text = row => row.cells[column].textContent, sign = up ? 1 : -1;
        [...body.rows].sort((a, b) => {
            const x = number(text(a)), y = number(text(b));
            if (isNaN(x) || isNaN(y))
                return isNaN(x) && isNaN(y) ? sign * text(a).localeCompare(text(b)) : isNaN(x) - isNaN(y);
            return sign * (x - y);
        }).forEach(row => body.append(row));
    };
});
document.querySelectorAll('[data-case]').forEach(one => one.onmouseenter = () => {
    document.querySelectorAll('.chosen').forEach(old => old.classList.remove('chosen'));
    document.querySelectorAll(`[data-case="${one.dataset.case}"]`)
        .forEach(each => each.classList.add('chosen'));
});
</script></body></html>
)";

std::string figure(const Cases& cases, const Results& results, const CaseFolders& folder,
                   std::size_t index, bool has_caption) {
    const std::string place = folder.case_name(index) + '/';
    const ContactCell cell = cell_of(results[index]);
    std::error_code ignored;
    const bool has_picture = fs::exists(folder.case_folder(index) / kPicture, ignored);
    std::string html = fmt::format("<figure data-case=\"{}\"{} title=\"{}\"><a href=\"{}\">",
                                   index + 1, cell.has_failed ? " class=\"failed\"" : "",
                                   html_text(cases.caption(index)), place);
    html += has_picture
                ? fmt::format("<img loading=\"lazy\" alt=\"\" src=\"{}{}\">", place, kPicture)
                : std::string("<div class=\"none\"></div>");
    html += "</a>";
    if (has_caption)
        html += fmt::format("<figcaption>{}</figcaption>", html_text(cases.caption(index)));
    if (!cell.reason.empty())
        html += fmt::format("<figcaption class=\"reason\">{}</figcaption>", html_text(cell.reason));
    return html + "</figure>\n";
}

std::string grid_of_cases(const Cases& cases, const Results& results, const CaseFolders& folder,
                          unsigned width_px) {
    const std::vector<std::size_t> changing = changing_axes(cases);
    const std::size_t count = std::min(cases.size(), kMaxOnSheet);
    if (!is_plane_of_cases(cases, changing)) {
        std::string html = fmt::format(
            "<div class=\"grid\" style=\"grid-template-columns: repeat(auto-fill, {}px)\">\n",
            width_px);
        for (std::size_t i = 0; i < count; ++i) html += figure(cases, results, folder, i, true);
        return html + "</div>\n";
    }
    const Axis& down = cases.axes()[changing[0]];
    const Axis& across = cases.axes()[changing[1]];
    std::string html = fmt::format(
        "<p>{} down, {} across</p><div class=\"grid\" style=\"grid-template-columns: auto "
        "repeat({}, {}px)\"><div></div>\n",
        html_text(axis_title(down)), html_text(axis_title(across)), across.values.size(), width_px);
    for (const std::string& value : across.values)
        html += fmt::format("<div>{}</div>\n", html_text(value));
    for (std::size_t i = 0; i < count; ++i) {
        if (i % across.values.size() == 0)
            html +=
                fmt::format("<div>{}</div>\n", html_text(down.values[i / across.values.size()]));
        html += figure(cases, results, folder, i, false);
    }
    return html + "</div>\n";
}

/// Returns the values of each monitor over time, by name. `file` is the table that the case wrote.
/// Returns an empty map if the file cannot be read.
std::map<std::string, std::vector<double>> monitors_in_time(const fs::path& file) {
    std::map<std::string, std::vector<double>> found;
    std::string all;
    try {
        all = read_text(file);
    } catch (const Error&) {
        return found;
    }
    std::vector<std::string_view> names;
    for (const std::string_view line : text::split(all, '\n')) {
        const std::vector<std::string_view> fields = text::split(line, ',');
        if (names.empty()) {
            names = fields;
            continue;
        }
        for (std::size_t i = 0; i < std::min(names.size(), fields.size()); ++i)
            if (const auto value = text::parse_double(fields[i]); value && std::isfinite(*value))
                found[std::string(names[i])].push_back(*value);
    }
    return found;
}

/// Returns a small SVG curve without numbers. Its height is scaled from the minimum to the maximum
/// value.
std::string curve(const std::vector<double>& values) {
    constexpr std::size_t kPoints = 60;
    if (values.size() < 2) return {};
    const auto [low, high] = std::ranges::minmax(values);
    std::string points;
    const std::size_t count = std::min(values.size(), kPoints);
    for (std::size_t i = 0; i < count; ++i) {
        const double value = values[i * (values.size() - 1) / (count - 1)];
        const double height = high > low ? (value - low) / (high - low) : 0.5;
        points += fmt::format("{}{:.1f},{:.1f}", i > 0 ? " " : "",
                              60.0 * static_cast<double>(i) / static_cast<double>(count - 1),
                              15 - 14 * height);
    }
    return fmt::format("<svg width=\"60\" height=\"16\"><polyline points=\"{}\"/></svg>", points);
}

std::string table_row(const Cases& cases, const std::optional<CaseResult>& result,
                      const std::vector<std::string>& monitors, const CaseFolders& folder,
                      std::size_t index) {
    std::string html =
        fmt::format("<tr data-case=\"{}\"{}><td><a href=\"{}/\">{}</a></td>", index + 1,
                    result && !result->is_done() ? " class=\"failed\"" : "",
                    folder.case_name(index), index + 1);
    const auto add = [&](const std::string& text) { html += "<td>" + html_text(text) + "</td>"; };
    for (const std::string& value : cases.values(index)) add(value);
    const CaseResult known = result.value_or(CaseResult{});
    const auto in_time = index < kMaxCurves
                             ? monitors_in_time(folder.case_folder(index) / "monitors.csv")
                             : std::map<std::string, std::vector<double>>{};
    for (const std::string& name : monitors) {
        const auto found =
            std::ranges::find(known.monitors, name, &std::pair<std::string, double>::first);
        html += "<td>";
        if (const auto values = in_time.find(name); values != in_time.end())
            html += curve(values->second);
        if (found != known.monitors.end()) html += fmt::format("{:.6g}", found->second);
        html += "</td>";
    }
    add(result ? std::to_string(known.status) : "");
    add(result ? fmt::format("{:.3f}", known.seconds) : "");
    add(result ? known.reason : "no result");
    return html + "</tr>\n";
}

std::string table_of_cases(const Cases& cases, const Results& results, const CaseFolders& folder) {
    const std::vector<std::string> monitors = monitor_names(results);
    std::string html = "<table><thead><tr><th>case</th>";
    const auto add = [&](const std::string& text) { html += "<th>" + html_text(text) + "</th>"; };
    for (const Axis& axis : cases.axes()) add(axis.name);
    for (const std::string& name : monitors) add(name);
    html += "<th>status</th><th>seconds</th><th>reason</th></tr></thead><tbody>\n";
    for (std::size_t i = 0; i < cases.size(); ++i)
        html += table_row(cases, results[i], monitors, folder, i);
    return html + "</tbody></table>\n";
}

}  // namespace

ContactSheet sheet_of(const Cases& cases, const Results& results, const CaseFolders& folder,
                      const std::string& title) {
    ContactSheet sheet{.title = title};
    const std::size_t count = std::min(cases.size(), kMaxOnSheet);
    const std::vector<std::size_t> changing = changing_axes(cases);
    const auto picture = picture_size(folder, cases.size());
    const bool is_plane = is_plane_of_cases(cases, changing);
    if (is_plane) {
        const Axis& down = cases.axes()[changing[0]];
        const Axis& across = cases.axes()[changing[1]];
        sheet.down = axis_title(down);
        sheet.across = axis_title(across);
        sheet.row_labels = down.values;
        sheet.row_labels.resize((count + across.values.size() - 1) / across.values.size());
        sheet.column_labels = across.values;
        sheet.columns = across.values.size();
    } else {
        const auto square = static_cast<std::size_t>(
            std::ceil(std::sqrt(static_cast<double>(count) * picture.second / picture.first)));
        const std::size_t most = std::max(kCaptionedWidth_px / picture.first, std::size_t(4));
        sheet.columns = std::clamp(square, std::min(count, std::size_t(4)), std::max(most, square));
    }
    size_cells(sheet, picture);
    for (std::size_t i = 0; i < count; ++i) {
        ContactCell cell = cell_of(results[i]);
        const std::vector<std::string> values = cases.values(i);
        if (!is_plane && sheet.cell_width >= kMinCaptioned_px)
            for (const std::size_t axis : changing)
                cell.caption.push_back(cases.axes()[axis].name + ' ' + values[axis]);
        sheet.cells.push_back(std::move(cell));
    }
    sheet.picture_of = [folder = CaseFolders(folder)](std::size_t index) {
        return picture_of_case(folder, index);
    };
    return sheet;
}

std::string contact_page(const Cases& cases, const Results& results, const CaseFolders& folder,
                         const std::string& title) {
    const ContactSheet sheet = sheet_of(cases, results, folder, title);
    return fmt::format(kPageHead, html_text(title)) +
           grid_of_cases(cases, results, folder, std::max(sheet.cell_width, 64u)) +
           table_of_cases(cases, results, folder) + std::string(kPageEnd);
}

void write_sweep_pages(const Cases& cases, const Results& results, const CaseFolders& folder,
                       const std::string& title) {
    write_atomically(folder.path() / "table.csv", sweep_table(cases, results));
    write_png(folder.path() / "contact.png",
              contact_sheet(sheet_of(cases, results, folder, title)));
    write_atomically(folder.path() / "contact.html", contact_page(cases, results, folder, title));
}

}  // namespace glint::studio

// SPDX-License-Identifier: MIT
#include <apps/glint/view_text.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <glint/app/options.hpp>
#include <glint/base/error.hpp>
#include <glint/base/log.hpp>
#include <glint/base/text.hpp>

namespace glint::apps {

namespace fs = std::filesystem;

std::string view_operation(const fs::path& file) { return fmt::format("view '{}'", file.string()); }

void refuse_view(const fs::path& file, const std::string& reason) {
    throw Error(ErrorCode::bad_input, view_operation(file), reason);
}

std::string cell_text(const fs::path& file, std::span<const std::size_t> size,
                      std::span<const double> spacing, std::span<const double> first,
                      const std::optional<std::string>& unit) {
    constexpr double kMin = 1e-15, kGreatest = 1e15;  // because cameras square lengths in float
    if (spacing.size() < size.size()) return {};
    spacing = spacing.first(size.size());
    const bool is_word =
        unit && std::ranges::none_of(*unit, [](unsigned char c) { return c <= ' ' || c == '"'; });
    const std::string suffix = is_word ? ' ' + *unit : std::string();
    const auto [least, greatest] = std::ranges::minmax(spacing);
    if (!(greatest - least <= 1e-6 * std::abs(greatest))) {
        log::warning(
            fmt::format("{}: cells of size {}{} are drawn as cubes, and the axes count cells",
                        file.string(), fmt::join(spacing, " x "), suffix));
        return {};
    }
    const double length = least * static_cast<double>(std::ranges::max(size));
    if (!(length >= kMin && length <= kGreatest)) {
        log::warning(fmt::format(
            "{}: the length of the data, {:.3g}, is not between {} and {}, so the axes count cells",
            file.string(), length, kMin, kGreatest));
        return {};
    }
    const std::string cell = fmt::format(" of {}{}", text::shortest(least), suffix);
    std::vector<double> corner;
    for (const double place : first) corner.push_back(place - 0.5 * least);
    corner.resize(size.size());
    const auto is_zero = [](double place) { return place == 0; };
    const bool is_known =
        first.size() >= size.size() &&
        std::ranges::all_of(corner, [](double place) { return std::isfinite(place); });
    if (is_known && !std::ranges::all_of(corner, is_zero))
        return fmt::format("{} at {}", cell, fmt::join(corner, " "));
    return cell == " of 1" ? "" : cell;
}

std::string quotable(std::string text) {
    std::ranges::replace_if(
        text, [](unsigned char c) { return c < ' ' || c == '"' || c == '\\'; }, '_');
    return text;
}

std::optional<std::string> type_name(const NpyType& type, std::size_t components) {
    struct Name {
        NpyType type;
        const char* one;
        const char* vector;  ///< null if no vector type exists
    };
    static constexpr Name kNames[]{{{'f', 4}, "float", "float"},
                                   {{'f', 8}, "double", "double"},
                                   {{'f', 2}, "__half", nullptr},
                                   {{'b', 1}, "bool", nullptr},
                                   {{'i', 1}, "char", "char"},
                                   {{'u', 1}, "unsigned char", "uchar"},
                                   {{'i', 2}, "short", "short"},
                                   {{'u', 2}, "unsigned short", "ushort"},
                                   {{'i', 4}, "int", "int"},
                                   {{'u', 4}, "unsigned", "uint"},
                                   {{'i', 8}, "long long", "longlong"},
                                   {{'u', 8}, "unsigned long long", "ulonglong"}};
    for (const Name& name : kNames) {
        if (name.type != type) continue;
        if (components == 1) return name.one;
        if (name.vector) return fmt::format("{}{}", name.vector, components);
    }
    return std::nullopt;
}

ViewText::ViewText(fs::path file, std::string_view structure, std::span<const std::size_t> extents,
                   std::string_view cell)
    : file_(std::move(file)) {
    if (std::ranges::find(extents, 0u) != extents.end())
        refuse_view(file_, "the file contains no values");
    text_ = fmt::format(
        "#include <glint/sim.cuh>\n#include <glint/half.cuh>\n//@ simulation \"{}\"\n"
        "struct {} {{  //@ {}{}\n",
        quotable(file_.filename().string()), structure, fmt::join(extents, " x "), cell);
}

void ViewText::choose(std::string_view as, const std::vector<std::string_view>& fitting,
                      std::string_view by) {
    if (!as.empty() && std::ranges::find(fitting, as) == fitting.end())
        throw app::WrongOption(
            "--as", fitting.empty()
                        ? fmt::format("'{}' has only one view", file_.string())
                        : fmt::format("'{}' is not one of {}", as, fmt::join(fitting, ", ")));
    if (!fitting.empty()) view_ = fmt::format(" as {}", as.empty() ? fitting.front() : as);
    if (!by.empty()) view_ += fmt::format(" by {}", by);
}

void ViewText::add(std::string_view type, std::string_view name, std::string_view label,
                   std::string_view range) {
    const std::string quoted = quotable(std::string(text::trim(label)));
    text_ +=
        fmt::format("    {}* {};  //@ {}{}\"{}\"{}\n", type, name, range, range.empty() ? "" : " ",
                    quoted.empty() ? name : quoted, std::exchange(view_, {}));
}

void ViewText::add_unseen(std::string_view type, std::string_view name) {
    text_ += fmt::format("    {}* {};\n", type, name);
}

void ViewText::add_shown(std::string_view name, std::string_view label, std::string_view parameter,
                         std::string_view expression) {
    shown_ += fmt::format("//@ show \"{}\"\n__device__ float {}({}) {{ return {}; }}\n",
                          quotable(std::string(label)), name, parameter, expression);
}

}  // namespace glint::apps

// SPDX-License-Identifier: MIT
#include <glint/studio/keep/recording/bookmark_file.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <functional>
#include <set>
#include <type_traits>
#include <utility>

#include <fmt/format.h>
#include <glm/vector_relational.hpp>

#include <glint/base/error.hpp>
#include <glint/base/files.hpp>
#include <glint/base/log.hpp>
#include <glint/base/text.hpp>
#include <glint/studio/text/detail/toml_text.hpp>
#include <glint/view/colormap.hpp>

namespace glint::studio {
namespace {

namespace fs = std::filesystem;

/// The range of allowed values of a number in a bookmark. With values in this range, all numbers
/// that views compute are finite.
struct Limits {
    double low, high;
};
constexpr Limits kPositions{-1e18, 1e18}, kRadii{0, 1e18}, kDistances{1e-18, 1e18},
    kAngles{-1e6, 1e6}, kValues{-1e37, 1e37}, kParts{0, 1}, kFactors{0, 1e6},
    kPlaneCenters{-1e12, 1e12}, kPlaneScales{1e-12, 1e12}, kPictures{0, 1e6}, kReliefs{-1, 1e6};

constexpr std::array<std::string_view, 9> kViewNames{
    "automatic", "none", "image", "arrows", "points", "glow", "liquid", "volume", "surface"};
constexpr std::array<std::string_view, 3> kStyleNames{"balls", "glow", "liquid"};
constexpr std::array<std::string_view, 3> kRangeNames{"annotation", "values", "fixed"};

std::string toml_string(std::string_view text) {
    std::string made = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') made += '\\';
        made += static_cast<unsigned char>(c) < 32 ? ' ' : c;
    }
    return made + '"';
}

/// Writes the `name = value` lines of a table and of its subtables.
class TomlWriter {
public:
    void table(const std::string& name) { text_ += fmt::format("\n[{}]\n", name); }
    void entry(const std::string& name) { text_ += fmt::format("\n[[{}]]\n", name); }
    void put(std::string_view name, const std::string& value) {
        text_ += fmt::format("{} = {}\n", name, value);
    }
    void put(std::string_view name, double value) { put(name, number(value)); }
    void put(std::string_view name, float value) { put(name, number(value)); }
    void put(std::string_view name, bool value) {
        put(name, std::string(value ? "true" : "false"));
    }
    template <class Vector>
    void put_vector(std::string_view name, const Vector& vector) {
        std::string all;
        for (int i = 0; i < Vector::length(); ++i) all += (i == 0 ? "" : ", ") + number(vector[i]);
        put(name, "[" + all + "]");
    }
    std::string take() { return std::move(text_); }

private:
    template <class T>
    static std::string number(T value) {
        std::string made = text::shortest(value);
        // TOML floats need a point or an exponent.
        if (made.find_first_of(".en") == made.npos) made += ".0";
        return made;
    }

    std::string text_;
};

void put_looks(TomlWriter& writer, const std::string& table, const PaneChoices& choices) {
    for (const auto& [name, look] : choices.overrides) {
        writer.entry(table + ".look");
        writer.put("of", toml_string(name));
        writer.put("range", toml_string(kRangeNames[static_cast<std::size_t>(look.range)]));
        writer.put("low", look.low);
        writer.put("high", look.high);
        if (look.is_logarithmic) writer.put("logarithmic", *look.is_logarithmic);
        if (look.colormap) writer.put("colormap", toml_string(*look.colormap));
        if (look.view)
            writer.put("view", toml_string(kViewNames[static_cast<std::size_t>(*look.view)]));
        if (look.style)
            writer.put("style", toml_string(kStyleNames[static_cast<std::size_t>(*look.style)]));
    }
}

void put_cameras(TomlWriter& writer, const std::string& table, const PaneChoices& choices) {
    const view::OrbitCameraOptions& pose = choices.orbit.pose();
    writer.table(table + ".orbit");
    writer.put_vector("target", pose.target);
    writer.put("distance", pose.distance_m);
    writer.put("yaw", pose.yaw_rad);
    writer.put("pitch", pose.pitch_rad);
    writer.put("field_of_view", pose.vertical_fov_rad);
    writer.put("shows_all", choices.is_fitted);
    if (!choices.plane) return;
    writer.table(table + ".plane");
    writer.put_vector("centre", choices.plane->center);
    writer.put("units_per_px", choices.plane->units_per_px);
}

void put_styles(TomlWriter& writer, const std::string& table, const PaneChoices& choices) {
    writer.table(table + ".volume");
    writer.put("density", choices.volume.density);
    writer.put("opacity_begin", choices.volume.opacity_begin);
    writer.put("opacity_end", choices.volume.opacity_end);
    writer.put("level", choices.volume.level);
    writer.table(table + ".glow");
    writer.put("radius_px", choices.glow.radius_px);
    writer.put("light", choices.glow.light);
    writer.put("halo", choices.glow.halo);
    if (choices.glow.is_logarithmic) writer.put("logarithmic", *choices.glow.is_logarithmic);
    writer.table(table + ".overlay");
    writer.put("colour_bar", choices.overlay.color_bar);
    writer.put("axes", choices.overlay.axes);
    writer.put("box", choices.overlay.box);
    writer.put("scale_bar", choices.overlay.scale_bar);
}

void put_bookmark(TomlWriter& writer, const std::string& table, const Bookmark& bookmark) {
    const PaneChoices& choices = bookmark.choices;
    writer.table(table);
    writer.put("shown", toml_string(choices.shown));
    if (!choices.colors.empty()) writer.put("colours", toml_string(choices.colors));
    if (!choices.has_points_over) writer.put("points_over", false);
    writer.put_vector("picture_px", bookmark.picture_px);
    writer.put("radius", choices.radius);
    writer.put("relief", choices.relief);
    writer.put("clear", choices.clear);
    writer.put("slice_axis", std::to_string(choices.slice.axis));
    if (choices.slice.index) writer.put("slice", std::to_string(*choices.slice.index));
    if (choices.bounds) {
        writer.put_vector("bounds_min", choices.bounds->min);
        writer.put_vector("bounds_max", choices.bounds->max);
    }
    put_cameras(writer, table, choices);
    put_styles(writer, table, choices);
    put_looks(writer, table, choices);
}

/// Reads values of a TOML table. If a value is missing in the table, the old value stays.
class TomlReader {
public:
    TomlReader(const toml::table& table, const fs::path& file) : table_(table), file_(file) {}

    std::optional<TomlReader> part(std::string_view name) const {
        const toml::node* const node = find(name);
        if (!node) return std::nullopt;
        if (!node->is_table()) refuse(*node, name, "is not a table");
        return TomlReader(*node->as_table(), file_);
    }
    std::vector<TomlReader> parts(std::string_view name) const {
        std::vector<TomlReader> all;
        const toml::node* const node = find(name);
        if (!node) return all;
        if (!node->is_array()) refuse(*node, name, "is not an array of tables");
        for (const toml::node& each : *node->as_array()) {
            if (!each.is_table()) refuse(each, name, "is not an array of tables");
            all.emplace_back(*each.as_table(), file_);
        }
        return all;
    }
    template <class T>
    void get(std::string_view name, T& value) const {
        const toml::node* const node = find(name);
        if (!node) return;
        using Read = std::conditional_t<std::is_floating_point_v<T>, double, T>;
        const auto found = node->value<Read>();
        if (!found) refuse(*node, name, "has the wrong type");
        if constexpr (std::is_floating_point_v<T>)
            if (!std::isfinite(*found)) refuse(*node, name, "is not a number");
        value = static_cast<T>(*found);
    }
    template <class T>
    void get(std::string_view name, T& value, const Limits& limits) const {
        double number = static_cast<double>(value);
        get(name, number);
        if (find(name)) require_within(*find(name), name, number, limits);
        value = static_cast<T>(number);
    }
    template <class T>
    void get(std::string_view name, std::optional<T>& value) const {
        if (!find(name)) return;
        value.emplace();
        get(name, *value);
    }
    template <class Vector>
    void get_vector(std::string_view name, Vector& vector, const Limits& limits) const {
        const toml::node* const node = find(name);
        if (!node) return;
        const toml::array* const array = node->as_array();
        if (!array || array->size() != static_cast<std::size_t>(Vector::length()))
            refuse(*node, name, fmt::format("is not an array of {} numbers", Vector::length()));
        for (int i = 0; i < Vector::length(); ++i) {
            const auto number = array->get(static_cast<std::size_t>(i))->template value<double>();
            if (!number || !std::isfinite(*number))
                refuse(*node, name, "is not an array of numbers");
            require_within(*node, name, *number, limits);
            vector[i] = static_cast<typename Vector::value_type>(*number);
        }
    }
    template <class Enum, std::size_t N>
    void get(std::string_view name, Enum& value,
             const std::array<std::string_view, N>& names) const {
        std::string text;
        get(name, text);
        if (text.empty()) return;
        const auto found = std::ranges::find(names, text);
        if (found == names.end()) refuse(*find(name), name, "has an unknown value");
        value = static_cast<Enum>(found - names.begin());
    }
    void require_within(const toml::node& at, std::string_view name, double number,
                        const Limits& limits) const {
        if (!(number >= limits.low && number <= limits.high))
            refuse(at, name, fmt::format("is not between {:g} and {:g}", limits.low, limits.high));
    }
    [[noreturn]] void refuse(const toml::node& at, std::string_view name,
                             const std::string& reason) const {
        throw Error(ErrorCode::bad_input, line_place(file_, at.source().begin.line),
                    fmt::format("'{}' {}", name, reason));
    }
    [[noreturn]] void refuse(const std::string& reason) const {
        throw Error(ErrorCode::bad_input, line_place(file_, table_.source().begin.line), reason);
    }
    /// Logs a warning for each name in the table that was never read.
    void warn_about_unread() const {
        const std::vector<std::string> known(asked_.begin(), asked_.end());
        for (const auto& [key, node] : table_)
            if (!asked_.contains(key.str()))
                log::warning_once(fmt::format("{}: ignoring the unknown key '{}'{}",
                                              line_place(file_, key.source().begin.line).text,
                                              key.str(), text::did_you_mean(key.str(), known)));
    }

private:
    const toml::node* find(std::string_view name) const {
        asked_.emplace(name);
        return table_.get(name);
    }

    const toml::table& table_;
    const fs::path& file_;
    mutable std::set<std::string, std::less<>> asked_;
};

void read_looks(const TomlReader& reader, PaneChoices& choices) {
    for (const TomlReader& entry : reader.parts("look")) {
        std::string of, view, style;
        entry.get("of", of);
        DisplayOverride look;
        entry.get("range", look.range, kRangeNames);
        entry.get("low", look.low, kValues);
        entry.get("high", look.high, kValues);
        entry.get("logarithmic", look.is_logarithmic);
        entry.get("colormap", look.colormap);
        entry.get("view", view);
        entry.get("style", style);
        if (!view.empty()) entry.get("view", look.view.emplace(), kViewNames);
        if (!style.empty()) entry.get("style", look.style.emplace(), kStyleNames);
        if (look.colormap && std::ranges::count(view::Colormap::names(), *look.colormap) == 0)
            entry.refuse(fmt::format("colormap '{}' not found", *look.colormap));
        entry.warn_about_unread();
        choices.overrides[of] = look;
    }
}

void read_cameras(const TomlReader& reader, PaneChoices& choices) {
    if (const auto orbit = reader.part("orbit")) {
        view::OrbitCameraOptions pose;
        orbit->get_vector("target", pose.target, kPositions);
        orbit->get("distance", pose.distance_m, kDistances);
        orbit->get("yaw", pose.yaw_rad, kAngles);
        orbit->get("pitch", pose.pitch_rad, kAngles);
        orbit->get("field_of_view", pose.vertical_fov_rad, kAngles);
        orbit->get("shows_all", choices.is_fitted);
        orbit->warn_about_unread();
        try {
            choices.orbit.set_pose(pose);
        } catch (const Error& error) {
            orbit->refuse(error.what());
        }
    }
    if (const auto plane = reader.part("plane")) {
        PlaneCamera camera;
        plane->get_vector("centre", camera.center, kPlaneCenters);
        plane->get("units_per_px", camera.units_per_px, kPlaneScales);
        plane->warn_about_unread();
        choices.plane = camera;
    }
}

void read_styles(const TomlReader& reader, PaneChoices& choices) {
    if (const auto volume = reader.part("volume")) {
        volume->get("density", choices.volume.density, kFactors);
        volume->get("opacity_begin", choices.volume.opacity_begin, kParts);
        volume->get("opacity_end", choices.volume.opacity_end, kParts);
        volume->get("level", choices.volume.level, kParts);
        volume->warn_about_unread();
    }
    if (const auto glow = reader.part("glow")) {
        glow->get("radius_px", choices.glow.radius_px, kFactors);
        glow->get("light", choices.glow.light, kFactors);
        glow->get("halo", choices.glow.halo, kFactors);
        glow->get("logarithmic", choices.glow.is_logarithmic);
        glow->warn_about_unread();
    }
    if (const auto overlay = reader.part("overlay")) {
        overlay->get("colour_bar", choices.overlay.color_bar);
        overlay->get("axes", choices.overlay.axes);
        overlay->get("box", choices.overlay.box);
        overlay->get("scale_bar", choices.overlay.scale_bar);
        overlay->warn_about_unread();
    }
}

Bookmark read_bookmark(const TomlReader& reader) {
    Bookmark bookmark;
    PaneChoices& choices = bookmark.choices;
    reader.get("shown", choices.shown);
    reader.get("colours", choices.colors);
    reader.get("points_over", choices.has_points_over);
    reader.get_vector("picture_px", bookmark.picture_px, kPictures);
    reader.get("radius", choices.radius, kRadii);
    reader.get("relief", choices.relief, kReliefs);
    reader.get("clear", choices.clear, kFactors);
    reader.get("slice_axis", choices.slice.axis);
    if (choices.slice.axis < 0 || choices.slice.axis > 2)
        reader.refuse("'slice_axis' is not 0, 1 or 2");
    std::optional<std::int64_t> slice;
    reader.get("slice", slice);
    if (slice && *slice < 0) reader.refuse("'slice' is negative");
    if (slice) choices.slice.index = static_cast<std::size_t>(*slice);
    view::Box bounds{.min = glm::vec3(0), .max = glm::vec3(0)};
    reader.get_vector("bounds_min", bounds.min, kPositions);
    reader.get_vector("bounds_max", bounds.max, kPositions);
    if (glm::any(glm::greaterThan(bounds.min, bounds.max)))
        reader.refuse("'bounds_min' is above 'bounds_max'");
    if (bounds.min != bounds.max) choices.bounds = bounds;
    read_cameras(reader, choices);
    read_styles(reader, choices);
    read_looks(reader, choices);
    reader.warn_about_unread();
    return bookmark;
}

}  // namespace

fs::path bookmark_file(const fs::path& simulation_file) {
    return fs::path(simulation_file).replace_extension(".bookmarks.toml");
}

Viewer::Bookmarks read_bookmarks(const fs::path& file) {
    std::error_code absent;
    return fs::exists(file, absent) ? parse_bookmarks(read_text(file), file) : Viewer::Bookmarks();
}

Viewer::Bookmarks parse_bookmarks(std::string_view text, const fs::path& file) {
    Viewer::Bookmarks bookmarks;
    const toml::table all = parse_toml(text, file);
    const TomlReader reader(all, file);
    for (std::size_t i = 0; i < bookmarks.size(); ++i)
        if (const auto table = reader.part(std::to_string(i + 1)))
            bookmarks[i] = read_bookmark(*table);
    reader.warn_about_unread();
    return bookmarks;
}

std::string bookmark_text(std::string_view title, const Viewer::Bookmarks& bookmarks) {
    TomlWriter writer;
    for (std::size_t i = 0; i < bookmarks.size(); ++i)
        if (bookmarks[i]) put_bookmark(writer, std::to_string(i + 1), *bookmarks[i]);
    return fmt::format("# Bookmarks of {}\n", title) + writer.take();
}

}  // namespace glint::studio

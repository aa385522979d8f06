// SPDX-License-Identifier: MIT
#include <glint/studio/declaration/detail/annotation.hpp>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <limits>
#include <span>
#include <utility>

#include <fmt/format.h>

#include <glint/base/text.hpp>
#include <glint/base/unit.hpp>
#include <glint/studio/declaration/detail/parameter_extent.hpp>
#include <glint/view/colormap.hpp>

namespace glint::studio {
namespace {

constexpr std::size_t kLargestExtent = (1u << 31) - 1;
constexpr unsigned kMaxRepeats = 1'000'000;

template <class... Arguments>
[[noreturn]] void refuse_annotation(fmt::format_string<Arguments...> format,
                                    Arguments&&... arguments) {
    throw AnnotationError{fmt::format(format, std::forward<Arguments>(arguments)...)};
}

/// Throws an error such as "unknown word 'stpe'; did you mean 'step'?".
[[noreturn]] void refuse_word(std::string_view word, std::span<const std::string> known) {
    refuse_annotation("unknown word '{}'{}", word, text::did_you_mean(word, known));
}

/// Reads a text word by word.
class Words {
public:
    explicit Words(std::string_view text) : rest_(text::trim(text)) {}

    bool empty() const { return rest_.empty(); }
    std::string_view rest() const { return rest_; }
    /// Returns the next word without consuming it, or an empty text at the end.
    std::string_view next() const {
        const auto is_end = [](char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; };
        return {rest_.begin(), std::ranges::find_if(rest_, is_end)};
    }
    std::string_view take() {
        const std::string_view word = next();
        rest_ = text::trim(rest_.substr(word.size()));
        return word;
    }
    bool take_if(std::string_view word) {
        if (next() != word) return false;
        take();
        return true;
    }
    /// Returns the part of the next word before the character `end`, without consuming it.
    std::string_view next_before(char end) const { return next().substr(0, next().find(end)); }
    void take_characters(std::size_t count) { rest_ = text::trim(rest_.substr(count)); }
    /// Consumes the next text in quotes, and returns the text without the quotes. Error messages
    /// refer to the text as `what`.
    std::string take_quoted(std::string_view what) {
        if (rest_.empty()) refuse_annotation("{} is missing", what);
        if (rest_.front() != '"')
            refuse_annotation("expected {} in quotes, found '{}'", what, rest_);
        const std::size_t end = rest_.find('"', 1);
        if (end == std::string_view::npos)
            refuse_annotation("the closing quote of {} is missing", rest_);
        std::string quoted(text::trim(rest_.substr(1, end - 1)));
        if (quoted.empty()) refuse_annotation("{} is empty", what);
        take_characters(end + 1);
        return quoted;
    }
    void expect_end() const {
        if (!empty()) refuse_annotation("unexpected '{}'", rest_);
    }

private:
    std::string_view rest_;
};

/// Returns the unit in a text. Refuses a text that is not a unit, for example a misspelled keyword.
std::string unit_in(std::string_view text, std::span<const std::string> keywords) {
    if (const auto mistake = unit_mistake(text, keywords)) refuse_annotation("{}", *mistake);
    return std::string(text::trim(text));
}

double positive(std::string_view word, std::string_view what) {
    const auto value = text::parse_double(word);
    if (!value || !std::isfinite(*value))
        refuse_annotation("{} must be a number, not '{}'", what, word);
    if (*value <= 0) refuse_annotation("{} must be above 0, not {}", what, word);
    return *value;
}

unsigned counted(std::string_view word, std::string_view what, unsigned most) {
    const auto value = text::parse_unsigned(word);
    if (!value || *value < 1 || *value > most)
        refuse_annotation("{} must be a whole number from 1 to {}, not '{}'", what, most, word);
    return static_cast<unsigned>(*value);
}

const std::string kOf = "of", kAt = "at", kWraps = "wraps", kTimes = "x", kY = "y", kDown = "down";
const std::array kStructWords{kOf, kAt, kWraps, kTimes, kY + ' ' + kDown};
const std::array<std::string, 1> kDisplayKeywords{"log"};

Extent extent_in(std::string_view word) {
    if (word == kOf || word == kAt || word == kWraps || word == kTimes)
        refuse_annotation("an extent is missing before '{}'", word);
    if (parameter_extent(word)) return std::string(word);
    const auto value = text::parse_unsigned(word);
    if (!value || *value < 1 || *value > kLargestExtent)
        refuse_annotation(
            "an extent must be a whole number from 1 to {} or the name of an int parameter, not "
            "'{}'",
            kLargestExtent, word);
    return static_cast<std::size_t>(*value);
}

/// Parses `MIN..MAX`. Returns nullopt for a word that is not a range.
std::optional<std::pair<double, double>> range_in(std::string_view word) {
    const std::size_t dots = word.find("..");
    if (dots == std::string_view::npos) return std::nullopt;
    if (word.find("...") != std::string_view::npos)
        refuse_annotation("the range '{}' has three dots. Write two dots, as in `0..5`", word);
    const auto minimum = text::parse_double(word.substr(0, dots));
    const auto maximum = text::parse_double(word.substr(dots + 2));
    if (!minimum || !maximum || !std::isfinite(*minimum) || !std::isfinite(*maximum))
        refuse_annotation("the limits of the range '{}' are not numbers", word);
    if (!(*minimum < *maximum))
        refuse_annotation("the range {} is empty. Write the lower limit first", word);
    return std::pair(*minimum, *maximum);
}

constexpr std::array<std::pair<std::string_view, View>, 8> kViews{{{"image", View::image},
                                                                   {"arrows", View::arrows},
                                                                   {"points", View::points},
                                                                   {"glow", View::glow},
                                                                   {"liquid", View::liquid},
                                                                   {"volume", View::volume},
                                                                   {"surface", View::surface},
                                                                   {"none", View::none}}};

bool is_colormap(std::string_view word) {
    return std::ranges::count(view::Colormap::names(), word) > 0;
}

void set_view(Display& display, std::string_view word) {
    const auto view = std::ranges::find(kViews, word, &std::pair<std::string_view, View>::first);
    if (view != kViews.end()) {
        display.view = view->second;
    } else if (is_colormap(word)) {
        display.colormap = word;
    } else {
        const auto colormaps = view::Colormap::names();
        std::vector<std::string> known(colormaps.begin(), colormaps.end());
        for (const auto& [name, unused] : kViews) known.emplace_back(name);
        refuse_annotation("view or colormap '{}' not found{}", word,
                          text::did_you_mean(word, known));
    }
}

/// Consumes `: HELP`, which extends to the end of the text. Returns HELP, or "" if it is missing.
std::string take_help(Words& words) {
    if (words.empty() || words.rest().front() != ':') return {};
    std::string help(text::trim(words.rest().substr(1)));
    words.take_characters(words.rest().size());
    return help;
}

void read_view(Display& display, Words& words) {
    if (words.empty() || words.rest().front() == ':') return;
    const std::string as = "as";
    if (!words.take_if(as)) refuse_word(words.next(), std::span(&as, 1));
    const std::string_view word = words.next_before(':');
    if (word.empty()) refuse_annotation("expected a view or a colormap after 'as'");
    set_view(display, word);
    words.take_characters(word.size());
    if (display.view != View::automatic && is_colormap(words.next_before(':'))) {
        display.colormap = words.next_before(':');
        words.take_characters(display.colormap.size());
    }
    const auto take_name = [&](std::string_view before, std::string_view what) {
        if (!words.take_if(before)) return std::string();
        const std::string name(words.next_before(':'));
        if (name.empty()) refuse_annotation("the name of {} is missing after '{}'", what, before);
        words.take_characters(name.size());
        return name;
    };
    display.colors = take_name("by", "a field");
    display.over = take_name("over", "a structure");
}

constexpr std::array<std::string_view, 13> kWords{"simulation", "dt",   "frame", "init", "step",
                                                  "steps",      "drag", "draw",  "show", "sum",
                                                  "mean",       "min",  "max"};

/// Parses `A x B x C`. B and C may be missing, and are then 1.
std::array<unsigned, 3> sizes_in(Words& words, std::string_view what, unsigned most) {
    std::array<unsigned, 3> sizes{1, 1, 1};
    for (unsigned& size : sizes) {
        size = counted(words.take(), what, most);
        if (!words.take_if(kTimes)) break;
    }
    return sizes;
}

/// Parses the text after `blocks`: `A x B x C [for D x E x F] [on GPUs]`. Without `for`, each
/// thread covers one cell.
Tiling tiling_in(Words& words) {
    constexpr unsigned kMaxThreads = 1024;
    Tiling tiling{.block = sizes_in(words, "the size of a block", kMaxThreads)};
    const auto& [x, y, z] = tiling.block;
    if (const std::size_t threads = std::size_t{x} * y * z; threads > kMaxThreads)
        refuse_annotation("a block can have at most {} threads, not {}", kMaxThreads, threads);
    const bool has_cells = words.take_if("for");
    tiling.cells =
        has_cells ? sizes_in(words, "the number of cells of a block", kMaxRepeats) : tiling.block;
    tiling.for_gpus = words.take_if("on");
    if (tiling.for_gpus && !words.take_if("GPUs"))
        refuse_annotation("expected `on GPUs` after the size of the blocks");
    return tiling;
}

/// Parses `X Y [Z]`, one number per axis of the grid.
std::array<double, 3> origin_in(Words& words, std::size_t axes) {
    if (axes == 1) refuse_annotation("'at' applies only to grids, not to lists");
    std::array<double, 3> origin{};
    for (std::size_t axis = 0; axis < axes; ++axis) {
        const std::string_view word = words.take();
        const auto value = text::parse_double(word);
        if (!value || !std::isfinite(*value))
            refuse_annotation("expected {} numbers after 'at', found '{}'", axes, word);
        origin[axis] = *value;
    }
    return origin;
}

/// Consumes `y down` if that comes next, and returns true. Otherwise returns false.
bool take_y_down(Words& words) {
    if (!words.take_if(kY)) return false;
    if (words.next() == "up") refuse_annotation("`y up` is the default. Omit `y up`");
    if (!words.take_if(kDown)) refuse_annotation("expected `y down`, found 'y {}'", words.next());
    return true;
}

void read_grid_options(StructAnnotation& read, Words& words) {
    for (;;) {
        if (words.take_if(kAt))
            read.origin = origin_in(words, read.extents.size());
        else if (words.take_if(kWraps))
            read.wraps = true;
        else if (take_y_down(words))
            read.y_is_down = true;
        else
            break;
    }
    if (!words.empty()) refuse_word(words.next(), kStructWords);
    const bool is_list = read.extents.size() == 1;
    if (read.wraps && is_list) refuse_annotation("'wraps' applies only to grids, not to lists");
    if (read.y_is_down && is_list)
        refuse_annotation("'y down' applies only to 2D grids, not to lists");
    if (read.y_is_down && read.extents.size() == 3)
        refuse_annotation(
            "'y down' applies only to 2D grids, because y always points up in 3D grids");
}

}  // namespace

StructAnnotation read_struct_annotation(std::string_view text) {
    Words words(text);
    StructAnnotation read;
    do {
        if (words.empty())
            refuse_annotation("an extent is missing. Write `//@ WIDTH x HEIGHT` or `//@ COUNT`");
        read.extents.push_back(extent_in(words.take()));
    } while (words.take_if(kTimes));
    if (read.extents.size() > 3) refuse_annotation("a grid can have at most three extents");
    if (words.take_if(kOf)) {
        if (words.empty()) refuse_annotation("the size of a cell is missing after 'of'");
        read.cell_size = positive(words.take(), "the size of a cell");
        std::string unit;
        while (!words.empty() && words.next() != kAt && words.next() != kWraps &&
               words.next() != kY) {
            if (!unit.empty()) unit += ' ';
            unit += words.take();
        }
        read.cell_unit = unit_in(unit, kStructWords);
    }
    read_grid_options(read, words);
    return read;
}

Display read_display(std::string_view text) {
    Words words(text);
    Display display;
    display.range = range_in(words.next().substr(0, words.next().find('"')));
    if (display.range) words.take();
    display.logarithmic = words.take_if("log");
    const std::size_t quote = words.rest().find('"');
    if (quote == std::string_view::npos)
        refuse_annotation("expected a label in quotes, found '{}'", words.rest());
    display.unit = unit_in(words.rest().substr(0, quote), kDisplayKeywords);
    words.take_characters(quote);
    display.label = words.take_quoted("the label");
    read_view(display, words);
    display.help = take_help(words);
    // For a glow, `log` applies to the brightness, not to the range, which limits the positions.
    // The range of a glow may therefore start at or below 0.
    if (display.logarithmic && display.view != View::glow && display.range &&
        display.range->first <= 0)
        refuse_annotation("the range of a log scale must start above 0");
    words.expect_end();
    return display;
}

Word read_word(std::string_view text) {
    const std::string_view word = Words(text).next();
    if (word.empty()) refuse_annotation("the annotation is empty");
    const auto found = std::ranges::find(kWords, word);
    if (found == kWords.end()) {
        const std::vector<std::string> known(kWords.begin(), kWords.end());
        refuse_word(word, known);
    }
    return static_cast<Word>(found - kWords.begin());
}

std::string_view to_string(Word word) { return kWords[static_cast<std::size_t>(word)]; }

KernelAnnotation read_kernel_annotation(std::string_view text) {
    Words words(text);
    KernelAnnotation read;
    const Word word = read_word(words.take());
    read.role = word == Word::init                          ? Role::init
                : word == Word::step || word == Word::steps ? Role::step
                : word == Word::drag                        ? Role::drag
                                                            : Role::draw;
    if (word == Word::steps) {
        read.steps = counted(words.take(), "the number of steps", kMaxRepeats);
        if (read.steps < 2)
            refuse_annotation(
                "`steps` requires at least 2 steps. For a single step, write `//@ step`");
    }
    const std::array<std::string, 3> known{"blocks", "over", "if"};
    const auto is_known = [&] { return std::ranges::count(known, words.next()) > 0; };
    if (word == Word::step && !words.empty() && !is_known()) {
        const std::string_view number = words.next();
        if (std::isdigit(static_cast<unsigned char>(number.front())) == 0)
            refuse_word(number, known);
        read.repeats = counted(words.take(), "the number of repetitions", kMaxRepeats);
        if (!words.take_if("x")) refuse_annotation("expected `step {} x \"GROUP\"`", read.repeats);
        read.group = words.take_quoted("the name of the group");
    }
    if (words.take_if("blocks")) read.tiling = tiling_in(words);
    if (words.take_if("over")) {
        if (words.empty()) refuse_annotation("the name of a structure is missing after 'over'");
        read.over = words.take();
    }
    if (words.take_if("if")) {
        if (words.empty()) refuse_annotation("the name of a bool parameter is missing after 'if'");
        read.condition = words.take();
    }
    if (!words.empty()) {
        if (read.tiling || !read.over.empty() || !read.condition.empty()) words.expect_end();
        refuse_word(words.next(), known);
    }
    return read;
}

FunctionAnnotation read_function_annotation(std::string_view text) {
    Words words(text);
    FunctionAnnotation read;
    const auto kind = static_cast<int>(read_word(words.take())) - static_cast<int>(Word::show);
    read.kind = static_cast<Derived::Kind>(kind);
    read.display = read_display(words.rest());
    return read;
}

TitleAnnotation read_title(std::string_view text) {
    Words words(text);
    words.take();
    TitleAnnotation read;
    read.title = words.take_quoted("the title");
    read.help = take_help(words);
    words.expect_end();
    return read;
}

TimeStepAnnotation read_time_step(std::string_view text) {
    Words words(text);
    words.take();
    TimeStepAnnotation read;
    read.dt = positive(words.take(), "dt");
    read.unit = unit_in(words.rest(), {});
    return read;
}

unsigned read_frame(std::string_view text) {
    Words words(text);
    words.take();
    const unsigned steps = counted(words.take(), "the number of steps", kMaxRepeats);
    if (!words.take_if("steps") && !words.take_if("step"))
        refuse_annotation("expected `frame {} steps`", steps);
    words.expect_end();
    return steps;
}

}  // namespace glint::studio

// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <glint/studio/declaration/declaration.hpp>

/// Functions that parse the texts after `//@`, one for each kind of annotation. They throw
/// AnnotationError.
namespace glint::studio {

/// The reason why a text is not a valid annotation.
struct AnnotationError {
    std::string reason;
};

/// The annotation of a struct: `A [x B [x C]] [of SIZE UNIT] [at X Y [Z]] [wraps] [y down]`.
struct StructAnnotation {
    std::vector<Extent> extents;
    double cell_size = 1;
    std::string cell_unit;
    std::array<double, 3> origin{};
    bool wraps = false;
    bool y_is_down = false;
};
StructAnnotation read_struct_annotation(std::string_view text);

/// Parses the annotation of a field:
/// `[MIN..MAX] [log] [UNIT] "LABEL" [as VIEW [COLORMAP] [by FIELD] [over NAME]] [: HELP]`.
Display read_display(std::string_view text);

/// First word of an annotation that is above a declaration or on a line by itself.
enum class Word { simulation, dt, frame, init, step, steps, drag, draw, show, sum, mean, min, max };
/// Returns the first word of an annotation. Throws AnnotationError for an unknown word, with the
/// nearest valid words.
Word read_word(std::string_view text);
std::string_view to_string(Word word);

constexpr bool is_of_file(Word word) { return word <= Word::frame; }
constexpr bool is_of_kernel(Word word) { return word >= Word::init && word <= Word::draw; }

/// The annotation of a kernel: `init`, `step [N x "GROUP"]`, `steps N`, `drag` or `draw`, and then
/// `[blocks A x B [for C x D] [on GPUs]] [over NAME] [if PARAMETER]`.
struct KernelAnnotation {
    Role role = Role::step;
    unsigned repeats = 1;
    std::string group{};
    unsigned steps = 1;
    std::optional<Tiling> tiling{};
    std::string over{};       ///< empty: the structure that the kernel writes
    std::string condition{};  ///< empty: always runs
};
KernelAnnotation read_kernel_annotation(std::string_view text);

/// The annotation of a function of field values: `show|sum|mean|min|max DISPLAY`.
struct FunctionAnnotation {
    Derived::Kind kind = Derived::Kind::show;
    Display display;
};
FunctionAnnotation read_function_annotation(std::string_view text);

/// The annotation with the title of the simulation: `simulation "TITLE"[: HELP]`.
struct TitleAnnotation {
    std::string title;
    std::string help;
};
TitleAnnotation read_title(std::string_view text);

/// The annotation with the time step: `dt NUMBER [UNIT]`.
struct TimeStepAnnotation {
    double dt = 1;
    std::string unit;
};
TimeStepAnnotation read_time_step(std::string_view text);

/// Parses `frame N steps`. Returns N.
unsigned read_frame(std::string_view text);

}  // namespace glint::studio

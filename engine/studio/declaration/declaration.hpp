// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include <glint/base/parameters.hpp>

/// Declarations of an annotated CUDA C++ file, as plain data. read_declaration() returns them.
namespace glint::studio {

/// The type of one element of a field. The memory layout is the layout of C and CUDA.
struct ElementType {
    /// A part of an element: one member of a struct, which is a number or a vector. An element that
    /// is not a struct has one part, the whole element.
    struct Part {
        std::string name{};  ///< member name: "heading", or "where.x" if nested; "" if not a struct
        ScalarType scalar = ScalarType::f32;
        unsigned components = 1;  ///< 1 to 4
        std::size_t offset = 0;   ///< bytes from the element's start
    };
    std::string name;  ///< CUDA C++ spelling without aliases: "unsigned char", "Agent"
    std::size_t size_bytes = 0;
    std::size_t alignment = 1;
    bool is_struct = false;
    std::vector<Part> parts{};

    /// True for a single number.
    bool is_number() const { return !is_struct && parts.front().components == 1; }
    /// True for a vector of 2 to 4 numbers.
    bool is_vector() const { return !is_struct && parts.front().components > 1; }

    friend bool operator==(const ElementType& a, const ElementType& b) { return a.name == b.name; }
};

enum class View { automatic, none, image, arrows, points, glow, liquid, volume, surface };

/// True for views that draw points.
constexpr bool shows_places(View view) {
    return view == View::points || view == View::glow || view == View::liquid;
}

/// How to display a field or the result of a function, from the annotation
/// `[MIN..MAX] [log] [UNIT] "LABEL" [as VIEW [COLORMAP] [by FIELD] [over NAME]] [: HELP]`.
struct Display {
    std::optional<std::pair<double, double>> range{};  ///< nullopt: computed from the values
    bool logarithmic = false;
    std::string unit{};  ///< empty for numbers without a unit
    std::string label{};
    View view = View::automatic;
    std::string colormap{};  ///< name of a view::Colormap; empty: the default
    std::string colors{};    ///< for points and surfaces: the values that color them, or empty
    std::string over{};      ///< for points: the grid over which they are drawn, or empty
    std::string help{};
};

/// A field: an array with the extents of the structure that contains the field.
struct Field {
    std::string name;
    ElementType type{};
    std::optional<Display> display{};  ///< nullopt: the field is not displayed
    bool is_state = true;              ///< false if only `draw` kernels write the field
    bool is_double_buffered = false;   ///< true if a kernel writes next values to a second array
    unsigned line = 0;
};

/// One extent of a structure: a number, or an `int` parameter, or a multiple or a fraction of an
/// `int` parameter. Examples are 64, "depth", "19*depth" and "depth/2".
using Extent = std::variant<std::size_t, std::string>;

/// A structure: arrays with the same extents. It is a list (one extent) or a grid (two or three
/// extents, x first).
struct Structure {
    std::string name;
    std::vector<Extent> extents{};
    double cell_size = 1;  ///< edge length of a cell, in `cell_unit`
    std::string cell_unit{};
    std::array<double, 3> origin{};  ///< corner of the first cell, in `cell_unit`
    bool wraps = false;              ///< true if the grid is periodic
    bool y_is_down = false;          ///< true: row 0 is at the top of pictures; only for 2D grids
    std::vector<Field> fields{};
    unsigned line = 0;

    bool is_list() const noexcept { return extents.size() == 1; }
    const Field* find(std::string_view field) const;
};

/// A built-in value, such as `width` or `time`. Kernels and functions of field values receive the
/// value through a parameter with this name. Only functions can receive `cell` and `index`, which
/// locate an element; a kernel gets the position of its element from `glint/sim.cuh`.
enum class Number {
    width,
    height,
    depth,
    count,
    dt,
    time,
    step,
    seed,
    mouse,
    mouse_before,
    cell,
    index
};

/// The meaning of one parameter of a kernel or of a function of field values.
struct Argument {
    enum class Kind {
        field,       ///< a field to read: a const pointer in a kernel, a value in a function
        in_place,    ///< a field that is modified in place
        next,        ///< the array for the next values of a field
        structure,   ///< a structure with all its pointers, by value
        parameters,  ///< a parameter struct, by value
        number,
        host  ///< a value that host code passes by name; only for Role::by_host
    };
    Kind kind = Kind::field;
    std::size_t structure = 0;   ///< index of the structure that has the field, pointers, or extent
    std::size_t field = 0;       ///< index of the field in the structure
    std::size_t parameters = 0;  ///< index of the parameter struct
    Number number = Number::dt;
    ScalarType scalar = ScalarType::f32;  ///< type in which the number is passed
    unsigned components = 1;              ///< for `mouse` and `cell`: 2 or 3
    std::string name{};                   ///< for Kind::host: the argument's name
    unsigned line = 0;

    /// True for `cell` and `index`, which locate the element that a function is called for.
    bool is_of_element() const noexcept {
        return kind == Kind::number && (number == Number::cell || number == Number::index);
    }
    /// True if the argument lets a kernel modify fields.
    bool writes() const noexcept {
        return kind == Kind::in_place || kind == Kind::next || kind == Kind::structure;
    }
};

enum class Role { init, step, drag, draw, by_host };

/// A launch shape: blocks of `block` threads, each block covering `cells` cells.
struct Tiling {
    std::array<unsigned, 3> block{1, 1, 1};
    std::array<unsigned, 3> cells{1, 1, 1};
    bool for_gpus = false;  ///< true: a CPU uses one thread per cell instead, see shape_of()

    friend bool operator==(const Tiling&, const Tiling&) = default;
};

/// A pass: a kernel that the simulation launches over the elements of a structure.
struct DeclaredPass {
    Role role = Role::step;
    std::string kernel;              ///< name, qualified with its namespaces
    std::size_t over = 0;            ///< index of the structure whose elements the kernel covers
    std::string group{};             ///< adjacent passes with the same group repeat together
    unsigned repeats = 1;            ///< number of repetitions of the group
    unsigned steps = 1;              ///< number of time steps that one launch computes
    std::optional<Tiling> tiling{};  ///< nullopt: one thread per element
    std::string condition{};         ///< bool parameter that enables the pass; empty: always runs
    std::vector<Argument> arguments{};
    bool has_atomics = false;  ///< true if the kernel may use atomics, so thread order may matter
    bool uses_blocks = false;  ///< true if the threads of a block may cooperate
    unsigned line = 0;         ///< line of the kernel's name
    unsigned note_line = 0;    ///< line of the annotation
};

/// A function of field values: a `show` function, whose results are displayed like a field, or a
/// monitor.
struct Derived {
    enum class Kind { show, sum, mean, minimum, maximum };
    Kind kind = Kind::show;
    std::string function;  ///< name, qualified with its namespaces
    std::size_t over = 0;  ///< index of the structure whose fields the function takes
    ElementType type{};    ///< type of the function's result
    Display display{};     ///< for a monitor, `range` is the allowed range of its values
    std::vector<Argument> arguments{};
    unsigned line = 0;

    bool is_monitor() const noexcept { return kind != Kind::show; }
    /// True for a minimum or maximum. Such a monitor has the value of one of the elements.
    bool is_extreme() const noexcept { return kind == Kind::minimum || kind == Kind::maximum; }
};

/// Everything that one file declares.
struct Declaration {
    std::string title;
    std::string help{};
    double dt = 1;
    std::string dt_unit;
    unsigned steps_per_frame = 1;
    std::vector<ParameterSet> parameters;  ///< each parameter struct, with its initial values
    std::vector<Structure> structures;
    std::vector<DeclaredPass> passes;  ///< in the file's order
    std::vector<Derived> derived;

    /// Identifies a field by the index of its structure, and by its own index in that structure.
    struct Place {
        std::size_t structure = 0;
        std::size_t field = 0;

        friend bool operator==(const Place&, const Place&) = default;
    };
    std::optional<Place> find_field(std::string_view name) const;
    /// Finds a field by its name, like find_field(). If the name is unknown or ambiguous, throws
    /// Error(not_found), as an error of `operation`. The error lists the nearest names, or the
    /// structures that have a field of this name.
    Place require_field(std::string_view name, std::string_view operation) const;
    /// Returns a name such as "Pond.level".
    std::string full_name(Place place) const;

    /// Returns the index of the pass with this kernel, or nullopt if the kernel is not found. The
    /// kernel's namespaces may be omitted.
    std::optional<std::size_t> find_pass(std::string_view kernel) const;
    /// Like find_pass(), but throws Error(not_found) with the nearest name.
    std::size_t require_pass(std::string_view kernel) const;
};

}  // namespace glint::studio

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

/// The type of one element of a field, with the memory layout of C and CUDA.
struct ElementType {
    /// One number or vector member of a struct, or the element itself if it is not a struct.
    struct Part {
        std::string name{};  ///< member name, "heading" or "where.x"; "" if not a struct
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

/// How to display something, from the annotation
/// `[MIN..MAX] [log] [UNIT] "LABEL" [as VIEW [COLORMAP] [by FIELD] [over NAME]] [: HELP]`.
struct Display {
    std::optional<std::pair<double, double>> range{};  ///< nullopt: computed from the values
    bool logarithmic = false;
    std::string unit{};  ///< empty for a plain number
    std::string label{};
    View view = View::automatic;
    std::string colormap{};  ///< a name of view::Colormap, or empty
    std::string colors{};    ///< for points and surfaces: the field that colors them, or empty
    std::string over{};      ///< for points: the grid that they are drawn over, or empty
    std::string help{};
};

/// An array with the extents of its structure.
struct Field {
    std::string name;
    ElementType type{};
    std::optional<Display> display{};  ///< nullopt: state that is not displayed
    bool is_state = true;              ///< false if only `draw` kernels write it, for display
    bool is_double_buffered = false;   ///< true if a kernel writes its next values
    unsigned line = 0;
};

/// One extent of a structure: a number, or a multiple or fraction of an `int` parameter: "depth",
/// "19*depth", "depth/2".
using Extent = std::variant<std::size_t, std::string>;

/// Arrays with the same extents: a list (one extent), or a grid (two or three, x first).
struct Structure {
    std::string name;
    std::vector<Extent> extents{};
    double cell_size = 1;  ///< edge length of a cell, in `cell_unit`
    std::string cell_unit{};
    std::array<double, 3> origin{};  ///< corner of the first cell, in `cell_unit`
    bool wraps = false;              ///< true if the grid is periodic
    bool y_is_down = false;  ///< row 0 is at the top of pictures; only for grids with two extents
    std::vector<Field> fields{};
    unsigned line = 0;

    bool is_list() const noexcept { return extents.size() == 1; }
    const Field* find(std::string_view field) const;
};

/// A built-in value that kernels, and functions of field values, receive as a parameter with its
/// name. `cell` and `index` locate the element of a function; kernels get the position of their
/// element from `glint/sim.cuh`.
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

/// Meaning of one parameter of a kernel, or of a function of field values.
struct Argument {
    enum class Kind {
        field,       ///< a field for reading: a const pointer, or a value in a function
        in_place,    ///< a field that is modified in place
        next,        ///< where the next values of a field are written
        structure,   ///< all pointers of a structure, by value
        parameters,  ///< a parameter struct, by value
        number,
        host  ///< passed by host code, by name; for Role::by_host only
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

    /// True for the position or index of a function's element.
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
    bool for_gpus = false;  ///< CPUs use one thread per cell, see shape_of()

    friend bool operator==(const Tiling&, const Tiling&) = default;
};

/// A kernel that the simulation launches, with one thread per element of a structure.
struct DeclaredPass {
    Role role = Role::step;
    std::string kernel;              ///< name, qualified with its namespaces
    std::size_t over = 0;            ///< index of the structure whose elements it covers
    std::string group{};             ///< adjacent passes with the same group run in turn...
    unsigned repeats = 1;            ///< ...this many times
    unsigned steps = 1;              ///< above 1: one launch does the work of this many steps
    std::optional<Tiling> tiling{};  ///< nullopt: one thread per element
    std::string condition{};         ///< bool parameter that enables it; empty: always runs
    std::vector<Argument> arguments{};
    bool has_atomics = false;  ///< the result may depend on the order of threads
    bool uses_blocks = false;  ///< threads of a block cooperate, so the block shape may matter
    unsigned line = 0;         ///< line of the kernel's name
    unsigned note_line = 0;    ///< line of the annotation
};

/// A function of field values: a field computed for display, or a monitor.
struct Derived {
    enum class Kind { show, sum, mean, minimum, maximum };
    Kind kind = Kind::show;
    std::string function;  ///< name, qualified with its namespaces
    std::size_t over = 0;  ///< the structure whose fields it takes
    ElementType type{};    ///< type of its result
    Display display{};     ///< for a monitor, the range is its limits
    std::vector<Argument> arguments{};
    unsigned line = 0;

    bool is_monitor() const noexcept { return kind != Kind::show; }
    /// True for a monitor that is a minimum or maximum, and thus the value of some element.
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

    /// The structure and the field that a name such as "level" or "Pond.level" refers to.
    struct Place {
        std::size_t structure = 0;
        std::size_t field = 0;

        friend bool operator==(const Place&, const Place&) = default;
    };
    std::optional<Place> find_field(std::string_view name) const;
    /// Finds a field by its name, like find_field(). If the name is unknown or ambiguous, throws
    /// Error(not_found) for `operation`, with the nearest names or the structures that have such a
    /// field.
    Place require_field(std::string_view name, std::string_view operation) const;
    /// Returns a name such as "Pond.level".
    std::string full_name(Place place) const;

    /// Index of a kernel, whose namespaces may be omitted; nullopt if not found.
    std::optional<std::size_t> find_pass(std::string_view kernel) const;
    /// Like find_pass(), but throws Error(not_found) with the nearest name.
    std::size_t require_pass(std::string_view kernel) const;
};

}  // namespace glint::studio

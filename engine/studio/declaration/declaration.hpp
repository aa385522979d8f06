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

/// What an annotated CUDA C++ file declares, as plain data; read_declaration() makes it.
namespace glint::studio {

/// The type of one element of a field, as C and CUDA lay it out.
struct ElementType {
    /// One number or vector of a struct, or the element itself if it is no struct.
    struct Part {
        std::string name{};  ///< "" of the element itself, "heading", or "where.x" in structs
        ScalarType scalar = ScalarType::f32;
        unsigned components = 1;  ///< 1 to 4
        std::size_t offset = 0;   ///< bytes from the element's start
    };
    std::string name;  ///< as CUDA C++ spells it, without aliases: "unsigned char", "Agent"
    std::size_t size_bytes = 0;
    std::size_t alignment = 1;
    bool is_struct = false;
    std::vector<Part> parts{};

    /// Whether it is one number.
    bool is_number() const { return !is_struct && parts.front().components == 1; }
    /// Whether it is a vector of 2 to 4 numbers.
    bool is_vector() const { return !is_struct && parts.front().components > 1; }

    friend bool operator==(const ElementType& a, const ElementType& b) { return a.name == b.name; }
};

enum class View { automatic, none, image, arrows, points, glow, liquid, volume, surface };

/// Whether it shows points.
constexpr bool shows_places(View view) {
    return view == View::points || view == View::glow || view == View::liquid;
}

/// How something is shown, by
/// `[MIN..MAX] [log] [UNIT] "LABEL" [as VIEW [COLORMAP] [by FIELD] [over NAME]] [: HELP]`.
struct Display {
    std::optional<std::pair<double, double>> range{};  ///< nothing: from the values
    bool logarithmic = false;
    std::string unit{};  ///< empty for a plain number
    std::string label{};
    View view = View::automatic;
    std::string colormap{};  ///< a name of view::Colormap, or empty
    std::string colours{};   ///< of points and surfaces: what else gives their colours, or empty
    std::string over{};      ///< of points: the grid over whose pictures they are drawn, or empty
    std::string help{};
};

/// An array of a structure's extents.
struct Field {
    std::string name;
    ElementType type{};
    std::optional<Display> display{};  ///< nothing: state that is not shown
    bool is_state = true;  ///< false if only `draw` kernels write it, for frames that are shown
    bool is_double_buffered = false;  ///< whether a kernel writes its next values
    unsigned line = 0;
};

/// How far a structure reaches: a number, or of an `int` parameter "depth", "19*depth" or
/// "depth/2".
using Extent = std::variant<std::size_t, std::string>;

/// Arrays of the same extents: a list of one extent, a grid of two or three, x first.
struct Structure {
    std::string name;
    std::vector<Extent> extents{};
    double cell_size = 1;  ///< in `cell_unit`
    std::string cell_unit{};
    std::array<double, 3> origin{};  ///< of the first cell's outer corner, in `cell_unit`
    bool wraps = false;              ///< the grid is periodic
    bool y_is_down = false;  ///< row 0 is at the top of pictures; of grids of two extents only
    std::vector<Field> fields{};
    unsigned line = 0;

    bool is_list() const noexcept { return extents.size() == 1; }
    const Field* find(std::string_view field) const;
};

/// A number that a kernel, or a function of field values, may take by its name. `cell` and `index`
/// are the place of a function's element; kernels get theirs from `glint/sim.cuh`.
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

/// What a kernel, or a function of field values, takes as one of its parameters.
struct Argument {
    enum class Kind {
        field,       ///< a field as it is: by const pointer, or by value in a function
        in_place,    ///< a field that is changed where it is
        next,        ///< where a field's next values go
        structure,   ///< all pointers of a structure, by value
        parameters,  ///< a parameter struct, by value
        number,
        host  ///< what host code gives, by its name; of Role::by_host alone
    };
    Kind kind = Kind::field;
    std::size_t structure = 0;   ///< whose field, pointers or extent; an index
    std::size_t field = 0;       ///< its index in the structure
    std::size_t parameters = 0;  ///< which of the parameter structs
    Number number = Number::dt;
    ScalarType scalar = ScalarType::f32;  ///< of the number as it is passed
    unsigned components = 1;              ///< of `mouse` and `cell`: 2 or 3
    std::string name{};                   ///< of what host code gives
    unsigned line = 0;

    /// Returns true for the place of the element whose values a function gets.
    bool is_of_element() const noexcept {
        return kind == Kind::number && (number == Number::cell || number == Number::index);
    }
    /// Whether it lets a kernel change fields.
    bool writes() const noexcept {
        return kind == Kind::in_place || kind == Kind::next || kind == Kind::structure;
    }
};

enum class Role { init, step, drag, draw, by_host };

/// Blocks of so many threads, each for so many cells.
struct Tiling {
    std::array<unsigned, 3> block{1, 1, 1};
    std::array<unsigned, 3> cells{1, 1, 1};
    bool for_gpus = false;  ///< CPUs have a thread for each cell, see shape_of()

    friend bool operator==(const Tiling&, const Tiling&) = default;
};

/// A kernel that the simulation launches, with a thread for each element of a structure.
struct DeclaredPass {
    Role role = Role::step;
    std::string kernel;              ///< with its namespaces
    std::size_t over = 0;            ///< the structure that it runs over
    std::string group{};             ///< neighbours of one group run in turn...
    unsigned repeats = 1;            ///< ...so many times
    unsigned steps = 1;              ///< above 1: it does what so many steps do
    std::optional<Tiling> tiling{};  ///< nothing: a thread for each element
    std::string condition{};         ///< a bool parameter without which it does not run, or empty
    std::vector<Argument> arguments{};
    bool has_atomics = false;  ///< so that its results may depend on the order of threads
    bool uses_blocks = false;  ///< threads of a block work together, so its shape may matter
    unsigned line = 0;         ///< of its name
    unsigned note_line = 0;    ///< of its annotation
};

/// A function of field values: a field that is computed when it is shown, or a monitor.
struct Derived {
    enum class Kind { show, sum, mean, minimum, maximum };
    Kind kind = Kind::show;
    std::string function;  ///< with its namespaces
    std::size_t over = 0;  ///< the structure whose fields it takes
    ElementType type{};    ///< of its result
    Display display{};     ///< the range of a monitor is its limit
    std::vector<Argument> arguments{};
    unsigned line = 0;

    bool is_monitor() const noexcept { return kind != Kind::show; }
    /// Whether it is a monitor whose value some element has.
    bool is_extreme() const noexcept { return kind == Kind::minimum || kind == Kind::maximum; }
};

/// All that one file declares.
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

    /// The structure and the field that are meant by "level" or "Pond.level"; nothing if there is
    /// none, or if several structures have such a field.
    struct Place {
        std::size_t structure = 0;
        std::size_t field = 0;

        friend bool operator==(const Place&, const Place&) = default;
    };
    std::optional<Place> find_field(std::string_view name) const;
    /// The same. Throws Error(not_found), as what `operation` needs it for, with the nearest names
    /// if there is none and with the structures if there are several.
    Place require_field(std::string_view name, std::string_view operation) const;
    /// "Pond.level".
    std::string full_name(Place place) const;

    /// The index of a kernel, whose namespaces may be left out; nothing if there is none.
    std::optional<std::size_t> find_pass(std::string_view kernel) const;
    /// The same. Throws Error(not_found) with the nearest name if there is none.
    std::size_t require_pass(std::string_view kernel) const;
};

}  // namespace glint::studio

// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "types.hpp"

/// The generated language: a subset of CUDA C++ in which every construct is well defined.
namespace glint::fuzz {

enum class Space {
    local,
    pointer,    ///< a function parameter that points to elements of another variable
    parameter,  ///< a kernel parameter passed by value
    global,     ///< a buffer allocated by the host, passed to the kernel as a pointer
    constant,   ///< a `__constant__` table
    device,     ///< a `__device__` variable
    shared,
    dynamic_shared,
};

struct Variable {
    std::string name{};
    Space space = Space::local;
    const Layout* layout = nullptr;
    std::size_t count = 1;
    std::size_t columns = 0;  ///< columns of a two-dimensional array; 0 for a one-dimensional array
    bool is_array = false;
    bool read_only = false;  ///< the buffer is `const` in the kernel
    /// Initial cell values; if empty, initial_bits() provides them.
    std::vector<std::uint64_t> values{};
};

struct Expression;
using ExpressionPtr = std::shared_ptr<const Expression>;  ///< immutable

/// An element of a variable, and one of its fields. The variable is given by its index.
struct Place {
    int variable = -1;
    ExpressionPtr index{};  ///< null for 0
    int field = 0;
};

enum class Builtin {
    thread_x,
    thread_y,
    thread_z,
    block_x,
    block_y,
    block_z,
    size_x,  ///< block dimensions
    size_y,
    size_z,
    threads,
    blocks
};

enum class Unary {
    negate,
    complement,
    logical_not,
    popc,
    clz,
    ffs,
    brev,
    absolute,
    root,
    as_float,    ///< reinterprets the bits of an int as a float
    as_double,   ///< ... of a long long as a double
    as_integer,  ///< the inverse of both
};

enum class Binary {
    add,
    subtract,
    multiply,
    divide,
    remainder,
    bit_and,
    bit_or,
    bit_xor,
    shift_left,
    shift_right,
    less,
    less_equal,
    equal,
    not_equal,
    logical_and,
    logical_or,
    minimum,
    maximum
};

enum class Rounding { nearest, to_zero, down, up };

struct Expression {
    enum class Kind { constant, load, builtin, unary, binary, cast, choice, template_value };

    Kind kind = Kind::constant;
    Type type = Type::i32;
    std::uint64_t bits = 0;  ///< value of a constant
    Place place{};
    Builtin builtin = Builtin::thread_x;
    Unary unary = Unary::negate;
    Binary binary = Binary::add;
    /// Signed arithmetic is printed with unsigned types, so it may overflow.
    bool wraps = false;
    /// Rounding mode of a cast or of float arithmetic that uses an intrinsic, such as
    /// `__float2int_rd` or `__fmul_rn`. nullopt for plain C++.
    std::optional<Rounding> rounding{};
    std::vector<ExpressionPtr> operands{};
};

enum class Vote { count, all, any };

enum class Warp {
    shuffle,
    shuffle_up,
    shuffle_down,
    shuffle_xor,
    ballot,
    any,
    all,
    match_any,
    match_all,
    reduce_add,
    reduce_min,
    reduce_max,
    reduce_and,
    reduce_or,
    reduce_xor
};

/// `compare_and_swap` is printed as a loop that adds.
enum class Atomic {
    add,
    subtract,
    minimum,
    maximum,
    bit_and,
    bit_or,
    bit_xor,
    increment,
    decrement,
    exchange,
    compare_and_swap
};

struct Statement;
using Block = std::vector<Statement>;

/// An argument of a call: a value or, for structs and pointers, an element or variable.
struct Argument {
    ExpressionPtr value{};
    Place place{};
};

struct Statement {
    enum class Kind {
        declare,     ///< place.variable, initialized with `value` or zeros
        assign,      ///< place = value
        copy,        ///< whole elements: place = source
        branch,      ///< `value` is the condition; blocks 0 and 1
        for_loop,    ///< place.variable from `value` while `condition`, then = `step`; block 0
        while_loop,  ///< condition; block 0
        do_loop,     ///< block 0; condition
        choose,      ///< switch (value): block i is case i, and the last block is the default
        leave,       ///< break
        proceed,     ///< continue
        give,        ///< return, with `value`, with the element `source`, or without a value
        barrier,
        vote,       ///< place = __syncthreads_xx(value)
        warp,       ///< place = op(mask, value, operand, width)
        warp_sync,  ///< mask
        atomic,     ///< op on place with value; the old value is stored in `result` if that is set
        call,       ///< result = functions[callee](arguments)
        /// Block 0 as a lambda that is called immediately; `give` returns only from the lambda.
        lambda,
        scope,  ///< block 0 in braces
    };

    Kind kind = Kind::scope;
    Place place{};
    Place source{};
    Place result{};
    ExpressionPtr value{};
    ExpressionPtr condition{};
    ExpressionPtr step{};
    std::vector<Block> blocks{};
    std::vector<bool> falls_through{};  ///< one element per case
    Vote vote = Vote::count;
    Warp warp = Warp::ballot;
    Atomic atomic = Atomic::add;
    std::uint32_t mask = 0xffffffffu;
    unsigned width = 32;
    int callee = -1;
    std::vector<Argument> arguments{};
};

struct Function {
    std::string name{};
    std::vector<int> parameters{};  ///< variable numbers
    const Layout* returns = nullptr;
    Block body{};
    bool no_inline = false;
    bool is_template = false;  ///< template <int N>, called with `template_value`
    int template_value = 0;
};

struct Shape {
    std::array<unsigned, 3> grid{1, 1, 1};
    std::array<unsigned, 3> block{1, 1, 1};

    unsigned threads() const { return block[0] * block[1] * block[2]; }
    unsigned blocks() const { return grid[0] * grid[1] * grid[2]; }
};

struct Kernel {
    std::uint64_t seed = 0;
    std::string name;
    Shape shape;
    std::vector<Variable> variables;
    std::vector<Function> functions;
    Block body;
    /// Prints the number of threads as a constant instead of blockDim.
    bool threads_as_number = false;
    bool restrict_pointers = false;

    const Variable& at(const Place& place) const { return variables[place.variable]; }
    Type type_of(const Place& place) const { return at(place).layout->fields[place.field].type; }
};

/// Parameters that the kernel uses, in the order in which it declares them.
std::vector<int> used_parameters(const Kernel& kernel);
/// For each variable, true if the kernel or one of its functions refers to it.
std::vector<bool> used_variables(const Kernel& kernel);
/// For each function, true if it is reachable from the kernel's body.
std::vector<bool> used_functions(const Kernel& kernel);

}  // namespace glint::fuzz

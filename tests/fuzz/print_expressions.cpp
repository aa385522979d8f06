// SPDX-License-Identifier: MIT
#include <array>

#include <fmt/format.h>

#include "arithmetic.hpp"
#include "printer.hpp"

namespace glint::fuzz {
namespace {

std::string literal(Type type, std::uint64_t bits) {
    const auto whole = static_cast<std::int64_t>(convert(bits, type, Type::i64));
    switch (type) {
        case Type::i32:
            if (whole == -2147483648) return "(-2147483647 - 1)";
            return whole < 0 ? fmt::format("({})", whole) : fmt::format("{}", whole);
        case Type::u32: return fmt::format("{}u", bits);
        case Type::i64: return fmt::format("((long long){}ull)", bits);
        case Type::u64: return fmt::format("{}ull", bits);
        case Type::f32: return fmt::format("({}.0f)", whole);
        case Type::f64: return fmt::format("({}.0)", whole);
        default: return fmt::format("(({}){})", name_of(type), whole);
    }
}

constexpr std::array<const char*, 18> kOperators{
    "+",  "-", "*",  "/",  "%",  "&",  "|",  "^",   "<<",
    ">>", "<", "<=", "==", "!=", "&&", "||", "min", "max"};

const char* symbol(Binary operation) { return kOperators[static_cast<std::size_t>(operation)]; }

constexpr std::array<const char*, 4> kIntrinsics{"add", "sub", "mul", "div"};

const char* suffix(Rounding rounding) {
    constexpr std::array<const char*, 4> kSuffixes{"_rn", "_rz", "_rd", "_ru"};
    return kSuffixes[static_cast<std::size_t>(rounding)];
}

// The name of a type in names of conversion intrinsics.
const char* short_name(Type type) {
    switch (type) {
        case Type::i32: return "int";
        case Type::u32: return "uint";
        case Type::i64: return "ll";
        default: return "ull";
    }
}

// True if the C++ type is bool, but this language's type is int.
bool prints_as_bool(const Expression& node) {
    using Kind = Expression::Kind;
    if (node.kind == Kind::choice) return prints_as_bool(*node.operands[1]);
    if (node.kind == Kind::unary) return node.unary == Unary::logical_not;
    return node.kind == Kind::binary && node.binary >= Binary::less &&
           node.binary <= Binary::logical_or;
}

Type unsigned_of(Type type) { return size_bytes(type) == 8 ? Type::u64 : Type::u32; }

}  // namespace

std::string Printer::expression(const ExpressionPtr& expression) const {
    using Kind = Expression::Kind;
    const Expression& node = *expression;
    switch (node.kind) {
        case Kind::constant: return literal(node.type, node.bits);
        case Kind::load: return place(node.place);
        case Kind::builtin: return builtin(node.builtin);
        case Kind::unary: return unary(node);
        case Kind::binary: return binary(node);
        case Kind::cast:
            if (node.rounding) return rounded_cast(node);
            return fmt::format("(({}){})", name_of(node.type), this->expression(node.operands[0]));
        case Kind::choice:
            return fmt::format("({} ? {} : {})", this->expression(node.operands[0]),
                               this->expression(node.operands[1]),
                               this->expression(node.operands[2]));
        case Kind::template_value: return "N";
    }
    return "";
}

std::string Printer::typed(const ExpressionPtr& expression) const {
    const std::string text = this->expression(expression);
    return prints_as_bool(*expression) ? fmt::format("(int){}", text) : text;
}

std::string Printer::place(const Place& place) const {
    const Variable& variable = kernel_.at(place);
    std::string text = variable.name;
    const std::string index = place.index ? expression(place.index) : "0";
    if (variable.columns > 0)
        text += fmt::format("[({0}) / {1}][({0}) % {1}]", index, variable.columns);
    else if (variable.is_array || variable.space == Space::pointer)
        text += "[" + index + "]";
    const Layout& layout = *variable.layout;
    return layout.is_scalar() ? text : text + "." + layout.fields[place.field].name;
}

std::string Printer::unary(const Expression& node) const {
    const std::string operand = typed(node.operands[0]);
    const bool wide = size_bytes(node.operands[0]->type) == 8;
    switch (node.unary) {
        case Unary::negate: return fmt::format("(-{})", operand);
        case Unary::complement: return fmt::format("(~{})", operand);
        case Unary::logical_not: return fmt::format("(!{})", operand);
        case Unary::popc: return fmt::format("{}({})", wide ? "__popcll" : "__popc", operand);
        case Unary::clz: return fmt::format("{}({})", wide ? "__clzll" : "__clz", operand);
        case Unary::ffs: return fmt::format("{}({})", wide ? "__ffsll" : "__ffs", operand);
        case Unary::brev: return fmt::format("{}({})", wide ? "__brevll" : "__brev", operand);
        case Unary::absolute: return fmt::format("abs({})", operand);
        case Unary::as_float: return fmt::format("__int_as_float({})", operand);
        case Unary::as_double: return fmt::format("__longlong_as_double({})", operand);
        case Unary::as_integer:
            return fmt::format("{}({})", wide ? "__double_as_longlong" : "__float_as_int", operand);
        case Unary::root: return fmt::format("{}({})", wide ? "sqrt" : "sqrtf", operand);
    }
    return "";
}

std::string Printer::rounded_cast(const Expression& node) const {
    const ExpressionPtr& operand = node.operands[0];
    return fmt::format("__{}2{}{}({})", name_of(operand->type), short_name(node.type),
                       suffix(*node.rounding), expression(operand));
}

std::string Printer::binary(const Expression& node) const {
    const ExpressionPtr &a = node.operands[0], &b = node.operands[1];
    const Type type = a->type;
    const char* name = symbol(node.binary);
    if (node.binary >= Binary::minimum) return fmt::format("{}({}, {})", name, typed(a), typed(b));
    if (node.rounding)
        return fmt::format("__{}{}{}({}, {})", type == Type::f64 ? "d" : "f",
                           kIntrinsics[static_cast<std::size_t>(node.binary)],
                           suffix(*node.rounding), expression(a), expression(b));
    if (node.wraps && !is_float(type) && is_signed(type)) {
        const std::string other = name_of(unsigned_of(type));
        return fmt::format("(({})(({}){} {} ({}){}))", name_of(type), other, expression(a), name,
                           other, expression(b));
    }
    if (node.binary == Binary::shift_left || node.binary == Binary::shift_right)
        return fmt::format("({} {} amount({}))", expression(a), name, typed(b));
    return fmt::format("({} {} {})", expression(a), name, expression(b));
}

std::string Printer::builtin(Builtin which) const {
    switch (which) {
        case Builtin::thread_x: return "threadIdx.x";
        case Builtin::thread_y: return "threadIdx.y";
        case Builtin::thread_z: return "threadIdx.z";
        case Builtin::block_x: return "blockIdx.x";
        case Builtin::block_y: return "blockIdx.y";
        case Builtin::block_z: return "blockIdx.z";
        case Builtin::size_x: return "blockDim.x";
        case Builtin::size_y: return "blockDim.y";
        case Builtin::size_z: return "blockDim.z";
        case Builtin::blocks: return "(gridDim.x * gridDim.y * gridDim.z)";
        case Builtin::threads: break;
    }
    if (kernel_.threads_as_number) return fmt::format("{}u", kernel_.shape.threads());
    return "(blockDim.x * blockDim.y * blockDim.z)";
}

}  // namespace glint::fuzz

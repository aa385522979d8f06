#include <glint/array/statement.hpp>

#include <cmath>
#include <iterator>

#include <fmt/format.h>

#include <glint/array/expression_source.hpp>
#include <glint/base/error.hpp>
#include <glint/driver/value_type.hpp>

namespace glint::detail {
namespace {

using compiler::KernelArgument;

// Whether elements of a type may be meant where the list names another, as a launch sees it.
bool same_type(std::string_view named, const ElementType& given) {
    if (named == given.name) return true;
    const driver::SpelledType a = driver::spelled_type(named), b = driver::spelled_type(given.name);
    return a.size_bytes > 0 && a.size_bytes == b.size_bytes && a.value.kind == b.value.kind;
}

template <class T>
void append_number(ArgumentBytes& bytes, const GivenArgument& given) {
    bytes.append(given.is_whole ? static_cast<T>(given.whole) : static_cast<T>(given.real));
}

// What the list says, as the kernel's parameters and as the variables that the user's code sees.
struct ArgumentTexts {
    std::string headers{}, members{}, locals{};

    void put_plain(const KernelArgument& argument) {
        const std::string type = type_of(argument);
        members +=
            fmt::format("    {}{} {};\n", type, argument.is_pointer ? "*" : "", argument.name);
        locals += fmt::format("    [[maybe_unused]] {0}{1}{2} {3} = glint_arguments.{3};\n", type,
                              argument.is_pointer ? "* const" : "",
                              argument.is_restrict ? " __restrict__" : "", argument.name);
    }
    void put_strided(const KernelArgument& argument, std::size_t rank) {
        const std::string type = type_of(argument);
        members += fmt::format("    glint::expression::{} {};\n",
                               elements_type(type, rank, Step::any), argument.name);
        locals += fmt::format(
            "    [[maybe_unused]] const glint::expression::Strided<{0}, Index, {1}> "
            "{2}{{glint_arguments.{2}, glint_arguments.extents}};\n",
            type, rank, argument.name);
    }

private:
    static std::string type_of(const KernelArgument& argument) {
        return argument.is_pointer && argument.is_const ? "const " + argument.type : argument.type;
    }
};

std::string arguments_text(const ArgumentTexts& texts, bool wide, std::size_t rank) {
    return fmt::format(
        "namespace glint::statement {{\n\nusing glint::expression::Step;\nusing Index = {};\n\n"
        "struct Arguments {{\n    Index n, first, step, count;\n"
        "    glint::expression::Extents<Index, {}> extents;\n{}}};\n\n"
        "__device__ inline void run(const Arguments& glint_arguments, Index glint_thread,\n"
        "                           Index glint_threads) {{\n"
        "    [[maybe_unused]] const Index n = glint_arguments.n;\n{}",
        wide ? "long long" : "int", rank, texts.members, texts.locals);
}

constexpr std::string_view kLoop =
    "    for (Index glint_k = glint_thread; glint_k < glint_arguments.count; "
    "glint_k += glint_threads) {\n"
    "        [[maybe_unused]] const Index i = glint_arguments.first + glint_k * "
    "glint_arguments.step;\n";

// The user's code, whose errors name the part that it was given as.
std::string named_text(std::string_view part, const ElementwiseOptions& options,
                       std::string_view code) {
    return fmt::format("#line 1 \"{} of {}\"\n{}\n", part, options.name, code);
}

}  // namespace

StatementCall::StatementCall(std::string_view kernel, std::span<const KernelArgument> declared,
                             std::span<const GivenArgument> given)
    : kernel_(kernel), declared_(declared), given_(given) {
    if (given.size() != declared.size())
        refuse(fmt::format("it takes {} arguments, not {}", declared.size(), given.size()));
    for (std::size_t i = 0; i < given.size(); ++i) check(declared[i], given[i]);
    for (std::size_t i = 0; i < given.size(); ++i) add(declared[i], given[i]);
    if (!stream_) refuse("there is no array that tells how many elements there are");
    find_shape();
    find_loops();
}

void StatementCall::refuse(const std::string& reason) const {
    throw Error(ErrorCode::invalid_argument, fmt::format("run kernel '{}'", kernel_), reason);
}

void StatementCall::check(const KernelArgument& declared, const GivenArgument& given) const {
    const std::string text = to_string(declared);
    const bool is_array = given.stream != nullptr;
    if (declared.is_pointer != is_array)
        refuse(fmt::format("'{}' takes {}", text, is_array ? "a value, not an array" : "an array"));
    if (!is_array) return;
    if (!same_type(declared.type, given.type))
        refuse(fmt::format("'{}' takes no elements of type {}", text, given.type.name));
    if (given.is_constant && !declared.is_const)
        refuse(fmt::format("'{}' is written to, and the array is constant", text));
}

void StatementCall::add(const KernelArgument& declared, const GivenArgument& given) {
    if (!given.stream) return;
    operands_.add({.data = given.data, .layout = given.layout, .type = given.type}, *given.stream);
    const bool is_first_written = !declared.is_const && !is_written_;
    if (!stream_ || is_first_written) stream_ = given.stream;
    is_written_ |= !declared.is_const;
}

void StatementCall::find_shape() {
    shape_ = operands_.shape();
    std::size_t array = 0;
    for (const KernelArgument& declared : declared_) {
        if (!declared.is_pointer) continue;
        const Shape& own = operands_.arrays()[array++].layout.shape;
        if (!declared.is_const && !(own == shape_))
            refuse(fmt::format("'{}' has shape {} where the arrays broadcast to {}",
                               to_string(declared), to_string(own), to_string(shape_)));
    }
}

void StatementCall::find_loops() {
    const auto arrays = operands_.arrays();
    std::array<Strides, kMaxOperands> strides;
    for (std::size_t i = 0; i < arrays.size(); ++i)
        strides[i] = broadcast_to(arrays[i].layout, shape_).strides;
    loops_ = loops_over(shape_, std::span(strides.data(), arrays.size()), LoopOrder::as_indexed);
    wide_ = !loops_.fit_32_bits();
}

void StatementCall::append_to(KernelKey& key) const {
    key.append(std::array{std::uint8_t(wide_), static_cast<std::uint8_t>(loops_.rank)});
    for (std::size_t i = 0; i < operands_.arrays().size(); ++i)
        key.append(std::uint8_t(is_plain(i)));
}

// Calls each(declared, given, number among the arrays).
template <class Each>
void StatementCall::for_each_argument(const Each& each) const {
    std::size_t array = 0;
    for (std::size_t i = 0; i < declared_.size(); ++i) {
        each(declared_[i], given_[i], array);
        array += declared_[i].is_pointer;
    }
}

std::string StatementCall::source(const std::string& operation,
                                  const ElementwiseOptions& options) const {
    ArgumentTexts texts;
    for_each_argument(
        [&](const KernelArgument& argument, const GivenArgument& given, std::size_t array) {
            texts.headers += given.type.header;
            if (!argument.is_pointer || is_plain(array))
                texts.put_plain(argument);
            else
                texts.put_strided(argument, loops_.rank);
        });
    return fmt::format(
               "#pragma once\n#include <glint/expression/strided.cuh>\n{}#define GLINT_KERNEL {}\n",
               texts.headers, options.name) +
           named_text("preamble", options, options.preamble) +
           named_text("arguments", options, arguments_text(texts, wide_, loops_.rank)) +
           named_text("before the loop", options, options.before_loop + ";") + std::string(kLoop) +
           named_text("operation", options, operation + ";\n    }") +
           named_text("after the loop", options, options.after_loop + ";") +
           "}\n\n}  // namespace glint::statement\n";
}

void StatementCall::append_index(ArgumentBytes& bytes, std::ptrdiff_t value) const {
    if (wide_)
        bytes.append(static_cast<long long>(value));
    else
        bytes.append(static_cast<int>(value));
}

void StatementCall::append_value(ArgumentBytes& bytes, const KernelArgument& declared,
                                 const GivenArgument& given) const {
    const driver::SpelledType type = driver::spelled_type(declared.type);
    const bool is_whole = given.is_whole || given.real == std::trunc(given.real);
    if (declared.type == given.type.name) {
        bytes.append(std::span(given.bytes).first(given.type.size_bytes), given.type.alignment);
    } else if (!given.is_number || type.size_bytes == 0) {
        refuse(fmt::format("'{}' takes no value of type {}", to_string(declared), given.type.name));
    } else if (type.value.kind == driver::ValueKind::floating) {
        type.size_bytes == 4 ? append_number<float>(bytes, given)
                             : append_number<double>(bytes, given);
    } else if (!is_whole) {
        refuse(fmt::format("'{}' takes an integer, not {}", to_string(declared), given.real));
    } else if (declared.type == "bool") {
        bytes.append(given.is_whole ? given.whole != 0 : given.real != 0);
    } else {
        const long long value = given.is_whole ? given.whole : static_cast<long long>(given.real);
        bytes.append(std::as_bytes(std::span(&value, 1)).first(type.size_bytes), type.size_bytes);
    }
}

void StatementCall::append_to(ArgumentBytes& bytes, std::size_t first, std::ptrdiff_t step,
                              std::size_t count) const {
    for (const std::ptrdiff_t index :
         {static_cast<std::ptrdiff_t>(shape_.size()), static_cast<std::ptrdiff_t>(first), step,
          static_cast<std::ptrdiff_t>(count)})
        append_index(bytes, index);
    append_extents(bytes, loops_, wide_);
    for_each_argument(
        [&](const KernelArgument& argument, const GivenArgument& given, std::size_t array) {
            if (!argument.is_pointer)
                append_value(bytes, argument, given);
            else if (is_plain(array))
                bytes.append(given.data);
            else
                append_elements(bytes, given.data, loops_, array, wide_);
        });
    bytes.align(16);
}

}  // namespace glint::detail

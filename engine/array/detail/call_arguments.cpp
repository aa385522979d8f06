// SPDX-License-Identifier: MIT
#include <glint/array/detail/call_arguments.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>

#include <fmt/format.h>

#include <glint/array/detail/expression_source.hpp>
#include <glint/backend/detail/value_type.hpp>
#include <glint/base/error.hpp>
#include <glint/base/text.hpp>
#include <glint/compiler/detail/binary_cache.hpp>
#include <glint/compiler/make_source.hpp>

namespace glint::detail {
namespace {

using compiler::KernelArgument;

// Converts CUDA names such as "half" to the names used in generated code.
std::string_view own_name(std::string_view type) {
    if (type == "half") return kElementType<half>.name;
    if (type == "nv_bfloat16") return kElementType<bfloat16>.name;
    return type;
}

// True if elements of type `given` match the type called `named`, by the same rules as in launches.
bool same_type(std::string_view named, const ElementType& given) {
    if (own_name(named) == given.name) return true;
    const driver::SpelledType a = driver::spelled_type(named), b = driver::spelled_type(given.name);
    return a.size_bytes > 0 && a.size_bytes == b.size_bytes && a.value.kind == b.value.kind;
}

bool is_unsigned(std::string_view type) {
    if (type.starts_with("std::")) type.remove_prefix(5);
    return type.starts_with("u") || type == "size_t" || type.ends_with("Object_t");
}

bool is_whole(const GivenNumber& number) {
    const double* const real = std::get_if<double>(&number);
    return !real || *real == std::trunc(*real);
}

std::string to_string(const GivenNumber& number) {
    if (const auto* whole = std::get_if<long long>(&number)) return fmt::format("{}", *whole);
    if (const auto* real = std::get_if<double>(&number)) return fmt::format("{}", *real);
    return fmt::format("{}", std::get<unsigned long long>(number));
}

/// Appends a number, converted to the type with a given name.
class NumberWriter {
public:
    NumberWriter(ArgumentBytes& bytes, const GivenNumber& number)
        : bytes_(bytes), number_(number) {}

    /// Returns false if `type` is not a number type.
    bool append(std::string_view type) {
        const driver::SpelledType known = driver::spelled_type(type);
        if (own_name(type) == kElementType<half>.name)
            real<half>();
        else if (own_name(type) == kElementType<bfloat16>.name)
            real<bfloat16>();
        else if (known.value.kind == driver::ValueKind::floating)
            known.size_bytes == 4 ? real<float>() : real<double>();
        else if (known.value.kind != driver::ValueKind::integer)
            return false;
        else if (type == "bool")
            std::visit([&](auto value) { put<bool>(value); }, number_);
        else
            whole(known.size_bytes, is_unsigned(type));
        return true;
    }
    /// True if the named type can represent the number.
    bool fits() const noexcept { return fits_; }

private:
    template <class T, class From>
    void put(From value) {
        if constexpr (std::is_same_v<From, std::monostate>)
            fits_ = false;
        else if constexpr (std::is_same_v<T, bool>)
            bytes_.append(value != From(0));
        else if constexpr (kIsFloating<T> && sizeof(T) == 2)
            bytes_.append(T(static_cast<float>(value)));
        else
            bytes_.append(static_cast<T>(value));
    }
    template <class T>
    void real() {
        std::visit([&](auto value) { put<T>(value); }, number_);
    }
    template <class T>
    void whole() {
        std::visit(
            [&](auto value) {
                fits_ = holds<T>(value);
                put<T>(fits_ ? value : decltype(value){});
            },
            number_);
    }
    void whole(std::size_t size_bytes, bool is_unsigned) {
        switch (size_bytes) {
            case 1: return is_unsigned ? whole<std::uint8_t>() : whole<std::int8_t>();
            case 2: return is_unsigned ? whole<std::uint16_t>() : whole<std::int16_t>();
            case 4: return is_unsigned ? whole<std::uint32_t>() : whole<std::int32_t>();
            default: return is_unsigned ? whole<std::uint64_t>() : whole<std::int64_t>();
        }
    }

    template <class T, class From>
    static bool holds(From value) {
        if constexpr (std::is_same_v<From, std::monostate>)
            return false;
        else if constexpr (std::is_integral_v<From>)
            return std::in_range<T>(value);
        else
            return value >= static_cast<double>(std::numeric_limits<T>::min()) &&
                   value < std::ldexp(1.0, std::numeric_limits<T>::digits);
    }

    ArgumentBytes& bytes_;
    const GivenNumber& number_;
    bool fits_ = true;
};

Loops loops_over_one(const Layout& layout) {
    return loops_over(layout.shape, std::span(&layout.strides, 1), LoopOrder::as_indexed);
}

// An array argument and the loops over its elements: the common loops of all arguments, or separate
// loops if the argument is raw.
class LoopedArray {
public:
    LoopedArray(const KernelArgument& declared, const GivenArgument& given, const Loops& all,
                std::size_t number)
        : all_(all), number_(number) {
        if (!declared.is_raw) return;
        own_ = loops_over_one(given.layout);
        number_ = 0;
    }

    bool is_raw() const noexcept { return own_.has_value(); }
    const Loops& loops() const noexcept { return own_ ? *own_ : all_; }
    std::size_t number() const noexcept { return number_; }
    std::size_t rank() const noexcept { return loops().rank; }
    bool is_adjacent() const noexcept { return rank() == 1 && loops().step(number_) == Step::unit; }

private:
    const Loops& all_;
    std::size_t number_;
    std::optional<Loops> own_{};
};

std::string type_of(const KernelArgument& argument) {
    return argument.is_pointer && argument.is_const ? "const " + argument.type : argument.type;
}

// Adds one argument twice: as a struct member with the prefix "glint_", which avoids name
// collisions, and as the local variable that the user's code uses.
void put_plain(ArgumentTexts& texts, const KernelArgument& argument, std::size_t number) {
    const std::string type = type_of(argument);
    texts.members +=
        fmt::format("    {}{} glint_{};\n", type, argument.is_pointer ? "*" : "", number);
    texts.locals += fmt::format("    [[maybe_unused]] {}{}{} {} = glint_arguments.glint_{};\n",
                                type, argument.is_pointer ? "* const" : "",
                                argument.is_restrict ? " __restrict__" : "", argument.name, number);
}

void put_strided(ArgumentTexts& texts, const KernelArgument& argument, std::size_t number,
                 std::size_t rank, std::string_view extents) {
    const std::string type = type_of(argument);
    texts.members += fmt::format("    glint::expression::{} glint_{};\n",
                                 elements_type(type, rank, Step::any), number);
    texts.locals += fmt::format(
        "    [[maybe_unused]] const glint::expression::Strided<{0}, Index, {1}> "
        "{2}{{glint_arguments.glint_{3}, glint_arguments.{4}}};\n",
        type, rank, argument.name, number, extents);
}

// Declares `type` if it is a 16-bit floating-point type. The given argument does not declare it if
// the caller passed an int or a float.
void put_narrow_header(ArgumentTexts& texts, std::string_view type) {
    for (const ElementType& narrow : {kElementType<half>, kElementType<bfloat16>})
        if (own_name(type) == narrow.name) texts.declare(narrow.header);
}

std::string extents_member(std::size_t rank, std::string_view name) {
    return fmt::format("    glint::expression::Extents<Index, {}> {};\n", rank, name);
}

}  // namespace

void ArgumentTexts::declare(std::string_view header) {
    if (headers.find(header) == headers.npos) headers += header;
}

std::vector<KernelArgument> text_arguments(std::string_view list) {
    std::vector<KernelArgument> arguments = compiler::parse_arguments(list);
    for (const KernelArgument& argument : arguments)
        if (argument.name == "i")
            throw Error(ErrorCode::bad_input, fmt::format("read arguments '{}'", list),
                        "'i' is the name of the index. Choose another name for the argument");
    return arguments;
}

// Hashes the lengths too, because different lists of strings may have equal concatenations.
std::string hash_of_texts(std::initializer_list<std::string_view> texts,
                          const ProgramOptions& options) {
    std::string all;
    for (const std::string_view text : texts) all += fmt::format("{} {}", text.size(), text);
    return compiler::cache_key(compiler::make_source({}, all, {}, options), options.architecture);
}

std::string named_text(std::string_view part, std::string_view kernel, std::string_view code) {
    return fmt::format("#line 1 \"{} of {}\"\n{}\n", part, kernel, code);
}

CallArguments::CallArguments(std::string_view kernel, std::span<const KernelArgument> declared,
                             std::span<const GivenArgument> given, std::optional<std::size_t> size)
    : kernel_(kernel), declared_(declared), given_(given) {
    if (given.size() != declared.size())
        refuse(fmt::format("the kernel takes {}, not {}",
                           text::counted(declared.size(), "argument"), given.size()));
    for (std::size_t i = 0; i < given.size(); ++i) check(declared[i], given[i]);
    for (std::size_t i = 0; i < given.size(); ++i) add(declared[i], given[i]);
    if (!stream_) refuse("none of the arguments is an array");
    find_shape(size);
    find_loops();
}

void CallArguments::refuse(const std::string& reason) const {
    throw Error(ErrorCode::invalid_argument, fmt::format("run kernel '{}'", kernel_), reason);
}

void CallArguments::check(const KernelArgument& declared, const GivenArgument& given) const {
    const std::string text = to_string(declared);
    const bool is_array = given.stream != nullptr;
    if (declared.is_pointer != is_array)
        refuse(fmt::format("'{}' takes {}", text, is_array ? "a value, not an array" : "an array"));
    if (!is_array) return;
    if (!same_type(declared.type, given.type))
        refuse(fmt::format("'{}' does not accept elements of type {}", text, given.type.name));
    if (given.is_constant && !declared.is_const)
        refuse(fmt::format("the kernel writes to '{}', but the array is constant", text));
}

void CallArguments::add(const KernelArgument& declared, const GivenArgument& given) {
    if (!given.stream) return;
    operands_.add({.data = given.data, .layout = given.layout, .type = given.type}, *given.stream);
    const bool is_first_written = !declared.is_const && !is_written_;
    if (!stream_ || is_first_written) stream_ = given.stream;
    is_written_ |= !declared.is_const;
}

// Calls each(declared, given, index), where `index` counts only the arrays that are not raw.
template <class Each>
void CallArguments::for_each_argument(const Each& each) const {
    std::size_t array = 0;
    for (std::size_t i = 0; i < declared_.size(); ++i) {
        each(declared_[i], given_[i], array);
        array += declared_[i].is_pointer && !declared_[i].is_raw;
    }
}

void CallArguments::find_shape(std::optional<std::size_t> size) {
    std::vector<Shape> shapes;
    for_each_argument([&](const KernelArgument& declared, const GivenArgument& given, std::size_t) {
        if (declared.is_pointer && !declared.is_raw) shapes.push_back(given.layout.shape);
    });
    if (shapes.empty() && !size) refuse("all arrays are raw, so the number of elements is unknown");
    shape_ = shapes.empty() ? Shape(*size) : broadcast(shapes);
    for_each_argument([&](const KernelArgument& declared, const GivenArgument& given, std::size_t) {
        const bool is_broadcast = !(given.layout.shape == shape_);
        if (declared.is_pointer && !declared.is_raw && !declared.is_const && is_broadcast)
            refuse(fmt::format("'{}' has shape {}, but the arrays broadcast to {}",
                               to_string(declared), to_string(given.layout.shape),
                               to_string(shape_)));
    });
}

void CallArguments::find_loops() {
    std::vector<Strides> strides;
    for_each_argument([&](const KernelArgument& declared, const GivenArgument& given, std::size_t) {
        if (!declared.is_pointer) return;
        if (declared.is_raw)
            is_wide_ |= !loops_over_one(given.layout).fit_32_bits();
        else
            strides.push_back(broadcast_to(given.layout, shape_).strides);
    });
    loops_ = loops_over(shape_, strides, LoopOrder::as_indexed);
    is_wide_ |= !loops_.fit_32_bits();
}

void CallArguments::append_to(KernelKey& key) const {
    key.append(std::array{std::uint8_t(is_wide_), static_cast<std::uint8_t>(loops_.rank)});
    for_each_argument(
        [&](const KernelArgument& declared, const GivenArgument& given, std::size_t number) {
            if (!declared.is_pointer) return;
            const LoopedArray array(declared, given, loops_, number);
            key.append(static_cast<std::uint8_t>(array.is_adjacent() ? 0 : array.rank()));
        });
}

ArgumentTexts CallArguments::texts() const {
    ArgumentTexts texts{.members = extents_member(loops_.rank, "extents")};
    std::size_t place = 0;
    for_each_argument([&](const KernelArgument& declared, const GivenArgument& given,
                          std::size_t number) {
        texts.declare(given.type.header);
        put_narrow_header(texts, declared.type);
        const LoopedArray array(declared, given, loops_, number);
        const std::string extents = array.is_raw() ? fmt::format("extents_{}", place) : "extents";
        if (!declared.is_pointer || array.is_adjacent()) {
            put_plain(texts, declared, place++);
            return;
        }
        if (array.is_raw()) texts.members += extents_member(array.rank(), extents);
        put_strided(texts, declared, place++, array.rank(), extents);
    });
    return texts;
}

void CallArguments::append_value(ArgumentBytes& bytes, const KernelArgument& declared,
                                 const GivenArgument& given) const {
    if (own_name(declared.type) == given.type.name) {
        bytes.append({static_cast<const std::byte*>(given.data), given.type.size_bytes},
                     given.type.alignment);
        return;
    }
    NumberWriter writer(bytes, given.number);
    if (std::holds_alternative<std::monostate>(given.number) || !writer.append(declared.type))
        refuse(fmt::format("'{}' does not accept a value of type {}", to_string(declared),
                           given.type.name));
    const auto kind = driver::spelled_type(declared.type).value.kind;
    if (kind == driver::ValueKind::integer && !is_whole(given.number))
        refuse(fmt::format("'{}' takes an integer, not {}", to_string(declared),
                           to_string(given.number)));
    if (!writer.fits())
        refuse(
            fmt::format("'{}' cannot represent {}", to_string(declared), to_string(given.number)));
}

void CallArguments::append_to(ArgumentBytes& bytes, bool wide_index) const {
    append_extents(bytes, loops_, wide_index);
    for_each_argument(
        [&](const KernelArgument& declared, const GivenArgument& given, std::size_t number) {
            if (!declared.is_pointer) {
                append_value(bytes, declared, given);
                return;
            }
            const LoopedArray array(declared, given, loops_, number);
            if (array.is_adjacent()) {
                bytes.append(given.data);
                return;
            }
            if (array.is_raw()) append_extents(bytes, array.loops(), wide_index);
            append_elements(bytes, given.data, array.loops(), array.number(), wide_index);
        });
    bytes.align(16);
}

}  // namespace glint::detail

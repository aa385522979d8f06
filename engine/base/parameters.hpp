// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace glint {

/// The type of a parameter. f16 is CUDA's `__half`, bf16 its `__nv_bfloat16`. The 64-bit integers
/// are limited to what a double holds exactly: up to 2^53 in magnitude.
enum class ScalarType { f32, f64, f16, bf16, i8, u8, i16, u16, i32, u32, i64, u64, boolean };

constexpr std::size_t size_of(ScalarType type) noexcept {
    switch (type) {
        case ScalarType::i8:
        case ScalarType::u8:
        case ScalarType::boolean: return 1;
        case ScalarType::f16:
        case ScalarType::bf16:
        case ScalarType::i16:
        case ScalarType::u16: return 2;
        case ScalarType::f32:
        case ScalarType::i32:
        case ScalarType::u32: return 4;
        case ScalarType::f64:
        case ScalarType::i64:
        case ScalarType::u64: return 8;
    }
    return 0;
}

/// One member of a parameter struct, as its kernel source declares it.
struct Parameter {
    std::string name;
    ScalarType type = ScalarType::f32;
    unsigned components = 1;  ///< 1 to 4: float, float2, float3, float4, or float[3]
    std::size_t offset = 0;   ///< bytes from the start of the struct

    std::array<double, 4> initial{};  ///< value at the start and after `reset()`

    /// Present when the member is annotated: it then has a widget, a flag and these.
    struct Annotation {
        double minimum = 0;
        double maximum = 1;
        bool logarithmic = false;  ///< the widget's scale
        std::string unit;          ///< empty for a plain number
        std::string label;
        std::string help;
    };
    std::optional<Annotation> annotation;

    /// An enumerator of an enum.
    struct Choice {
        std::string name;
        double value = 0;
    };
    std::vector<Choice> choices{};  ///< of an enum: its only values; empty for a number
};

/// The values of one parameter struct, laid out byte for byte as the kernel expects it.
///
/// Filled by the compiler layer from the kernel source; shown by the panel, set from the command
/// line, passed to a kernel by value.
///
/// It remembers the parameters that were asked for by name: code that does so cannot go on without
/// them, and a reload of the source keeps them, see Program::reload_if_changed. What goes through
/// `list()` passes the Parameter itself.
class ParameterSet {
public:
    ParameterSet() = default;
    /// `size_bytes` is the struct's `sizeof`. All members take their initial values.
    ParameterSet(std::string struct_name, std::vector<Parameter> parameters,
                 std::size_t size_bytes);

    const std::string& struct_name() const noexcept { return struct_name_; }
    std::span<const Parameter> list() const noexcept { return parameters_; }
    std::span<const std::byte> bytes() const noexcept { return bytes_; }

    /// Throws Error(not_found), naming the nearest names, if no parameter has this name.
    const Parameter& find(std::string_view name) const;

    /// "Params.feed": tells parameters of two structs apart.
    std::string full_name(const Parameter& parameter) const;
    /// Whether `name` is the parameter's name or its full name.
    bool is_called(const Parameter& parameter, std::string_view name) const;

    double get(std::string_view name, unsigned component = 0) const;
    double get(const Parameter& parameter, unsigned component = 0) const;

    /// Sets one component. Throws Error(invalid_argument) for a value outside an annotated range,
    /// not finite, not an integer where the type is one, or not one of the parameter's choices; the
    /// old value then stays.
    void set(std::string_view name, double value, unsigned component = 0);
    void set(const Parameter& parameter, double value, unsigned component = 0);

    /// Sets from "3.5", "true", "1,2,3" or the name of a choice. Throws like `set`, also for text
    /// that is no such value.
    void set_text(std::string_view name, std::string_view text);
    void set_text(const Parameter& given, std::string_view text);

    /// The value as `set_text` takes it.
    std::string text(std::string_view name) const;
    std::string text(const Parameter& given) const;

    /// All members to their initial values.
    void reset();

    /// Takes over each value of `other` that is not its initial one, and whose name, type and range
    /// still fit: after a reload, what the user set stays and new initial values show. Remembers
    /// what `other` was asked for, too.
    void adopt_values(const ParameterSet& other);

    /// Whether the parameter of this name was asked for by its name.
    bool is_named(std::string_view name) const noexcept;

private:
    /// Threads that share a set may all ask and copy.
    struct Flag {
        Flag() = default;
        Flag(const Flag& other) noexcept : raised(other.raised.load(std::memory_order_relaxed)) {}
        Flag& operator=(const Flag& other) noexcept {
            raised.store(other.raised.load(std::memory_order_relaxed), std::memory_order_relaxed);
            return *this;
        }
        std::atomic<bool> raised{false};
    };

    const Parameter& named(std::string_view verb, std::string_view name) const;
    void store(const Parameter& parameter, unsigned component, double value);
    double load(const Parameter& parameter, unsigned component) const;

    std::string struct_name_;
    std::vector<Parameter> parameters_;
    std::vector<std::byte> bytes_;
    mutable std::vector<Flag> named_;  // of each parameter
};

}  // namespace glint

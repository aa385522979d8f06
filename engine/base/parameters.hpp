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

#include <glint/base/scalar_type.hpp>

namespace glint {

/// The annotation of a parameter: the range, scale and texts of its widget.
struct ParameterAnnotation {
    double minimum = 0;
    double maximum = 1;
    bool logarithmic = false;  ///< true for a widget with a logarithmic scale
    std::string unit;          ///< empty for a dimensionless number
    std::string label;
    std::string help;
};

/// One member of a parameter struct, as declared in the kernel source. A 64-bit integer is limited
/// to a magnitude of 2^53, because values are stored as doubles.
struct Parameter {
    std::string name;
    ScalarType type = ScalarType::f32;
    unsigned components = 1;  ///< 1 to 4: float, float2, float3, float4, or float[3]
    std::size_t offset = 0;   ///< bytes from the start of the struct

    std::array<double, 4> initial{};  ///< value at the start and after `reset()`

    using Annotation = ParameterAnnotation;
    /// Set if the parameter is annotated. Annotated parameters have a widget and a command-line
    /// flag.
    std::optional<Annotation> annotation;

    /// One enumerator of an enum type.
    struct Choice {
        std::string name;
        double value = 0;
    };
    std::vector<Choice> choices{};  ///< the values of an enum; empty for a number
};

/// The values of one parameter struct, with the memory layout that kernels expect.
///
/// The compiler creates the set from the kernel source. The panel shows the values, the command
/// line sets them, and kernels take the struct by value.
///
/// The set records which parameters the program requested by name, because the program depends on
/// them. Program::reload_if_changed rejects a new source that lacks one of them. Access through
/// `list()` uses the Parameter object and is not recorded.
class ParameterSet {
public:
    ParameterSet() = default;
    /// `size_bytes` is the struct's `sizeof`. All members get their initial values.
    ParameterSet(std::string struct_name, std::vector<Parameter> parameters,
                 std::size_t size_bytes);

    const std::string& struct_name() const noexcept { return struct_name_; }
    std::span<const Parameter> list() const noexcept { return parameters_; }
    std::span<const std::byte> bytes() const noexcept { return bytes_; }

    /// Returns the parameter of this name. Throws Error(not_found), naming the nearest matches, if
    /// the name is unknown.
    const Parameter& find(std::string_view name) const;

    /// Returns a name such as "Params.feed". It is unique even if two structs have a member `feed`.
    std::string full_name(const Parameter& parameter) const;
    /// Returns true if `name` is the parameter's name or its full name.
    bool is_called(const Parameter& parameter, std::string_view name) const;

    double get(std::string_view name, unsigned component = 0) const;
    double get(const Parameter& parameter, unsigned component = 0) const;

    /// Sets one component. Throws Error(invalid_argument) and keeps the old value if `value` is
    /// outside an annotated range, not finite, not an integer for an integer type, or not one of
    /// the parameter's choices.
    void set(std::string_view name, double value, unsigned component = 0);
    void set(const Parameter& parameter, double value, unsigned component = 0);

    /// Sets all components from a text: "3.5", "true", "1,2,3" or the name of a choice. Throws what
    /// `set` throws, and Error(invalid_argument) for a text that cannot be parsed.
    void set_text(std::string_view name, std::string_view text);
    void set_text(const Parameter& given, std::string_view text);

    /// Returns the value in the form that `set_text` accepts.
    std::string text(std::string_view name) const;
    std::string text(const Parameter& given) const;

    /// Resets all members to their initial values.
    void reset();

    /// Copies each value of `other` that differs from its initial value, if this set has a
    /// parameter of the same name and type that accepts it. After a reload, this keeps the user's
    /// changes; all other parameters take the new initial values. Also copies the record of
    /// parameters requested by name.
    void adopt_values(const ParameterSet& other);

    /// Returns true if the program has requested the parameter `name` by its name.
    bool is_named(std::string_view name) const noexcept;

private:
    /// A copyable atomic flag, because several threads may query and copy a set at the same time.
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
    mutable std::vector<Flag> named_;  // requested by name: one flag per parameter
};

}  // namespace glint

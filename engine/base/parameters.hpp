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

/// One member of a parameter struct. 64-bit integers are limited to what a double holds exactly: up
/// to 2^53 in magnitude. The member is declared as its kernel source declares it.
struct Parameter {
    std::string name;
    ScalarType type = ScalarType::f32;
    unsigned components = 1;  ///< 1 to 4: float, float2, float3, float4, or float[3]
    std::size_t offset = 0;   ///< bytes from the start of the struct

    std::array<double, 4> initial{};  ///< value at the start and after `reset()`

    /// Present if the parameter is annotated. An annotated parameter has a widget and a
    /// command-line flag.
    struct Annotation {
        double minimum = 0;
        double maximum = 1;
        bool logarithmic = false;  ///< scale of the widget
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
    std::vector<Choice> choices{};  ///< the only values of an enum; empty for a number
};

/// The values of one parameter struct, laid out byte for byte as the kernel expects it.
///
/// The compiler layer fills it from the kernel source. The panel shows it, the command line sets
/// it, and kernels take it by value.
///
/// It remembers which parameters were requested by name, because the requesting code depends on
/// them. A reload of the source keeps these parameters, see Program::reload_if_changed. Access
/// through `list()` uses the Parameter itself and is not recorded.
class ParameterSet {
public:
    ParameterSet() = default;
    /// `size_bytes` is the struct's `sizeof`. All members start with their initial values.
    ParameterSet(std::string struct_name, std::vector<Parameter> parameters,
                 std::size_t size_bytes);

    const std::string& struct_name() const noexcept { return struct_name_; }
    std::span<const Parameter> list() const noexcept { return parameters_; }
    std::span<const std::byte> bytes() const noexcept { return bytes_; }

    /// Throws Error(not_found), naming the nearest matches, if no parameter has this name.
    const Parameter& find(std::string_view name) const;

    /// Returns "Params.feed", which distinguishes parameters of two structs.
    std::string full_name(const Parameter& parameter) const;
    /// Returns true if `name` is the parameter's name or its full name.
    bool is_called(const Parameter& parameter, std::string_view name) const;

    double get(std::string_view name, unsigned component = 0) const;
    double get(const Parameter& parameter, unsigned component = 0) const;

    /// Sets one component. Throws Error(invalid_argument) and keeps the old value if the new one is
    /// outside an annotated range, not finite, not an integer for an integer type, or not one of
    /// the parameter's choices.
    void set(std::string_view name, double value, unsigned component = 0);
    void set(const Parameter& parameter, double value, unsigned component = 0);

    /// Sets the value from "3.5", "true", "1,2,3" or the name of a choice. Throws what `set`
    /// throws, also for text that does not parse.
    void set_text(std::string_view name, std::string_view text);
    void set_text(const Parameter& given, std::string_view text);

    /// Returns the value in the form that `set_text` accepts.
    std::string text(std::string_view name) const;
    std::string text(const Parameter& given) const;

    /// Resets all members to their initial values.
    void reset();

    /// Copies each value of `other` that differs from its initial value and whose name, type and
    /// range still fit. After a reload, values that the user set are kept, and all others take the
    /// new initial values. Also copies which parameters of `other` were requested by name.
    void adopt_values(const ParameterSet& other);

    /// Returns true if the parameter with this name was requested by name.
    bool is_named(std::string_view name) const noexcept;

private:
    /// A copyable atomic flag. Threads that share a set may all query and copy it.
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
    mutable std::vector<Flag> named_;  // one per parameter
};

}  // namespace glint

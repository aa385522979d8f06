// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstring>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <bench/arrays/openmp/rows.hpp>
#include <bench/difference.hpp>
#include <bench/openmp/libraries.hpp>
#include <bench/openmp/turns.hpp>
#include <glint/algorithms/select.hpp>
#include <glint/array/array.hpp>

namespace glint::bench {

/// Inputs of a row's reference. The CPU backend owns all memory, so the host can dereference device
/// pointers.
struct Operands {
    std::vector<const void*> in{};
    std::size_t rows = 0, columns = 0;
    std::size_t count = 0;          ///< number of elements; 0: the number in large arrays
    std::size_t scratch_bytes = 0;  ///< extra memory that the reference needs
    double relative = 2e-5;         ///< relative tolerance of floating-point results
    int calls = 1;                  ///< number of calls per measurement
    std::string reference{};        ///< row whose reference is used; empty: this row
};

/// Times of glint and of the fastest reference, in seconds per call.
struct Compared {
    double glint = 0;
    double best = 0;
    std::string compiler{};  ///< compiler of the fastest reference

    double ratio() const { return glint / best; }
};

/// The result of a row, as bytes. If the result of a selection does not fill the output, bytes with
/// the value 255 follow it. The memory to which references write is filled with 255, too.
struct Outcome {
    using Difference = std::optional<std::string>(std::span<const std::byte> got,
                                                  std::span<const std::byte> wanted,
                                                  double relative);
    std::vector<std::byte> bytes;
    Difference* difference;
};

template <class T>
std::optional<std::string> difference_of(std::span<const std::byte> got,
                                         std::span<const std::byte> wanted, double relative) {
    const Tolerance tolerance{relative, std::is_integral_v<T> ? 0 : 1e-5};
    for (std::size_t at = 0; at < got.size(); at += sizeof(T)) {
        if (std::memcmp(&got[at], &wanted[at], sizeof(T)) == 0) continue;
        T value, right;
        std::memcpy(&value, &got[at], sizeof(T));
        std::memcpy(&right, &wanted[at], sizeof(T));
        const auto a = static_cast<double>(value), b = static_cast<double>(right);
        if (!is_near(a, b, tolerance))
            return fmt::format("element {} is {}, not {}", at / sizeof(T), a, b);
    }
    return std::nullopt;
}

template <class T>
Outcome outcome_of(std::span<const T> values, std::size_t room) {
    Outcome outcome{std::vector(room * sizeof(T), std::byte{255}), &difference_of<T>};
    std::memcpy(outcome.bytes.data(), values.data(), values.size_bytes());
    return outcome;
}
template <class T>
Outcome outcome_of(const Array<T>& array) {
    return outcome_of(std::span<const T>(array.data(), array.size()), array.size());
}
template <class T>
Outcome outcome_of(Selection<T>& selection) {
    return outcome_of(std::span<const T>(selection.room().data(), selection.count()),
                      selection.room().size());
}

/// Compares array operations on the CPU with loops in C++ and OpenMP that use the same data.
class OpenMpComparison {
public:
    /// `count` is the number of elements of large arrays. Throws Error(not_found) if no library of
    /// references can be loaded.
    OpenMpComparison(Stream& stream, std::size_t count, int repeats);

    /// Compares the result of `work`, an Array or a Selection, with the results of all libraries.
    /// Then times `work` and the libraries alternately. Throws Error(bad_input), naming row,
    /// compiler and element, if results differ, and Error(not_found) if the row has no reference.
    template <class Work>
    Compared compare(const std::string& row, const Operands& operands, const Work& work) {
        return compare(row, operands, first_outcome(work), [&] { (void)work(); });
    }

private:
    template <class Work>
    Outcome first_outcome(const Work& work) {
        decltype(auto) given = work();
        stream_.synchronize();
        return outcome_of(given);
    }
    Compared compare(const std::string& row, const Operands& operands, const Outcome& outcome,
                     const std::function<void()>& work);

    Stream& stream_;
    std::size_t count_;
    int repeats_;
    std::vector<OpenMpLibrary> libraries_;
};

}  // namespace glint::bench

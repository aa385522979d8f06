// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstring>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <glint/array/npy.hpp>

/// Arrays as text tables, which spreadsheets and NumPy read: a row a line, numbers parted by
/// commas. They have real numbers of all types but bfloat16; vectors are written and read as
/// `reinterpreted` numbers.
namespace glint {
namespace detail {

/// The elements of an array, on the host and contiguous.
struct ColumnElements {
    template <Viewable A>
    explicit ColumnElements(const A& array)
        : type(npy_type<typename A::Element>()), shape(array.shape()) {
        static_assert(!kIsComplex<typename A::Element>,
                      "tables do not support complex numbers: use real(x)");
        const auto view = view_of(array).as_const();
        if constexpr (std::is_same_v<typename A::Element, bool>)
            assign(reinterpreted<unsigned char>(view).to_vector());
        else
            assign(view.to_vector());
    }

    NpyType type;
    Shape shape;
    std::vector<std::byte> bytes{};

private:
    template <class T>
    void assign(const std::vector<T>& values) {
        bytes.resize(values.size() * sizeof(T));
        if (!values.empty()) std::memcpy(bytes.data(), values.data(), bytes.size());
    }
};

}  // namespace detail

/// How a text table is written.
struct CsvOptions {
    /// The first line: as many names as there are columns, or none.
    std::vector<std::string> names{};
    char delimiter = ',';  ///< or ';', a tab or a space
};

/// An array of one dimension that becomes a column of a text table: its content when this is made.
/// Waits.
struct CsvColumn {
    template <Viewable A>
    CsvColumn(std::string given, const A& array) : name(std::move(given)), elements(array) {}

    std::string name;
    detail::ColumnElements elements;
};

namespace detail {
void save_csv(const std::filesystem::path& path, const ColumnElements& elements,
              const CsvOptions& options);
NpyElements load_csv(const std::filesystem::path& path, const NpyType& type);
NpyElements load_csv(const std::filesystem::path& path, const NpyType& type, std::string_view name);
}  // namespace detail

/// Writes an array of two dimensions, or one of one dimension as a column, atomically. Each number
/// is the shortest decimal that reads back as the same. Waits.
///
///     glint::save_csv("path.csv", positions, {.names = {"x", "y", "z"}});
///
/// NumPy reads it by `np.loadtxt("path.csv", delimiter=",", skiprows=1)`, or with the names by
/// `np.genfromtxt("path.csv", delimiter=",", names=True)`.
/// Throws Error(io), and Error(invalid_argument) for other numbers of dimensions and for names
/// that are not as many as the columns, or are numbers, empty or have quotes or ends of lines.
template <Viewable A>
void save_csv(const std::filesystem::path& path, const A& array, const CsvOptions& options = {}) {
    detail::save_csv(path, detail::ColumnElements(array), options);
}

/// Writes arrays of one dimension side by side, each of its own type, below their names:
/// save_csv("run.csv", {{"step", steps}, {"energy", energies}}). Throws as above, and
/// Error(invalid_argument) if they are not all as long.
void save_csv(const std::filesystem::path& path, const std::vector<CsvColumn>& columns,
              char delimiter = ',');

/// The names of the columns of a text table; none if its first row has a number.
/// Throws as `read_text`.
std::vector<std::string> csv_names(const std::filesystem::path& path);

/// The numbers of a text table, on `stream`: of one column an array of one dimension, else of two.
/// The first row that stands in it says how fields are parted: by semicolons, commas, tabs or
/// white space. It has the names of the columns if none of it is a number. Empty lines and those
/// that start with '#' are passed over.
/// Throws Error(bad_input), naming the line, for rows of different lengths and for what is no
/// number of type T, and what `read_text` throws.
template <class T>
Array<T> load_csv(const Stream& stream, const std::filesystem::path& path) {
    return detail::array_of_elements<T>(stream, detail::load_csv(path, detail::npy_type<T>()));
}

/// One column of a text table, in which the others may be anything. Throws as above, and
/// Error(not_found), naming the columns that there are.
template <class T>
Array<T> load_csv(const Stream& stream, const std::filesystem::path& path, std::string_view name) {
    return detail::array_of_elements<T>(stream,
                                        detail::load_csv(path, detail::npy_type<T>(), name));
}

}  // namespace glint

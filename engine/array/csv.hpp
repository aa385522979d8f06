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

/// Arrays as CSV files, which spreadsheets and NumPy can read: one line per row, numbers separated
/// by commas. All real number types except bfloat16 are supported. To write and read vectors,
/// convert them to and from numbers with `reinterpreted`.
namespace glint {
namespace detail {

/// The elements of an array, contiguous on the host.
struct ColumnElements {
    template <Viewable A>
    explicit ColumnElements(const A& array)
        : type(npy_type<typename A::Element>()), shape(array.shape()) {
        static_assert(!kIsComplex<typename A::Element>,
                      "tables do not support complex numbers. Use real(x)");
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

/// Options for writing a CSV file.
struct CsvOptions {
    /// The header line: one name per column, or empty for no header.
    std::vector<std::string> names{};
    char delimiter = ',';  ///< may also be ';', a tab or a space
};

/// A one-dimensional array as a column of a CSV file. The constructor copies the elements, and
/// waits for the copy.
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

/// Writes a two-dimensional array, or a one-dimensional array as one column, atomically. Each
/// number has the fewest digits that read back as the same value. Waits for the work queued on the
/// array.
///
///     glint::save_csv("path.csv", positions, {.names = {"x", "y", "z"}});
///
/// NumPy reads the file with `np.loadtxt("path.csv", delimiter=",", skiprows=1)`, or, with the
/// column names, with `np.genfromtxt("path.csv", delimiter=",", names=True)`. Throws Error(io).
/// Throws Error(invalid_argument) if the array does not have one or two dimensions, if the number
/// of names differs from the number of columns, and for names that are numbers, are empty, or
/// contain quotes or line breaks.
template <Viewable A>
void save_csv(const std::filesystem::path& path, const A& array, const CsvOptions& options = {}) {
    detail::save_csv(path, detail::ColumnElements(array), options);
}

/// Writes one-dimensional arrays as columns with their names in the header. The arrays may have
/// different types: save_csv("run.csv", {{"step", steps}, {"energy", energies}}). Throws like the
/// overload above, and Error(invalid_argument) if the arrays' lengths differ.
void save_csv(const std::filesystem::path& path, const std::vector<CsvColumn>& columns,
              char delimiter = ',');

/// Returns the column names of a CSV file, or no names if its first row contains a number. Throws
/// like `read_text`.
std::vector<std::string> csv_names(const std::filesystem::path& path);

/// Loads the numbers of a CSV file on `stream`. A single column gives a one-dimensional array,
/// several columns a two-dimensional array. The first nonempty row determines the delimiter:
/// semicolons, commas, tabs or white space. That row is a header if none of its fields is a number.
/// Skips empty lines and lines that start with '#'. Throws Error(bad_input), with the line number,
/// if rows have different lengths or a field is not a number of type T. Also throws the errors of
/// `read_text`.
template <class T>
Array<T> load_csv(const Stream& stream, const std::filesystem::path& path) {
    return detail::array_of_elements<T>(stream, detail::load_csv(path, detail::npy_type<T>()));
}

/// Loads one column of a CSV file; other columns may contain anything. Throws like the overload
/// above, and Error(not_found), which lists the existing columns, for an unknown name.
template <class T>
Array<T> load_csv(const Stream& stream, const std::filesystem::path& path, std::string_view name) {
    return detail::array_of_elements<T>(stream,
                                        detail::load_csv(path, detail::npy_type<T>(), name));
}

}  // namespace glint

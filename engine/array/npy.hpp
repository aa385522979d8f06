// SPDX-License-Identifier: MIT
#pragma once

#include <cstring>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <glint/array/array.hpp>
#include <glint/array/views.hpp>
#include <glint/formats/npy.hpp>

/// Arrays in NumPy files. Supports all number types except bfloat16, which NumPy does not support.
/// To read and write vectors, convert them from and to numbers with `reinterpreted`.
namespace glint {
namespace detail {

template <class T>
constexpr NpyType npy_type() {
    static_assert(kIsNumber<T> && !std::is_same_v<T, bfloat16>,
                  "NumPy does not support this type. Use cast<float>(array) or a view as numbers");
    constexpr char kind = std::is_same_v<T, bool> ? 'b'
                          : kIsComplex<T>         ? 'c'
                          : kIsFloating<T>        ? 'f'
                          : std::is_signed_v<T>   ? 'i'
                                                  : 'u';
    return {kind, sizeof(T)};
}

template <class T>
Array<T> array_of_elements(const Stream& stream, const NpyElements& elements) {
    Array<T> array(stream, Shape(std::span<const std::size_t>(elements.shape)));
    if (!array.empty())
        upload(array.stream(), {array.data(), row_major(array.shape()), sizeof(T)},
               elements.bytes.data());
    return array;
}

/// Returns the contents of a `.npy` file for the array. Waits for work queued on the array.
template <Viewable A>
std::string npy_file_of(const A& array) {
    using T = typename A::Element;
    const auto view = view_of(array).as_const();
    const Shape& shape = view.shape();
    const std::span<const std::size_t> extents(shape.begin(), shape.rank());
    if constexpr (std::is_same_v<T, bool>) {
        const auto values = reinterpreted<unsigned char>(view).to_vector();
        return npy_file(extents, npy_type<T>(), std::as_bytes(std::span(values)));
    } else {
        const auto values = view.to_vector();
        return npy_file(extents, npy_type<T>(), std::as_bytes(std::span(values)));
    }
}

void save_file(const std::filesystem::path& path, std::string_view content);
/// Opens the `.npy` file called `name` in an archive.
InputFile entry_file(const std::filesystem::path& path, std::string_view name);

}  // namespace detail

/// Loads a `.npy` file (versions 1 to 3, either byte order, C or Fortran order) on `stream`. Throws
/// Error(bad_input), with the byte offset, if the file is invalid or has elements of another type.
/// Also throws the errors of `read_text`.
template <class T>
Array<T> load_npy(const Stream& stream, const std::filesystem::path& path) {
    return detail::array_of_elements<T>(
        stream, parse_npy_elements(InputFile("read array", path), detail::npy_type<T>()));
}

/// Writes a `.npy` file atomically. Waits for work queued on the array. Throws Error(io).
template <Viewable A>
void save_npy(const std::filesystem::path& path, const A& array) {
    detail::save_file(path, detail::npy_file_of(array));
}

/// Returns the names of the arrays in an `.npz` file. Throws like `load_npy`.
std::vector<std::string> npz_names(const std::filesystem::path& path);

/// Loads one array of an `.npz` file. Throws like `load_npy`, and Error(not_found), listing the
/// names in the file.
template <class T>
Array<T> load_npz(const Stream& stream, const std::filesystem::path& path, std::string_view name) {
    return detail::array_of_elements<T>(
        stream, parse_npy_elements(detail::entry_file(path, name), detail::npy_type<T>()));
}

/// An array to write to an `.npz` file. The constructor copies the elements, and waits for the
/// copy.
struct NpzArray {
    template <Viewable A>
    NpzArray(std::string given, const A& array)
        : name(std::move(given)), file(detail::npy_file_of(array)) {}

    std::string name;
    std::string file;
};

struct NpzOptions {
    bool compressed = false;
};

/// Writes arrays to an `.npz` file, atomically: save_npz("state.npz", {{"x", x}, {"v", v}}).
/// Throws Error(io), and Error(invalid_argument) for a duplicate name.
void save_npz(const std::filesystem::path& path, std::initializer_list<NpzArray> arrays,
              const NpzOptions& options = {});

}  // namespace glint

// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <initializer_list>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <glint/base/formats/input_file.hpp>
#include <glint/base/formats/number_type.hpp>

namespace glint {

/// Maximum length along an axis, and maximum number of values in total, that a header may claim.
inline constexpr std::uint64_t kMaxLength = 1'000'000'000;
inline constexpr double kMaxNumbers = 1e15;
[[deprecated("use kMaxLength")]] inline constexpr std::uint64_t kGreatestLength = kMaxLength;
[[deprecated("use kMaxNumbers")]] inline constexpr double kMostNumbers = kMaxNumbers;

/// The names and values in the header of a MetaImage or an NRRD. Names are case-insensitive.
class HeaderEntries {
public:
    struct Entry {
        std::size_t line = 0;
        std::string_view text;
    };
    using TypeName = std::pair<std::string_view, NumberType>;

    /// Keeps a reference to the file.
    explicit HeaderEntries(const InputFile& file) : file_(&file) {}

    /// Replaces an entry of the same name.
    void add(std::string_view name, const Entry& entry);
    /// Returns the first of these names that exists, or null.
    const Entry* find(std::initializer_list<std::string_view> names) const;
    const Entry* find(std::string_view name) const { return find({name}); }
    /// Throws Error(bad_input) if the entry is missing.
    const Entry& require(std::string_view name) const;

    /// Throws Error(bad_input), naming the entry's line.
    [[noreturn]] void fail(const Entry& entry, std::string_view reason) const;

    /// These throw Error(bad_input) for an entry in the wrong format.
    std::vector<double> numbers(const Entry& entry, std::size_t count) const;
    std::size_t whole(const Entry& entry) const;
    /// Parses lengths, each at least 1, whose product does not exceed what a file can hold.
    std::vector<std::size_t> lengths(const Entry& entry, std::size_t count) const;
    NumberType type(std::string_view name, std::span<const TypeName> known) const;

private:
    const InputFile* file_;
    std::map<std::string, Entry, std::less<>> entries_;
};

/// Throws Error(bad_input) if no view supports this number of components or dimensions.
void check_components(const HeaderEntries& entries, const HeaderEntries::Entry& entry,
                      std::size_t components);
void check_dimensions(const HeaderEntries& entries, const HeaderEntries::Entry& entry,
                      std::size_t dimensions);

/// Returns the path of the data file `name` that the header at `path` refers to.
std::filesystem::path path_next_to(const std::filesystem::path& path, std::string_view name);

/// Returns `spacing` if every entry is a length, otherwise an empty vector: an uneven or unknown
/// spacing is stored as 0 or NaN.
std::vector<double> known_spacing(std::vector<double> spacing);

}  // namespace glint

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

#include <glint/formats/input_file.hpp>
#include <glint/formats/number_type.hpp>

namespace glint {

/// Maximum number of values along an axis, and in total, that a header may claim.
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

    /// Keeps a reference to `file`, which must outlive this object.
    explicit HeaderEntries(const InputFile& file) : file_(&file) {}

    /// Adds an entry, or replaces the entry of this name.
    void add(std::string_view name, const Entry& entry);
    /// Returns the entry of the first of these names that exists, or null if none exists.
    const Entry* find(std::initializer_list<std::string_view> names) const;
    const Entry* find(std::string_view name) const { return find({name}); }
    /// Returns the entry of this name. Throws Error(bad_input) if it is missing.
    const Entry& require(std::string_view name) const;

    /// Throws Error(bad_input), naming the entry's line.
    [[noreturn]] void fail(const Entry& entry, std::string_view reason) const;

    /// Parses the entry as `count` numbers, or as one whole number. Throws Error(bad_input) for any
    /// other content.
    std::vector<double> numbers(const Entry& entry, std::size_t count) const;
    std::size_t whole(const Entry& entry) const;
    /// Parses `count` lengths. Throws Error(bad_input) if one is below 1 or their product is too
    /// large.
    std::vector<std::size_t> lengths(const Entry& entry, std::size_t count) const;
    NumberType type(std::string_view name, std::span<const TypeName> known) const;

private:
    const InputFile* file_;
    std::map<std::string, Entry, std::less<>> entries_;
};

/// Throw Error(bad_input), naming the entry's line, if glint does not support this number.
void check_components(const HeaderEntries& entries, const HeaderEntries::Entry& entry,
                      std::size_t components);
void check_dimensions(const HeaderEntries& entries, const HeaderEntries::Entry& entry,
                      std::size_t dimensions);

/// Returns the path of the data file `name`. A relative name is relative to the folder of the
/// header, whose path is `path`.
std::filesystem::path path_next_to(const std::filesystem::path& path, std::string_view name);

/// Returns `spacing` if all its entries are positive, finite lengths, otherwise an empty vector.
/// Files store 0 or NaN for an uneven or unknown spacing.
std::vector<double> known_spacing(std::vector<double> spacing);

}  // namespace glint

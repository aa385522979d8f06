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

/// The greatest length along an axis, and the most numbers, that a header may claim.
inline constexpr std::uint64_t kGreatestLength = 1'000'000'000;
inline constexpr double kMostNumbers = 1e15;

/// The names and values of the header of a MetaImage or an NRRD. The case of names does not count.
class HeaderEntries {
public:
    struct Entry {
        std::size_t line = 0;
        std::string_view text;
    };
    using TypeName = std::pair<std::string_view, NumberType>;

    /// Refers to the file.
    explicit HeaderEntries(const InputFile& file) : file_(&file) {}

    /// Replaces an entry of the same name.
    void add(std::string_view name, const Entry& entry);
    /// The first of these names that is there, or null.
    const Entry* find(std::initializer_list<std::string_view> names) const;
    const Entry* find(std::string_view name) const { return find({name}); }
    /// Throws Error(bad_input) if it is not there.
    const Entry& require(std::string_view name) const;

    /// Throws Error(bad_input), naming the entry's line.
    [[noreturn]] void fail(const Entry& entry, std::string_view reason) const;

    /// These throw Error(bad_input) for an entry of another form.
    std::vector<double> numbers(const Entry& entry, std::size_t count) const;
    std::size_t whole(const Entry& entry) const;
    /// Lengths from 1, of no more numbers together than a file can have.
    std::vector<std::size_t> lengths(const Entry& entry, std::size_t count) const;
    NumberType type(std::string_view name, std::span<const TypeName> known) const;

private:
    const InputFile* file_;
    std::map<std::string, Entry, std::less<>> entries_;
};

/// Throws Error(bad_input) if so many numbers at each place, or so many dimensions, have no view.
void check_components(const HeaderEntries& entries, const HeaderEntries::Entry& entry,
                      std::size_t components);
void check_dimensions(const HeaderEntries& entries, const HeaderEntries::Entry& entry,
                      std::size_t dimensions);

/// Where the data file `name` is that the header at `path` names.
std::filesystem::path path_next_to(const std::filesystem::path& path, std::string_view name);

/// Empty unless all are lengths: those that are uneven or not known are 0 or NaN.
std::vector<double> known_spacing(std::vector<double> spacing);

}  // namespace glint

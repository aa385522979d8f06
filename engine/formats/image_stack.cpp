// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <string_view>
#include <system_error>

#include <fmt/format.h>

#include <glint/base/error.hpp>
#include <glint/base/text.hpp>
#include <glint/formats/expansion.hpp>
#include <glint/formats/png.hpp>
#include <glint/formats/volume_file.hpp>

namespace glint {
namespace {

namespace fs = std::filesystem;

bool is_name_digit(char c) { return c >= '0' && c <= '9'; }

/// Removes the leading part of `text` and returns it: a run of digits or of other characters.
std::string_view take_part(std::string_view& text) {
    std::size_t end = 1;
    while (end < text.size() && is_name_digit(text[end]) == is_name_digit(text[0])) ++end;
    const std::string_view part = text.substr(0, end);
    text.remove_prefix(end);
    return part;
}

std::string_view without_zeros(std::string_view number) {
    return number.substr(std::min(number.find_first_not_of('0'), number.size() - 1));
}

/// Compares two parts of file names: numbers by their value, other parts by their characters.
/// Returns a negative number, 0 or a positive number.
int compare_parts(std::string_view a, std::string_view b) {
    if (is_name_digit(a[0]) && is_name_digit(b[0])) {
        a = without_zeros(a);
        b = without_zeros(b);
        if (a.size() != b.size()) return a.size() < b.size() ? -1 : 1;
    }
    return a.compare(b);
}

bool is_before(const fs::path& left, const fs::path& right) {
    const std::string a = left.stem().string(), b = right.stem().string();
    std::string_view rest_a = a, rest_b = b;
    while (!rest_a.empty() && !rest_b.empty())
        if (const int order = compare_parts(take_part(rest_a), take_part(rest_b))) return order < 0;
    if (rest_a.empty() != rest_b.empty()) return rest_a.empty();
    return left < right;  // orders names that are otherwise equal, such as "a1" and "a01"
}

std::string stack_operation(const fs::path& folder) {
    return fmt::format("read image stack '{}'", folder.string());
}

ImageStack stack_like(const GrayPicture& picture, std::size_t depth) {
    return {.width = picture.width,
            .height = picture.height,
            .depth = depth,
            .type = picture.bits == 16 ? NumberType::uint16 : NumberType::uint8};
}

GrayPicture read_gray(const fs::path& path) {
    return parse_png_gray(InputFile("read image", path));
}

std::string size_text(const GrayPicture& picture) {
    return fmt::format("{} x {} pixels of {} bits", picture.width, picture.height, picture.bits);
}

/// Throws Error(bad_input) if the images, with `image_bytes` each, take more memory than
/// `expansion_limit` allows for the sum of the file sizes.
void require_room(const fs::path& folder, const std::vector<fs::path>& images,
                  std::size_t image_bytes) {
    std::size_t file_bytes = 0;
    for (const fs::path& image : images) {
        std::error_code absent;  // read_gray() reports a missing file
        const auto size = fs::file_size(image, absent);
        if (!absent) file_bytes += size;
    }
    const std::size_t expanded = image_bytes * images.size();
    if (expanded > expansion_limit(file_bytes))
        throw Error(ErrorCode::bad_input, stack_operation(folder),
                    expansion_refusal(expanded, file_bytes));
}

}  // namespace

std::vector<fs::path> images_in(const fs::path& folder) {
    std::error_code failure;
    std::vector<fs::path> images;
    for (fs::directory_iterator at(folder, failure), end; !failure && at != end;
         at.increment(failure))
        if (text::lower_case(at->path().extension().string()) == ".png")
            images.push_back(at->path());
    if (failure) throw Error(ErrorCode::not_found, stack_operation(folder), failure.message());
    if (images.empty())
        throw Error(ErrorCode::bad_input, stack_operation(folder),
                    "the folder contains no .png files");
    std::ranges::sort(images, is_before);
    return images;
}

ImageStack describe_image_stack(const fs::path& folder) {
    const std::vector<fs::path> images = images_in(folder);
    return stack_like(read_gray(images.front()), images.size());
}

ImageStack read_image_stack(const fs::path& folder) {
    const std::vector<fs::path> images = images_in(folder);
    const GrayPicture first = read_gray(images.front());
    ImageStack stack = stack_like(first, images.size());
    require_room(folder, images, first.values.size());
    stack.values.reserve(first.values.size() * images.size());
    for (const fs::path& image : images) {
        const GrayPicture picture = read_gray(image);
        if (picture.width != first.width || picture.height != first.height ||
            picture.bits != first.bits)
            throw Error(
                ErrorCode::bad_input, stack_operation(folder),
                fmt::format("'{}' has {}, but '{}' has {}", images.front().filename().string(),
                            size_text(first), image.filename().string(), size_text(picture)));
        stack.values.insert(stack.values.end(), picture.values.begin(), picture.values.end());
    }
    return stack;
}

}  // namespace glint

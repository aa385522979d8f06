// SPDX-License-Identifier: MIT
#include <glint/gl/image_format.hpp>

#include <algorithm>
#include <array>

#include <glad/gl.h>

namespace glint::gl {
namespace {

using Row = ImageFormatFacts;
constexpr auto kUnsigned = ChannelKind::unsigned_integer;
constexpr auto kSigned = ChannelKind::signed_integer;
constexpr auto kFloat = ChannelKind::floating;

constexpr std::array kRows{
    Row{ImageFormat::r8, "r8", GL_R8, GL_RED, GL_UNSIGNED_BYTE, {kUnsigned, 8, 1}},
    Row{ImageFormat::rg8, "rg8", GL_RG8, GL_RG, GL_UNSIGNED_BYTE, {kUnsigned, 8, 2}},
    Row{ImageFormat::rgba8, "rgba8", GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE, {kUnsigned, 8, 4}},
    Row{ImageFormat::r16, "r16", GL_R16, GL_RED, GL_UNSIGNED_SHORT, {kUnsigned, 16, 1}},
    Row{ImageFormat::rg16, "rg16", GL_RG16, GL_RG, GL_UNSIGNED_SHORT, {kUnsigned, 16, 2}},
    Row{ImageFormat::rgba16, "rgba16", GL_RGBA16, GL_RGBA, GL_UNSIGNED_SHORT, {kUnsigned, 16, 4}},
    Row{ImageFormat::r16f, "r16f", GL_R16F, GL_RED, GL_HALF_FLOAT, {kFloat, 16, 1}},
    Row{ImageFormat::rg16f, "rg16f", GL_RG16F, GL_RG, GL_HALF_FLOAT, {kFloat, 16, 2}},
    Row{ImageFormat::rgba16f, "rgba16f", GL_RGBA16F, GL_RGBA, GL_HALF_FLOAT, {kFloat, 16, 4}},
    Row{ImageFormat::r32f, "r32f", GL_R32F, GL_RED, GL_FLOAT, {kFloat, 32, 1}},
    Row{ImageFormat::rg32f, "rg32f", GL_RG32F, GL_RG, GL_FLOAT, {kFloat, 32, 2}},
    Row{ImageFormat::rgba32f, "rgba32f", GL_RGBA32F, GL_RGBA, GL_FLOAT, {kFloat, 32, 4}},
    Row{ImageFormat::r8ui, "r8ui", GL_R8UI, GL_RED_INTEGER, GL_UNSIGNED_BYTE, {kUnsigned, 8, 1}},
    Row{ImageFormat::rg8ui, "rg8ui", GL_RG8UI, GL_RG_INTEGER, GL_UNSIGNED_BYTE, {kUnsigned, 8, 2}},
    Row{ImageFormat::rgba8ui,
        "rgba8ui",
        GL_RGBA8UI,
        GL_RGBA_INTEGER,
        GL_UNSIGNED_BYTE,
        {kUnsigned, 8, 4}},
    Row{ImageFormat::r16ui,
        "r16ui",
        GL_R16UI,
        GL_RED_INTEGER,
        GL_UNSIGNED_SHORT,
        {kUnsigned, 16, 1}},
    Row{ImageFormat::rg16ui,
        "rg16ui",
        GL_RG16UI,
        GL_RG_INTEGER,
        GL_UNSIGNED_SHORT,
        {kUnsigned, 16, 2}},
    Row{ImageFormat::rgba16ui,
        "rgba16ui",
        GL_RGBA16UI,
        GL_RGBA_INTEGER,
        GL_UNSIGNED_SHORT,
        {kUnsigned, 16, 4}},
    Row{ImageFormat::r32ui, "r32ui", GL_R32UI, GL_RED_INTEGER, GL_UNSIGNED_INT, {kUnsigned, 32, 1}},
    Row{ImageFormat::rg32ui,
        "rg32ui",
        GL_RG32UI,
        GL_RG_INTEGER,
        GL_UNSIGNED_INT,
        {kUnsigned, 32, 2}},
    Row{ImageFormat::rgba32ui,
        "rgba32ui",
        GL_RGBA32UI,
        GL_RGBA_INTEGER,
        GL_UNSIGNED_INT,
        {kUnsigned, 32, 4}},
    Row{ImageFormat::r8i, "r8i", GL_R8I, GL_RED_INTEGER, GL_BYTE, {kSigned, 8, 1}},
    Row{ImageFormat::rg8i, "rg8i", GL_RG8I, GL_RG_INTEGER, GL_BYTE, {kSigned, 8, 2}},
    Row{ImageFormat::rgba8i, "rgba8i", GL_RGBA8I, GL_RGBA_INTEGER, GL_BYTE, {kSigned, 8, 4}},
    Row{ImageFormat::r16i, "r16i", GL_R16I, GL_RED_INTEGER, GL_SHORT, {kSigned, 16, 1}},
    Row{ImageFormat::rg16i, "rg16i", GL_RG16I, GL_RG_INTEGER, GL_SHORT, {kSigned, 16, 2}},
    Row{ImageFormat::rgba16i, "rgba16i", GL_RGBA16I, GL_RGBA_INTEGER, GL_SHORT, {kSigned, 16, 4}},
    Row{ImageFormat::r32i, "r32i", GL_R32I, GL_RED_INTEGER, GL_INT, {kSigned, 32, 1}},
    Row{ImageFormat::rg32i, "rg32i", GL_RG32I, GL_RG_INTEGER, GL_INT, {kSigned, 32, 2}},
    Row{ImageFormat::rgba32i, "rgba32i", GL_RGBA32I, GL_RGBA_INTEGER, GL_INT, {kSigned, 32, 4}}};

/// The index of each row in kRows must equal the enum value of the row's format.
static_assert(std::ranges::all_of(kRows, [](const Row& row) {
    return &row == &kRows[static_cast<std::size_t>(row.format)];
}));

unsigned sized(unsigned internal) noexcept {
    switch (internal) {
        case GL_RED: return GL_R8;
        case GL_RG: return GL_RG8;
        case GL_RGBA: return GL_RGBA8;
        default: return internal;
    }
}

}  // namespace

std::span<const ImageFormatFacts> image_formats() noexcept { return kRows; }

const ImageFormatFacts& facts_of(ImageFormat format) noexcept {
    return kRows[static_cast<std::size_t>(format)];
}

const ImageFormatFacts* find_image_format(unsigned internal) noexcept {
    const auto found = std::ranges::find(kRows, sized(internal), &Row::internal);
    return found == kRows.end() ? nullptr : &*found;
}

}  // namespace glint::gl

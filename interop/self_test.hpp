// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <glint/driver/device.hpp>
#include <glint/driver/stream.hpp>
#include <glint/gl/image_view.hpp>
#include <glint/interop/detail/buffer_parts.hpp>

namespace glint::interop {

/// Writes a pattern from the device, reads it back from GL, and throws Error(unsupported) unless
/// both match.
void verify(const Device& device, BufferParts& parts);
/// Writes a pattern to each level of an image from the device, reads it back from GL, and throws
/// Error(unsupported) unless both match. No other code may share `resource` yet.
void verify(const Device& device, SharedResource& resource, const gl::ImageView& view);

/// Result and cost of one sharing method between a device and a context.
struct SharingReport {
    Sharing way = Sharing::host;
    std::string failure{};    ///< reason why it does not work; empty if it does
    Seconds frame_buffer{};   ///< map, unmap, give to GL: a buffer of 1 M float4, median
    Seconds frame_texture{};  ///< as above, for a 1024x1024 rgba8 texture
};
using WayReport [[deprecated("use SharingReport")]] = SharingReport;

/// Tests every sharing method of `device` and measures its cost. Takes about a second.
std::vector<SharingReport> test_sharing(const Device& device, const gl::Context& context);
[[deprecated("use test_sharing")]] inline std::vector<SharingReport> test_ways(
    const Device& device, const gl::Context& context) {
    return test_sharing(device, context);
}

}  // namespace glint::interop

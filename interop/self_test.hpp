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

/// Writes a pattern to the buffer from the device, and reads it back from GL. Throws
/// Error(unsupported) if the bytes differ. Tests only the ends of a large buffer.
void verify(const Device& device, BufferParts& parts);
/// Writes a pattern to each level of an image from the device, and reads it back from GL. Throws
/// Error(unsupported) if the bytes differ. Call this before other code uses `resource`.
void verify(const Device& device, SharedResource& resource, const gl::ImageView& view);

/// Result of a test of one sharing method between a device and a context.
struct SharingReport {
    Sharing way = Sharing::host;
    std::string failure{};    ///< reason why the method does not work; empty if it works
    Seconds frame_buffer{};   ///< median time to map and unmap 1 M float4, and to give them to GL
    Seconds frame_texture{};  ///< median time for a texture of 1024x1024 rgba8 texels
};
using WayReport [[deprecated("use SharingReport")]] = SharingReport;

/// Tests each sharing method of `device` and measures how long it takes. Runs for about a second.
std::vector<SharingReport> test_sharing(const Device& device, const gl::Context& context);
[[deprecated("use test_sharing")]] inline std::vector<SharingReport> test_ways(
    const Device& device, const gl::Context& context) {
    return test_sharing(device, context);
}

}  // namespace glint::interop

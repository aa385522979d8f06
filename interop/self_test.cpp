// SPDX-License-Identifier: MIT
#include <glint/interop/self_test.hpp>

#include <algorithm>
#include <chrono>
#include <random>

#include <fmt/format.h>

#include <glint/base/error.hpp>
#include <glint/driver/memory.hpp>
#include <glint/interop/detail/make_shared.hpp>
#include <glint/interop/shared_buffer.hpp>
#include <glint/interop/shared_texture.hpp>

namespace glint::interop {
namespace {

// Returns pseudorandom bytes. The sequence does not repeat, because a repeating pattern could hide
// a wrong row, tile or pixel size. All bytes are below 64, so floats made of these bytes are never
// NaN. A driver might change NaN.
std::vector<std::byte> pattern(std::size_t size_bytes) {
    std::vector<std::byte> bytes(size_bytes);
    std::minstd_rand random(1);
    for (std::byte& byte : bytes) byte = static_cast<std::byte>(random() >> 8 & 0x3f);
    return bytes;
}

void compare(const std::vector<std::byte>& written, const std::vector<std::byte>& read,
             const SharedResource& resource) {
    const auto [at, other] = std::ranges::mismatch(written, read);
    if (at == written.end()) return;
    throw Error(ErrorCode::unsupported,
                fmt::format("share {} by the method '{}'", resource.description(),
                            to_string(resource.sharing())),
                fmt::format("byte {} of the test pattern is {} instead of {}", at - written.begin(),
                            static_cast<int>(*other), static_cast<int>(*at)));
}

// Maps `resource`, calls `write` with the stream of the map, and then gives the resource to GL. The
// caller must keep `resource` alive and unmapped.
template <class Write>
void write_through(const Device& device, SharedResource& resource, const Write& write) {
    const std::shared_ptr<SharedResource> borrowed(&resource, [](SharedResource*) {});
    Stream stream(device);
    {
        const MapScope scope(stream, {borrowed});
        write(stream.state());
    }
    resource.give_to_gl();
    stream.synchronize();
}

void verify_level(const Device& device, SharedResource& resource, const gl::ImageView& view,
                  unsigned level) {
    const std::vector<std::byte> written = pattern(view.size_bytes(level));
    write_through(device, resource, [&](driver::Stream& stream) {
        stream.copy_from_host(resource.part({.level = level}), written.data(),
                              view.row_bytes(level));
    });
    compare(written, view.download<std::byte>(level), resource);
}

using Clock = std::chrono::steady_clock;

template <class Frame>
Seconds median_time(const Frame& frame) {
    constexpr int kFrames = 15;
    frame();
    std::vector<Seconds> times;
    for (int i = 0; i < kFrames; ++i) {
        const auto start = Clock::now();
        frame();
        times.emplace_back(Clock::now() - start);
    }
    std::ranges::nth_element(times, times.begin() + kFrames / 2);
    return times[kFrames / 2];
}

Seconds time_buffer(const Device& device, const gl::Context& context, Sharing way) {
    struct alignas(16) Float4 {
        float x, y, z, w;
    };
    SharedBuffer<Float4> buffer(device, context, 1 << 20, {.name = "self-test", .sharing = way});
    Stream stream(device);
    return median_time([&] {
        { const auto mapped = buffer.map(stream); }
        (void)buffer.gl();
        context.finish();
    });
}

Seconds time_texture(const Device& device, const gl::Context& context, Sharing way) {
    SharedTexture texture(device, context, {.width = 1024, .height = 1024},
                          {.name = "self-test", .sharing = way});
    Stream stream(device);
    return median_time([&] {
        { const auto mapped = texture.map(stream); }
        (void)texture.gl();
        context.finish();
    });
}

// Tests a sharing method with a buffer and with textures. Odd sizes expose errors in padding and
// tiling.
void verify_method(const Device& device, const gl::Context& context, Sharing way) {
    const std::string description = "self-test";
    require_method(device, description, way);
    BufferParts buffer =
        make_shared_buffer(device, context, 100'003 * 16, {.name = description, .sharing = way});
    verify(device, buffer);
    for (const PixelFormat format :
         {PixelFormat::rgba8, PixelFormat::r32f, PixelFormat::rg32f, PixelFormat::rgba32f}) {
        SharedTexture texture(device, context, {.width = 333, .height = 77, .format = format},
                              {.name = description, .sharing = way});
        verify(device, *texture.resource(), gl::ImageView::of(texture.gl()));
    }
}

}  // namespace

void require_method(const Device& device, const std::string& description, Sharing way) {
    if (std::ranges::count(sharing_methods(device.kind()), way) > 0) return;
    throw Error(ErrorCode::unsupported,
                fmt::format("share {} by the method '{}'", description, to_string(way)),
                "the CPU backend supports only 'host' and 'staging'");
}

void verify(const Device& device, BufferParts& parts) {
    // Only the two ends are tested. This detects a wrong size, and testing a large buffer
    // completely takes too long.
    constexpr std::size_t kEnd = 4096;
    const std::size_t size = parts.gl.size_bytes();
    const std::vector<std::byte> written = pattern(std::min(size, kEnd));
    for (const std::size_t offset : {std::size_t(0), size - written.size()}) {
        write_through(device, parts.resource, [&](driver::Stream& stream) {
            std::byte* to = static_cast<std::byte*>(parts.resource.bridge().address()) + offset;
            stream.copy(to, written.data(), written.size(), driver::CopyDirection::host_to_device);
        });
        std::vector<std::byte> read(written.size());
        parts.gl.download(read, offset);
        compare(written, read, parts.resource);
    }
}

void verify(const Device& device, SharedResource& resource, const gl::ImageView& view) {
    for (unsigned level = 0; level < view.extents().levels; ++level)
        verify_level(device, resource, view, level);
}

std::vector<SharingReport> test_sharing(const Device& device, const gl::Context& context) {
    std::vector<SharingReport> reports;
    for (const Sharing way : sharing_methods(device.kind())) {
        SharingReport report{.way = way};
        try {
            verify_method(device, context, way);
            report.frame_buffer = time_buffer(device, context, way);
            report.frame_texture = time_texture(device, context, way);
        } catch (const Error& error) {
            report.failure = error.what();
        }
        reports.push_back(report);
    }
    return reports;
}

}  // namespace glint::interop

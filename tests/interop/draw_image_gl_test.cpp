// SPDX-License-Identifier: MIT
// Kernels paint every layer and level of textures, which OpenGL then draws. Each way of sharing
// must give the same pixels as a texture filled by the host.
#include <glint/interop/shared_image.hpp>

#include <array>
#include <cmath>

#include <interop/on_each_way.hpp>

#include <glint/gl/pass.hpp>

namespace glint::interop {
namespace {

using gl::ImageFormat;
using gl::ImageTarget;

// Draws rings around the center of each slice, in 16-bit integers so that rounding cannot differ.
constexpr const char* kPainter = R"(
__device__ ushort4 colour_of(int x, int y, int size, int slice, int level) {
    const int dx = 2 * x + 1 - size, dy = 2 * y + 1 - size;
    const unsigned ring = (dx * dx + dy * dy) * 40000u / (2 * size * size);
    return make_ushort4(ring, 9000 * slice, 20000 * level, 65535);
}
extern "C" __global__ void paint_layers(cudaSurfaceObject_t image, int size, int level) {
    const int x = threadIdx.x, y = blockIdx.x, z = blockIdx.y;
    surf2DLayeredwrite(colour_of(x, y, size, z, level), image, 8 * x, y, z);
}
extern "C" __global__ void paint_cube(cudaSurfaceObject_t image, int size, int level) {
    const int x = threadIdx.x, y = blockIdx.x, z = blockIdx.y;
    surfCubemapwrite(colour_of(x, y, size, z, level), image, 8 * x, y, z);
}
extern "C" __global__ void paint_volume(cudaSurfaceObject_t image, int size, int level) {
    const int x = threadIdx.x, y = blockIdx.x, z = blockIdx.y;
    surf3Dwrite(colour_of(x, y, size, z, level), image, 8 * x, y, z);
})";

using Texel = std::array<std::uint16_t, 4>;

Texel color_of(int x, int y, int size, unsigned slice, unsigned level) {
    const int dx = 2 * x + 1 - size, dy = 2 * y + 1 - size;
    const unsigned ring =
        static_cast<unsigned>(dx * dx + dy * dy) * 40000u / static_cast<unsigned>(2 * size * size);
    return {static_cast<std::uint16_t>(ring), static_cast<std::uint16_t>(9000 * slice),
            static_cast<std::uint16_t>(20000 * level), 65535};
}

/// Shaders that draw all slices as columns and all levels as rows.
gl::ShaderText shader_of(ImageTarget target) {
    const char* head = R"(#version 450 core
layout(location = 0) out vec4 result;
void main() {
    vec2 at = gl_FragCoord.xy / 64.0;
    vec2 inside = fract(at);
    int slice = int(at.x), level = int(at.y);
)";
    switch (target) {
        case ImageTarget::cube_map:
            return {"cube.frag", std::string(head) + R"(
    vec2 s = 2.0 * inside - 1.0;
    vec3 way[6] = vec3[6](vec3(1, -s.y, -s.x), vec3(-1, -s.y, s.x), vec3(s.x, 1, s.y),
                          vec3(s.x, -1, -s.y), vec3(s.x, -s.y, 1), vec3(-s.x, -s.y, -1));
    result = textureLod(image, way[slice], float(level));
})"};
        case ImageTarget::texture_3d:
            return {"volume.frag", std::string(head) + R"(
    float depth = float(textureSize(image, level).z);
    result = textureLod(image, vec3(inside, (float(slice) + 0.5) / depth), float(level));
})"};
        default:
            return {"layers.frag", std::string(head) + R"(
    result = textureLod(image, vec3(inside, float(slice)), float(level));
})"};
    }
}

struct Painting {
    ImageTarget target;
    unsigned slices;
    const char* sampler;
    const char* kernel;
};

class DrawImages : public test::OnEachWay {
protected:
    static constexpr unsigned kSize = 32, kLevels = 3;

    gl::ImageObject image(const Painting& painting) {
        return gl::ImageObject(context(), {.target = painting.target,
                                           .width = kSize,
                                           .height = kSize,
                                           .slices = painting.slices,
                                           .levels = kLevels,
                                           .format = ImageFormat::rgba16});
    }
    std::vector<std::uint8_t> drawn(const Painting& painting, const gl::ImageView& view);
    void paint_by_kernel(const Painting& painting, SharedImage& shared);
};

std::vector<std::uint8_t> DrawImages::drawn(const Painting& painting, const gl::ImageView& view) {
    gl::ShaderText fragment = shader_of(painting.target);
    fragment.text.insert(fragment.text.find("layout"), std::string("layout(binding = 0) uniform ") +
                                                           painting.sampler + " image;\n");
    gl::ShaderProgram program(context(), test::kCoverAll, fragment);
    gl::Framebuffer target(context(), {.width = 6 * 64, .height = kLevels * 64, .depth = false});
    const gl::VertexArray no_vertices(context());
    {
        gl::Pass pass(target);
        pass.sample(0, view);
        pass.draw(program, no_vertices, gl::Primitive::triangles, 3);
    }
    return target.read_pixels().rgba;
}

void paint_by_host(const gl::ImageView& view) {
    for (unsigned level = 0; level < view.extents().levels; ++level) {
        const gl::ImageExtents extents = view.level_extents(level);
        std::vector<Texel> texels;
        for (unsigned z = 0; z < extents.slices; ++z)
            for (unsigned y = 0; y < extents.height; ++y)
                for (unsigned x = 0; x < extents.width; ++x)
                    texels.push_back(color_of(static_cast<int>(x), static_cast<int>(y),
                                              static_cast<int>(extents.width), z, level));
        view.upload(std::span<const Texel>(texels), level);
    }
}

void DrawImages::paint_by_kernel(const Painting& painting, SharedImage& shared) {
    Program program = Program::from_text(device(), "painter.cu", kPainter);
    const auto paint = program.kernel<void(Surface, int, int)>(painting.kernel);
    const auto mapped = shared.map(stream());
    for (unsigned level = 0; level < kLevels; ++level) {
        const driver::ImageShape shape = level_shape(shared.shape(), level);
        paint.launch(stream(), {.grid = {shape.height, slices_of(shape)}, .block = {shape.width}},
                     mapped.surface({.level = level}), static_cast<int>(shape.width),
                     static_cast<int>(level));
    }
}

TEST_P(DrawImages, MatchTexturesFilledByTheHost) {
    for (const Painting& painting :
         {Painting{ImageTarget::texture_2d_array, 6, "sampler2DArray", "paint_layers"},
          Painting{ImageTarget::cube_map, 6, "samplerCube", "paint_cube"},
          Painting{ImageTarget::texture_3d, 6, "sampler3D", "paint_volume"}}) {
        // CUDA cannot register cube maps; see SharedImageTest.
        if (painting.target == ImageTarget::cube_map && way() == Sharing::registered) continue;
        const gl::ImageObject plain = image(painting);
        paint_by_host(plain.view());
        const auto expected = drawn(painting, plain.view());
        // The four corners differ, so the picture is not empty.
        const auto pixel = [&](std::size_t x, std::size_t y) {
            return expected[4 * (y * 6 * 64 + x)] + 256 * expected[4 * (y * 6 * 64 + x) + 1] +
                   65536 * expected[4 * (y * 6 * 64 + x) + 2];
        };
        EXPECT_NE(pixel(4, 4), pixel(32, 4)) << painting.kernel;
        EXPECT_NE(pixel(32, 32), pixel(32, 160)) << painting.kernel;
        EXPECT_NE(pixel(32, 160), pixel(96, 160)) << painting.kernel;
        SharedImage shared(device(), image(painting), {.name = "painting", .sharing = way()});
        paint_by_kernel(painting, shared);
        EXPECT_EQ(drawn(painting, shared.gl()), expected) << painting.kernel;
    }
}

INSTANTIATE_TEST_SUITE_P(Ways, DrawImages, testing::ValuesIn(test::every_way_but_export()),
                         test::way_name);

}  // namespace
}  // namespace glint::interop

// SPDX-License-Identifier: MIT
// Surfaces of every kind, and out-of-bounds accesses.
#include <filesystem>
#include <numeric>

#include <gtest/gtest.h>

#include <glint/compiler/program.hpp>
#include <glint/driver/texture.hpp>

#include <glint/driver/memory.hpp>
#include <support/backends.hpp>

namespace glint {
namespace {

struct Pair {
    float x, y;

    friend bool operator==(const Pair&, const Pair&) = default;
};

class Surfaces : public test::OnEachBackend {
protected:
    /// Texels after a kernel has shifted them.
    std::vector<Pair> shifted(const std::string& kernel, const ImageShape& shape,
                              const std::vector<Pair>& texels);
    void expect_shifts(const std::string& kind, ImageShape shape);

    Device device_ = open();
    Stream stream_{device_};
    Program program_{device_, std::filesystem::path(GLINT_TEST_DATA_DIR) / "surfaces.cu"};
};

std::vector<Pair> Surfaces::shifted(const std::string& kernel, const ImageShape& shape,
                                    const std::vector<Pair>& texels) {
    Image from(device_, shape), to(device_, shape);
    upload(stream_, from, texels);
    const ImageSurface source(from), target(to);
    program_.kernel<void(Surface, Surface)>(kernel).launch(
        stream_, {.grid = {1}, .block = {shape.width, rows_of(shape), slices_of(shape)}}, source,
        target);
    std::vector<Pair> found(texels.size());
    download(stream_, found, to);
    stream_.synchronize();
    return found;
}

/// For each texel, its lower right neighbor; outside the image, the nearest texel or zeros.
std::vector<Pair> shifted_on_host(const ImageShape& shape, const std::vector<Pair>& texels,
                                  bool clamp) {
    const unsigned width = shape.width, rows = rows_of(shape);
    std::vector<Pair> result;
    for (unsigned z = 0; z < slices_of(shape); ++z)
        for (unsigned y = 0; y < rows; ++y)
            for (unsigned x = 0; x < width; ++x) {
                const unsigned down = shape.height > 0 ? y + 1 : y;
                const bool inside = x + 1 < width && down < rows;
                const unsigned near_x = std::min(x + 1, width - 1),
                               near_y = std::min(down, rows - 1);
                result.push_back(inside || clamp ? texels[(z * rows + near_y) * width + near_x]
                                                 : Pair{0, 0});
            }
    return result;
}

void Surfaces::expect_shifts(const std::string& kind, ImageShape shape) {
    shape.format = texels_of<float>(2);
    std::vector<Pair> texels(std::size_t{shape.width} * rows_of(shape) * slices_of(shape));
    for (std::size_t i = 0; i < texels.size(); ++i)
        texels[i] = {static_cast<float>(i) + 1, -static_cast<float>(i) - 1};
    EXPECT_EQ(shifted("shift_" + kind + "_zero", shape, texels),
              shifted_on_host(shape, texels, false));
    EXPECT_EQ(shifted("shift_" + kind + "_clamp", shape, texels),
              shifted_on_host(shape, texels, true));
}

TEST_P(Surfaces, ReadAndWrite1D) { expect_shifts("1D", {.width = 9}); }
TEST_P(Surfaces, ReadAndWrite2D) { expect_shifts("2D", {.width = 9, .height = 5}); }
TEST_P(Surfaces, ReadAndWrite3D) { expect_shifts("3D", {.width = 9, .height = 5, .depth = 4}); }
TEST_P(Surfaces, ReadAndWriteLayers) {
    expect_shifts("1DLayered", {.width = 9, .layers = 4});
    expect_shifts("2DLayered", {.width = 9, .height = 5, .layers = 4});
}

TEST_P(Surfaces, ReadAndWriteCubeMaps) {
    expect_shifts("Cubemap", {.width = 5, .height = 5, .cube = true});
    expect_shifts("CubemapLayered", {.width = 5, .height = 5, .layers = 2, .cube = true});
}

TEST_P(Surfaces, WriteMipLevels) {
    Image image(device_,
                {.width = 16, .height = 8, .levels = 3, .format = texels_of<std::uint16_t>(1)});
    const ImageSurface second(image, 1);
    program_.kernel<void(Surface, int)>("count_up")
        .launch(stream_, {.grid = {1}, .block = {8, 4}}, second, 8);
    std::vector<std::uint16_t> found(8 * 4);
    download(stream_, found, image, 1);
    stream_.synchronize();
    for (std::size_t i = 0; i < found.size(); ++i) EXPECT_EQ(found[i], 100 * (i / 8) + i % 8);
}

TEST_P(Surfaces, ClampedWritesGoToTheNearestTexel) {
    Image image(device_, {.width = 3, .height = 2, .format = texels_of<std::uint16_t>(1)});
    std::vector<std::uint16_t> texels(6, 1);
    upload(stream_, image, texels);
    const ImageSurface surface(image);
    program_.kernel<void(Surface, int)>("write_beyond")
        .launch(stream_, {.grid = {1}, .block = {1}}, surface, 3);
    download(stream_, texels, image);
    stream_.synchronize();
    EXPECT_EQ(texels, (std::vector<std::uint16_t>{1, 1, 9, 1, 1, 1}));
}

/// Error message of a kernel. Only for the CPU, where a failing kernel does not affect other tests.
template <class Signature, class... Arguments>
std::string failure_of(Program& program, Stream& stream, const char* kernel, unsigned threads,
                       Arguments&&... arguments) {
    try {
        program.kernel<Signature>(kernel).launch(stream, {.block = {threads}}, arguments...);
        stream.synchronize();
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::launch);
        return error.reason();
    }
    return "nothing";
}

TEST(SurfacesOnTheCpu, ReportWhereAnAccessIsOutside) {
    const Device device = Device::open("cpu");
    Stream stream(device);
    const Image picture(device, {.width = 3, .height = 2, .format = texels_of<std::uint16_t>(1)});
    const Image line(device, {.width = 5, .format = texels_of<std::uint8_t>(1)});
    const Image volume(device,
                       {.width = 4, .height = 3, .depth = 2, .format = texels_of<float>(1)});
    const ImageSurface plane(picture), row(line), space(volume);
    DeviceMemory<float> out(device, 1);
    DeviceMemory<unsigned char> bytes(device, 8);
    for (const bool debug : {false, true}) {
        Program program(device, std::filesystem::path(GLINT_TEST_DATA_DIR) / "surfaces.cu",
                        {.debug = debug});
        const auto expect = [&](const std::string& text, const std::string& what) {
            EXPECT_NE(text.find(": " + what + ": " GLINT_TEST_DATA_DIR "/surfaces.cu:"),
                      std::string::npos)
                << text;
        };
        using WriteAt = void(Surface, int, int);
        expect(failure_of<WriteAt>(program, stream, "write_at", 1, plane, 6, 1),
               "writes 2 bytes at byte 6 of row 1, outside a surface of 2 rows of 6 bytes");
        expect(failure_of<WriteAt>(program, stream, "write_at", 1, plane, 2, -1),
               "writes 2 bytes at byte 2 of row -1, outside a surface of 2 rows of 6 bytes");
        expect(failure_of<void(Surface, int, unsigned char*)>(program, stream, "read_line_at", 8,
                                                              row, 1, bytes),
               "reads 1 byte at byte 5, outside a surface of 5 bytes");
        expect(failure_of<void(Surface, int, int, int, float*)>(program, stream, "read_volume_at",
                                                                1, space, 4, 2, 2, out),
               "reads 4 bytes at byte 4 of row 2 in slice 2, outside a surface of 2 slices of 3 "
               "rows of 16 bytes");
        EXPECT_EQ(failure_of<WriteAt>(program, stream, "write_at", 1, plane, 4, 1), "nothing");
    }
}

INSTANTIATE_TEST_SUITE_P(Backends, Surfaces, test::each_backend(), test::name);

}  // namespace
}  // namespace glint

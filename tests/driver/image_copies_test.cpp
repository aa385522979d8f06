// SPDX-License-Identifier: MIT
// Copies of whole images and of regions, between images, device memory, and host memory.
#include <glint/driver/image_copies.hpp>

#include <array>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <glint/base/error.hpp>

#include <base/scratch.hpp>
#include <driver/host_block.hpp>
#include <glint/driver/memory.hpp>
#include <support/backends.hpp>

namespace glint {
namespace {

using test::expect_error;
using test::HostBlock;

using Texels32 = HostBlock<std::uint32_t>;

class ImageCopies : public test::OnEachBackend {
protected:
    /// An image in which mipmap level `level` has the contents of `texels`.
    Image image_holding(const ImageShape& shape, const Texels32& texels, unsigned level = 0) {
        Image image(device_, shape);
        upload(stream_, image, texels.span(), {.level = level});
        stream_.synchronize();
        return image;
    }

    Texels32 level_of(const Image& image, unsigned level = 0) {
        Texels32 texels(extent_of(level_shape(image.shape(), level)));
        download(stream_, texels.span(), image, {.level = level});
        stream_.synchronize();
        return texels;
    }

    void expect_refused(std::string_view reason, const auto& action) {
        expect_error(ErrorCode::invalid_argument, reason, action);
    }

    Device device_ = open();
    Stream stream_{device_};
};

/// A shape and a region of it.
struct Case {
    ImageShape shape;
    ImageRegion region;
};

const std::vector<Case> kCases{
    {{.width = 13}, {.origin = {3, 0, 0}, .extent = {7, 1, 1}}},
    {{.width = 13, .layers = 4}, {.origin = {3, 0, 1}, .extent = {7, 1, 2}}},
    {{.width = 37, .height = 11}, {.origin = {5, 2, 0}, .extent = {30, 8, 1}}},
    {{.width = 640, .height = 480}, {.origin = {1, 1, 0}, .extent = {638, 477, 1}}},
    {{.width = 9, .height = 7, .depth = 5}, {.origin = {2, 3, 1}, .extent = {6, 3, 4}}},
    {{.width = 9, .height = 7, .layers = 5}, {.origin = {2, 3, 1}, .extent = {6, 3, 4}}},
    {{.width = 8, .height = 8, .cube = true}, {.origin = {1, 2, 3}, .extent = {5, 4, 2}}},
    {{.width = 8, .height = 8, .layers = 2, .cube = true},
     {.origin = {1, 2, 5}, .extent = {5, 4, 3}}},
    {{.width = 37, .height = 21, .levels = 4},
     {.origin = {2, 1, 0}, .extent = {6, 3, 1}, .level = 2}},
    {{.width = 16, .height = 12, .depth = 9, .levels = 3},
     {.origin = {1, 2, 1}, .extent = {6, 3, 2}, .level = 1}}};

TEST_P(ImageCopies, RegionsRoundTripThroughTheHost) {
    for (const auto& [shape, region] : kCases) {
        const Extent whole = extent_of(level_shape(shape, region.level));
        const auto before = Texels32::counting(whole);
        Image image = image_holding(shape, before, region.level);
        HostBlock<std::uint32_t> part(region.extent);
        for (auto& texel : part.values())
            texel = 0xabcd0000u + static_cast<unsigned>(&texel - part.values().data());
        upload(stream_, image, part.span(), region);
        Texels32 expected = before, back(region.extent);
        expected.copy(region.origin, part, {}, region.extent);
        EXPECT_EQ(level_of(image, region.level), expected) << shape.width;
        download(stream_, std::span(back.values()), image, region);
        stream_.synchronize();
        EXPECT_EQ(back, part) << shape.width;
    }
}

TEST_P(ImageCopies, RegionsRoundTripThroughDeviceMemory) {
    for (const auto& [shape, region] : kCases) {
        const Extent whole = extent_of(level_shape(shape, region.level));
        const auto before = Texels32::counting(whole);
        Image image = image_holding(shape, Texels32(whole), region.level);
        PitchedMemory<std::uint32_t> memory(device_, whole);
        upload(stream_, memory.span(), before.span());
        copy(stream_, image, memory.span().block(region.origin, region.extent), region);
        Texels32 expected(whole);
        expected.copy(region.origin, before, region.origin, region.extent);
        EXPECT_EQ(level_of(image, region.level), expected) << shape.width;

        Texels32 part(region.extent), back(region.extent);
        part.copy({}, before, region.origin, region.extent);
        DeviceMemory<std::uint32_t> dense(device_, part.values().size());
        copy(stream_, dense.span(), image, region);
        EXPECT_EQ(to_vector(stream_, dense), part.values()) << shape.width;
        fill(stream_, memory.span(), 0);
        copy(stream_, memory.span().block({}, region.extent), image, region);
        download(stream_, back.span(), memory.span().block({}, region.extent));
        stream_.synchronize();
        EXPECT_EQ(back, part) << shape.width;
    }
}

TEST_P(ImageCopies, WholeImagesRoundTripThroughDeviceMemory) {
    const ImageShape shape{.width = 33, .height = 17, .format = texels_of<float>(4)};
    std::vector<float> values(33 * 17 * 4);
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = 0.5f * static_cast<float>(i);
    const auto from = to_device(stream_, values);
    DeviceMemory<float> to(device_, values.size());
    Image image(device_, shape);
    copy(stream_, image, from.span());  // the span has one element per channel, not per texel
    copy(stream_, to.span(), image);
    EXPECT_EQ(to_vector(stream_, to), values);
}

TEST_P(ImageCopies, ImagesCopyToImages) {
    const ImageShape flat{.width = 20, .height = 10}, deep{.width = 12, .height = 9, .depth = 6};
    const auto texels = Texels32::counting({12, 9, 6});
    const Image from = image_holding(deep, texels);
    Image to = image_holding(flat, Texels32({20, 10, 1}));
    copy(stream_, to, {.origin = {8, 1, 0}, .extent = {12, 9, 1}}, from,
         {.origin = {0, 0, 4}, .extent = {12, 9, 1}});
    Texels32 expected({20, 10, 1});
    expected.copy({8, 1, 0}, texels, {0, 0, 4}, {12, 9, 1});
    EXPECT_EQ(level_of(to), expected);
    Image again(device_, deep);
    copy(stream_, again, from);
    EXPECT_EQ(level_of(again), texels);
}

TEST_P(ImageCopies, MipLevelsCopyToOtherLevels) {
    const ImageShape shape{.width = 16, .height = 8, .levels = 3};
    const auto texels = Texels32::counting({16, 8, 1});
    Image image = image_holding(shape, texels);
    copy(stream_, image, {.level = 1}, image, {.extent = {8, 4, 1}});
    Texels32 expected({8, 4, 1});
    expected.copy({}, texels, {}, {8, 4, 1});
    EXPECT_EQ(level_of(image, 1), expected);
}

TEST_P(ImageCopies, ImagesCanBeCreatedFromPitchedMemory) {
    auto floats = HostBlock<float>::counting({12, 5, 1});
    const Image flat = image_of(stream_, floats.span(), 4);
    EXPECT_EQ(flat.shape(), (ImageShape{.width = 3, .height = 5, .format = texels_of<float>(4)}));
    HostBlock<float> back({12, 5, 1});
    download(stream_, back.span(), flat);
    stream_.synchronize();
    EXPECT_EQ(back, floats);

    const auto bytes = HostBlock<std::uint8_t>::counting({9, 5, 3});
    PitchedMemory<std::uint8_t> memory(device_, bytes.extent());
    upload(stream_, memory.span(), bytes.span());
    const Image deep = image_of(stream_, memory.span());
    EXPECT_EQ(deep.shape().depth, 3u);
    HostBlock<std::uint8_t> read({9, 5, 3});
    download(stream_, read.span(), deep);
    stream_.synchronize();
    EXPECT_EQ(read, bytes);
    expect_refused("the 9 x 5 x 3 elements of the block do not form rows of texels with 2 channels",
                   [&] { (void)image_of(stream_, bytes.span(), 2); });
}

/// Value of a texel, which encodes the texel's position in an image of 8 x 8 x 8.
std::uint32_t place(std::size_t x, std::size_t y, std::size_t z) {
    return static_cast<std::uint32_t>(x + 8 * (y + 8 * z));
}

// Along each axis, copies a region to the region directly before or after it, which is allowed, and
// to one texel closer, where the two overlap.
TEST_P(ImageCopies, AdjacentRegionsOfOneImageCanBeCopied) {
    Image image(device_,
                {.width = 8, .height = 8, .depth = 8, .format = texels_of<std::uint32_t>(1)});
    std::vector<std::uint32_t> before(512);
    std::iota(before.begin(), before.end(), 0u);
    for (const int axis : {0, 1, 2}) {
        std::array<std::size_t, 3> lengths{2, 2, 2};
        lengths[static_cast<std::size_t>(axis)] = 3;
        const auto at = [&](std::size_t start) {
            std::array<std::size_t, 3> origin{2, 2, 2};
            origin[static_cast<std::size_t>(axis)] = start;
            return ImageRegion{.origin = {origin[0], origin[1], origin[2]},
                               .extent = {lengths[0], lengths[1], lengths[2]}};
        };
        for (const auto& [to, from] : {std::pair<std::size_t, std::size_t>(0, 3), {5, 2}}) {
            upload(stream_, image, before);
            copy(stream_, image, at(to), image, at(from));
            std::vector<std::uint32_t> after(512);
            download(stream_, after, image);
            stream_.synchronize();
            std::vector<std::uint32_t> expected = before;
            for (std::size_t z = 0; z < lengths[2]; ++z)
                for (std::size_t y = 0; y < lengths[1]; ++y)
                    for (std::size_t x = 0; x < lengths[0]; ++x) {
                        const Origin target = at(to).origin, source = at(from).origin;
                        expected[place(target.x + x, target.y + y, target.z + z)] =
                            place(source.x + x, source.y + y, source.z + z);
                    }
            EXPECT_EQ(after, expected) << "along axis " << axis << " from " << from << " to " << to;
        }
        for (const auto& [to, from] : {std::pair<std::size_t, std::size_t>(1, 3), {4, 2}, {2, 2}})
            expect_refused("the source and the destination overlap",
                           [&] { copy(stream_, image, at(to), image, at(from)); });
    }
}

TEST_P(ImageCopies, RegionsWithoutExtentReachTheEdge) {
    const auto texels = Texels32::counting({10, 6, 1});
    const Image image = image_holding({.width = 10, .height = 6}, texels);
    Texels32 back({4, 5, 1}), expected({4, 5, 1});
    download(stream_, back.span(), image, {.origin = {6, 1, 0}});
    stream_.synchronize();
    expected.copy({}, texels, {6, 1, 0}, {4, 5, 1});
    EXPECT_EQ(back, expected);
}

TEST_P(ImageCopies, RegionsBeyondTheEdgeAreRefused) {
    Image image(device_, {.width = 10, .height = 6, .layers = 3});
    Texels32 texels({4, 2, 1});
    const auto refused = [&](const ImageRegion& region, std::string_view reason) {
        expect_refused(reason, [&] { upload(stream_, image, texels.span(), region); });
        expect_refused(reason, [&] { download(stream_, texels.span(), image, region); });
    };
    refused({.origin = {7, 0, 0}, .extent = {4, 2, 1}},
            "the region that starts at (7, 0, 0) is not within the 10 x 6 x 3 texels of the level");
    refused({.origin = {0, 5, 0}, .extent = {4, 2, 1}},
            "the region that starts at (0, 5, 0) is not within the 10 x 6 x 3 texels of the level");
    refused({.origin = {0, 0, 3}, .extent = {4, 2, 1}},
            "the region that starts at (0, 0, 3) is not within the 10 x 6 x 3 texels of the level");
    refused({.extent = {4, 2, 1}, .level = 1}, "the number of levels is 1");
}

TEST_P(ImageCopies, MemoryOfAnotherSizeIsRefused) {
    Image image(device_, {.width = 10, .height = 6});
    Texels32 texels({4, 2, 1});
    try {
        upload(stream_, image, texels.span(), {.extent = {2, 4, 1}});
        FAIL();
    } catch (const Error& error) {
        EXPECT_STREQ(error.what(),
                     "cannot copy 2 x 4 x 1 texels of type 4 x uint8 of an image: the memory has 4 "
                     "x 2 x 1 elements of 4 bytes");
    }
    DeviceMemory<std::uint32_t> seven(device_, 7);
    expect_refused("the texels take 32 bytes, but the memory has 28 bytes",
                   [&] { copy(stream_, seven.span(), image, {.extent = {4, 2, 1}}); });
    DeviceMemory<double> doubles(device_, 30);
    expect_refused("a texel has 4 bytes, which is not a multiple of the element size, 8 bytes",
                   [&] { copy(stream_, image, doubles.span()); });
    struct Rgb {
        unsigned char values[3];
    };
    HostBlock<Rgb> thirds({4, 2, 1});
    expect_refused("a texel has 4 bytes, which is not a multiple of the element size, 3 bytes",
                   [&] { upload(stream_, image, thirds.span(), {.extent = {3, 2, 1}}); });
    expect_refused("the memory is null",
                   [&] { copy(stream_, image, DeviceSpan<std::uint32_t>(nullptr, 60)); });
}

TEST_P(ImageCopies, IncompatibleImagesAreRefused) {
    Image bytes(device_, {.width = 10, .height = 6});
    const Image floats(device_, {.width = 10, .height = 6, .format = texels_of<float>(2)});
    const Image other(device_, {.width = 9, .height = 6});
    expect_refused("the texels of the destination have type 4 x uint8, with 4 bytes instead of 8",
                   [&] { copy(stream_, bytes, floats); });
    expect_refused("the destination has 10 x 6 x 1 texels", [&] { copy(stream_, bytes, other); });
    expect_refused("the source and the destination overlap", [&] { copy(stream_, bytes, bytes); });
    expect_refused("the source and the destination overlap", [&] {
        copy(stream_, bytes, {.extent = {6, 6, 1}}, bytes,
             {.origin = {4, 0, 0}, .extent = {6, 6, 1}});
    });
    copy(stream_, bytes, {.extent = {5, 6, 1}}, bytes, {.origin = {5, 0, 0}, .extent = {5, 6, 1}});
    stream_.synchronize();
}

TEST_P(ImageCopies, OverlappingRegionsAreRefused) {
    Image image(device_, {.width = 6, .height = 6, .depth = 6});
    const auto overlap = [&](const Origin& to, const Origin& from) {
        try {
            copy(stream_, image, {.origin = to, .extent = {2, 3, 2}}, image,
                 {.origin = from, .extent = {2, 3, 2}});
        } catch (const Error& error) {
            EXPECT_EQ(error.reason(), "the source and the destination overlap");
            return true;
        }
        return false;
    };
    for (std::size_t x = 0; x <= 4; ++x)
        for (std::size_t y = 0; y <= 3; ++y)
            for (std::size_t z = 0; z <= 4; ++z) {
                const bool expected = x > 0 && x < 4 && z > 0 && z < 4;  // y always overlaps
                EXPECT_EQ(overlap({x, y, z}, {2, 1, 2}), expected) << x << y << z;
                EXPECT_EQ(overlap({2, 1, 2}, {x, y, z}), expected) << x << y << z;
            }
    EXPECT_FALSE(overlap({2, 0, 2}, {2, 3, 2}));
    EXPECT_FALSE(overlap({2, 3, 2}, {2, 0, 2}));
    stream_.synchronize();
}

INSTANTIATE_TEST_SUITE_P(Backends, ImageCopies, test::each_backend(), test::name);

TEST(ImageCopiesAcross, AnImageOfAnotherDeviceIsRefused) {
    if (!cuda_unavailable_reason().empty()) GTEST_SKIP() << "cuda: " << cuda_unavailable_reason();
    const Device cpu = Device::open("cpu");
    const Device gpu = Device::open("cuda");
    for (const auto& [own, other] : {std::pair(cpu, gpu), std::pair(gpu, cpu)}) {
        Stream stream(own);
        Image image(other, {.width = 4, .height = 4});
        Texels32 texels({4, 4, 1});
        expect_error(ErrorCode::invalid_argument,
                     "the image and the stream belong to different devices",
                     [&] { upload(stream, image, texels.span()); });
    }
}

}  // namespace
}  // namespace glint

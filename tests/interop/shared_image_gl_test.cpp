// SPDX-License-Identifier: MIT
// Sharing of existing GL textures of every kind, and of existing renderbuffers.
#include <glint/interop/shared_image.hpp>

#include <algorithm>
#include <numeric>

#include <glad/gl.h>

#include <interop/on_each_way.hpp>

#include <glint/driver/memory.hpp>
#include <glint/driver/texture.hpp>
#include <glint/gl/detail/egl.hpp>
#include <glint/gl/foreign_context.hpp>
#include <glint/interop/shared_buffer.hpp>

namespace glint::interop {
namespace {

using gl::ImageFormat;
using gl::ImageObject;
using gl::ImageTarget;
using test::error_of;

constexpr const char* kKernels = R"(
extern "C" __global__ void triple_2d(cudaSurfaceObject_t image) {
    int x = threadIdx.x, y = threadIdx.y;
    unsigned int old = surf2Dread<unsigned int>(image, 4 * x, y);
    surf2Dwrite(3 * old + 1, image, 4 * x, y);
}
extern "C" __global__ void triple_layers(cudaSurfaceObject_t image) {
    int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
    unsigned int old = surf2DLayeredread<unsigned int>(image, 4 * x, y, z);
    surf2DLayeredwrite(3 * old + 1, image, 4 * x, y, z);
}
extern "C" __global__ void triple_cube(cudaSurfaceObject_t image) {
    int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
    unsigned int old = surfCubemapread<unsigned int>(image, 4 * x, y, z);
    surfCubemapwrite(3 * old + 1, image, 4 * x, y, z);
}
extern "C" __global__ void triple_3d(cudaSurfaceObject_t image) {
    int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
    unsigned int old = surf3Dread<unsigned int>(image, 4 * x, y, z);
    surf3Dwrite(3 * old + 1, image, 4 * x, y, z);
}
extern "C" __global__ void sample(cudaTextureObject_t image, float step, float level, float4* out) {
    out[threadIdx.x] = tex2DLod<float4>(image, (threadIdx.x + 0.5f) * step, 0.5f, level);
}
extern "C" __global__ void look_round(cudaTextureObject_t image, float4* out) {
    int i = threadIdx.x;
    float sign = i % 2 ? -1.0f : 1.0f;
    out[i] = texCubemap<float4>(image, i / 2 == 0 ? sign : 0.1f, i / 2 == 1 ? sign : 0.1f,
                                i / 2 == 2 ? sign : 0.1f);
}
extern "C" __global__ void ramp(cudaSurfaceObject_t image) {
    int x = threadIdx.x, y = blockIdx.x;
    ushort4 half = make_ushort4(0x3c00, 0x3800, 0x3400, x + 64 * y);
    surf2Dwrite(half, image, 8 * x, y);
})";

struct alignas(16) Color {
    float r, g, b, a;
};

/// A kind of image, and the kernel that visits all of its texels.
struct Kind {
    ImageTarget target;
    unsigned slices;
    unsigned levels;
    const char* kernel;
};

constexpr Kind kKinds[] = {{ImageTarget::texture_2d, 1, 3, "triple_2d"},
                           {ImageTarget::rectangle, 1, 1, "triple_2d"},
                           {ImageTarget::cube_map, 6, 2, "triple_cube"},
                           {ImageTarget::texture_3d, 5, 2, "triple_3d"},
                           {ImageTarget::texture_2d_array, 3, 2, "triple_layers"},
                           {ImageTarget::renderbuffer, 1, 1, "triple_2d"}};

class SharedImageTest : public test::OnEachWay {
protected:
    void SetUp() override {
        OnEachWay::SetUp();
        if (!IsSkipped()) kernels_.emplace(Program::from_text(device(), "images.cu", kKernels));
    }

    SharedImage share(const gl::ImageView& view, std::optional<Access> access = {}) {
        return {device(), view, {.name = "field", .sharing = way(), .access = access}};
    }
    ImageObject image(ImageTarget target, unsigned width, unsigned height, ImageFormat format,
                      unsigned slices = 1, unsigned levels = 1) {
        return ImageObject(context(), {.target = target,
                                       .width = width,
                                       .height = height,
                                       .slices = slices,
                                       .levels = levels,
                                       .format = format});
    }
    Program& kernels() { return *kernels_; }

    void triple(SharedImage& shared, const Kind& kind, unsigned level);
    std::vector<Color> sampled(const char* kernel, const MappedTexture& mapped,
                               const TextureOptions& options, unsigned count, float level = 0);
    /// Returns true if the image is a cube map that would be registered, which is unsupported.
    /// Expects the error in that case.
    bool is_refused(const gl::ImageView& view) {
        if (way() != Sharing::registered || view.target() != ImageTarget::cube_map) return false;
        const Error error = error_of([&] { share(view); });
        EXPECT_EQ(error.code(), ErrorCode::unsupported);
        EXPECT_NE(std::string(error.what()).find("Use the sharing method 'staging'"),
                  std::string::npos)
            << error.what();
        return true;
    }
    /// True on a GPU if GL and the kernels have separate memory.
    bool copies_on_gpu() {
        return device().kind() == BackendKind::cuda && way() != Sharing::registered;
    }

private:
    std::optional<Program> kernels_;
};

/// Returns numbers that differ for each level.
std::vector<std::uint32_t> numbers(std::size_t count, unsigned level) {
    std::vector<std::uint32_t> all(count);
    std::iota(all.begin(), all.end(), 1000 * level);
    return all;
}

void SharedImageTest::triple(SharedImage& shared, const Kind& kind, unsigned level) {
    const driver::ImageShape shape = level_shape(shared.shape(), level);
    const auto mapped = shared.map(stream());
    kernels()
        .kernel<void(Surface)>(kind.kernel)
        .launch(stream(), {.grid = {1}, .block = {shape.width, shape.height, slices_of(shape)}},
                mapped.surface({.level = level}));
}

std::vector<Color> SharedImageTest::sampled(const char* kernel, const MappedTexture& mapped,
                                            const TextureOptions& options, unsigned count,
                                            float level) {
    DeviceMemory<Color> to(device(), count);
    const TextureHandle texture = mapped.texture(options);
    const LaunchShape shape{.grid = {1}, .block = {count}};
    const std::string name = kernel;
    if (name == "sample") {
        kernels().kernel<void(TextureHandle, float, float, Color*)>(name).launch(
            stream(), shape, texture, 1.0f / static_cast<float>(count), level, to);
    } else {
        kernels().kernel<void(TextureHandle, Color*)>(name).launch(stream(), shape, texture, to);
    }
    std::vector<Color> found(count);
    download(stream(), found, to.span());
    stream().synchronize();
    return found;
}

TEST_P(SharedImageTest, KernelsReadAndWriteEachLevelOfEachKind) {
    for (const Kind& kind : kKinds) {
        const ImageObject object =
            image(kind.target, 9, 9, ImageFormat::r32ui, kind.slices, kind.levels);
        SCOPED_TRACE(object.view().describe());
        if (is_refused(object.view())) continue;
        for (unsigned level = 0; level < kind.levels; ++level)
            object.view().upload(
                std::span<const std::uint32_t>(numbers(object.view().size_bytes(level) / 4, level)),
                level);
        SharedImage shared = share(object.view());
        ASSERT_EQ(shared.sharing(), way());
        const unsigned last = kind.levels - 1;
        triple(shared, kind, last);
        triple(shared, kind, last);  // a second time, before GL gets access again
        for (unsigned level = 0; level < kind.levels; ++level) {
            auto expected = numbers(object.view().size_bytes(level) / 4, level);
            if (level == last)
                for (std::uint32_t& value : expected) value = 3 * (3 * value + 1) + 1;
            EXPECT_EQ(shared.gl().download<std::uint32_t>(level), expected) << "level " << level;
        }
    }
}

TEST_P(SharedImageTest, EachFormatRoundTrips) {
    for (const gl::ImageFormatFacts& format : gl::image_formats()) {
        const ImageObject object = image(ImageTarget::texture_2d, 23, 7, format.format);
        const std::size_t row = object.view().row_bytes(0);
        std::vector<std::uint8_t> first(row * 7), second(row * 7), read(row * 7);
        for (std::size_t i = 0; i < first.size(); ++i) {
            first[i] = static_cast<std::uint8_t>(i * 7 % 61);
            second[i] = static_cast<std::uint8_t>(i * 11 % 59);
        }
        object.view().upload(std::span<const std::uint8_t>(first));
        SharedImage shared = share(object.view());
        EXPECT_EQ(shared.shape().format, format.texels);
        {
            const auto mapped = shared.map(stream());
            stream().state().copy_to_host(read.data(), row, mapped.image());
            stream().synchronize();
            stream().state().copy_from_host(mapped.image(), second.data(), row);
        }
        EXPECT_EQ(read, first) << format.name;
        EXPECT_EQ(shared.gl().download<std::uint8_t>(), second) << format.name;
        stream().synchronize();
    }
}

TEST_P(SharedImageTest, LayersOfALevelAreImages) {
    for (const Kind& kind : {kKinds[2], kKinds[4]}) {
        const ImageObject object =
            image(kind.target, 8, 8, ImageFormat::r32ui, kind.slices, kind.levels);
        if (is_refused(object.view())) continue;
        for (unsigned level = 0; level < 2; ++level)
            object.view().upload(
                std::span<const std::uint32_t>(numbers(object.view().size_bytes(level) / 4, level)),
                level);
        SharedImage shared = share(object.view());
        {
            const auto mapped = shared.map(stream());
            const ImagePart part{.layer = 2, .level = 1};
            if (copies_on_gpu()) {
                EXPECT_EQ(error_of([&] { (void)mapped.surface(part); }).code(),
                          ErrorCode::unsupported);
                continue;
            }
            EXPECT_EQ(mapped.surface(part).handle, mapped.surface(part).handle);
            kernels()
                .kernel<void(Surface)>("triple_2d")
                .launch(stream(), {.grid = {1}, .block = {4, 4}}, mapped.surface(part));
        }
        auto expected = numbers(object.view().size_bytes(1) / 4, 1);
        for (std::size_t i = 2 * 16; i < 3 * 16; ++i) expected[i] = 3 * expected[i] + 1;
        EXPECT_EQ(shared.gl().download<std::uint32_t>(1), expected) << to_string(kind.target);
        EXPECT_EQ(shared.gl().download<std::uint32_t>(0),
                  numbers(object.view().size_bytes(0) / 4, 0));
    }
}

TEST_P(SharedImageTest, MissingSubresourcesAreRefused) {
    const ImageObject flat = image(ImageTarget::texture_2d, 8, 4, ImageFormat::r32f, 1, 2);
    const ImageObject stack = image(ImageTarget::texture_2d_array, 8, 4, ImageFormat::r32f, 3);
    SharedImage a = share(flat.view()), b = share(stack.view());
    const auto [x, y] = map(stream(), a, b);
    EXPECT_STREQ(error_of([&] { (void)x.surface({.level = 2}); }).what(),
                 "cannot use level 2 of shared image 'field' (r32f texture of 8x4 in 2 levels): "
                 "the image has 2 levels");
    EXPECT_STREQ(error_of([&] { (void)y.image({.layer = 3}); }).what(),
                 "cannot use layer 3 of shared image 'field' (r32f array texture of 8x4x3): the "
                 "image has 3 layers or faces");
    EXPECT_STREQ(error_of([&] { (void)x.image({.layer = 0}); }).what(),
                 "cannot use layer 0 of shared image 'field' (r32f texture of 8x4 in 2 levels): "
                 "the image has 0 layers or faces");
}

// Kernels sample images that GL has drawn, not only uploaded images, with filters and between
// mipmap levels.
TEST_P(SharedImageTest, KernelsSampleOpenGlDrawings) {
    const ImageObject object = image(ImageTarget::texture_2d, 4, 2, ImageFormat::rgba8, 1, 2);
    const auto& gl = context().functions();
    SharedImage shared = share(object.view(), Access::read);
    for (const float shade : {0.2f, 0.8f}) {  // repeats, to find stale copies
        GLuint target = 0;
        gl.CreateFramebuffers(1, &target);
        for (GLint level = 0; level < 2; ++level) {
            const std::array<float, 4> color{shade, 0, level == 0 ? 0.0f : 1.0f, 1};
            gl.NamedFramebufferTexture(target, GL_COLOR_ATTACHMENT0, object.native(), level);
            gl.ClearNamedFramebufferfv(target, GL_COLOR, 0, color.data());
        }
        gl.Enable(GL_SCISSOR_TEST);  // clears half of level 0 separately
        gl.Scissor(2, 0, 2, 2);
        const std::array<float, 4> white{1, 1, 1, 1};
        gl.NamedFramebufferTexture(target, GL_COLOR_ATTACHMENT0, object.native(), 0);
        gl.ClearNamedFramebufferfv(target, GL_COLOR, 0, white.data());
        gl.Disable(GL_SCISSOR_TEST);
        gl.DeleteFramebuffers(1, &target);
        {
            const auto mapped = shared.map(stream());
            const TextureOptions options{.filter = Filter::linear,
                                         .normalized = true,
                                         .normalized_reads = true,
                                         .level_filter = Filter::linear};
            const auto fine = sampled("sample", mapped, options, 8);
            const auto between = sampled("sample", mapped, options, 8, 0.5f);
            EXPECT_NEAR(fine[0].r, shade, 1e-5);
            EXPECT_NEAR(fine[3].g, 0.25, 1e-5);  // a quarter of a texel away from the white
            EXPECT_NEAR(fine[3].r, shade + 0.25 * (1 - shade), 0.003);
            EXPECT_NEAR(fine[7].g, 1, 1e-5);
            EXPECT_NEAR(between[0].b, 0.5, 1e-5);
        }
        (void)shared.gl();
    }
}

TEST_P(SharedImageTest, CubeMapsAreSampledByDirection) {
    const ImageObject object = image(ImageTarget::cube_map, 4, 4, ImageFormat::rgba32f);
    if (is_refused(object.view())) return;
    std::vector<Color> faces(6 * 16);
    for (std::size_t i = 0; i < faces.size(); ++i)
        faces[i] = {static_cast<float>(i / 16), static_cast<float>(i), 2, 3};
    object.view().upload(std::span<const Color>(faces));
    SharedImage shared = share(object.view());
    const auto mapped = shared.map(stream());
    const auto found = sampled("look_round", mapped, {.normalized = true}, 6);
    for (std::size_t face = 0; face < 6; ++face) EXPECT_EQ(found[face].r, static_cast<float>(face));
}

TEST_P(SharedImageTest, HalfFloatsMatchOpenGl) {
    const ImageObject object = image(ImageTarget::renderbuffer, 64, 8, ImageFormat::rgba16f);
    SharedImage shared = share(object.view(), Access::write_discard);
    {
        const auto mapped = shared.map(stream());
        kernels().kernel<void(Surface)>("ramp").launch(stream(), {.grid = {8}, .block = {64}},
                                                       mapped);
    }
    const auto found = shared.gl().download<std::uint16_t>();
    for (std::size_t i = 0; i < 64 * 8; ++i) {
        ASSERT_EQ(found[4 * i], 0x3c00);
        ASSERT_EQ(found[4 * i + 3], i);
    }
}

TEST_P(SharedImageTest, ReadOnlyImagesHaveNoSurface) {
    const ImageObject object = image(ImageTarget::texture_2d, 8, 4, ImageFormat::r32f);
    SharedImage shared = share(object.view(), Access::read);
    const auto mapped = shared.map(stream());
    EXPECT_STREQ(error_of([&] { (void)mapped.surface(); }).what(),
                 "cannot create a surface of shared image 'field' (r32f texture of 8x4): the image "
                 "is shared read-only. Sample the image as a texture");
    EXPECT_NE(mapped.texture(), TextureHandle());
}

TEST_P(SharedImageTest, UnsupportedOptionsAreRefused) {
    const ImageObject object = image(ImageTarget::texture_2d, 8, 4, ImageFormat::rgba8ui);
    SharedImage shared = share(object.view());
    const auto mapped = shared.map(stream());
    const Error error = error_of([&] { (void)mapped.texture({.filter = Filter::linear}); });
    EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
    EXPECT_EQ(mapped.texture(), mapped.texture());
    EXPECT_NE(mapped.texture(), mapped.texture({.normalized_reads = true}));
}

TEST_P(SharedImageTest, IsMappedTogetherWithBuffers) {
    const ImageObject object = image(ImageTarget::texture_2d, 9, 9, ImageFormat::r32ui);
    object.view().upload(std::span<const std::uint32_t>(numbers(81, 0)));
    SharedImage shared = share(object.view());
    SharedBuffer<float> buffer(device(), context(), 10, {.name = "b", .sharing = way()});
    {
        const auto [x, y] = map(stream(), buffer, shared);
        fill(stream(), x.span(), 2.5f);
        kernels()
            .kernel<void(Surface)>("triple_2d")
            .launch(stream(), {.grid = {1}, .block = {9, 9}}, y);
        EXPECT_EQ(error_of([&] { (void)shared.map(stream()); }).code(), ErrorCode::invalid_state);
    }
    EXPECT_EQ(buffer.gl().download()[9], 2.5f);
    EXPECT_EQ(shared.gl().download<std::uint32_t>()[80], 241u);
}

TEST_P(SharedImageTest, DestroysAnOwnedImage) {
    ImageObject object = image(ImageTarget::texture_2d, 9, 9, ImageFormat::r32ui);
    const unsigned name = object.native();
    {
        SharedImage shared(device(), std::move(object), {.sharing = way()});
        triple(shared, kKinds[0], 0);
        EXPECT_TRUE(context().functions().IsTexture(name));
    }
    EXPECT_FALSE(context().functions().IsTexture(name));
    EXPECT_NO_THROW(stream().synchronize());
}

INSTANTIATE_TEST_SUITE_P(Ways, SharedImageTest, testing::ValuesIn(test::every_way_but_export()),
                         test::way_name);

class SharedImageOnEachBackend : public test::OnContext,
                                 public testing::WithParamInterface<std::string> {};

TEST_P(SharedImageOnEachBackend, SharingMethodIsFoundAndContentsAreKept) {
    const Device device = Device::open(GetParam());
    Stream stream(device);
    for (const Kind& kind : kKinds) {
        const ImageObject object(context(), {.target = kind.target,
                                             .width = 40,
                                             .height = 40,
                                             .slices = kind.slices,
                                             .levels = kind.levels,
                                             .format = ImageFormat::r32ui});
        const auto before = numbers(object.view().size_bytes(0) / 4, 7);
        object.view().upload(std::span<const std::uint32_t>(before));
        SharedImage shared(device, object.view());
        EXPECT_NE(shared.sharing(), Sharing::automatic);
        EXPECT_NE(shared.sharing(), Sharing::exported);
        { const auto mapped = shared.map(stream); }
        EXPECT_EQ(shared.gl().download<std::uint32_t>(), before);
    }
}

// A glint context stands in for a context created by other code.
TEST_P(SharedImageOnEachBackend, TexturesOfForeignContextsAreSharedByName) {
    const Device device = Device::open(GetParam());
    Stream stream(device);
    const auto& theirs = context().functions();
    GLuint name = 0;
    theirs.CreateTextures(GL_TEXTURE_2D, 1, &name);
    theirs.TextureStorage2D(name, 1, GL_R32F, 10, 10);
    const gl::ForeignContext foreign({.find = gl::detail::Egl::load().get_proc_address,
                                      .make_current = [this] { context().make_current(); }});
    {
        SharedImage shared(device, gl::ImageView::texture(foreign, name));
        const std::vector<float> values(100, 2.5f);
        {
            const auto mapped = shared.map(stream);
            stream.state().copy_from_host(mapped.image(), values.data(), 40);
        }
        EXPECT_EQ(shared.gl().download<float>(), values);
        stream.synchronize();
    }
    EXPECT_TRUE(theirs.IsTexture(name));
    theirs.DeleteTextures(1, &name);
}

TEST_P(SharedImageOnEachBackend, OpenGlMemoryIsNotExported) {
    const Device device = Device::open(GetParam());
    const ImageObject object(context(), {.width = 4, .height = 4});
    const Error error = error_of(
        [&] { SharedImage(device, object.view(), {.name = "x", .sharing = Sharing::exported}); });
    EXPECT_EQ(error.code(), ErrorCode::unsupported);
}

INSTANTIATE_TEST_SUITE_P(Backends, SharedImageOnEachBackend, test::each_backend(), test::name);

}  // namespace
}  // namespace glint::interop

// SPDX-License-Identifier: MIT
// Expressions, sorts, scans and sums in memory that OpenGL draws.
#include <algorithm>
#include <chrono>
#include <numeric>
#include <thread>

#include <glm/vec4.hpp>

#include <driver/gate.hpp>
#include <interop/on_each_way.hpp>

#include <glint/algorithms/reduce.hpp>
#include <glint/algorithms/scan.hpp>
#include <glint/algorithms/sort.hpp>
#include <glint/array/operators.hpp>
#include <glint/array/sequence.hpp>
#include <glint/array/views.hpp>
#include <glint/gl/image_object.hpp>
#include <glint/interop/shared_buffer.hpp>
#include <glint/interop/shared_image.hpp>
#include <glint/interop/shared_texture.hpp>
#include <glint/interop/texels.hpp>

namespace glint::interop {
namespace {

using test::error_of;
using Values = std::vector<float>;

class MappedArrays : public test::OnEachWay {
protected:
    template <class T>
    SharedBuffer<T> buffer(std::size_t count, std::optional<Access> access = {}) {
        return {
            device(), context(), count, {.name = "numbers", .sharing = way(), .access = access}};
    }
    SharedTexture texture(int width, int height, PixelFormat format = PixelFormat::r32f) {
        return {device(),
                context(),
                {.width = width, .height = height, .format = format},
                {.name = "field", .sharing = way()}};
    }
    bool is_cpu() { return device().kind() == BackendKind::cpu; }
    /// Returns an array 0, 1, 2, ...
    Array<float> counted(std::size_t count) {
        return cast<float>(arange<int>(stream(), static_cast<int>(count)));
    }
};

constexpr std::size_t kCount = 10'007;

TEST_P(MappedArrays, AreComputedInPlace) {
    auto shared = buffer<float>(kCount);
    ASSERT_EQ(shared.sharing(), way());
    const Array<float> velocities = counted(kCount);
    Values expected(kCount);
    for (const float start : {100.0f, -7.0f}) {
        {
            const auto mapped = shared.map(stream());
            const ArrayView<float> p(mapped);
            EXPECT_EQ(p.data(), mapped.data());
            p = start;
            p = p + 0.5f * velocities;
            sort(p, {.descending = true});
            EXPECT_EQ(sum(p(slice(0, 3))).item(), 3 * start + 0.5f * (3 * kCount - 6));
            p(slice(-100, std::nullopt)) = cumulative_sum(p(slice(-100, std::nullopt)));
            p(slice(0, 10, 3)) *= 2.0f;
        }
        for (std::size_t i = 0; i < kCount; ++i)
            expected[i] = start + 0.5f * static_cast<float>(kCount - 1 - i);
        std::partial_sum(expected.end() - 100, expected.end(), expected.end() - 100);
        for (const std::size_t i : {0, 3, 6, 9}) expected[i] *= 2.0f;
        EXPECT_EQ(shared.gl().download(), expected);
    }
}

TEST_P(MappedArrays, SupportChannelsAndVertices) {
    auto shared = buffer<glm::vec4>(500);
    auto keys = buffer<float>(500);
    {
        const auto [p, k] = map(stream(), shared, keys);
        const ArrayView vertices(p);
        const ArrayView depths(stream(), k);
        const auto channels = reinterpreted<float>(vertices(slice(), newaxis));
        EXPECT_EQ(channels.shape(), Shape({500, 4}));
        depths = 500.0f - counted(500);
        channels = cast<float>(arange<int>(stream(), 4));
        channels(slice(), 0) = depths;
        sort_by_key(depths, vertices);
        EXPECT_EQ(Array(sum(channels, axis(0))).to_vector(), (Values{125'250, 500, 1000, 1500}));
    }
    const std::vector<glm::vec4> found = shared.gl().download();
    for (std::size_t i = 0; i < found.size(); ++i)
        ASSERT_EQ(found[i], glm::vec4(float(i + 1), 1, 2, 3)) << i;
    EXPECT_EQ(keys.gl().download()[499], 500.0f);
}

TEST_P(MappedArrays, SeeOpenGlWrites) {
    gl::Buffer<float> original(context(), 100);
    Values values(100);
    std::iota(values.begin(), values.end(), 1.0f);
    original.upload(std::span<const float>(values));
    const auto share = [&] {
        return SharedBuffer<float>(device(),
                                   gl::Buffer<float>::borrow(context(), original.native()),
                                   {.name = "drawn", .sharing = way()});
    };
    if (way() == Sharing::exported) {
        EXPECT_EQ(error_of(share).code(), ErrorCode::unsupported);
        return;
    }
    auto shared = share();
    {
        const ArrayView<float> view = shared.map(stream());  // the map is closed immediately
        EXPECT_STREQ(
            error_of([&] { view *= 2.0f; }).what(),
            "cannot use the map of shared buffer 'drawn' (400 B): the resource was unmapped");
        const auto mapped = shared.map(stream());
        const ArrayView<float> open = mapped;
        EXPECT_EQ(sum(open).item(), 5050.0f);
        open *= 2.0f;
    }
    for (float& value : values) value *= 2.0f;
    EXPECT_EQ(shared.gl().download(), values);
}

TEST_P(MappedArrays, ReportAClosedMap) {
    auto shared = buffer<float>(10);
    auto mapped = shared.map(stream());
    const ArrayView<float> view(mapped);
    const auto lazy = view + 1.0f;
    view = 3.0f;
    mapped.unmap();
    const auto expect_told = [&](const auto& action) {
        const Error error = error_of(action);
        EXPECT_STREQ(
            error.what(),
            "cannot use the map of shared buffer 'numbers' (40 B): the resource was unmapped");
        EXPECT_EQ(error.code(), ErrorCode::invalid_state);
    };
    expect_told([&] { view = 1.0f; });
    expect_told([&] { (void)Array(lazy); });
    expect_told([&] { sort(view); });
    expect_told([&] { (void)view(slice(0, 2)).to_vector(); });
    expect_told([&] { (void)sum(view).item(); });
    expect_told([&] { (void)ArrayView(mapped); });
    const auto accumulate = program().kernel("accumulate");
    expect_told([&] { accumulate.launch(stream(), threads(2), {2u, view}); });
    EXPECT_EQ(shared.gl().download(), Values(10, 3.0f));
    {
        const auto again = shared.map(stream());
        expect_told([&] { view = 1.0f; });  // the view belongs to the first map
        ArrayView(again) += 1.0f;
    }
    EXPECT_EQ(shared.gl().download(), Values(10, 4.0f));
}

TEST_P(MappedArrays, AreOnTheStreamOfTheMap) {
    auto shared = buffer<float>(10);
    Stream other(device());
    const auto mapped = shared.map(stream());
    const Error error = error_of([&] { (void)ArrayView(other, mapped); });
    EXPECT_STREQ(error.what(),
                 "cannot create a view of memory: the memory belongs to another stream. Omit the "
                 "stream argument");
    const ArrayView<float> view(mapped);
    EXPECT_EQ(view.stream().share(), stream().share());
    Array<float> elsewhere = Array<float>::zeros(other, 10);
    view = elsewhere + 2.0f;  // the two streams wait for each other
    EXPECT_EQ(Array<float>(elsewhere + view).to_vector(), Values(10, 2.0f));
}

TEST_P(MappedArrays, ReadAndWriteTexelsInEverySharingMethod) {
    auto field = texture(33, 7);
    Values expected(33 * 7);
    {
        const auto mapped = field.map(stream());
        const Array<float> row = counted(33);
        set_texels(mapped, row + 100.0f * counted(7)(slice(), newaxis));
        Array<float> texels = texels_of<float>(mapped);
        EXPECT_EQ(texels.shape(), Shape({7, 33}));
        EXPECT_EQ(texels(6, 32).item(), 632.0f);
        set_texels(mapped, transposed(Array(transposed(texels))));  // a non-contiguous source
        Stream other(device());
        Array<float> elsewhere(other, Shape{7, 33});
        elsewhere.view() = texels_of<float>(mapped);
        elsewhere += 0.5f;  // warm-up: a GPU's driver loads a kernel only while nothing runs
        elsewhere -= 0.5f;
        other.synchronize();
        stream().synchronize();
        test::Gate gate(other);
        elsewhere += 0.5f;
        set_texels(mapped, elsewhere);
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
        EXPECT_FALSE(stream().is_done()) << "it waits for the other stream";
        gate.open();

        EXPECT_STREQ(error_of([&] { set_texels(mapped, row); }).what(),
                     "cannot set texels to elements of shape (33): the image has shape (7, 33)");
        EXPECT_STREQ(error_of([&] { (void)texels_of<double>(mapped); }).what(),
                     "cannot use the texels of shared texture 'field' (33x7 r32f) as elements: the "
                     "texels (1 x float32) have 4 bytes, but an element has 8");
    }
    for (std::size_t i = 0; i < expected.size(); ++i)
        expected[i] = static_cast<float>(i % 33) + 100.0f * static_cast<float>(i / 33) + 0.5f;
    EXPECT_EQ(field.gl().download<float>(), expected);
}

TEST_P(MappedArrays, AccessTexelsInPlaceOnTheCpu) {
    auto field = texture(33, 7);
    {
        auto mapped = field.map(stream());
        if (!is_cpu()) {
            EXPECT_STREQ(
                error_of([&] { (void)mapped.texels<float>(); }).what(),
                "cannot access the texels of shared texture 'field' (33x7 r32f) in place: a GPU "
                "stores "
                "texels in an internal order. Copy the texels with set_texels and texels_of");
            return;
        }
        const ArrayView<float> texels(mapped.texels<float>());
        EXPECT_EQ(texels.shape(), Shape({7, 33}));
        EXPECT_FALSE(texels.is_contiguous());
        texels = 33.0f - counted(33);
        sort(texels);
        texels(slice(), 0) = cumulative_sum(texels(slice(), 32));
        EXPECT_EQ(sum(texels).item(), 7 * (33 * 17 - 1) + 33 * 28);
        mapped.unmap();
        EXPECT_STREQ(
            error_of([&] { texels = 1.0f; }).what(),
            "cannot use the map of shared texture 'field' (33x7 r32f): the resource was unmapped");
    }
    Values expected;
    for (int y = 0; y < 7; ++y) {
        expected.push_back(static_cast<float>(33 * (y + 1)));
        for (int x = 1; x < 33; ++x) expected.push_back(static_cast<float>(x + 1));
    }
    EXPECT_EQ(field.gl().download<float>(), expected);
}

TEST_P(MappedArrays, HaveLayersAndLevels) {
    if (way() == Sharing::exported) return;  // this way shares only memory that it allocates itself
    SharedImage layers(device(),
                       gl::ImageObject(context(), {.target = gl::ImageTarget::texture_2d_array,
                                                   .width = 8,
                                                   .height = 4,
                                                   .slices = 3,
                                                   .levels = 2,
                                                   .format = gl::ImageFormat::rgba32f}),
                       {.name = "layers", .sharing = way()});
    {
        const auto mapped = layers.map(stream());
        Array<glm::vec4> texels = texels_of<glm::vec4>(mapped, {.level = 1});
        EXPECT_EQ(texels.shape(), Shape({3, 2, 4}));
        const auto channels = reinterpreted<float>(texels(ellipsis, newaxis));
        channels = reshaped(counted(3 * 2 * 4 * 4), {3, 2, 4, 4});
        set_texels(mapped, texels, {.level = 1});
        if (is_cpu()) {
            const ArrayView one(mapped.texels<glm::vec4>({.layer = 2, .level = 1}));
            EXPECT_EQ(one.shape(), Shape({2, 4}));
            reinterpreted<float>(one(ellipsis, newaxis)) += 1000.0f;
        } else {
            reinterpreted<float>(texels(ellipsis, newaxis))(2) += 1000.0f;
            set_texels(mapped, texels, {.level = 1});
        }
    }
    Values expected(96);
    for (std::size_t i = 0; i < 96; ++i)
        expected[i] = static_cast<float>(i) + (i >= 64 ? 1000.0f : 0.0f);
    EXPECT_EQ(layers.gl().download<float>(1), expected);
}

TEST_P(MappedArrays, ReadOnlyImagesAreConst) {
    if (way() == Sharing::exported) return;
    const gl::ImageObject drawn(context(),
                                {.width = 5, .height = 2, .format = gl::ImageFormat::r32f});
    const Values values{1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
    drawn.view().upload(std::span<const float>(values));
    SharedImage shared(device(), drawn.view(),
                       {.name = "drawn", .sharing = way(), .access = Access::read});
    const auto mapped = shared.map(stream());
    EXPECT_EQ(texels_of<float>(mapped).to_vector(), values);
    const Error error = error_of([&] { set_texels(mapped, full<float>(stream(), {2, 5}, 1)); });
    EXPECT_EQ(error.code(), ErrorCode::invalid_state);
    EXPECT_EQ(error.reason(), "the image is shared read-only");
    if (!is_cpu()) return;
    const ArrayView seen(mapped.texels<const float>());
    EXPECT_EQ(Array(sum(seen, axis(1))).to_vector(), (Values{15, 40}));
    EXPECT_EQ(error_of([&] { (void)mapped.texels<float>(); }).reason(),
              "the image is shared read-only");
}

INSTANTIATE_TEST_SUITE_P(Ways, MappedArrays, testing::ValuesIn(test::every_way()), test::way_name);

}  // namespace
}  // namespace glint::interop

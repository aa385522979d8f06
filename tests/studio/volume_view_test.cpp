// SPDX-License-Identifier: MIT
// Pictures of volumes, compared with the formula on the host, with and without skipped bricks.
#include <glint/studio/views/detail/volume_view.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include <glm/geometric.hpp>
#include <glm/matrix.hpp>
#include <gtest/gtest.h>

#include <base/scratch.hpp>
#include <glint/driver/copies.hpp>
#include <glint/studio/run/field.hpp>
#include <glint/view/colormap.hpp>
#include <support/backends.hpp>
#include <support/thorough.hpp>

namespace glint::studio {
namespace {

constexpr float kNotANumber = std::numeric_limits<float>::quiet_NaN();
constexpr float kInfinity = std::numeric_limits<float>::infinity();

/// Values of a grid on the host.
struct Grid {
    Extents extents;
    std::vector<float> values;

    template <class ValueOf>
    Grid(const Extents& of, const ValueOf& value_of) : extents(of) {
        const glm::vec3 last(of.width - 1, of.height - 1, of.depth - 1);
        for (std::size_t i = 0; i < of.count(); ++i) {
            const auto [x, y, z] = of.place_of(i);
            values.push_back(value_of(glm::vec3(x, y, z) / glm::max(last, 1.0f)));
        }
    }
    double cell(int x, int y, int z) const {
        const auto inside = [](int i, std::size_t count) {
            return std::clamp<std::size_t>(static_cast<std::size_t>(std::max(i, 0)), 0, count - 1);
        };
        return static_cast<double>(
            values[(inside(z, extents.depth) * extents.height + inside(y, extents.height)) *
                       extents.width +
                   inside(x, extents.width)]);
    }
    /// Interpolates between cell centers. Positions are in cells, from the center of the first
    /// cell.
    double at(glm::dvec3 place) const {
        const glm::dvec3 last(extents.width - 1, extents.height - 1, extents.depth - 1);
        place = glm::clamp(place, glm::dvec3(0), last);
        const glm::ivec3 i(place);
        const glm::dvec3 part = place - glm::dvec3(i);
        double sum = 0;
        for (int corner = 0; corner < 8; ++corner) {
            const glm::ivec3 d(corner & 1, corner >> 1 & 1, corner >> 2);
            double weight = 1;
            for (int axis = 0; axis < 3; ++axis) weight *= d[axis] ? part[axis] : 1 - part[axis];
            if (weight > 0) sum += weight * cell(i.x + d.x, i.y + d.y, i.z + d.z);
        }
        return sum;
    }
};

/// Waves inside a ball, and zero outside.
float ball(glm::vec3 at) {
    const glm::vec3 from_middle = 2.0f * at - 1.0f;
    const float near = std::clamp(3 * (0.8f - glm::length(from_middle)), 0.0f, 1.0f);
    return near * (0.6f + 0.4f * std::sin(9 * at.x) * std::cos(7 * at.y + 3 * at.z));
}

float spotted(glm::vec3 at) {
    const auto spot = static_cast<int>(std::lround(99 * at.x) + 3 * std::lround(57 * at.y) +
                                       std::lround(31 * at.z));
    if (spot % 17 == 0) return kNotANumber;
    if (spot % 41 == 0) return spot % 2 ? kInfinity : -kInfinity;
    return ball(at);
}

/// Nonzero only in the middle cell of 33 cells along each side, where eight bricks meet.
float one_cell(glm::vec3 at) { return at == glm::vec3(0.5f) ? 1.0f : 0.0f; }

class VolumeOn : public test::OnEachBackend {
protected:
    static constexpr int kWidth = 144, kHeight = 96;

    static view::OrbitCamera camera_for(const Extents& extents, float yaw, float pitch,
                                        float nearer = 0) {
        view::OrbitCamera camera({.yaw_rad = yaw, .pitch_rad = pitch});
        camera.fit({.min = glm::vec3(0),
                    .max = 0.5f * glm::vec3(extents.width, extents.height, extents.depth)},
                   float{kWidth} / kHeight);
        camera.zoom(nearer);
        return camera;
    }
    Picture drawn(const Grid& grid, const view::OrbitCamera& camera, const VolumeStyle& look) {
        const auto values = to_device(stream_, grid.values);
        return drawn({.values = {values.data(), sizeof(float)},
                      .type = {.name = "float", .size_bytes = 4, .alignment = 4, .parts = {{}}},
                      .extents = grid.extents,
                      .cell_size = 0.5f},
                     camera, look);
    }
    Picture drawn(const Volume& volume, const view::OrbitCamera& camera, const VolumeStyle& look) {
        canvas_.begin(Background::space);
        view_.draw(canvas_, volume, camera, look);
        canvas_.end();
        return canvas_.picture();
    }
    Picture background() {
        canvas_.begin(Background::space);
        canvas_.end();
        return canvas_.picture();
    }

    /// Max's emission-absorption model in double precision, along the full length of each ray.
    Picture by_formula(const Grid& grid, const view::OrbitCamera& camera, const VolumeStyle& look) {
        const auto colors = view::Colormap(look.colormap).table();
        const glm::dvec3 cells(grid.extents.width, grid.extents.height, grid.extents.depth);
        const glm::dmat4 to_world = glm::inverse(camera.view());
        const double half = std::tan(0.5 * double{camera.pose().vertical_fov_rad});
        const glm::dvec3 eye = glm::dvec3(camera.eye()) / 0.5 - 0.5;
        const double depth =
            double{look.options.density} / (0.1 * std::max({cells.x, cells.y, cells.z}));
        Picture picture = background();
        for (int y = 0; y < kHeight; ++y)
            for (int x = 0; x < kWidth; ++x) {
                const double right = (2 * (x + 0.5) / kWidth - 1) * half * kWidth / kHeight;
                const double up = (1 - 2 * (y + 0.5) / kHeight) * half;
                const glm::dvec3 direction =
                    glm::normalize(glm::dvec3(to_world * glm::dvec4(right, up, -1, 0)));
                const glm::dvec3 first = (glm::dvec3(-0.5) - eye) / direction;
                const glm::dvec3 second = (cells - 0.5 - eye) / direction;
                const glm::dvec3 low = glm::min(first, second), high = glm::max(first, second);
                const double begin = std::max({low.x, low.y, low.z, 0.0});
                const double end = std::min({high.x, high.y, high.z});
                glm::dvec3 light(0);
                double through = 1;
                for (double t = begin + 0.5 + 0.5 * ((x * 7 + y * 13) % 16) / 16; t < end; ++t) {
                    const double place = (grid.at(eye + t * direction) - double{look.scale.low}) /
                                         double{look.scale.high - look.scale.low};
                    const double part = std::clamp(
                        (place - double{look.options.opacity_begin}) /
                            double{look.options.opacity_end - look.options.opacity_begin},
                        0.0, 1.0);
                    const double opacity = 1 - std::exp(-depth * part * part);
                    const auto& c = colors[static_cast<std::size_t>(
                        std::lround(255 * std::clamp(place, 0.0, 1.0)))];
                    light += through * opacity * glm::dvec3(c.x, c.y, c.z);
                    through *= 1 - opacity;
                }
                for (int i = 0; i < 3; ++i) {
                    std::uint8_t& shown =
                        picture.rgba[static_cast<std::size_t>((y * kWidth + x) * 4 + i)];
                    shown = static_cast<std::uint8_t>(std::lround(light[i] + through * shown));
                }
            }
        return picture;
    }

    static int greatest_difference(const Picture& a, const Picture& b) {
        int greatest = 0;
        for (std::size_t i = 0; i < a.rgba.size(); ++i)
            greatest = std::max(greatest, std::abs(a.rgba[i] - b.rgba[i]));
        return greatest;
    }
    static std::size_t different(const Picture& a, const Picture& b) {
        std::size_t count = 0;
        for (std::size_t i = 0; i < a.rgba.size(); i += 4)
            count += !std::equal(&a.rgba[i], &a.rgba[i + 4], &b.rgba[i]);
        return count;
    }

    Device device_ = open();
    Stream stream_{device_};
    Canvas canvas_{std::make_shared<ViewKernels>(stream_), std::nullopt,
                   interop::Sharing::automatic, kWidth, kHeight};
    VolumeView view_;
};

// Rays end when 1 % of the light remains, which is 2.55 of 255 levels; rounding adds one level.
TEST_P(VolumeOn, MatchesTheRenderingEquation) {
    const Grid grid({37, 29, 21}, ball);
    for (const float density : {0.3f, 3.0f, 30.0f}) {
        const VolumeStyle look{.options = {.density = density, .opacity_begin = 0.3f}};
        for (const auto& camera :
             {camera_for(grid.extents, 0.6f, 0.35f), camera_for(grid.extents, -2, 0.1f, 3)}) {
            const Picture picture = drawn(grid, camera, look);
            EXPECT_LE(greatest_difference(picture, by_formula(grid, camera, look)), 3) << density;
            EXPECT_GT(different(picture, background()), 300u);
        }
    }
}

TEST_P(VolumeOn, SkipsInvisibleCells) {
    struct Case {
        Extents extents;
        float (*value)(glm::vec3);
    };
    for (const auto& [extents, value] :
         {Case{{64, 40, 33}, ball}, Case{{33, 33, 33}, one_cell}, Case{{17, 50, 9}, ball},
          Case{{40, 40, 40}, spotted}, Case{{1, 30, 20}, ball}, Case{{30, 1, 20}, ball},
          Case{{30, 20, 1}, ball}}) {
        const Grid grid(extents, value);
        for (const View view : {View::volume, View::surface})
            for (const auto& camera : {camera_for(extents, 0.6f, 0.35f), camera_for(extents, 0, 0),
                                       camera_for(extents, 2.5f, -1, 25) /* from inside */}) {
                VolumeStyle look{.view = view, .options = {.density = 8, .level = 0.4f}};
                if (view == View::volume) look.options.opacity_begin = 0.1f;
                const Picture some = drawn(grid, camera, look);
                look.leaves_out = false;
                const Picture all = drawn(grid, camera, look);
                EXPECT_LE(greatest_difference(some, all), 1)
                    << extents.width << " x " << extents.height << " x " << extents.depth;
                if (view == View::surface) {
                    EXPECT_EQ(different(some, all), 0u);
                }
            }
    }
}

TEST_P(VolumeOn, SurfacesLieAtTheLevel) {
    const Grid grid({48, 48, 48}, [](glm::vec3 at) { return glm::length(2.0f * at - 1.0f); });
    const view::OrbitCamera camera = camera_for(grid.extents, 0.3f, 0);
    for (const float radius : {0.3f, 0.6f, 0.9f}) {
        const std::size_t seen =
            different(drawn(grid, camera, {.view = View::surface, .options = {.level = radius}}),
                      background());
        // The radius of the ball's silhouette follows from the angle of its tangents.
        const double ball = 0.5 * 47 / 2 * double{radius};
        const double tangent = std::tan(std::asin(ball / double{camera.distance_m()}));
        const double half = std::tan(0.5 * double{camera.pose().vertical_fov_rad});
        const double radius_px = tangent / half * kHeight / 2;
        EXPECT_NEAR(static_cast<double>(seen), std::numbers::pi * radius_px * radius_px,
                    2 * std::numbers::pi * radius_px);
    }
}

// Equal values of other types give the same picture.
TEST_P(VolumeOn, SupportsNumbersAndVectorsOfAnyType) {
    const Grid grid({20, 30, 25}, [](glm::vec3 at) { return std::round(200 * ball(at)); });
    const view::OrbitCamera camera = camera_for(grid.extents, 0.6f, 0.35f);
    const std::vector<std::uint8_t> bytes(grid.values.begin(), grid.values.end());
    const std::vector<double> doubles(grid.values.begin(), grid.values.end());
    std::vector<glm::vec3> vectors;
    for (const float value : grid.values) vectors.emplace_back(0.6f * value, 0, -0.8f * value);
    const auto of_bytes = to_device(stream_, bytes);
    const auto of_doubles = to_device(stream_, doubles);
    const auto of_vectors = to_device(stream_, vectors);
    const auto volume = [&](const void* first, const char* name, ScalarType scalar,
                            unsigned components, std::size_t size) {
        return Volume{.values = {first, size},
                      .type = {.name = name,
                               .size_bytes = size,
                               .alignment = size,
                               .parts = {{.scalar = scalar, .components = components}}},
                      .extents = grid.extents,
                      .cell_size = 0.5f};
    };
    for (const View view : {View::volume, View::surface}) {
        const VolumeStyle look{
            .view = view, .scale = {.low = 0, .high = 200}, .options = {.opacity_begin = 0.2f}};
        const Picture expected = drawn(grid, camera, look);
        if (!test::kThorough && view == View::surface) continue;
        for (const Volume& other : {volume(of_bytes.data(), "unsigned char", ScalarType::u8, 1, 1),
                                    volume(of_doubles.data(), "double", ScalarType::f64, 1, 8),
                                    volume(of_vectors.data(), "float3", ScalarType::f32, 3, 12)})
            EXPECT_LE(greatest_difference(drawn(other, camera, look), expected),
                      other.type.name == "float3" ? 3 : 0)
                << other.type.name;
    }
}

TEST_P(VolumeOn, RebuildsBricksWhenDataChange) {
    const test::TemporaryFolder folder;
    folder.write("grow.cu", R"(#include <glint/sim.cuh>
//@ simulation "Grow"
struct Block {      //@ 20 x 20 x 20
    float* level;   //@ 0..1 "Level" as volume
};
//@ step
__global__ void grow(int width, int height, int depth, float* level) {
    const int3 c = glint::cell();
    if (c.x < width && c.y < height && c.z < depth)
        level[(c.z * height + c.y) * width + c.x] += 0.25f;
}
//@ show "Twice"
__device__ float twice(float level) { return 2 * level; }
)");
    Simulation simulation({.device = device_, .file = folder.path() / "grow.cu"});
    Canvas canvas(std::make_shared<ViewKernels>(simulation.stream()), std::nullopt,
                  interop::Sharing::automatic, kWidth, kHeight);
    const std::vector<DeclaredView> all = declared_views(simulation.declaration());
    const view::OrbitCamera camera = camera_for({20, 20, 20}, 0.6f, 0.35f);
    VolumeView view;
    const auto draw = [&](std::size_t index) {
        canvas.begin(Background::space);
        view.draw(canvas, volume_of(simulation, all[index]), camera,
                  {.options = {.opacity_begin = 0.1f}});
        canvas.end();
        return canvas.picture();
    };
    const Picture empty = draw(0);
    EXPECT_EQ(draw(0).rgba, empty.rgba);
    EXPECT_EQ(view.bricks_computed(), 1u);
    simulation.advance(1);
    const Picture grown = draw(0);
    EXPECT_GT(different(grown, empty), 1000u);
    EXPECT_EQ(view.bricks_computed(), 2u);
    draw(0);
    (void)simulation.element({0, 0}, {1, 2, 3});  // only reads
    draw(0);
    EXPECT_EQ(view.bricks_computed(), 2u);
    const Snapshot snapshot = simulation.capture();
    simulation.reset();
    EXPECT_EQ(draw(0).rgba, empty.rgba);
    simulation.field<float>("level") = 0.25f;
    EXPECT_EQ(draw(0).rgba, grown.rgba);
    simulation.reset();
    EXPECT_EQ(draw(0).rgba, empty.rgba);
    simulation.restore(snapshot);
    EXPECT_EQ(draw(0).rgba, grown.rgba);
    // Parameters can also change the result of a function.
    const unsigned made = view.bricks_computed();
    draw(1);
    draw(1);
    EXPECT_EQ(view.bricks_computed(), made + 2);
}

TEST_P(VolumeOn, UpdatesRangesWhenDataChange) {
    const test::TemporaryFolder folder;
    folder.write("rise.cu", R"(#include <glint/sim.cuh>
//@ simulation "Rise"
struct Params {
    float factor = 1;  //@ 0..9 "Factor"
};
struct Block {      //@ 5 x 4 x 3
    float* level;   //@ "Level" as volume
};
//@ step
__global__ void rise(int width, int height, int depth, float* level) {
    const int3 c = glint::cell();
    if (c.x < width && c.y < height && c.z < depth)
        level[(c.z * height + c.y) * width + c.x] += c.x;
}
//@ show "Scaled"
__device__ float scaled(Params params, float level) { return params.factor * level; }
)");
    Simulation simulation({.device = device_, .file = folder.path() / "rise.cu"});
    Canvas canvas(std::make_shared<ViewKernels>(simulation.stream()), std::nullopt,
                  interop::Sharing::automatic, kWidth, kHeight);
    const std::vector<DeclaredView> all = declared_views(simulation.declaration());
    KnownRange known;
    const auto greatest = [&](std::size_t index) {
        return known.of(canvas, simulation, all[index]).second;
    };
    simulation.advance(1);
    for (int again = 0; again < 2; ++again) EXPECT_EQ(greatest(0), 4.0f);
    simulation.advance(1);
    EXPECT_EQ(greatest(0), 8.0f);
    EXPECT_EQ(greatest(1), 8.0f);
    simulation.set("factor", 3);  // without running a step
    EXPECT_EQ(greatest(1), 24.0f);
    EXPECT_EQ(greatest(0), 8.0f);
    simulation.field<float>("level") = 7.0f;
    EXPECT_EQ(greatest(0), 7.0f);
}

INSTANTIATE_TEST_SUITE_P(Backends, VolumeOn, test::each_backend(), test::name);

}  // namespace
}  // namespace glint::studio

// SPDX-License-Identifier: MIT
// A flock whose boids are sorted by cell directly in the buffer that OpenGL draws.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include <glm/geometric.hpp>
#include <glm/vec3.hpp>
#include <glm/vec4.hpp>

#include <glint/app.hpp>
#include <glint/arrays.hpp>
#include <glint/compiler.hpp>
#include <glint/interop.hpp>
#include <glint/view/line_renderer.hpp>
#include <glint/view/point_renderer.hpp>

int flock(glint::app::App& app, unsigned n) {
    if (n == 0) throw glint::app::WrongOption("--boids", "must be at least 1");
    const auto device = app.device();
    glint::Stream stream(device);

    constexpr int cells_along = 10, cell_count = cells_along * cells_along * cells_along;
    glint::Program program(device, std::filesystem::path(FOLDER) / "flock.cu",
                           {.defines = {{"CELLS", std::to_string(cells_along)}}});
    auto params = program.parameters();
    app.panel("Flock").add(params, program);

    using glm::vec4;
    const auto scatter = program.kernel<void(unsigned, unsigned, vec4*, vec4*)>("scatter");
    const auto cells = program.kernel<void(unsigned, const vec4*, unsigned*)>("cells");
    const auto steer =
        program.kernel<void(unsigned, float, const glint::ParameterSet&, const unsigned*,
                            const vec4*, const vec4*, vec4*)>("steer");
    const auto wrap = program.kernel<void(unsigned, const vec4*, vec4*)>("wrap");

    glint::interop::SharedBuffer<vec4> buffer(device, app.gl(), n, {.sharing = app.sharing()});
    glint::Array<vec4> velocities(stream, n), steered(stream, n);
    glint::Array<unsigned> keys(stream, n), starts(stream, cell_count + 1);
    scatter.launch(stream, glint::threads(n), n, app.seed(), buffer.map(stream), velocities);

    glint::view::PointRenderer points({.radius_px = 2.0f, .colormap = "plasma"});
    glint::view::LineRenderer lines;
    glint::view::OrbitCamera camera({.distance_m = 4.0f});
    const glint::view::Box box{glm::vec3(-1.0f), glm::vec3(1.0f)};

    // Views each element's four components as n x 4, because expressions have no vector arithmetic.
    const auto numbers = [](auto& vectors) {
        return glint::reinterpreted<float>(vectors(glint::slice(), glint::newaxis));
    };

    // Sorts the flock by cell, in place, and finds where the boids of each cell start.
    const auto sort_by_cell = [&](glint::ArrayView<vec4> positions) {
        cells.launch(stream, glint::threads(n), n, positions, keys);
        glint::Array<unsigned> order = glint::arange<unsigned>(stream, n);
        glint::sort_by_key(keys, order);
        positions = glint::take(positions, order);
        velocities = glint::take(velocities, order);
        starts(0) = 0u;
        starts(glint::slice(1, std::nullopt)) =
            glint::cast<unsigned>(glint::cumulative_sum(glint::bincount(keys, cell_count)));
    };

    while (const auto frame = app.next_frame()) {
        {
            const auto mapped = buffer.map(stream);
            const glint::ArrayView<vec4> positions(mapped);
            for (unsigned step = 0; step < frame->steps(); ++step) {
                const auto dt = static_cast<float>(frame->time_step());
                sort_by_cell(positions);
                steer.launch(stream, glint::threads(n), n, dt, params, starts, positions,
                             velocities, steered);
                std::swap(velocities, steered);
                numbers(positions) += dt * numbers(velocities);
                wrap.launch(stream, glint::threads(n), n, velocities, positions);
            }
        }
        frame->control(camera);
        frame->target().clear();
        lines.draw(frame->target(), box, camera);
        points.draw_values(frame->target(), buffer.gl(), camera);
    }

    // Checks on the host that all boids are in the box, sorted by cell with correct starts, and fly
    // at the given speed.
    const auto mapped = buffer.map(stream);
    const glint::ArrayView<vec4> positions(mapped);
    sort_by_cell(positions);
    const std::vector<vec4> p = positions.to_vector(), v = velocities.to_vector();
    const std::vector<unsigned> k = keys.to_vector(), s = starts.to_vector();
    double speed_off = 0, outside = 0;
    glm::dvec3 sum(0);
    for (unsigned i = 0; i < n; ++i) {
        speed_off =
            std::max(speed_off, std::abs(glm::length(glm::vec3(v[i])) - params.get("speed")));
        for (int axis = 0; axis < 3; ++axis)
            outside = std::max(outside, std::abs(p[i][axis]) - 1.0);
        sum += glm::dvec3(p[i]);
    }
    bool sorted = std::ranges::is_sorted(k) && s.front() == 0 && s.back() == n;
    for (int c = 0; c < cell_count; ++c)
        sorted =
            sorted && std::ranges::lower_bound(k, unsigned(c)) - k.begin() == std::ptrdiff_t(s[c]);
    const glint::Array<float> mean = glint::mean(numbers(positions), glint::axis(0));
    const std::vector<float> m = mean.to_vector();
    const double mean_off = glm::length(glm::dvec3(m[0], m[1], m[2]) - sum / double(n));
    const bool right = speed_off < 1e-4 && outside <= 1e-6 && sorted && mean_off < 1e-4;
    std::printf("speeds off by %.2g, %.2g outside, %s, mean off by %.2g: %s\n", speed_off,
                std::max(outside, 0.0), sorted ? "sorted" : "not sorted", mean_off,
                right ? "right" : "WRONG");
    return right ? 0 : 1;
}

int main(int argc, char** argv) {
    unsigned boids = 20'000;
    const auto body = [&](glint::app::App& app) { return flock(app, boids); };
    return glint::app::run(
        {.title = "Flock", .seed = 7, .flags = {{"boids", &boids, "how many there are"}}}, argc,
        argv, body);
}

#include <apps/particles/particles.hpp>

#include <fmt/format.h>

#include <apps/particles/starting_cloud.hpp>
#include <glint/base/files.hpp>

namespace glint::apps {
namespace {

constexpr double kCountOnGpu = 1'000'000;
constexpr view::Box kBox{glm::vec3(-1.0f), glm::vec3(1.0f)};

std::optional<PointCloud> read_input(const Setup& setup) {
    if (!setup.input) return std::nullopt;
    return read_starting_cloud(*setup.input);
}

}  // namespace

Particles::Particles(const Setup& setup)
    : setup_(setup),
      stream_(setup.device),
      pace_(setup.device),
      program_(setup.device, resource("apps/particles/particles.cu"), {.fast_math = true}),
      parameters_(program_.parameters()),
      cloud_(read_input(setup)),
      positions_(setup.device, setup.context, 1, {"positions", setup.sharing}),
      colours_(setup.device, setup.context, 1, {"colours", setup.sharing}),
      started_(setup.device),
      stopped_(setup.device),
      camera_({.target = {0.0f, -0.12f, 0.0f}, .distance_m = 4.1f, .pitch_rad = 0.28f}) {
    if (setup.device.kind() == BackendKind::cuda) parameters_.set("count", kCountOnGpu);
}

void Particles::resize(std::size_t count) {
    if (count == positions_.size() && velocities_.size() == count) return;
    stream_.synchronize();
    positions_.resize(count);
    colours_.resize(count);
    velocities_ = Array<glm::vec4>(stream_, count);
    own_colours_ = Array<glm::u8vec4>(stream_, count);
}

void Particles::reset() {
    time_ = 0;
    if (cloud_) {
        start_from_cloud();
    } else {
        start_from_ball();
    }
    colour_all();
}

void Particles::start_from_ball() {
    resize(static_cast<std::size_t>(parameters_.get("count")));
    const auto mapped = positions_.map(stream_);
    scatter_.launch(stream_, threads(count()), static_cast<Unsigned>(count()), setup_.seed, mapped,
                    velocities_, own_colours_);
}

void Particles::start_from_cloud() {
    resize(cloud_->positions.size());
    std::vector<glm::vec4> places;
    std::vector<glm::u8vec4> colours;
    for (const auto& [x, y, z] : cloud_->positions) places.emplace_back(x, y, z, 0.0f);
    for (const auto& [r, g, b, a] : cloud_->colours) colours.emplace_back(r, g, b, a);
    own_colours_.assign(colours);
    velocities_.assign(std::vector<glm::vec4>(count(), glm::vec4(0.0f)));
    {
        const auto mapped = positions_.map(stream_);
        upload(stream_, mapped, places);
    }
    stream_.synchronize();  // `places` goes
}

void Particles::colour_all() {
    const auto [positions, colours] = interop::map(stream_, positions_, colours_);
    colour_.launch(stream_, threads(count()), static_cast<Unsigned>(count()), parameters_,
                   positions, own_colours_, colours);
}

void Particles::advance(unsigned steps, double time_step) {
    if (steps == 0) return;
    const auto n = static_cast<Unsigned>(count());
    const auto [positions, colours] = interop::map(stream_, positions_, colours_);
    read_timer();
    const bool measure = !timing_;
    if (measure) stream_.record(started_);
    for (unsigned i = 0; i < steps; ++i) {
        step_.launch(stream_, threads(n), n, static_cast<float>(time_step),
                     static_cast<float>(time_), parameters_, positions, velocities_);
        time_ += time_step;
    }
    if (measure) {
        stream_.record(stopped_);
        timing_ = true;
        timed_steps_ = steps;
    }
    colour_.launch(stream_, threads(n), n, parameters_, positions, own_colours_, colours);
    pace_.end_frame(stream_);
}

void Particles::read_timer() {
    if (!timing_ || !stopped_.is_done()) return;
    kernel_time_ = elapsed(started_, stopped_) / timed_steps_;
    timing_ = false;
}

void Particles::draw(gl::Framebuffer& target) {
    const gl::Buffer<glm::vec4>& positions = positions_.gl();
    const gl::Buffer<glm::u8vec4>& colours = colours_.gl();
    background_.draw(target);
    lines_.draw(target, kBox, camera_);
    points_.draw(target, positions, colours, camera_);
}

void Particles::control(const app::Frame& frame) { frame.control(camera_); }

std::vector<app::Fact> Particles::facts() {
    read_timer();
    return {
        {"device", setup_.device.name()},
        {"particles", fmt::format("{}", count())},
        {"shared by", std::string(to_string(positions_.sharing()))},
        {"time", fmt::format("{:.1f} s", time_)},
        {"step", fmt::format("{:.3f} ms on the device", kernel_time_.count() * 1e3)},
    };
}

void Particles::give_to_gl() {
    (void)positions_.gl();
    (void)colours_.gl();
}

std::vector<glm::vec4> Particles::positions() { return positions_.gl().download(); }

}  // namespace glint::apps

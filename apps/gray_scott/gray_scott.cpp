#include <apps/gray_scott/gray_scott.hpp>

#include <algorithm>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include <glint/base/error.hpp>
#include <glint/base/files.hpp>
#include <glint/view/colormap.hpp>

namespace glint::apps {
namespace {

constexpr int kSideOnGpu = 1024;
constexpr int kSideOnCpu = 384;
constexpr unsigned kLargestInput = 2048;

ScalarField read_concentration(const std::filesystem::path& path) {
    ScalarField field = read_field(path);
    const auto wrong =
        std::ranges::find_if(field.values, [](float v) { return v < 0.0f || v > 1.0f; });
    if (wrong != field.values.end()) {
        const auto index = static_cast<std::size_t>(wrong - field.values.begin());
        throw Error(ErrorCode::bad_input, fmt::format("read concentration '{}'", path.string()),
                    fmt::format("row {}, column {}: {} is not within 0 and 1", index / field.width,
                                index % field.width, *wrong));
    }
    const unsigned largest = std::max(field.width, field.height);
    if (largest <= kLargestInput) return field;
    const auto shrunk = [&](unsigned side) {
        return std::max(1u, static_cast<unsigned>(std::size_t(side) * kLargestInput / largest));
    };
    return resample(field, shrunk(field.width), shrunk(field.height));
}

std::optional<ScalarField> read_input(const Setup& setup) {
    if (!setup.input) return std::nullopt;
    return read_concentration(*setup.input);
}

int default_side(const Device& device) {
    return device.kind() == BackendKind::cuda ? kSideOnGpu : kSideOnCpu;
}

}  // namespace

GrayScott::GrayScott(const Setup& setup)
    : setup_(setup),
      stream_(setup.device),
      pace_(setup.device),
      program_(setup.device, resource("apps/gray_scott/gray_scott.cu"), {.fast_math = true}),
      parameters_(program_.parameters()),
      input_(read_input(setup)),
      width_(input_ ? static_cast<int>(input_->width) : default_side(setup.device) * 16 / 9),
      height_(input_ ? static_cast<int>(input_->height) : default_side(setup.device)),
      cells_(stream_, static_cast<std::size_t>(width_) * static_cast<std::size_t>(height_)),
      next_(stream_, cells_.size()),
      picture_(setup.device, setup.context,
               {.width = width_, .height = height_, .format = PixelFormat::r32f},
               {"concentration", setup.sharing}) {}

LaunchShape GrayScott::shape() const {
    return threads_2d(static_cast<std::size_t>(width_), static_cast<std::size_t>(height_));
}

void GrayScott::reset() {
    steps_done_ = 0;
    if (input_) {
        std::vector<glm::vec2> cells;
        for (const float v : input_->values) cells.emplace_back(1.0f - v, v);
        cells_.assign(cells);
    } else {
        sow_.launch(stream_, shape(), width_, height_, setup_.seed, cells_);
    }
    show_cells();
}

void GrayScott::show_cells() {
    const auto mapped = picture_.map(stream_);
    show_.launch(stream_, shape(), width_, height_, cells_, mapped);
}

void GrayScott::advance(unsigned steps, double time_step) {
    if (steps == 0) return;
    for (unsigned i = 0; i < steps; ++i) {
        react_.launch(stream_, shape(), width_, height_, static_cast<float>(time_step), parameters_,
                      cells_, next_);
        std::swap(cells_, next_);
    }
    steps_done_ += steps;
    show_cells();
    pace_.end_frame(stream_);
}

void GrayScott::draw(gl::Framebuffer& target) {
    const gl::Texture2D& picture = picture_.gl();
    background_.draw(target);
    const auto names = view::Colormap::names();
    const auto colormap = static_cast<std::size_t>(parameters_.get("colormap"));
    image_.options().colormap = names[std::min(colormap, names.size() - 1)];
    image_.options().max = static_cast<float>(parameters_.get("brightest"));
    image_.draw(target, picture);
}

void GrayScott::control(const app::Frame& frame) {
    bool painted = false;
    const auto stroke = [&](double x_px, double y_px, double dx_px, double dy_px) {
        paint(cell_at(x_px - dx_px, y_px - dy_px, frame.target()),
              cell_at(x_px, y_px, frame.target()));
        painted = true;
    };
    for (const gl::Event& event : frame.events()) {
        const auto* button = std::get_if<gl::MouseButtonEvent>(&event);
        if (button && button->button == gl::MouseButton::left &&
            button->action == gl::Action::press)
            stroke(button->x_px, button->y_px, 0, 0);
    }
    for (const gl::MouseMoveEvent& move : frame.drags())
        stroke(move.x_px, move.y_px, move.dx_px, move.dy_px);
    if (painted) show_cells();
}

glm::vec2 GrayScott::cell_at(double x_px, double y_px, const gl::Framebuffer& target) const {
    // The image renderer shows the cells as large as fits, in the middle.
    const double scale = std::min(static_cast<double>(target.width()) / width_,
                                  static_cast<double>(target.height()) / height_);
    return {(x_px - target.width() / 2.0) / scale + width_ / 2.0,
            (y_px - target.height() / 2.0) / scale + height_ / 2.0};
}

void GrayScott::paint(glm::vec2 from, glm::vec2 to) {
    paint_.launch(stream_, shape(), width_, height_, from, to, parameters_, cells_);
}

std::vector<app::Fact> GrayScott::facts() {
    return {
        {"device", setup_.device.name()},
        {"grid", fmt::format("{} x {}", width_, height_)},
        {"shared by", std::string(to_string(picture_.sharing()))},
        {"steps", fmt::format("{}", steps_done_)},
    };
}

}  // namespace glint::apps

// SPDX-License-Identifier: MIT
#include <glint/studio/views/canvas.hpp>

#include <utility>
#include <vector>

#include <fmt/format.h>

#include <glint/base/files.hpp>
#include <glint/gl/copy_picture.hpp>
#include <glint/view/colormap.hpp>

namespace glint::studio {
namespace {

std::string_view cuda_name(ScalarType type) {
    switch (type) {
        case ScalarType::f32: return "float";
        case ScalarType::f64: return "double";
        case ScalarType::f16: return "__half";
        case ScalarType::bf16: return "__nv_bfloat16";
        case ScalarType::i8: return "signed char";
        case ScalarType::u8: return "unsigned char";
        case ScalarType::i16: return "short";
        case ScalarType::u16: return "unsigned short";
        case ScalarType::i32: return "int";
        case ScalarType::u32: return "unsigned int";
        case ScalarType::i64: return "long long";
        case ScalarType::u64: return "unsigned long long";
        case ScalarType::boolean: return "bool";
    }
    return "float";
}

using Defines = std::vector<std::pair<std::string, std::string>>;

void define(Defines& defines, const ElementType& type, const std::string& scalar,
            const std::string& components) {
    const ElementType::Part& part = type.parts.front();
    defines.emplace_back(scalar, cuda_name(part.scalar));
    defines.emplace_back(components, fmt::format("{}", part.components));
}

}  // namespace

const AnyKernel& ViewKernels::kernel(const std::string& file, const std::string& name,
                                     const ElementType* type, const ElementType* place) {
    ProgramOptions options;
    if (type) define(options.defines, *type, "SCALAR", "COMPONENTS");
    if (place) define(options.defines, *place, "PLACE", "PLACE_COMPONENTS");
    std::string key = file;
    for (const auto& [unused, value] : options.defines) key += ' ' + value;
    const auto kernel_key = key + ' ' + name;
    if (const auto found = kernels_.find(kernel_key); found != kernels_.end()) return found->second;
    auto program = programs_.find(key);
    if (program == programs_.end())
        program = programs_
                      .emplace(std::move(key), Program(stream_->device(),
                                                       resource("kernels/studio/" + file), options))
                      .first;
    return kernels_.emplace(kernel_key, program->second.kernel(name)).first->second;
}

const DeviceMemory<std::uint32_t>& ViewKernels::colours(const std::string& colormap) {
    const auto found = colours_.find(colormap);
    if (found != colours_.end()) return found->second;
    std::vector<std::uint32_t> table;
    for (const glm::u8vec4& c : view::Colormap(colormap).table())
        table.push_back(c.x | c.y << 8u | c.z << 16u | 255u << 24u);
    return colours_.emplace(colormap, to_device(*stream_, table)).first->second;
}

Canvas::Own::Own(const Device& device, int width, int height)
    : image(device, {.width = static_cast<unsigned>(width),
                     .height = static_cast<unsigned>(height),
                     .format = PixelFormat::rgba8}),
      surface(image) {}

Canvas::Canvas(std::shared_ptr<ViewKernels> kernels, const std::optional<gl::Context>& context,
               interop::Sharing sharing, int width, int height)
    : kernels_(std::move(kernels)), width_(width), height_(height) {
    if (!context)
        make_own();
    else
        texture_.emplace(
            stream().device(), *context,
            gl::TextureOptions{.width = width, .height = height, .format = PixelFormat::rgba8},
            interop::ShareOptions{"picture", sharing});
}

void Canvas::make_own() { own_.emplace(stream().device(), width_, height_); }

void Canvas::resize(int width, int height) {
    if (width == width_ && height == height_) return;
    width_ = width;
    height_ = height;
    if (texture_) return texture_->resize(width, height);
    stream().synchronize();  // kernels may still draw into the old one
    make_own();
}

LaunchShape Canvas::pixels() const {
    return threads_2d(static_cast<std::size_t>(width()), static_cast<std::size_t>(height()));
}

void Canvas::begin(Background background) {
    if (texture_) mapped_.emplace(texture_->map(stream()));
    clear(background);
}

void Canvas::clear(Background background) {
    kernel("picture.cu", background == Background::space ? "clear_space" : "clear_picture")
        .launch(stream(), pixels(), {width(), height(), surface()});
}

void Canvas::show(gl::Framebuffer& target, const gl::Rectangle& part) {
    gl::copy_picture(target, texture_->gl(), part);
}

Picture Canvas::picture() {
    Picture picture{.width = static_cast<unsigned>(width_),
                    .height = static_cast<unsigned>(height_),
                    .rgba = {}};
    picture.rgba.resize(std::size_t(4) * picture.width * picture.height);
    download(stream(), picture.rgba, own_->image);
    stream().synchronize();
    return picture;
}

}  // namespace glint::studio

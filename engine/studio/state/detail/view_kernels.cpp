// SPDX-License-Identifier: MIT
#include <glint/studio/state/detail/view_kernels.hpp>

#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <glint/base/files.hpp>
#include <glint/view/colormap.hpp>

namespace glint::studio {
namespace {

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

const DeviceMemory<std::uint32_t>& ViewKernels::colors(const std::string& colormap) {
    const auto found = colors_.find(colormap);
    if (found != colors_.end()) return found->second;
    std::vector<std::uint32_t> table;
    for (const glm::u8vec4& c : view::Colormap(colormap).table())
        table.push_back(c.x | c.y << 8u | c.z << 16u | 255u << 24u);
    return colors_.emplace(colormap, to_device(*stream_, table)).first->second;
}

const ElementType& number_type() {
    static const ElementType type{.name = "float", .size_bytes = 4, .alignment = 4, .parts = {{}}};
    return type;
}

}  // namespace glint::studio

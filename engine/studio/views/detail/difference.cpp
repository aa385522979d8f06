// SPDX-License-Identifier: MIT
#include <glint/studio/views/detail/difference.hpp>

#include <algorithm>

#include <fmt/format.h>

namespace glint::studio {
namespace {

std::string file_name(const Simulation& simulation) {
    return simulation.file().filename().string();
}

ElementType floats(unsigned components) {
    return {.name = components == 1 ? "float" : fmt::format("float{}", components),
            .size_bytes = components * sizeof(float),
            .alignment = sizeof(float),
            .parts = {{.components = components}}};
}

/// Returns the display settings for the difference of the view `one`. The range is centered on 0
/// unless another range is set.
Display display_of(const DeclaredView& one, bool is_size) {
    const bool is_signed = one.type.is_number() && !is_size;
    return {.unit = one.is_color() ? std::string() : one.display.unit,
            .label = one.display.label + (is_signed ? ": left - right" : ": |left - right|"),
            .colormap = is_signed ? "coolwarm" : "magma"};
}

}  // namespace

std::optional<DeclaredView> Difference::counterpart(Simulation& simulation,
                                                    const DeclaredView& one) {
    const std::vector<DeclaredView> all = declared_views(other_->declaration());
    const auto found = std::ranges::find(all, one.full_name, &DeclaredView::full_name);
    if (found == all.end()) {
        why_ = fmt::format("{} has no field or function '{}' to compare with", file_name(*other_),
                           one.full_name);
        return std::nullopt;
    }
    if (!(found->type == one.type)) {
        why_ = fmt::format("{} is {} on the left and {} on the right", one.full_name, one.type.name,
                           found->type.name);
        return std::nullopt;
    }
    const Extents& left = simulation.state().extents(one.structure);
    const Extents& right = other_->state().extents(found->structure);
    if (left == right) return *found;
    const auto text = [](Simulation& of, const Extents& extents, std::size_t structure) {
        return to_string(extents, of.declaration().structures[structure]);
    };
    why_ =
        fmt::format("{} is {} on the left and {} on the right", one.full_name,
                    text(simulation, left, one.structure), text(*other_, right, found->structure));
    return std::nullopt;
}

std::optional<DeclaredView> Difference::of(ViewKernels& kernels, Simulation& simulation,
                                           const DeclaredView& one) {
    const std::optional<DeclaredView> theirs = counterpart(simulation, one);
    if (!theirs) return std::nullopt;
    const unsigned components = one.type.parts.front().components;
    const auto count =
        static_cast<unsigned long long>(simulation.state().extents(one.structure).count());
    Stream& stream = kernels.stream();
    if (values_.size() != count * components)
        values_ = DeviceMemory<float>(stream, count * components);
    const Values left = values_of(simulation, one), right = values_of(*other_, *theirs);
    const bool is_size = one.view == View::volume || one.view == View::surface;
    stream.wait(other_->stream());
    kernels.kernel("difference.cu", "subtract", &one.type)
        .launch(stream, elements(count), {left, right, count, is_size ? 1 : 0, values_});
    other_->stream().wait(stream);
    DeclaredView made{.name = one.name,
                      .full_name = name_of(one),
                      .display = display_of(one, is_size),
                      .view = one.view,
                      .type = floats(components),
                      .structure = one.structure};
    made.values = values_.data();
    return made;
}

}  // namespace glint::studio

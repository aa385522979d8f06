// SPDX-License-Identifier: MIT
#include "texture_reference.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <random>

namespace glint::test {
namespace {

using driver::TextureOptions;

/// A texel along one axis, or nothing for the border, and its weight.
struct Share {
    std::optional<int> index;
    double weight = 1;
};

int modulo(int value, int period) { return (value % period + period) % period; }

std::optional<int> addressed(int index, int size, AddressMode mode) {
    const int folded = modulo(index, 2 * size);
    switch (mode) {
        case AddressMode::wrap: return modulo(index, size);
        case AddressMode::mirror: return folded < size ? folded : 2 * size - 1 - folded;
        case AddressMode::clamp: return std::clamp(index, 0, size - 1);
        case AddressMode::border: break;
    }
    return index >= 0 && index < size ? std::optional(index) : std::nullopt;
}

std::vector<Share> shares(double x, int size, const TextureOptions& options, std::size_t axis) {
    const double position = options.normalized ? x * size : x;
    const AddressMode mode = options.address.axis[axis];
    if (options.filter == Filter::nearest)
        return {{addressed(static_cast<int>(std::floor(position)), size, mode)}};
    const int low = static_cast<int>(std::floor(position - 0.5));
    const double weight = position - 0.5 - low;
    return {{addressed(low, size, mode), 1 - weight}, {addressed(low + 1, size, mode), weight}};
}

Texel texel_or_border(const Texels& texels, const TextureOptions& options, const Share& x,
                      const Share& y, const Share& z) {
    if (!x.index || !y.index || !z.index) return options.border;
    return texels.at(*x.index, *y.index, *z.index);
}

double spread_of(const std::vector<Texel>& weighed) {
    double widest = 0;
    for (std::size_t channel = 0; channel < 4; ++channel) {
        const auto less = [&](const Texel& a, const Texel& b) { return a[channel] < b[channel]; };
        const auto [least, most] = std::ranges::minmax_element(weighed, less);
        widest = std::max(widest, double{(*most)[channel]} - (*least)[channel]);
    }
    return widest;
}

}  // namespace

const Texel& Texels::at(int x, int y, int z) const {
    return values.at(static_cast<std::size_t>((z * size[1] + y) * size[0] + x));
}

Texels random_texels(std::array<int, 3> size, unsigned seed) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<float> value(-1, 1);
    Texels made{size, std::vector<Texel>(static_cast<std::size_t>(size[0] * size[1] * size[2]))};
    for (Texel& texel : made.values)
        for (float& channel : texel) channel = value(random);
    return made;
}

Fetched fetch(const Texels& texels, const TextureOptions& options, int dimensions,
              const std::array<float, 3>& point) {
    std::array<std::vector<Share>, 3> axes{{{{0}}, {{0}}, {{0}}}};
    for (std::size_t axis = 0; axis < static_cast<std::size_t>(dimensions); ++axis)
        axes[axis] = shares(point[axis], texels.size[axis], options, axis);
    Fetched result;
    std::vector<Texel> weighed;
    for (const Share& x : axes[0])
        for (const Share& y : axes[1])
            for (const Share& z : axes[2]) {
                weighed.push_back(texel_or_border(texels, options, x, y, z));
                for (std::size_t channel = 0; channel < 4; ++channel)
                    result.value[channel] +=
                        x.weight * y.weight * z.weight * weighed.back()[channel];
            }
    result.spread = spread_of(weighed);
    return result;
}

}  // namespace glint::test

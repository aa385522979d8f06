// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include <glint/driver/pitched.hpp>

namespace glint::test {

/// A block on the host without gaps. Its element-by-element copies are the reference for copies on
/// devices.
template <class T>
class HostBlock {
public:
    explicit HostBlock(const Extent& extent)
        : extent_(extent), values_(extent.width * extent.height * extent.depth) {}

    /// A block with the elements 1, 2, 3, ...
    static HostBlock counting(const Extent& extent) {
        HostBlock block(extent);
        for (std::size_t i = 0; i < block.values_.size(); ++i)
            block.values_[i] = static_cast<T>(i + 1);
        return block;
    }

    const Extent& extent() const { return extent_; }
    std::vector<T>& values() { return values_; }
    const std::vector<T>& values() const { return values_; }
    HostPitchedSpan<T> span() { return {values_.data(), extent_}; }
    HostPitchedSpan<const T> span() const { return {values_.data(), extent_}; }

    T& at(std::size_t x, std::size_t y, std::size_t z) {
        return values_[(z * extent_.height + y) * extent_.width + x];
    }
    const T& at(std::size_t x, std::size_t y, std::size_t z) const {
        return values_[(z * extent_.height + y) * extent_.width + x];
    }

    void copy(const Origin& to, const HostBlock& other, const Origin& from, const Extent& extent) {
        for (std::size_t z = 0; z < extent.depth; ++z)
            for (std::size_t y = 0; y < extent.height; ++y)
                for (std::size_t x = 0; x < extent.width; ++x)
                    at(to.x + x, to.y + y, to.z + z) = other.at(from.x + x, from.y + y, from.z + z);
    }

    friend bool operator==(const HostBlock&, const HostBlock&) = default;

private:
    Extent extent_;
    std::vector<T> values_;
};

}  // namespace glint::test

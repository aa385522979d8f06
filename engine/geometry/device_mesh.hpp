// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include <glint/array/array.hpp>
#include <glint/geometry/triangle_mesh.hpp>

namespace glint {

/// A mesh in device memory, on a stream.
class DeviceMesh {
public:
    /// The constructor has finished reading `mesh` when it returns. Throws Error(invalid_argument)
    /// for a mesh without triangles, a triangle with a nonexistent corner, or a position that is
    /// NaN or infinite, and Error(out_of_memory).
    DeviceMesh(const Stream& stream, const TriangleMesh& mesh);

    std::size_t size() const noexcept { return triangles_.shape()[0]; }  ///< number of triangles
    const MeshBox& box() const noexcept { return box_; }
    const Array<float>& positions() const noexcept { return positions_; }  ///< corners x 3
    const Array<int>& triangles() const noexcept { return triangles_; }    ///< triangles x 3
    Stream& stream() const { return positions_.stream(); }

private:
    Array<float> positions_;
    Array<int> triangles_;
    MeshBox box_;
};

}  // namespace glint

// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include <glint/array/array.hpp>
#include <glint/geometry/triangle_mesh.hpp>

namespace glint {

/// A triangle mesh in device memory. Its arrays belong to one stream.
class DeviceMesh {
public:
    /// Copies the mesh. `mesh` can be modified or freed after the constructor returns. Throws
    /// Error(invalid_argument) for a mesh without triangles, a corner index that is out of range,
    /// or a position that is NaN or infinite. Also throws Error(out_of_memory).
    DeviceMesh(const Stream& stream, const TriangleMesh& mesh);

    std::size_t size() const noexcept { return triangles_.shape()[0]; }  ///< number of triangles
    const MeshBox& box() const noexcept { return box_; }
    const Array<float>& positions() const noexcept { return positions_; }  ///< shape (positions, 3)
    const Array<int>& triangles() const noexcept { return triangles_; }    ///< shape (triangles, 3)
    Stream& stream() const { return positions_.stream(); }

private:
    Array<float> positions_;
    Array<int> triangles_;
    MeshBox box_;
};

}  // namespace glint

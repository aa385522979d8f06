// SPDX-License-Identifier: MIT
#include <glint/geometry/repair_mesh.hpp>

#include <algorithm>
#include <numeric>
#include <span>
#include <tuple>
#include <utility>

namespace glint {
namespace {

using Index = std::uint32_t;
using Triangle = std::array<Index, 3>;

/// An edge of one triangle.
struct Edge {
    Index low = 0, high = 0;
    Index triangle = 0;
    bool is_forward = true;  // the edge goes from `low` to `high`

    friend bool operator<(const Edge& a, const Edge& b) {
        return std::tie(a.low, a.high, a.triangle) < std::tie(b.low, b.high, b.triangle);
    }
};

std::vector<Edge> edges_of(const TriangleMesh& mesh) {
    std::vector<Edge> edges;
    edges.reserve(3 * mesh.triangles.size());
    for (std::size_t t = 0; t < mesh.triangles.size(); ++t)
        for (std::size_t i = 0; i < 3; ++i) {
            const auto [from, to] = std::pair(mesh.triangles[t][i], mesh.triangles[t][(i + 1) % 3]);
            edges.push_back({.low = std::min(from, to),
                             .high = std::max(from, to),
                             .triangle = static_cast<Index>(t),
                             .is_forward = from < to});
        }
    std::ranges::sort(edges, std::less());
    return edges;
}

/// Calls `visit(same)` for each edge of the mesh. `same` has one entry per triangle at the edge.
/// `edges` must be sorted.
template <class Visit>
void for_each_edge(std::span<const Edge> edges, const Visit& visit) {
    for (std::size_t begin = 0, end = 0; begin < edges.size(); begin = end) {
        while (end < edges.size() && edges[end].low == edges[begin].low &&
               edges[end].high == edges[begin].high)
            ++end;
        visit(edges.subspan(begin, end - begin));
    }
}

/// Disjoint sets of indices (union-find).
class Groups {
public:
    explicit Groups(std::size_t count) : leaders_(count) {
        std::iota(leaders_.begin(), leaders_.end(), Index(0));
    }
    Index leader(Index i) {
        while (leaders_[i] != i) i = leaders_[i] = leaders_[leaders_[i]];
        return i;
    }
    /// Joins two sets. Returns true if they were separate.
    bool join(Index a, Index b) {
        a = leader(a);
        b = leader(b);
        leaders_[std::max(a, b)] = std::min(a, b);
        return a != b;
    }

private:
    std::vector<Index> leaders_;
};

void drop_degenerate(TriangleMesh& mesh, MeshReport& report) {
    report.degenerate = std::erase_if(mesh.triangles, [](const Triangle& t) {
        return t[0] == t[1] || t[1] == t[2] || t[2] == t[0];
    });
}

void drop_duplicates(TriangleMesh& mesh, MeshReport& report) {
    std::vector<std::pair<Triangle, Index>> sorted;
    sorted.reserve(mesh.triangles.size());
    for (Triangle each : mesh.triangles) {
        std::ranges::sort(each);
        sorted.emplace_back(each, static_cast<Index>(sorted.size()));
    }
    std::ranges::sort(sorted);
    std::vector<bool> is_dropped(sorted.size(), false);
    for (std::size_t i = 1; i < sorted.size(); ++i)
        if (sorted[i].first == sorted[i - 1].first) is_dropped[sorted[i].second] = true;
    std::size_t i = 0;
    report.duplicates =
        std::erase_if(mesh.triangles, [&](const Triangle&) { return bool(is_dropped[i++]); });
}

void count_edges(std::span<const Edge> edges, std::size_t positions, MeshReport& report) {
    Groups corners(positions);
    std::vector<bool> is_at_hole(positions, false);
    std::size_t at_holes = 0, joined = 0;
    const auto mark = [&](Index corner) {
        at_holes += !is_at_hole[corner];
        is_at_hole[corner] = true;
    };
    for_each_edge(edges, [&](std::span<const Edge> same) {
        report.crowded_edges += same.size() > 2;
        if (same.size() % 2 == 0) return;
        ++report.open_edges;
        mark(same[0].low);
        mark(same[0].high);
        joined += corners.join(same[0].low, same[0].high);
    });
    report.holes = at_holes - joined;
}

/// Two triangles that share an edge. `agrees` is true if their orientations agree.
struct Neighbor {
    Index triangle = 0, other = 0;
    bool agrees = true;
};

std::vector<Neighbor> neighbors_of(std::span<const Edge> edges) {
    std::vector<Neighbor> neighbors;
    neighbors.reserve(edges.size());
    for_each_edge(edges, [&](std::span<const Edge> same) {
        if (same.size() != 2) return;
        const bool agrees = same[0].is_forward != same[1].is_forward;
        neighbors.push_back({same[0].triangle, same[1].triangle, agrees});
        neighbors.push_back({same[1].triangle, same[0].triangle, agrees});
    });
    std::ranges::sort(neighbors, {}, &Neighbor::triangle);
    return neighbors;
}

/// Determines which triangles must be flipped. Traverses each connected part of a mesh from
/// neighbor to neighbor.
class Orientation {
public:
    explicit Orientation(std::vector<Neighbor> neighbors, std::size_t triangles)
        : neighbors_(std::move(neighbors)), begins_(triangles + 1), sides_(triangles) {
        for (const Neighbor& each : neighbors_) ++begins_[each.triangle + 1];
        std::inclusive_scan(begins_.begin(), begins_.end(), begins_.begin());
    }

    /// Returns, for each triangle, true if it must be flipped.
    std::vector<bool> turned(MeshReport& report) {
        std::vector<bool> turned(sides_.size(), false);
        for (Index first = 0; first < sides_.size(); ++first) {
            if (sides_[first] != kUnknown) continue;
            visit_part(first);
            ++report.parts;
            const auto over = std::ranges::count_if(part_, [&](Index t) { return sides_[t] < 0; });
            const bool most_are = 2 * static_cast<std::size_t>(over) > part_.size();
            for (const Index t : part_) turned[t] = (sides_[t] < 0) != most_are;
        }
        report.one_sided = disagreeing_ / 2;
        return turned;
    }

private:
    static constexpr signed char kUnknown = 0;

    void visit_part(Index first) {
        part_ = {first};
        sides_[first] = 1;
        for (std::size_t i = 0; i < part_.size(); ++i) {
            const Index t = part_[i];
            for (std::size_t n = begins_[t]; n < begins_[t + 1]; ++n) {
                const Neighbor& each = neighbors_[n];
                const auto side = static_cast<signed char>(each.agrees ? sides_[t] : -sides_[t]);
                if (sides_[each.other] == kUnknown) {
                    sides_[each.other] = side;
                    part_.push_back(each.other);
                }
            }
        }
        for (const Index t : part_)
            for (std::size_t n = begins_[t]; n < begins_[t + 1]; ++n)
                disagreeing_ += (sides_[t] == sides_[neighbors_[n].other]) != neighbors_[n].agrees;
    }

    std::vector<Neighbor> neighbors_;
    std::vector<std::size_t> begins_;
    std::vector<signed char> sides_;  // 1 or -1: orientation relative to the part's first triangle
    std::vector<Index> part_;
    std::size_t disagreeing_ = 0;
};

/// Returns six times the volume that a closed mesh encloses. Negative if the faces point inward.
double volume_of(const TriangleMesh& mesh) {
    const MeshBox box = box_of(mesh);
    double volume = 0;
    for (const Triangle& t : mesh.triangles) {
        std::array<std::array<double, 3>, 3> p;
        for (std::size_t i = 0; i < 3; ++i)
            for (std::size_t axis = 0; axis < 3; ++axis)
                p[i][axis] = mesh.positions[t[i]][axis] - box.middle(axis);
        volume += p[0][0] * (p[1][1] * p[2][2] - p[1][2] * p[2][1]) +
                  p[0][1] * (p[1][2] * p[2][0] - p[1][0] * p[2][2]) +
                  p[0][2] * (p[1][0] * p[2][1] - p[1][1] * p[2][0]);
    }
    return volume;
}

void turn_triangles(TriangleMesh& mesh, const std::vector<bool>& turned) {
    for (std::size_t t = 0; t < turned.size(); ++t)
        if (turned[t]) std::swap(mesh.triangles[t][1], mesh.triangles[t][2]);
}

void orient(TriangleMesh& mesh, std::span<const Edge> edges, MeshReport& report) {
    std::vector<bool> turned =
        Orientation(neighbors_of(edges), mesh.triangles.size()).turned(report);
    turn_triangles(mesh, turned);
    if (report.is_closed() && report.one_sided == 0 && volume_of(mesh) < 0) {
        turn_triangles(mesh, std::vector<bool>(turned.size(), true));
        turned.flip();
    }
    report.flipped = static_cast<std::size_t>(std::ranges::count(turned, true));
}

}  // namespace

MeshReport repair_mesh(TriangleMesh& mesh) {
    MeshReport report;
    drop_degenerate(mesh, report);
    drop_duplicates(mesh, report);
    report.triangles = mesh.triangles.size();
    const std::vector<Edge> edges = edges_of(mesh);
    count_edges(edges, mesh.positions.size(), report);
    orient(mesh, edges, report);
    return report;
}

}  // namespace glint

// SPDX-License-Identifier: MIT
#include <glint/studio/views/detail/box_axes.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <glm/vec4.hpp>

namespace glint::studio {
namespace {

constexpr float kShortest_px = 12;

struct Edge {
    int axis;
    std::array<bool, 3> is_max{};  // for the other two axes: true if the edge is at the maximum
    int seen_faces = 0;            // how many faces at this edge the camera sees

    glm::vec3 at(const view::Box& box, float along) const {
        glm::vec3 place;
        for (int i = 0; i < 3; ++i)
            place[i] = i == axis                             ? along
                       : is_max[static_cast<std::size_t>(i)] ? box.max[i]
                                                             : box.min[i];
        return place;
    }
};

/// Projects points of the box to the picture.
class Projection {
public:
    Projection(const glm::mat4& to_clip, glm::vec2 size_px) : to_clip_(to_clip), size_(size_px) {}

    glm::vec4 clip(const glm::vec3& place) const { return to_clip_ * glm::vec4(place, 1); }
    glm::vec2 pixel(const glm::vec4& clip) const {
        return glm::vec2(0.5f + 0.5f * clip.x / clip.w, 0.5f - 0.5f * clip.y / clip.w) * size_;
    }
    /// Projects the part of a line that is in front of the camera. Returns nullopt if this part is
    /// empty.
    std::optional<Line> line(const glm::vec3& from, const glm::vec3& to) const {
        glm::vec4 a = clip(from), b = clip(to);
        const float nearest = 1e-3f * std::max(a.w, b.w);
        if (!(nearest > 0)) return std::nullopt;
        if (a.w < nearest) a = glm::mix(b, a, (b.w - nearest) / (b.w - a.w));
        if (b.w < nearest) b = glm::mix(a, b, (a.w - nearest) / (a.w - b.w));
        return Line{pixel(a), pixel(b)};
    }

private:
    glm::mat4 to_clip_;
    glm::vec2 size_;
};

std::vector<Edge> edges_of(const view::Box& box, const glm::vec3& eye) {
    const auto is_seen = [&](int axis, bool is_max) {
        return is_max ? eye[axis] > box.max[axis] : eye[axis] < box.min[axis];
    };
    std::vector<Edge> edges;
    for (int axis = 0; axis < 3; ++axis)
        for (unsigned i = 0; i < 4; ++i) {
            const int first = (axis + 1) % 3, second = (axis + 2) % 3;
            Edge edge{.axis = axis};
            edge.is_max[static_cast<std::size_t>(first)] = i & 1;
            edge.is_max[static_cast<std::size_t>(second)] = i & 2;
            edge.seen_faces = is_seen(first, i & 1) + is_seen(second, i & 2);
            edges.push_back(edge);
        }
    return edges;
}

/// Returns the direction away from the box's center, perpendicular to the edge.
glm::vec2 outwards_of(const Line& line, glm::vec2 middle) {
    const glm::vec2 along = glm::normalize(line.to_px - line.from_px);
    const glm::vec2 across(-along.y, along.x);
    return glm::dot(across, 0.5f * (line.from_px + line.to_px) - middle) < 0 ? -across : across;
}

std::optional<BoxAxis> axis_on(const Edge& edge, const view::Box& box, const Projection& projection,
                               float apart_px, const glm::dvec3& origin) {
    const float low = box.min[edge.axis], high = box.max[edge.axis];
    const auto line = projection.line(edge.at(box, low), edge.at(box, high));
    if (!line) return std::nullopt;
    const float length = glm::distance(line->from_px, line->to_px);
    if (!(length > kShortest_px)) return std::nullopt;
    const glm::vec4 middle = projection.clip(box.center());
    if (!(middle.w > 0)) return std::nullopt;
    BoxAxis made{.axis = edge.axis,
                 .from_px = line->from_px,
                 .to_px = line->to_px,
                 .outwards = outwards_of(*line, projection.pixel(middle))};
    const auto most = static_cast<unsigned>(std::clamp(1 + length / apart_px, 2.0f, 9.0f));
    const double first = origin[edge.axis];
    for (const double value : round_numbers(first + double{low}, first + double{high}, most)) {
        const glm::vec4 clip = projection.clip(edge.at(box, static_cast<float>(value - first)));
        if (clip.w > 0) made.ticks.push_back({value, projection.pixel(clip)});
    }
    return made;
}

/// Returns true if the numbers of the axis should be at edge `a` instead of `b`: at the leftmost
/// edge for y, and at the lowest edge for x and z.
bool is_better(const BoxAxis& a, const BoxAxis& b) {
    const glm::vec2 middle_a = a.from_px + a.to_px, middle_b = b.from_px + b.to_px;
    return a.axis == 1 ? middle_a.x < middle_b.x : middle_a.y > middle_b.y;
}

}  // namespace

std::vector<double> round_numbers(double low, double high, unsigned most) {
    if (!(high > low) || most < 2) return {};
    const double rough = (high - low) / (most - 1);
    const double power = std::pow(10, std::floor(std::log10(rough)));
    const double relative = rough / power * (1 - 1e-9);
    const double apart = power * (relative <= 1 ? 1 : relative <= 2 ? 2 : relative <= 5 ? 5 : 10);
    const double first = std::ceil(low / apart - 1e-9), last = std::floor(high / apart + 1e-9);
    constexpr double kExact = 9007199254740992;  // 2^53: larger integers are not all exact
    std::vector<double> numbers;
    if (std::max(std::abs(first), std::abs(last)) >= kExact) return numbers;
    // Adding 0 turns -0 into 0.
    for (double i = first; i <= last; ++i) numbers.push_back(i * apart + 0.0);
    return numbers;
}

double round_length(double longest) {
    const double power = std::pow(10, std::floor(std::log10(longest) + 1e-12));
    const double relative = longest / power * (1 + 1e-9);
    return power * (relative >= 5 ? 5 : relative >= 2 ? 2 : 1);
}

BoxPicture box_picture(const view::Box& box, const glm::mat4& to_clip, const glm::vec3& eye,
                       glm::vec2 size_px, float apart_px, const glm::dvec3& origin) {
    const Projection projection(to_clip, size_px);
    BoxPicture picture;
    std::array<std::optional<BoxAxis>, 3> best;
    for (const Edge& edge : edges_of(box, eye)) {
        const auto line =
            projection.line(edge.at(box, box.min[edge.axis]), edge.at(box, box.max[edge.axis]));
        if (line) (edge.seen_faces > 0 ? picture.near : picture.far).push_back(*line);
        if (edge.seen_faces != 1) continue;
        auto axis = axis_on(edge, box, projection, apart_px, origin);
        auto& chosen = best[static_cast<std::size_t>(edge.axis)];
        if (axis && (!chosen || is_better(*axis, *chosen))) chosen = std::move(axis);
    }
    for (auto& axis : best)
        if (axis) picture.axes.push_back(std::move(*axis));
    return picture;
}

}  // namespace glint::studio

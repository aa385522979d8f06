// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

#include <apps/validation/particle_bodies.hpp>

namespace glint::test {

/// The material point method as published, in double precision and SI units. Only for jelly and
/// water, away from walls.
class MpmReference {
public:
    using Particle = apps::particle_bodies::Particle;

    /// A cube with sides of 1 m and `side` nodes along each; substeps in seconds.
    MpmReference(std::vector<Particle> particles, int side, double substep)
        : particles_(std::move(particles)), side_(side), substep_(substep) {}

    const std::vector<Particle>& particles() const { return particles_; }

    void step() {
        nodes_.assign(static_cast<std::size_t>(side_) * side_ * side_, {});
        for (const auto& p : particles_) to_grid(p);
        for (Node& node : nodes_)
            if (node.mass > 0) node.momentum[1] -= node.mass * kGravity * substep_;
        for (auto& p : particles_) to_particle(p);
    }

private:
    using Vector3 = std::array<double, 3>;
    using Matrix3 = std::array<Vector3, 3>;
    struct Node {
        double mass = 0;
        Vector3 momentum{};
    };
    // Default values of the simulation.
    static constexpr double kGravity = 9.81, kDensity = 1000;
    static constexpr double kWaterStiffness = 200000, kJellyStiffness = 60000, kPoisson = 0.35;

    double cell() const { return 1.0 / side_; }

    /// Calls `visit` with each nearby node, its weight, and its offset from the particle in m.
    template <class Visit>
    void near(const Vector3& place, Visit visit) {
        std::array<int, 3> base{};
        std::array<std::array<double, 3>, 3> weight{};
        for (std::size_t a = 0; a < 3; ++a) {
            const double x = place[a] / cell();
            base[a] = static_cast<int>(std::floor(x - 0.5));
            for (int i = 0; i < 3; ++i) {
                const double d = std::abs(x - (base[a] + i));
                weight[a][static_cast<std::size_t>(i)] =
                    d < 0.5 ? 0.75 - d * d : 0.5 * (1.5 - d) * (1.5 - d);
            }
        }
        for (int k = 0; k < 3; ++k)
            for (int j = 0; j < 3; ++j)
                for (int i = 0; i < 3; ++i) {
                    const std::array<int, 3> at{base[0] + i, base[1] + j, base[2] + k};
                    const auto w = [&](std::size_t a, int n) {
                        return weight[a][static_cast<std::size_t>(n)];
                    };
                    Vector3 from{};
                    for (std::size_t a = 0; a < 3; ++a) from[a] = at[a] * cell() - place[a];
                    const int index = (at[2] * side_ + at[1]) * side_ + at[0];
                    visit(nodes_[static_cast<std::size_t>(index)], w(0, i) * w(1, j) * w(2, k),
                          from);
                }
    }

    static Matrix3 strained(const Particle& p) {
        const auto& [xx, yy, zz, xy, xz, yz] = p.strain;
        return {{{1 + xx, xy, xz}, {xy, 1 + yy, yz}, {xz, yz, 1 + zz}}};
    }

    Matrix3 stress(const Particle& p) const {
        Matrix3 tau{};
        if (p.material == apps::particle_bodies::kWater) {
            const double j = 1 + p.memory;
            const double pressure = std::max(kWaterStiffness / 7 * (std::pow(j, -7) - 1), 0.0);
            for (std::size_t a = 0; a < 3; ++a) tau[a][a] = -j * pressure;
            return tau;
        }
        const double mu = kJellyStiffness / (2 * (1 + kPoisson));
        const double lambda = kJellyStiffness * kPoisson / ((1 + kPoisson) * (1 - 2 * kPoisson));
        const Matrix3 b = strained(p);
        const double det = b[0][0] * (b[1][1] * b[2][2] - b[1][2] * b[2][1]) -
                           b[0][1] * (b[1][0] * b[2][2] - b[1][2] * b[2][0]) +
                           b[0][2] * (b[1][0] * b[2][1] - b[1][1] * b[2][0]);
        for (std::size_t r = 0; r < 3; ++r)
            for (std::size_t c = 0; c < 3; ++c) {
                const double one = r == c ? 1 : 0;
                tau[r][c] = mu * (b[r][c] - one) + lambda * 0.5 * std::log(det) * one;
            }
        return tau;
    }

    void to_grid(const Particle& p) {
        const double h = cell(), volume = p.mass / kDensity;
        const Matrix3 tau = stress(p);
        near(p.position, [&](Node& node, double weight, const Vector3& from) {
            node.mass += weight * p.mass;
            for (std::size_t r = 0; r < 3; ++r) {
                double momentum = p.mass * p.velocity[r];
                for (std::size_t c = 0; c < 3; ++c)
                    momentum += (p.mass * p.slope[3 * r + c] -
                                 substep_ * volume * 4 / (h * h) * tau[r][c]) *
                                from[c];
                node.momentum[r] += weight * momentum;
            }
        });
    }

    void to_particle(Particle& p) {
        Vector3 velocity{};
        Matrix3 slope{};
        near(p.position, [&](const Node& node, double weight, const Vector3& from) {
            if (node.mass <= 0) return;
            for (std::size_t r = 0; r < 3; ++r) {
                const double v = weight * node.momentum[r] / node.mass;
                velocity[r] += v;
                for (std::size_t c = 0; c < 3; ++c)
                    slope[r][c] += 4 / (cell() * cell()) * v * from[c];
            }
        });
        p.velocity = velocity;
        double trace = 0;
        Matrix3 grown{};
        for (std::size_t r = 0; r < 3; ++r) {
            p.position[r] += substep_ * velocity[r];
            trace += slope[r][r];
            for (std::size_t c = 0; c < 3; ++c) {
                p.slope[3 * r + c] = slope[r][c];
                grown[r][c] = substep_ * slope[r][c] + (r == c ? 1 : 0);
            }
        }
        if (p.material == apps::particle_bodies::kWater)
            p.memory = std::clamp(p.memory + (1 + p.memory) * substep_ * trace, -0.4, 0.03);
        else
            set_strain(p, product(product(grown, strained(p)), transposed(grown)));
    }

    static Matrix3 product(const Matrix3& a, const Matrix3& b) {
        Matrix3 sum{};
        for (std::size_t r = 0; r < 3; ++r)
            for (std::size_t c = 0; c < 3; ++c)
                for (std::size_t k = 0; k < 3; ++k) sum[r][c] += a[r][k] * b[k][c];
        return sum;
    }
    static Matrix3 transposed(const Matrix3& a) {
        Matrix3 t{};
        for (std::size_t r = 0; r < 3; ++r)
            for (std::size_t c = 0; c < 3; ++c) t[r][c] = a[c][r];
        return t;
    }
    static void set_strain(Particle& p, const Matrix3& b) {
        p.strain = {b[0][0] - 1, b[1][1] - 1, b[2][2] - 1, b[0][1], b[0][2], b[1][2]};
    }

    std::vector<Particle> particles_;
    int side_;
    double substep_;
    std::vector<Node> nodes_;
};

}  // namespace glint::test

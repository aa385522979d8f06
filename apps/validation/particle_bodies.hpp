// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <apps/sand_snow/sand_snow.hpp>

/// Creates bodies of particles for apps/sand_snow, and measures them later.
namespace glint::apps::particle_bodies {

using Vector3 = std::array<double, 3>;

// Must match the simulation's own files.
inline constexpr int kWall = 3;
enum Material : unsigned char { kWater, kJelly, kSnow, kSand, kLeft, kInfinite };

struct Particle {
    Vector3 position{};              ///< m
    Vector3 velocity{};              ///< m/s
    double mass = 0;                 ///< kg
    double memory = 0;               ///< see materials.cuh
    std::array<double, 9> slope{};   ///< gradient of the velocity, row by row, 1/s
    std::array<double, 6> strain{};  ///< b - 1: xx yy zz xy xz yz
    unsigned char material = kWater;
};

Vector3 cross(const Vector3& a, const Vector3& b);

/// Appends eight particles per cell of a box from `low` to `high`, at rest and with mass equal to
/// volume. `made` may change a particle, or drop it by returning nullopt.
void fill(std::vector<Particle>& all, const Vector3& low, const Vector3& high, double cell,
          const std::function<std::optional<Particle>(Particle)>& made);

struct BoxOptions {
    int width = 32, height = 32, depth = 32;
    double dt = 0.002;  ///< s
    std::vector<std::pair<std::string, std::string>> settings{};
};
/// A box with only these particles.
std::unique_ptr<SandSnow> box_with(const Device& device, const std::vector<Particle>& all,
                                   const BoxOptions& options);

/// Current state of all particles, in their initial order. Waits.
std::vector<Particle> read(SandSnow& box);

/// Energy of jelly in J: kinetic (including affine motion) plus elastic.
double energy_of_jelly(const std::vector<Particle>& all, double young, double poisson, double cell);

}  // namespace glint::apps::particle_bodies

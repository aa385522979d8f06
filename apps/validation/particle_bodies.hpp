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

/// Functions that create bodies of particles for apps/sand_snow, and measure these bodies later.
namespace glint::apps::particle_bodies {

using Vector3 = std::array<double, 3>;

// These values must match those in the simulation's own files.
inline constexpr int kWall = 3;
enum Material : unsigned char { kWater, kJelly, kSnow, kSand, kLeft, kInfinite };

struct Particle {
    Vector3 position{};              ///< m
    Vector3 velocity{};              ///< m/s
    double mass = 0;                 ///< kg
    double memory = 0;               ///< second state variable; see materials.cuh
    std::array<double, 9> slope{};   ///< gradient of the velocity in 1/s, row by row
    std::array<double, 6> strain{};  ///< b - 1: xx yy zz xy xz yz
    unsigned char material = kWater;
};

Vector3 cross(const Vector3& a, const Vector3& b);

/// Appends eight particles per cell of a box from `low` to `high`. The particles are at rest, with
/// density 1. `made` may change a particle, or drop it by returning nullopt.
void fill(std::vector<Particle>& all, const Vector3& low, const Vector3& high, double cell,
          const std::function<std::optional<Particle>(Particle)>& made);

struct BoxOptions {
    int width = 32, height = 32, depth = 32;
    double dt = 0.002;  ///< s
    std::vector<std::pair<std::string, std::string>> settings{};
};
/// Creates a simulation whose box contains only the given particles.
std::unique_ptr<SandSnow> box_with(const Device& device, const std::vector<Particle>& all,
                                   const BoxOptions& options);

/// Reads the current state of all particles, in their initial order. Waits for the device.
std::vector<Particle> read(SandSnow& box);

/// Energy of jelly in J: kinetic energy, including that of the affine motion, plus elastic energy.
double energy_of_jelly(const std::vector<Particle>& all, double young, double poisson, double cell);

}  // namespace glint::apps::particle_bodies

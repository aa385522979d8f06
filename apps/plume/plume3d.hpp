// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <string>
#include <vector>

#include <apps/plume/plume.hpp>

namespace glint::apps {

/// Buoyant smoke in three dimensions: the kernels of plume3d.cu.
class Plume3d : public Plume {
public:
    explicit Plume3d(const studio::SimulationOptions& options) : Plume(options) {}

protected:
    void carry(const studio::Step& now) override;
    detail::PerAxis<PoissonBorders> borders() const override;
    std::vector<std::string> open_names() const override;

private:
    void correct(const studio::Step& now);

    std::array<studio::Pass, 4> correct_parts_{{{*this, "correct_air"},
                                                {*this, "correct_across"},
                                                {*this, "correct_up"},
                                                {*this, "correct_deep"}}};
    studio::Pass trace_{*this, "trace"};
    studio::Pass find_vortices_{*this, "find_vortices"};
    studio::Pass find_swirl_{*this, "find_swirl"};
    studio::Pass swirl_{*this, "swirl"};
    Array<float> ways_;   // six numbers per cell: see the kernel `trace`
    Array<float> ahead_;  // five numbers per cell: values advected without correction
};

}  // namespace glint::apps

#pragma once

#include <string>
#include <vector>

#include <apps/plume/plume.hpp>

namespace glint::apps {

/// Buoyant smoke in space: what plume3d.cu declares.
class Plume3d final : public Plume {
public:
    explicit Plume3d(const studio::SimulationOptions& options) : Plume(options) {}

protected:
    void step(const studio::Step& now) override;
    void carry(const studio::Step& now) override;
    detail::PerAxis<PoissonBorders> borders() const override;
    std::vector<std::string> open_names() const override;

private:
    studio::Pass trace_{*this, "trace"};
    studio::Pass find_vortices_{*this, "find_vortices"};
    studio::Pass find_swirl_{*this, "find_swirl"};
    studio::Pass swirl_{*this, "swirl"};
    Array<float> ways_;   // six numbers of each cell
    Array<float> ahead_;  // five: what is carried, without the correction
};

}  // namespace glint::apps

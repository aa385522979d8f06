// SPDX-License-Identifier: MIT
#include <apps/validation/smoke_fields.hpp>

#include <cmath>

#include <glint/studio/run/field.hpp>

namespace glint::apps {

void set(Plume& plume, const char* field, const Values& values) {
    plume.field<float>(field).assign(std::vector<float>(values.begin(), values.end()));
}

double rms(const std::vector<float>& found, const Values& expected) {
    double sum = 0;
    for (std::size_t i = 0; i < found.size(); ++i) {
        const double difference = found[i] - (expected.empty() ? 0 : expected[i]);
        sum += difference * difference;
    }
    return std::sqrt(sum / static_cast<double>(found.size()));
}

double field_error(Plume& plume, const char* field, const Values& expected) {
    return rms(plume.field<float>(field).to_vector(), expected);
}

double divergence_of(Plume& plume) { return rms(plume.divergence(plume.now()).to_vector()); }

}  // namespace glint::apps

// SPDX-License-Identifier: MIT
#include "device_words.hpp"

#include <apps/ocean/picture.cuh>

#include "sea.hpp"

namespace glint::bench::openmp {

void openmp_sea_picture(const Sea* sea, const SeaPicture* picture, unsigned char* pixels) {
    const auto four = [](const float* f) { return reinterpret_cast<const float4*>(f); };
    const ocean::Water water{four(sea->moved),
                             four(sea->slope),
                             four(sea->coarse),
                             sea->size,
                             make_float3(sea->lengths[0], sea->lengths[1], sea->lengths[2]),
                             picture->deviation,
                             picture->tail};
    const ocean::Sky sky(picture->sun_height, picture->sun_direction, picture->haze,
                         picture->clouds);
    const ocean::Camera camera(picture->heading, picture->tilt, picture->view, picture->eye,
                               picture->height);
    const float middle_x = 0.5f * static_cast<float>(picture->width);
    const float middle_y = 0.5f * static_cast<float>(picture->height);
#pragma omp parallel for schedule(dynamic)
    for (int y = 0; y < picture->height; ++y)
        for (int x = 0; x < picture->width; ++x) {
            const float3 way = camera.through(static_cast<float>(x) + 0.5f - middle_x,
                                              static_cast<float>(y) + 0.5f - middle_y);
            const uchar4 shown = ocean::shown(
                picture->exposure * ocean::seen(camera, way, water, sky), make_int2(x, y));
            reinterpret_cast<uchar4*>(pixels)[y * picture->width + x] = shown;
        }
}

}  // namespace glint::bench::openmp

// SPDX-License-Identifier: MIT
#include <bench/cpu/reference_library.hpp>

#include <bench/openmp/libraries.hpp>

namespace glint::bench {
namespace {

ReferenceLibrary functions_of(const OpenMpLibrary& library) {
    ReferenceLibrary found{.compiler = library.compiler()};
    library.find("openmp_saxpy", found.saxpy);
    library.find("openmp_nbody", found.nbody);
    library.find("openmp_stencil", found.stencil);
    library.find("openmp_matmul", found.matmul);
    library.find("openmp_reduce", found.reduce);
    library.find("openmp_scan", found.scan);
    library.find("openmp_histogram", found.histogram);
    library.find("openmp_sph", found.sph);
    library.find("openmp_mandelbrot", found.mandelbrot);
    library.find("openmp_lbm", found.lbm);
    library.find("openmp_radix", found.radix);
    library.find("openmp_bitonic", found.bitonic);
    return found;
}

}  // namespace

std::vector<ReferenceLibrary> open_reference_libraries(unsigned threads) {
    std::vector<ReferenceLibrary> found;
    for (const OpenMpLibrary& library : open_openmp_libraries(threads))
        found.push_back(functions_of(library));
    return found;
}

}  // namespace glint::bench

// SPDX-License-Identifier: MIT
#include <glint/algorithms/detail/gradient_steps.hpp>

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstring>
#include <vector>

#include <fmt/format.h>

#include <glint/algorithms/detail/algebra_kernel.hpp>
#include <glint/base/error.hpp>

namespace glint::detail {
namespace {

// Maximum number of blocks, which is enough to saturate the memory bandwidth of a GPU. Every block
// sums the partial results of all blocks, so more blocks would make these sums slow.
constexpr std::size_t kMaxAlgebraBlocks = 512;
// Each thread processes at least this many elements, so that summing the partial results stays
// cheap compared with the other work.
constexpr std::size_t kElementsPerThread = 4;

// The partial results of each block: the dot products p * q, r * r, and r * z of the current and
// the next iteration.
enum Parts : std::size_t { kPq, kRr, kRz, kNextRz, kKinds };

constexpr std::size_t kPartBytes = kMaxAlgebraBlocks * 16;  // enough for the widest type

template <class T>
double real_sum(const std::vector<std::byte>& bytes) {
    double sum = 0;
    const std::size_t count = bytes.size() / sizeof(T);
    for (std::size_t i = 0; i < count; ++i) {
        T value;
        std::memcpy(&value, bytes.data() + i * sizeof(T), sizeof(T));
        sum += static_cast<double>(std::real(value));
    }
    return sum;
}

[[noreturn]] void refuse_gradients(const std::string& reason) {
    throw Error(ErrorCode::invalid_argument, "solve by conjugate gradients", reason);
}

}  // namespace

GradientSteps::GradientSteps(Stream& stream, MatrixType type, const GradientVectors& vectors,
                             const void* b)
    : stream_(stream),
      type_(type),
      vectors_(vectors),
      blocks_(static_cast<unsigned>(std::clamp<std::size_t>(
          vectors.size / (kAlgebraThreads * kElementsPerThread), 1, kMaxAlgebraBlocks))),
      parts_(allocate(stream, Shape(kKinds * kPartBytes), 1)) {
    queue_inner(b, b, parts(kRr));
    norm_of_b_ = std::sqrt(sum_of(parts(kRr)));
    queue_inner(vectors_.r, vectors_.r, parts(kRr));
    queue_inner(vectors_.r, vectors_.p, rz(0));
}

GradientEnd GradientSteps::run(const GradientLimits& limits,
                               const std::function<void()>& multiply) {
    const double size = norm_of_b_ > 0 ? norm_of_b_ : 1;
    const std::size_t most = limits.max_iterations > 0 ? limits.max_iterations : vectors_.size;
    GradientEnd end{.residual = std::sqrt(sum_of(parts(kRr))) / size};
    while (end.residual > limits.tolerance && end.iterations < most) {
        const std::size_t next = std::min(most, end.iterations + limits.check_every);
        for (; end.iterations < next; ++end.iterations) {
            multiply();
            queue_inner(vectors_.p, vectors_.q, parts(kPq));
            queue_advance(end.iterations);
            queue_turn(end.iterations);
        }
        check_definite(end.iterations);
        end.residual = std::sqrt(sum_of(parts(kRr))) / size;
    }
    return end;
}

void* GradientSteps::parts(std::size_t which) const {
    return static_cast<std::byte*>(parts_->memory.data()) + which * kPartBytes;
}

void* GradientSteps::rz(std::size_t iteration) const {
    return parts(iteration % 2 == 0 ? kRz : kNextRz);
}

void GradientSteps::queue_inner(const void* a, const void* b, void* to) const {
    launch_algebra(stream_, {AlgebraKernel::inner_product, type_}, blocks_,
                   static_cast<long long>(vectors_.size), a, b, to);
}

void GradientSteps::queue_advance(std::size_t iteration) const {
    launch_algebra(stream_, {AlgebraKernel::advance, type_}, blocks_,
                   static_cast<long long>(vectors_.size), rz(iteration), parts(kPq), vectors_.p,
                   vectors_.q, vectors_.inverse, vectors_.x, vectors_.r, vectors_.z, parts(kRr),
                   rz(iteration + 1));
}

void GradientSteps::queue_turn(std::size_t iteration) const {
    launch_algebra(stream_, {AlgebraKernel::turn, type_}, blocks_,
                   static_cast<long long>(vectors_.size), rz(iteration + 1), rz(iteration),
                   vectors_.z, vectors_.p);
}

double GradientSteps::sum_of(const void* from) const {
    std::vector<std::byte> bytes(blocks_ * size_of(type_));
    download(stream_, bytes.data(), {const_cast<void*>(from), row_major(Shape(bytes.size())), 1});
    switch (type_) {
        case MatrixType::f64: return real_sum<double>(bytes);
        case MatrixType::c64: return real_sum<std::complex<float>>(bytes);
        case MatrixType::c128: return real_sum<std::complex<double>>(bytes);
        default: return real_sum<float>(bytes);
    }
}

void GradientSteps::check_definite(std::size_t iteration) const {
    const double pq = sum_of(parts(kPq));
    if (!(pq >= 0))
        refuse_gradients(fmt::format(
            "the matrix is not positive definite, because p * A * p is {} at iteration {}", pq,
            iteration));
}

void check_vector(const Shape& shape) {
    if (shape.rank() != 1)
        refuse_gradients(fmt::format("an array of shape {} is not a vector", to_string(shape)));
}

void check_gradients(const Shape& b, const Shape& start, const Shape& diagonal,
                     std::size_t check_every) {
    check_vector(b);
    if (start != b)
        refuse_gradients(fmt::format("b has shape {}, but the start vector x has shape {}",
                                     to_string(b), to_string(start)));
    if (diagonal != b)
        refuse_gradients(
            fmt::format("b has shape {}, but the diagonal of the preconditioner has shape {}",
                        to_string(b), to_string(diagonal)));
    if (check_every == 0) refuse_gradients("check_every is 0, but must be positive");
}

}  // namespace glint::detail

// SPDX-License-Identifier: MIT
// Workloads on grids: the stencil, a matrix product, the Mandelbrot set, and lattice Boltzmann.
#include <bench/cpu/data.hpp>
#include <bench/cpu/workload.hpp>

namespace glint::bench {
namespace {

class Stencil : public Workload {
public:
    Stencil(const Device& device, unsigned block_x, unsigned block_y)
        : Workload(device, "stencil.cu"),
          shape_(threads(kSize, kSize, {block_x, block_y, 1})),
          from_(random_floats(device, kSize * kSize, 0, 1)),
          to_(device, kSize * kSize) {}

    void reset() override { spoil(to_); }
    void launch(Stream& stream) override {
        kernel_.launch(stream, shape_, kSize, kSize, kRate, from_, to_);
    }
    void run(const ReferenceLibrary& references) override {
        references.stencil(kSize, kSize, kRate, from_.data(), to_.data());
    }
    std::optional<std::string> mistake() const override {
        for (int y = 1; y < kSize - 1; ++y)
            for (int x = 1; x < kSize - 1; ++x)
                if (!is_near(to_.data()[y * kSize + x], wanted_at(x, y), {.absolute = 1e-6}))
                    return fmt::format("the value at ({}, {}) is {}, not {}", x, y,
                                       to_.data()[y * kSize + x], wanted_at(x, y));
        return std::nullopt;
    }

private:
    using Step = void(int, int, float, const float*, float*);
    static constexpr int kSize = 2048;
    static constexpr float kRate = 0.2f;

    double wanted_at(int x, int y) const {
        const float* middle = from_.data() + y * kSize + x;
        const double around = static_cast<double>(middle[-1]) + middle[1] + middle[-kSize] +
                              static_cast<double>(middle[kSize]);
        return middle[0] + kRate * (around - 4.0 * middle[0]);
    }

    WatchedKernel<Step> kernel_ = kernel<Step>("stencil");
    LaunchShape shape_;
    DeviceMemory<float> from_;
    DeviceMemory<float> to_;
};

class MatrixProduct : public Workload {
public:
    explicit MatrixProduct(const Device& device)
        : Workload(device, "matmul.cu"),
          a_(random_floats(device, kSize * kSize, -1, 1, 1)),
          b_(random_floats(device, kSize * kSize, -1, 1, 2)),
          c_(device, kSize * kSize) {}

    void reset() override { spoil(c_); }
    void launch(Stream& stream) override {
        kernel_.launch(stream, threads(kSize, kSize, {16, 16, 1}), kSize, a_, b_, c_);
    }
    void run(const ReferenceLibrary& references) override {
        references.matmul(kSize, a_.data(), b_.data(), c_.data());
    }
    std::optional<std::string> mistake() const override {
        std::vector<double> wanted(kSize * kSize);
        for (int row = 0; row < kSize; ++row)
            for (int k = 0; k < kSize; ++k)
                for (int column = 0; column < kSize; ++column)
                    wanted[row * kSize + column] +=
                        static_cast<double>(a_.data()[row * kSize + k]) *
                        b_.data()[k * kSize + column];
        // Each result is a sum of 512 terms of both signs, whose magnitudes are below 1.
        return difference(view(c_), wanted, {.absolute = 5e-5});
    }

private:
    using Product = void(int, const float*, const float*, float*);
    static constexpr int kSize = 512;

    WatchedKernel<Product> kernel_ = kernel<Product>("matmul");
    DeviceMemory<float> a_;
    DeviceMemory<float> b_;
    DeviceMemory<float> c_;
};

class Mandelbrot : public Workload {
public:
    explicit Mandelbrot(const Device& device)
        : Workload(device, "mandelbrot.cu"), steps_(device, kSize * kSize) {}

    void reset() override { spoil(steps_); }
    void launch(Stream& stream) override {
        kernel_.launch(stream, threads(kSize, kSize, {16, 16, 1}), kSize, kMaxSteps, steps_);
    }
    void run(const ReferenceLibrary& references) override {
        references.mandelbrot(kSize, kMaxSteps, steps_.data());
    }
    std::optional<std::string> mistake() const override {
        int different = 0;
        for (int i = 0; i < kSize * kSize; ++i)
            different += steps_.data()[i] != wanted_at(i % kSize, i / kSize) ? 1 : 0;
        // Near the boundary of the set, rounding decides at which step a point leaves the circle.
        if (different <= kSize * kSize / 100) return std::nullopt;
        return fmt::format("{} of {} points differ", different, kSize * kSize);
    }

private:
    static constexpr int kSize = 1024;
    static constexpr int kMaxSteps = 256;

    static int wanted_at(int x, int y) {
        const double real = -2.0 + x * (2.5 / kSize);
        const double imaginary = -1.25 + y * (2.5 / kSize);
        double u = 0;
        double v = 0;
        int step = 0;
        for (; step < kMaxSteps && u * u + v * v <= 4; ++step) {
            const double next = u * u - v * v + real;
            v = 2 * u * v + imaginary;
            u = next;
        }
        return step;
    }

    WatchedKernel<void(int, int, int*)> kernel_ = kernel<void(int, int, int*)>("mandelbrot");
    DeviceMemory<int> steps_;
};

class LatticeBoltzmann : public Workload {
public:
    explicit LatticeBoltzmann(const Device& device)
        : Workload(device, "lbm.cu"),
          from_(random_floats(device, 9 * kWidth * kHeight, 0.9f, 1.1f)),
          to_(device, 9 * kWidth * kHeight) {
        for (int i = 0; i < 9 * kCells; ++i)
            from_.data()[i] *= static_cast<float>(kWeights[i / kCells]);
    }

    void reset() override { spoil(to_); }
    void launch(Stream& stream) override {
        kernel_.launch(stream, threads_2d(kWidth, kHeight), kWidth, kHeight, kRelaxation, from_,
                       to_);
    }
    void run(const ReferenceLibrary& references) override {
        references.lbm(kWidth, kHeight, kRelaxation, from_.data(), to_.data());
    }
    std::optional<std::string> mistake() const override {
        std::vector<double> wanted(9 * kCells);
        for (int y = 0; y < kHeight; ++y)
            for (int x = 0; x < kWidth; ++x) collide(x, y, wanted);
        return difference(view(to_), wanted, {.relative = 1e-5});
    }

private:
    using Step = void(int, int, float, const float*, float*);
    static constexpr int kWidth = 1024;
    static constexpr int kHeight = 512;
    static constexpr int kCells = kWidth * kHeight;
    static constexpr float kRelaxation = 1.2f;
    static constexpr int kX[9] = {0, 1, 0, -1, 0, 1, -1, -1, 1};
    static constexpr int kY[9] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
    static constexpr double kWeights[9] = {4.0 / 9,  1.0 / 9,  1.0 / 9,  1.0 / 9, 1.0 / 9,
                                           1.0 / 36, 1.0 / 36, 1.0 / 36, 1.0 / 36};

    double pulled(int k, int x, int y) const {
        const int from_x = (x - kX[k] + kWidth) % kWidth;
        const int from_y = (y - kY[k] + kHeight) % kHeight;
        return from_.data()[k * kCells + from_y * kWidth + from_x];
    }

    void collide(int x, int y, std::vector<double>& to) const {
        double density = 0;
        double momentum_x = 0;
        double momentum_y = 0;
        for (int k = 0; k < 9; ++k) {
            density += pulled(k, x, y);
            momentum_x += kX[k] * pulled(k, x, y);
            momentum_y += kY[k] * pulled(k, x, y);
        }
        const double u = momentum_x / density;
        const double v = momentum_y / density;
        for (int k = 0; k < 9; ++k) {
            const double along = kX[k] * u + kY[k] * v;
            const double rest = kWeights[k] * density *
                                (1 + 3 * along + 4.5 * along * along - 1.5 * (u * u + v * v));
            to[k * kCells + y * kWidth + x] =
                pulled(k, x, y) + kRelaxation * (rest - pulled(k, x, y));
        }
    }

    WatchedKernel<Step> kernel_ = kernel<Step>("lbm_step");
    DeviceMemory<float> from_;
    DeviceMemory<float> to_;
};

}  // namespace

void add_grids(std::vector<CatalogEntry>& entries) {
    entries.push_back(entry<Stencil>("stencil", "2048^2, 32x8", target::kPlain, 32u, 8u));
    entries.push_back(entry<Stencil>("stencil", "2048^2, 16x16", target::kPlain, 16u, 16u));
    entries.push_back(entry<Stencil>("stencil", "2048^2, 64x4", target::kPlain, 64u, 4u));
    entries.push_back(entry<Mandelbrot>("mandelbrot", "1024^2, 16x16", target::kPlain));
    entries.push_back(entry<LatticeBoltzmann>("lbm_d2q9", "1024x512, 32x8", target::kPlain));
    entries.push_back(entry<MatrixProduct>("matmul_tiled", "512^3, 16x16", target::kBarriers));
}

}  // namespace glint::bench

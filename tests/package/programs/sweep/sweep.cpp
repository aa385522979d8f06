// SPDX-License-Identifier: MIT
// Unattended sweep: 9 values of R0 with 4000 seeds each. final_sizes.npy contains each run,
// sweep.csv one line per R0, and histogram.npy counts of the final sizes.
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <string>
#include <vector>

#include <glint/arrays.hpp>
#include <glint/compiler.hpp>
#include <glint/driver/graph.hpp>

namespace {

/// Theoretical final size z of large outbreaks: the solution of z = 1 - exp(-R0 z).
double final_size(double r0) {
    double z = 0.99;
    for (int i = 0; i < 1000; ++i) z = 1 - std::exp(-r0 * z);
    return z;
}

int run(const std::filesystem::path& out) {
    const auto device = glint::Device::open();
    glint::Stream stream(device);
    glint::Program program(device, std::filesystem::path(FOLDER) / "sweep.cu");
    const auto epidemic = program.kernel<void(
        unsigned, unsigned long long, const glint::ParameterSet&, float*, unsigned*)>("epidemic");
    auto params = program.parameters();

    constexpr unsigned runs = 4000;
    constexpr int bins = 20;
    const std::vector<double> r0s{0.5, 0.9, 1.2, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0};
    const std::size_t count = r0s.size();
    glint::Array<float> sizes(stream, glint::Shape{count, runs});
    glint::Array<unsigned> days(stream, glint::Shape{count, runs});
    glint::Array<std::int64_t> histogram(stream, glint::Shape{count, bins});
    const auto one = [&](std::size_t i) {
        params.set("r0", r0s[i]);
        epidemic.launch(stream, glint::threads(runs), runs, 1000 + i, params, sizes(i), days(i));
        histogram(i) = glint::histogram(sizes(i), bins, 0, 1);
    };
    glint::warm_up(stream, [&] { one(0); });  // compiles the kernels that the loop needs

    glint::Event start = stream.record();
    for (std::size_t i = 0; i < count; ++i) one(i);
    glint::Event stop = stream.record();

    // One number per R0, reduced over the runs.
    const glint::Array<float> mean = glint::mean(sizes, glint::axis(1));
    const glint::Array<float> deviation = glint::standard_deviation(sizes, glint::axis(1));
    const glint::Array<float> quantiles = glint::quantile(sizes, {0.1, 0.5, 0.9}, glint::axis(1));
    const glint::Array<double> duration = glint::mean(cast<double>(days), glint::axis(1));
    const auto large = cast<float>(sizes > 0.2f);  // outbreaks that did not die out early
    const glint::Array<float> outbreaks = glint::mean(large, glint::axis(1));
    const glint::Array<float> size_of_large =
        glint::sum(sizes * large, glint::axis(1)) / glint::sum(large, glint::axis(1));

    std::filesystem::create_directories(out);
    glint::save_npy(out / "final_sizes.npy", sizes);
    glint::save_npy(out / "histogram.npy", histogram);
    std::vector<double> theory;
    for (const double r0 : r0s) theory.push_back(final_size(r0));
    glint::save_csv(out / "sweep.csv", {{"r0", glint::Array<double>(stream, r0s)},
                                        {"mean", mean},
                                        {"deviation", deviation},
                                        {"q10", quantiles(0)},
                                        {"q50", quantiles(1)},
                                        {"q90", quantiles(2)},
                                        {"days", duration},
                                        {"outbreaks", outbreaks},
                                        {"size_of_large", size_of_large},
                                        {"theory", glint::Array<double>(stream, theory)}});
    const auto m = mean.to_vector(), q = quantiles.to_vector();
    const auto t = duration.to_vector();
    const auto o = outbreaks.to_vector(), l = size_of_large.to_vector();
    bool right = true;
    for (std::size_t i = 0; i < count; ++i) {
        // For smaller R0, the theory does not hold in small populations.
        const bool known = r0s[i] >= 2;
        right =
            right && (!known || std::abs(l[i] - theory[i]) < 0.02) && (r0s[i] >= 1 || o[i] < 0.05);
        std::printf("R0 %.1f: mean %.3f, median %.3f, large ones %.3f (theory %.3f), %.0f days\n",
                    r0s[i], m[i], q[count + i], l[i], theory[i], t[i]);
    }
    const auto medians = glint::load_csv<float>(stream, out / "sweep.csv", "q50");
    right = right && glint::array_equal(medians, quantiles(1));
    const auto again = glint::load_npy<float>(stream, out / "final_sizes.npy");
    right = right && glint::array_equal(again, sizes) &&
            glint::sum(histogram).item() == std::int64_t(count * runs);
    std::printf("%zu runs on %s in %.1f ms, results in %s: %s\n", count * runs,
                device.name().c_str(), glint::elapsed(start, stop).count() * 1e3, out.c_str(),
                right ? "right" : "WRONG");
    return right ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
    try {
        return run(argc == 3 && std::string(argv[1]) == "--out" ? argv[2] : "sweep_out");
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
}

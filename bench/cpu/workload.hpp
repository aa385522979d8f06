// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <bench/cpu/reference_library.hpp>
#include <glint/compiler/program.hpp>
#include <glint/driver/memory.hpp>
#include <glint/driver/stream.hpp>

namespace glint::bench {

/// A kernel that remembers the blocks of its last launch. Copies share what they remember.
template <class Signature>
class WatchedKernel {
public:
    explicit WatchedKernel(Kernel<Signature> kernel) : kernel_(std::move(kernel)) {}

    template <class... Arguments>
    void launch(Stream& stream, const driver::LaunchShape& shape, Arguments&&... arguments) const {
        *block_ = shape.block;
        kernel_.launch(stream, shape, std::forward<Arguments>(arguments)...);
    }

    /// How those blocks ran.
    std::string lowering() const { return kernel_.lowering(*block_); }

private:
    Kernel<Signature> kernel_;
    std::shared_ptr<driver::Dim3> block_ = std::make_shared<driver::Dim3>();
};

/// A piece of work that glint's kernels and the OpenMP references both do, on the same memory, so
/// that neither gains by where its arrays lie.
class Workload {
public:
    virtual ~Workload() = default;
    Workload(const Workload&) = delete;
    Workload& operator=(const Workload&) = delete;

    /// Before a run that is checked: puts back what runs change, and spoils what they write.
    virtual void reset() = 0;
    /// Before a run that is timed: puts the input back where the last run changed how much there is
    /// to do, as a sort does.
    virtual void restore() {}
    /// Queues all that belongs to one run on `stream`; does not wait.
    virtual void launch(Stream& stream) = 0;
    virtual void run(const ReferenceLibrary& references) = 0;
    /// What is wrong with the last run's result, measured at a scalar computation in double
    /// precision or whole numbers; nothing if it is right.
    virtual std::optional<std::string> mistake() const = 0;

    /// How the kernels ran when they were last launched, "lanes", "loops" or "fibres";
    /// "fibres+lanes" where they differ.
    std::string lowering() const;

protected:
    /// Compiles `file` of bench/cpu/kernels.
    Workload(const Device& device, std::string_view file);

    template <class Signature>
    WatchedKernel<Signature> kernel(std::string_view expression) {
        const WatchedKernel<Signature> found(program_.kernel<Signature>(expression));
        lowerings_.push_back([found] { return found.lowering(); });
        return found;
    }

private:
    Program program_;
    std::vector<std::function<std::string()>> lowerings_;
};

/// The ratio to the best OpenMP that is aimed at, by what the kernel needs.
namespace target {
constexpr double kPlain = 1.1;
constexpr double kBarriers = 1.4;
constexpr double kReduction = 2.0;  // a barrier for every few additions
}  // namespace target

struct CatalogEntry {
    std::string name;
    std::string shape;  ///< "2^24, 256 a block"
    double target = 1;  ///< the ratio to the best OpenMP that is aimed at
    std::function<std::unique_ptr<Workload>(const Device&)> make;
};

/// Every workload, in the order of the table. Making one takes its memory.
std::vector<CatalogEntry> catalog();

// The parts of the catalog, each beside its workloads.
void add_streaming(std::vector<CatalogEntry>& entries);
void add_particles(std::vector<CatalogEntry>& entries);
void add_grids(std::vector<CatalogEntry>& entries);
void add_counting(std::vector<CatalogEntry>& entries);
void add_sorting(std::vector<CatalogEntry>& entries);

/// An entry whose workload is a `W` made from the device and `arguments`.
template <class W, class... Arguments>
CatalogEntry entry(std::string name, std::string shape, double target, Arguments... arguments) {
    return {
        .name = std::move(name),
        .shape = std::move(shape),
        .target = target,
        .make = [=](const Device& device) { return std::make_unique<W>(device, arguments...); }};
}

}  // namespace glint::bench

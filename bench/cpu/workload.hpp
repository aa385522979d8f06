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

/// A kernel that remembers the block shape of its last launch. Copies share this shape.
template <class Signature>
class WatchedKernel {
public:
    explicit WatchedKernel(Kernel<Signature> kernel) : kernel_(std::move(kernel)) {}

    template <class... Arguments>
    void launch(Stream& stream, const driver::LaunchShape& shape, Arguments&&... arguments) const {
        *block_ = shape.block;
        kernel_.launch(stream, shape, std::forward<Arguments>(arguments)...);
    }

    /// Lowering of the most recent launch, which depends on its block shape.
    std::string lowering() const { return kernel_.lowering(*block_); }

private:
    Kernel<Signature> kernel_;
    std::shared_ptr<driver::Dim3> block_ = std::make_shared<driver::Dim3>();
};

/// Work for glint's kernels and for the OpenMP references. Kernels and references use the same
/// memory, so that the location of arrays gives neither of them an advantage.
class Workload {
public:
    virtual ~Workload() = default;
    Workload(const Workload&) = delete;
    Workload& operator=(const Workload&) = delete;

    /// Called before a checked run. Restores the input, and fills the output with invalid values.
    virtual void reset() = 0;
    /// Called before a timed run. Restores the input if a run changes the amount of work of the
    /// next run, as a sort does.
    virtual void restore() {}
    /// Queues all work of a run on `stream`. Does not wait for the work.
    virtual void launch(Stream& stream) = 0;
    virtual void run(const ReferenceLibrary& references) = 0;
    /// Describes the error in the result of the last run, compared with a scalar computation in
    /// double precision or integers. Returns nullopt if the result is correct.
    virtual std::optional<std::string> mistake() const = 0;

    /// Lowering of the kernels at their most recent launch: "lanes", "loops" or "fibres"; or for
    /// example "fibres+lanes" if the kernels differ.
    std::string lowering() const;

protected:
    /// Compiles the file `file` in bench/cpu/kernels.
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

/// Targets for glint's time divided by the time of the best OpenMP reference. The target depends on
/// the features that a kernel uses.
namespace target {
constexpr double kPlain = 1.1;
constexpr double kBarriers = 1.4;
constexpr double kReduction = 2.0;  // for kernels with a barrier after every few additions
}  // namespace target

struct CatalogEntry {
    std::string name;
    std::string shape;  ///< size of the data and of a block: "2^24, 256 a block"
    double target = 1;  ///< target for glint's time divided by that of the best reference
    std::function<std::unique_ptr<Workload>(const Device&)> make;
};

/// Returns all workloads, in the order of the table. Creating a workload allocates its memory.
std::vector<CatalogEntry> catalog();

// The sections of the catalog. Each function is defined in the file of the workloads that it adds.
void add_streaming(std::vector<CatalogEntry>& entries);
void add_particles(std::vector<CatalogEntry>& entries);
void add_grids(std::vector<CatalogEntry>& entries);
void add_counting(std::vector<CatalogEntry>& entries);
void add_sorting(std::vector<CatalogEntry>& entries);

/// Returns an entry whose workload is a `W` that is constructed from the device and `arguments`.
template <class W, class... Arguments>
CatalogEntry entry(std::string name, std::string shape, double target, Arguments... arguments) {
    return {
        .name = std::move(name),
        .shape = std::move(shape),
        .target = target,
        .make = [=](const Device& device) { return std::make_unique<W>(device, arguments...); }};
}

}  // namespace glint::bench

// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <filesystem>
#include <map>
#include <optional>
#include <string_view>
#include <vector>

#include <glint/base/error.hpp>
#include <glint/compiler/program.hpp>
#include <glint/driver/any_kernel.hpp>
#include <glint/studio/declaration/read_declaration.hpp>

namespace glint::studio {

struct CodeOptions {
    ReadOptions read{};
    /// Kernels run their threads as thread_order() says, and round each operation, so that the
    /// order alone can change results. For the CPU.
    bool has_thread_order = false;
};

/// The order in which the threads of a kernel run, as the prelude of CPU kernels reads it
/// (thread_order.cuh).
struct ThreadOrder {
    unsigned is_reversed = 0;         ///< 1: the last block of the launch comes first
    std::array<unsigned, 3> block{};  ///< of a kernel launched with blocks of one thread; else 0
    unsigned leaves_floats_out = 0;   ///< 1: atomics add 0 to floats
};

/// One version of an annotated file, compiled for a device: what it declares, and its kernels.
class Code {
public:
    /// Throws DeclarationError with all mistakes, those that the compiler finds among them, and
    /// Error(not_found) if the file is not there.
    Code(const Device& device, const std::filesystem::path& file, const CodeOptions& options = {});
    /// The same for a text that the file has, or had.
    Code(const Device& device, const std::filesystem::path& file, std::string text,
         const CodeOptions& options);

    /// The file as it was compiled.
    const std::string& text() const noexcept { return text_; }
    const Declaration& declaration() const noexcept { return declaration_; }
    /// Of the declaration's passes, and of its derived fields and monitors, by their indices.
    const AnyKernel& pass(std::size_t index) const { return passes_[index]; }
    const AnyKernel& derived(std::size_t index) const { return derived_[index]; }
    /// What joins the values of a monitor.
    const AnyKernel& joiner(std::size_t index) const { return joiners_.at(index); }
    /// What finds the element of a monitor that is_extreme().
    const AnyKernel& finder(std::size_t index) const { return finders_.at(index); }

    /// Why steps may give other bits when they are made again on the same kind of device, as the
    /// compiled kernels tell: "kernel 'splat': it adds floats by atomics". Empty if they do not.
    const std::vector<std::string>& inexact() const noexcept { return inexact_; }
    /// Why the result of this pass may depend on the order of its threads: one of the reasons in
    /// source_compiler.hpp. Empty if its atomics leave no such choice.
    const std::string& why_unordered(std::size_t pass) const { return unordered_[pass]; }
    /// The order in which launches run, all zeros at first; nothing for code that was compiled
    /// without `has_thread_order`.
    const std::optional<DeviceSpan<ThreadOrder>>& thread_order() const noexcept {
        return thread_order_;
    }

    /// A `__device__` or `__constant__` variable of the file, or of what it includes other than
    /// glint's headers, which have none.
    struct Variable {
        std::string name;  ///< see variable_name()
        DeviceSpan<std::byte> bytes;
    };
    /// All of them. They hold from step to step what kernels write there. Throws
    /// Error(unsupported) where nothing tells which there are: where the driver compiled PTX.
    const std::vector<Variable>& variables() const;
    bool hides_variables() const noexcept { return hidden_variables_.has_value(); }

private:
    Code(const Device& device, const std::filesystem::path& file, std::string text, Reading reading,
         bool has_thread_order);

    std::string text_;
    Declaration declaration_;
    Program program_;
    std::vector<AnyKernel> passes_;
    std::vector<AnyKernel> derived_;
    std::map<std::size_t, AnyKernel> joiners_;
    std::map<std::size_t, AnyKernel> finders_;
    std::vector<std::string> inexact_;
    std::vector<std::string> unordered_;  // by pass
    std::optional<DeviceSpan<ThreadOrder>> thread_order_;
    std::vector<Variable> variables_;
    std::optional<Error> hidden_variables_;
};

/// The name of a variable, which stays when other parts of the text change: its symbol without the
/// parts of it that NVRTC makes from the whole text where the variable is private to it.
std::string variable_name(std::string symbol);
/// Whether a variable of that name is of glint's headers: NVRTC lists their constants as variables.
bool is_constant_of_glint(std::string_view name);

/// All mistakes of a text that `file` has, those among them that the compiler for `device` finds in
/// it or in what it includes. Throws Error(not_found) if the file is not there.
std::vector<Mistake> check(const Device& device, const std::filesystem::path& file,
                           const std::string& text, const ReadOptions& options = {});
std::vector<Mistake> check(const Device& device, const std::filesystem::path& file,
                           const ReadOptions& options = {});

/// Those that the compiler finds for a target such as "sm_90", which need not be here; see
/// compiler/compile.hpp.
std::vector<Mistake> check_for(const std::string& target, const std::filesystem::path& file,
                               const ReadOptions& options = {});

}  // namespace glint::studio

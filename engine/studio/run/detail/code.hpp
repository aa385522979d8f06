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
    /// True: kernels run their threads in the order that Code::thread_order() sets. They also round
    /// the result of every operation, so results can differ only because of the order. Only for the
    /// CPU.
    bool has_thread_order = false;
};

/// The order in which the threads of a kernel run. The prelude of CPU kernels reads this struct
/// (thread_order.cuh).
struct ThreadOrder {
    unsigned is_reversed = 0;          ///< 1: the last block of the launch runs first
    std::array<unsigned, 3> block{};   ///< if each thread is a block: original block size; else 0
    unsigned omits_float_atomics = 0;  ///< 1: atomic operations add 0 to floats
};

/// One version of an annotated file, compiled for a device: its declaration and its kernels.
class Code {
public:
    /// Compiles the file. Throws DeclarationError with all mistakes, including those that the
    /// compiler finds, and Error(not_found) if the file does not exist.
    Code(const Device& device, const std::filesystem::path& file, const CodeOptions& options = {});
    /// Compiles `text`, the current or an earlier version of the file. Throws as the other
    /// constructor does.
    Code(const Device& device, const std::filesystem::path& file, std::string text,
         const CodeOptions& options);

    /// The source text that was compiled.
    const std::string& text() const noexcept { return text_; }
    const Declaration& declaration() const noexcept { return declaration_; }
    /// Return the kernel of a pass, and the kernel of a derived field or monitor, by their index in
    /// the declaration.
    const AnyKernel& pass(std::size_t index) const { return passes_[index]; }
    const AnyKernel& derived(std::size_t index) const { return derived_[index]; }
    /// Returns the kernel that reduces the values of a monitor to one partial result per block.
    const AnyKernel& joiner(std::size_t index) const { return joiners_.at(index); }
    /// Returns the kernel that finds the element with the value of a monitor. Requires a monitor
    /// for which is_extreme() is true.
    const AnyKernel& finder(std::size_t index) const { return finders_.at(index); }

    /// Returns the reasons why the same steps may give different bits when they are run again on
    /// the same kind of device, such as "kernel 'splat': it adds floats with atomics". The reasons
    /// are taken from the compiled kernels. Empty if the results are always the same.
    const std::vector<std::string>& inexact() const noexcept { return inexact_; }
    /// Returns the reason why the result of this pass may depend on the order of its threads. It is
    /// one of the constants in source_compiler.hpp. Empty if its atomics are order-independent.
    const std::string& unordered_reason(std::size_t pass) const { return unordered_[pass]; }
    /// Returns the ThreadOrder that launches use, initially all zeros; nullopt for code that was
    /// compiled without `has_thread_order`.
    const std::optional<DeviceSpan<ThreadOrder>>& thread_order() const noexcept {
        return thread_order_;
    }

    /// A `__device__` or `__constant__` variable of the file or of its includes. The headers of
    /// glint do not declare such variables.
    struct Variable {
        std::string name;  ///< see variable_name()
        DeviceSpan<std::byte> bytes;
    };
    /// Returns all variables, whose values persist from step to step. Throws Error(unsupported) if
    /// the variables cannot be listed, which happens if the driver compiled the code from PTX.
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
    std::vector<std::string> unordered_;  // one reason per pass
    std::optional<DeviceSpan<ThreadOrder>> thread_order_;
    std::vector<Variable> variables_;
    std::optional<Error> hidden_variables_;
};

/// Returns a name for the variable with this symbol. The name stays the same when other parts of
/// the text change. For a variable with internal linkage, NVRTC derives parts of the symbol from
/// the whole text. The name omits these parts.
std::string variable_name(std::string symbol);
/// Returns true if `name` is a constant in glint's headers. NVRTC lists such constants as
/// variables.
bool is_constant_of_glint(std::string_view name);

/// Returns all mistakes in `text`, a version of `file`, including those that the compiler for
/// `device` finds in the text or in its includes. Throws Error(not_found) if the file does not
/// exist.
std::vector<Mistake> check(const Device& device, const std::filesystem::path& file,
                           const std::string& text, const ReadOptions& options = {});
std::vector<Mistake> check(const Device& device, const std::filesystem::path& file,
                           const ReadOptions& options = {});

/// Returns the mistakes that the compiler finds for a target such as "sm_90". The machine does not
/// need a device with this architecture; see compiler/compile.hpp.
std::vector<Mistake> check_for(const std::string& target, const std::filesystem::path& file,
                               const ReadOptions& options = {});

}  // namespace glint::studio

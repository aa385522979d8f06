#pragma once

#include <span>
#include <string>
#include <vector>

#include <glint/array/argument_bytes.hpp>
#include <glint/array/elementwise.hpp>
#include <glint/array/kernel_cache.hpp>
#include <glint/array/loops.hpp>
#include <glint/array/operand_list.hpp>

namespace glint::detail {

/// The arguments of one call of an Elementwise beside what its list says, and the loops over its
/// arrays. Refers to both lists.
class StatementCall {
public:
    /// Throws Error(invalid_argument) for arguments that do not fit, naming them.
    StatementCall(std::string_view kernel, std::span<const compiler::KernelArgument> declared,
                  std::span<const GivenArgument> given);

    std::size_t size() const noexcept { return shape_.size(); }
    const Stream& stream() const noexcept { return *stream_; }
    const OperandList& operands() const noexcept { return operands_; }

    /// What else than the list and the texts the kernel depends on.
    void append_to(KernelKey& key) const;
    /// As kernels/array/statement.cuh shows it.
    std::string source(const std::string& operation, const ElementwiseOptions& options) const;
    /// The bytes of the device's `Arguments`, for `count` indices.
    void append_to(ArgumentBytes& bytes, std::size_t first, std::ptrdiff_t step,
                   std::size_t count) const;

private:
    [[noreturn]] void refuse(const std::string& reason) const;
    void check(const compiler::KernelArgument& declared, const GivenArgument& given) const;
    void add(const compiler::KernelArgument& declared, const GivenArgument& given);
    void find_shape();
    void find_loops();
    bool is_plain(std::size_t array) const noexcept {
        return loops_.rank == 1 && loops_.step(array) == Step::unit;
    }
    void append_value(ArgumentBytes& bytes, const compiler::KernelArgument& declared,
                      const GivenArgument& given) const;
    void append_index(ArgumentBytes& bytes, std::ptrdiff_t value) const;
    template <class Each>
    void for_each_argument(const Each& each) const;

    std::string_view kernel_;
    std::span<const compiler::KernelArgument> declared_;
    std::span<const GivenArgument> given_;
    OperandList operands_;
    const Stream* stream_ = nullptr;
    bool is_written_ = false;  // some array is
    Shape shape_;
    Loops loops_;
    bool wide_ = false;
};

}  // namespace glint::detail

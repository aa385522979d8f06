// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/InstrTypes.h>

#include <glint/cpu/lowering/lanes/analyze/private_memory.hpp>
#include <glint/cpu/lowering/lanes/analyze/scopes.hpp>
#include <glint/cpu/lowering/lanes/lane_layout.hpp>

namespace glint::cpu {

/// How a value differs from lane to lane, among the active lanes.
struct Shape {
    enum class Kind : std::uint8_t {
        unknown,  ///< not yet computed in any lane
        strided,  ///< lane i has the value of lane 0 plus i times the stride
        varying,
    };

    Kind kind = Kind::unknown;
    std::int64_t stride = 0;

    static constexpr Shape uniform() { return {Kind::strided, 0}; }
    static constexpr Shape varying() { return {Kind::varying, 0}; }
    static constexpr Shape strided(std::int64_t stride) { return {Kind::strided, stride}; }

    bool is_uniform() const noexcept { return kind != Kind::varying && stride == 0; }
    bool is_varying() const noexcept { return kind == Kind::varying; }

    friend bool operator==(const Shape&, const Shape&) = default;
};

/// A condition that nearly always has the same value in all lanes: a comparison of strided numbers
/// with a uniform number, such as a test for the edge of a grid. Can also be the maximum or minimum
/// of the two.
struct LikelyCondition {
    const llvm::Instruction* instruction;
    bool is_true;
    const llvm::Value* chosen = nullptr;  ///< for a maximum or minimum: the operand it returns
};
using LikelyConditions = llvm::SmallVector<LikelyCondition, 4>;

/// The set of threads within which values are compared.
enum class Extent { group, block };

/// Determines the shape of every value of a function, and from it where lanes diverge (divergence
/// analysis: Karrenberg and Hack, "Whole-function vectorization", 2011).
class Shapes {
public:
    /// Splits `scopes` according to the shapes. Throws Rejection like Scopes::split.
    Shapes(llvm::Function& function, Scopes& scopes, const LaneLayout& layout,
           const PrivateMemory& memory, Extent extent);

    Shape of(const llvm::Value* value) const;

    /// Makes assumptions about the values of `block`, until `assume_nothing`. Divisions of strided
    /// numbers in `divisions` have strided results: no multiple of the divisor lies between two
    /// lanes, and no number is negative. Conditions in `answers` have their usual value in all
    /// lanes. Values of other blocks keep their shapes.
    void assume(const llvm::BasicBlock& block,
                llvm::ArrayRef<const llvm::BinaryOperator*> divisions,
                llvm::ArrayRef<LikelyCondition> answers);
    void assume_nothing();
    /// The operand that a select returns if its condition has the assumed value; nullptr for a
    /// select without an assumption.
    const llvm::Value* chosen(const llvm::SelectInst& select) const;
    /// The shape that holds without assumptions.
    Shape without_assumptions(const llvm::Value* value) const;

private:
    void propagate();
    bool update(const llvm::Instruction& instruction);
    Shape evaluate(const llvm::Instruction& instruction) const;
    Shape evaluate_select(const llvm::SelectInst& select) const;
    Shape evaluate_phi(const llvm::PHINode& phi) const;
    Shape evaluate_binary(const llvm::BinaryOperator& operation) const;
    unsigned lane_bits() const;
    bool starts_group(const llvm::Value* value) const;
    Shape evaluate_cast(const llvm::CastInst& cast) const;
    Shape evaluate_step(const llvm::GetElementPtrInst& step) const;
    Shape evaluate_call(const llvm::CallInst& call) const;
    Shape evaluate_load(const llvm::LoadInst& load) const;
    Shape index_shape(const llvm::CallInst& call) const;
    Shape from_operands(const llvm::Instruction& instruction) const;
    bool extends_row(const llvm::Value& value) const;
    bool branches_diverge(const llvm::BasicBlock& block) const;

    llvm::Function& function_;
    Scopes& scopes_;
    const LaneLayout& layout_;
    const PrivateMemory& memory_;
    Extent extent_;
    llvm::DenseMap<const llvm::Value*, Shape> shapes_;
    llvm::DenseMap<const llvm::Value*, Shape> assumed_;
    llvm::DenseMap<const llvm::Value*, bool> answers_;  // assumed values of conditions
};

}  // namespace glint::cpu

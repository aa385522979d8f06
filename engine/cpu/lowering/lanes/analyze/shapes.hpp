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

/// Describes how a value differs between the active lanes of a group.
struct Shape {
    enum class Kind : std::uint8_t {
        unknown,  ///< not computed yet
        strided,  ///< the value in lane i is the value in lane 0 plus i times the stride
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

/// A condition that nearly always has the same value in all lanes, such as a test for the edge of a
/// grid. It compares a strided number with a uniform number. The instruction may also be the
/// maximum or the minimum of these two numbers.
struct LikelyCondition {
    const llvm::Instruction* instruction;
    bool is_true;
    const llvm::Value* chosen = nullptr;  ///< for a maximum or minimum: the operand that it returns
};
using LikelyConditions = llvm::SmallVector<LikelyCondition, 4>;

/// The set of threads whose values are compared: a group of lanes or a whole block.
enum class Extent { group, block };

/// Determines the shape of each value of a function, and at which branches lanes diverge. This is a
/// divergence analysis: Karrenberg and Hack, "Whole-function vectorization", 2011.
class Shapes {
public:
    /// Determines all shapes and splits `scopes` accordingly. Throws Rejection if Scopes::split
    /// does.
    Shapes(llvm::Function& function, Scopes& scopes, const LaneLayout& layout,
           const PrivateMemory& memory, Extent extent);

    Shape of(const llvm::Value* value) const;

    /// Makes assumptions about the values of `block`, which hold until `assume_nothing` is called.
    /// Divisions in `divisions` are assumed to have strided results: the dividends of all lanes
    /// have the same quotient, and neither operand is negative. Conditions in `answers` are
    /// assumed to have their usual value in all lanes. The shapes of values in other blocks do not
    /// change.
    void assume(const llvm::BasicBlock& block,
                llvm::ArrayRef<const llvm::BinaryOperator*> divisions,
                llvm::ArrayRef<LikelyCondition> answers);
    void assume_nothing();
    /// Returns the operand that a select returns if the assumptions determine its condition, else
    /// nullptr.
    const llvm::Value* chosen(const llvm::SelectInst& select) const;
    /// Returns the shape that a value has without assumptions.
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

#include <cstdint>

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Intrinsics.h>

#include <glint/cpu/lowering/lanes/emit/lane_builder.hpp>

namespace glint::cpu {
namespace {

using llvm::Value;

/// A comparison of 64-bit numbers in a row with a bound: it holds in the first so many lanes, or in
/// all but these, which is told in a few instructions where vectors of such numbers take many.
class RowCompare {
public:
    RowCompare(const LaneBuilder& lanes, const llvm::CmpInst& compare) : lanes_(lanes) {
        for (const unsigned i : {0u, 1u})
            if (is_row(compare.getOperand(i)) &&
                lanes.values.shape(compare.getOperand(1 - i)).is_uniform()) {
                row_ = compare.getOperand(i);
                bound_ = compare.getOperand(1 - i);
                predicate_ = i == 0 ? compare.getPredicate() : compare.getSwappedPredicate();
            }
    }

    bool suits() const {
        return row_ != nullptr && llvm::ICmpInst::isRelational(predicate_) && lanes_.width() <= 32;
    }

    Value* build() const {
        using Predicate = llvm::ICmpInst;
        const bool below = Predicate::isLT(predicate_) || Predicate::isLE(predicate_);
        // The lanes below the bound, or at it, come first.
        const bool with_bound =
            predicate_ == Predicate::ICMP_SLE || predicate_ == Predicate::ICMP_ULE ||
            predicate_ == Predicate::ICMP_SGT || predicate_ == Predicate::ICMP_UGT;
        Value* first = first_lanes(with_bound);
        return below ? first : lanes_.ir.CreateNot(first);
    }

private:
    // Numbers that are not negative in lanes that run do not wrap between these.
    bool is_row(const Value* value) const {
        const Shape shape = lanes_.values.shape(value);
        const auto* instruction = llvm::dyn_cast<llvm::Instruction>(value);
        return instruction != nullptr && value->getType()->isIntegerTy(64) && !shape.is_varying() &&
               shape.stride == 1 &&
               llvm::computeKnownBits(value, instruction->getDataLayout()).isNonNegative();
    }

    Value* first_lanes(bool with_bound) const {
        llvm::IRBuilder<>& ir = lanes_.ir;
        const auto both = [&](llvm::Intrinsic::ID id, Value* a, Value* b) {
            return ir.CreateBinaryIntrinsic(id, a, b);
        };
        Value* bound = lanes_.values.scalar(bound_);
        if (llvm::CmpInst::isUnsigned(predicate_))
            bound = both(llvm::Intrinsic::umin, bound, ir.getInt64(INT64_MAX));
        Value* count = both(llvm::Intrinsic::ssub_sat, bound, lanes_.values.scalar(row_));
        if (with_bound) count = both(llvm::Intrinsic::sadd_sat, count, ir.getInt64(1));
        count = both(llvm::Intrinsic::smin, count, ir.getInt64(lanes_.width()));
        count = both(llvm::Intrinsic::smax, count, ir.getInt64(0));
        Value* bits = ir.CreateSub(ir.CreateShl(ir.getInt64(1), count), ir.getInt64(1));
        return lanes_of_bits(ir, bits, lanes_.width());
    }

    const LaneBuilder& lanes_;
    const Value* row_ = nullptr;
    const Value* bound_ = nullptr;
    llvm::CmpInst::Predicate predicate_ = llvm::CmpInst::BAD_ICMP_PREDICATE;
};

}  // namespace

void build_compare(const LaneBuilder& lanes, const llvm::CmpInst& compare) {
    if (const RowCompare row(lanes, compare);
        lanes.values.uses(LanesPass::row_comparisons) && row.suits())
        return lanes.values.define(compare, row.build());
    Value* result =
        lanes.ir.CreateCmp(compare.getPredicate(), lanes.values.vector(compare.getOperand(0)),
                           lanes.values.vector(compare.getOperand(1)));
    if (auto* built = llvm::dyn_cast<llvm::Instruction>(result)) built->copyIRFlags(&compare);
    lanes.values.define(compare, result);
}

}  // namespace glint::cpu

// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstdlib>
#include <optional>

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/GetElementPtrTypeIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Intrinsics.h>
#include <llvm/IR/Module.h>

#include <glint/cpu/lowering/lanes/emit/counted_loop.hpp>
#include <glint/cpu/lowering/lanes/emit/lane_builder.hpp>
#include <glint/cpu/lowering/lanes/emit/likely_conditions.hpp>
#include <glint/cpu/lowering/lanes/emit/members.hpp>
#include <glint/cpu/lowering/lanes/emit/neighbors.hpp>

namespace glint::cpu {
namespace {

using llvm::Value;

/// A load or store for all lanes.
class Access {
public:
    Access(const LaneBuilder& lanes, const Value* pointer, llvm::Type* type, llvm::Align alignment)
        : lanes_(lanes),
          pointer_(pointer),
          type_(type),
          alignment_(alignment),
          private_bytes_(lanes.values.analyses().memory.element_bytes(pointer)),
          shape_(lanes.values.shape(pointer)) {
        if (private_bytes_ != 0 && !shape_.is_varying())
            shape_.stride += static_cast<std::int64_t>(private_bytes_);
    }

    /// Returns true if all lanes access the same address.
    bool is_uniform() const { return shape_.is_uniform(); }

    Value* load() {
        if (is_forward()) return load_forward(first_place(), lanes_.mask);
        if (is_backward()) return load_backward(last_place());
        return load_anywhere();
    }

    void store(Value* values) {
        if (is_forward()) return store_forward(values, first_place(), lanes_.mask);
        if (is_backward()) return store_backward(values, last_place());
        store_anywhere(values);
    }

    /// Stores `values` to `count` consecutive elements of an interleaved array, starting at the
    /// pointer.
    void store_elements(Value* values, std::uint64_t count) {
        Value* first = is_forward() ? first_place() : places();
        for (std::uint64_t i = 0; i < count; ++i) {
            Value* place = ir().CreateGEP(ir().getInt8Ty(), first,
                                          ir().getInt64(i * private_bytes_ * lanes_.width()));
            if (is_forward())
                store_forward(values, place, lanes_.mask);
            else
                ir().CreateMaskedScatter(values, place, alignment_, lanes_.mask_or_full());
        }
    }

private:
    llvm::IRBuilder<>& ir() const { return lanes_.ir; }
    llvm::Type* lane_type() const { return lanes_.values.lanes_of(type_); }

    std::int64_t bytes() const {
        const llvm::DataLayout& layout = ir().GetInsertBlock()->getModule()->getDataLayout();
        return static_cast<std::int64_t>(layout.getTypeStoreSize(type_).getFixedValue());
    }

    bool is_forward() const {
        return !shape_.is_varying() && shape_.stride == bytes() && can_be_a_row();
    }
    bool is_backward() const {
        return !shape_.is_varying() && shape_.stride == -bytes() && can_be_a_row();
    }

    // Returns false if the lanes have a mask and the element size is not a power of two, for
    // example 3 or 6 bytes. For such types, LLVM assumes that elements of masked vectors are 4 or 8
    // bytes apart, but that elements of other vectors are 3 or 6 bytes apart.
    bool can_be_a_row() const {
        const llvm::DataLayout& layout = ir().GetInsertBlock()->getModule()->getDataLayout();
        return !lanes_.mask || layout.getTypeStoreSize(type_) == layout.getTypeAllocSize(type_);
    }

    Value* first_place() { return lanes_.values.scalar(pointer_); }
    Value* last_place() {
        return ir().CreateGEP(ir().getInt8Ty(), first_place(),
                              ir().getInt64(static_cast<std::uint64_t>(
                                  shape_.stride * (std::int64_t{lanes_.width()} - 1))));
    }

    Value* places() {
        Value* pointers = lanes_.values.vector(pointer_);
        if (private_bytes_ == 0) return pointers;
        return ir().CreateGEP(
            ir().getInt8Ty(), pointers,
            lanes_.values.steps(ir().getInt64Ty(), static_cast<std::int64_t>(private_bytes_)));
    }

    /// Addresses that may be consecutive, and a test if they are consecutive.
    struct Row {
        Value* lowest;  ///< address of lane 0; of the last lane if `falls` is true
        Value* is_one;
        bool falls = false;      ///< true if addresses decrease from lane to lane
        Value* apart = nullptr;  ///< lanes whose addresses are not in the row, if known
    };

    // Addresses as in `a[x ^ 64]` are often consecutive, although the compiler cannot prove this. A
    // test at run time is then worthwhile, because consecutive addresses need only a single load.
    Value* load_anywhere() {
        Value* pointers = places();
        const auto gather = [&]() -> Value* {
            return ir().CreateMaskedGather(lane_type(), pointers, alignment_,
                                           lanes_.mask_or_full());
        };
        const std::optional<Row> row = perhaps_row();
        if (!row) return gather();
        const auto load_row = [&] {
            return row->falls ? load_backward(row->lowest) : load_forward(row->lowest, lanes_.mask);
        };
        if (row->apart != nullptr && depends_on(pointer_, lanes_.unusual))
            return load_edge(*row, pointers);
        return either(ir(), row->is_one, load_row, gather);
    }

    // Loads the lanes in the row with a single load, and the few other lanes one by one.
    Value* load_edge(const Row& row, Value* pointers) {
        Slot& slot = lanes_.slots.make(lane_type(), false, "row");
        Value* in_row = ir().CreateAnd(ir().CreateNot(row.apart), lanes_.mask_or_full());
        lanes_.slots.store(slot, load_forward(row.lowest, in_row));
        BitLoop lane(ir(), bits_of_lanes(ir(), row.apart), "apart");
        Value* one = ir().CreateAlignedLoad(type_, ir().CreateExtractElement(pointers, lane.bit()),
                                            alignment_);
        Value* is_here = ir().CreateICmpEQ(lanes_.values.steps(ir().getInt32Ty(), 1),
                                           lanes_.values.splat(lane.bit()));
        lanes_.slots.store(
            slot, ir().CreateSelect(is_here, lanes_.values.splat(one), lanes_.slots.load(slot)));
        lane.close(ir());
        return lanes_.slots.load(slot);
    }

    void store_anywhere(Value* values) {
        Value* pointers = places();
        const auto scatter = [&]() -> Value* {
            ir().CreateMaskedScatter(values, pointers, alignment_, lanes_.mask_or_full());
            return nullptr;
        };
        const std::optional<Row> row = perhaps_row();
        if (!row) {
            scatter();
            return;
        }
        const auto store_row = [&]() -> Value* {
            if (row->falls)
                store_backward(values, row->lowest);
            else
                store_forward(values, row->lowest, lanes_.mask);
            return nullptr;
        };
        either(ir(), row->is_one, store_row, scatter);
    }

    std::optional<Row> perhaps_row() {
        if (private_bytes_ != 0 || !shape_.is_varying() || !can_be_a_row() ||
            !lanes_.values.uses(LanesPass::likely_rows))
            return std::nullopt;
        // If the addresses depend on data that lanes have read, they are rarely consecutive.
        if (!comes_from_indices(lanes_.values, pointer_)) return std::nullopt;
        if (const auto row = row_unless_wrapped()) return row;
        Value* pointers = lanes_.values.vector(pointer_);
        // The address of one lane determines the expected row. The code uses the middle lane at the
        // edge of a grid, and lane 0 elsewhere. If the chosen lane is inactive, its address is
        // arbitrary. The freeze ensures that all uses get the same address.
        const std::uint64_t lane = depends_on(pointer_, lanes_.unusual) ? lanes_.width() / 2 : 0;
        Value* place = ir().CreateFreeze(ir().CreateExtractElement(pointers, lane));
        Value* first = ir().CreateGEP(ir().getInt8Ty(), place,
                                      ir().getInt64(-lane * static_cast<std::uint64_t>(bytes())));
        Value* expected = ir().CreateGEP(ir().getInt8Ty(), first,
                                         lanes_.values.steps(ir().getInt64Ty(), bytes()));
        Value* apart = ir().CreateFreeze(ir().CreateICmpNE(pointers, expected));
        if (lanes_.mask != nullptr) apart = ir().CreateAnd(apart, lanes_.mask);
        return Row{
            .lowest = first, .is_one = ir().CreateNot(any_lane(ir(), apart)), .apart = apart};
    }

    // Handles `a[i]` with a 32-bit integer i. The addresses are consecutive unless i wraps between
    // two lanes, which rarely happens.
    std::optional<Row> row_unless_wrapped() {
        const auto* instruction = llvm::dyn_cast<llvm::Instruction>(pointer_);
        if (instruction == nullptr) return std::nullopt;
        std::int64_t offset = 0;
        const auto* step = llvm::dyn_cast<llvm::GetElementPtrInst>(
            llvm::GetPointerBaseWithConstantOffset(pointer_, offset, instruction->getDataLayout()));
        const llvm::Use* use = step == nullptr ? nullptr : lanes_.values.varying_index(*step);
        const auto* index = use == nullptr ? nullptr : llvm::dyn_cast<llvm::CastInst>(use->get());
        if (index == nullptr || !llvm::isa<llvm::ZExtInst, llvm::SExtInst>(index) ||
            !lanes_.values.is_known(index->getOperand(0)))
            return std::nullopt;
        const Shape shape = lanes_.values.shape(index->getOperand(0));
        const std::int64_t span = shape.stride * (lanes_.width() - 1);
        if (shape.is_varying() || shape.stride == 0 ||
            std::abs(shape.stride * bytes_of_index(*step, *use)) != bytes())
            return std::nullopt;
        const bool falls = shape.stride < 0;
        Value* first = lanes_.values.scalar(index->getOperand(0));
        Value* last = ir().CreateAdd(first, llvm::ConstantInt::getSigned(first->getType(), span));
        Value *low = falls ? last : first, *high = falls ? first : last;
        const bool with_sign = llvm::isa<llvm::SExtInst>(index);
        Value* is_one = with_sign ? ir().CreateICmpSLE(low, high) : ir().CreateICmpULE(low, high);
        Value* wide = ir().CreateCast(index->getOpcode(), low, index->getType());
        Value* place = lanes_.values.build_step(*step, *use, wide);
        return Row{
            .lowest = ir().CreateGEP(ir().getInt8Ty(), place, ir().getInt64(std::uint64_t(offset))),
            .is_one = ir().CreateFreeze(is_one),
            .falls = falls};
    }

    static std::int64_t bytes_of_index(const llvm::GetElementPtrInst& step, const llvm::Use& use) {
        auto index = llvm::gep_type_begin(step);
        for (const llvm::Use* each = step.idx_begin(); each != &use; ++each) ++index;
        return static_cast<std::int64_t>(
            index.getSequentialElementStride(step.getDataLayout()).getFixedValue());
    }

    Value* load_forward(Value* place, Value* mask) {
        if (mask == nullptr) return ir().CreateAlignedLoad(lane_type(), place, alignment_);
        return ir().CreateMaskedLoad(lane_type(), place, alignment_, mask);
    }

    void store_forward(Value* values, Value* place, Value* mask) {
        if (mask == nullptr)
            ir().CreateAlignedStore(values, place, alignment_);
        else
            ir().CreateMaskedStore(values, place, alignment_, mask);
    }

    Value* load_backward(Value* lowest) { return reversed(load_forward(lowest, reversed_mask())); }
    void store_backward(Value* values, Value* lowest) {
        store_forward(reversed(values), lowest, reversed_mask());
    }

    Value* reversed(Value* values) { return ir().CreateVectorReverse(values); }
    Value* reversed_mask() { return lanes_.mask == nullptr ? nullptr : reversed(lanes_.mask); }

    const LaneBuilder& lanes_;
    const Value* pointer_;
    llvm::Type* type_;
    llvm::Align alignment_;
    std::uint64_t private_bytes_;
    Shape shape_;
};

// Returns the value of the last active lane. If all lanes write to one address, this value remains
// in memory.
Value* value_of_last_lane(const LaneBuilder& lanes, const Value* old) {
    if (lanes.values.shape(old).is_uniform()) return lanes.values.scalar(old);
    Value* vector = lanes.values.vector(old);
    if (lanes.mask == nullptr) return lanes.ir.CreateExtractElement(vector, lanes.width() - 1);
    Value* zeros = lanes.ir.CreateBinaryIntrinsic(llvm::Intrinsic::ctlz, lanes.mask_bits(),
                                                  lanes.ir.getFalse());
    return lanes.ir.CreateExtractElement(vector, lanes.ir.CreateSub(lanes.ir.getInt32(31), zeros));
}

}  // namespace

void build_load(const LaneBuilder& lanes, const llvm::LoadInst& load) {
    if (lanes.values.is_built(load)) return;  // it was built together with an earlier load
    if (lanes.values.uses(LanesPass::members) && build_member_loads(lanes, load)) return;
    if (lanes.values.uses(LanesPass::neighbors) && build_neighbor_loads(lanes, load)) return;
    Access access(lanes, load.getPointerOperand(), load.getType(), load.getAlign());
    if (lanes.values.shape(&load).is_varying() && !access.is_uniform())
        return lanes.values.define(load, access.load());
    llvm::LoadInst* one =
        lanes.ir.CreateAlignedLoad(load.getType(), lanes.values.scalar(load.getPointerOperand()),
                                   load.getAlign(), load.isVolatile());
    one->setOrdering(load.getOrdering());
    if (llvm::MDNode* invariant = load.getMetadata(llvm::LLVMContext::MD_invariant_load))
        one->setMetadata(llvm::LLVMContext::MD_invariant_load, invariant);
    const bool varying = lanes.values.shape(&load).is_varying();
    lanes.values.define(load, varying ? lanes.values.splat(one) : one);
}

void build_store(const LaneBuilder& lanes, const llvm::StoreInst& store) {
    if (lanes.values.uses(LanesPass::members) && build_member_stores(lanes, store)) return;
    const Value* value = store.getValueOperand();
    Access access(lanes, store.getPointerOperand(), value->getType(), store.getAlign());
    if (!access.is_uniform()) return access.store(lanes.values.vector(value));
    llvm::StoreInst* one = lanes.ir.CreateAlignedStore(
        value_of_last_lane(lanes, value), lanes.values.scalar(store.getPointerOperand()),
        store.getAlign(), store.isVolatile());
    one->setOrdering(store.getOrdering());
}

void build_fill(const LaneBuilder& lanes, const llvm::MemSetInst& fill) {
    const std::uint64_t bytes = lanes.values.analyses().memory.element_bytes(fill.getDest());
    const auto count = llvm::cast<llvm::ConstantInt>(fill.getLength())->getZExtValue() / bytes;
    llvm::IRBuilder<>& ir = lanes.ir;
    // Builds an element by repeating the byte.
    llvm::Type* type = ir.getIntNTy(static_cast<unsigned>(8 * bytes));
    Value* byte = lanes.values.vector(fill.getValue());
    Value* ones = llvm::ConstantInt::get(
        type, llvm::APInt::getSplat(static_cast<unsigned>(8 * bytes), llvm::APInt(8, 1)));
    Value* element =
        ir.CreateMul(ir.CreateZExt(byte, lanes.values.lanes_of(type)), lanes.values.splat(ones));
    Access(lanes, fill.getDest(), type, llvm::Align(1)).store_elements(element, count);
}

}  // namespace glint::cpu

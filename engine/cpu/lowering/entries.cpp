// SPDX-License-Identifier: MIT
#include <glint/cpu/lowering/entries.hpp>

#include <cstddef>

#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include <glint/cpu/codegen/abi.hpp>
#include <glint/cpu/codegen/host_target.hpp>
#include <glint/cpu/codegen/specialisation.hpp>
#include <glint/cpu/lowering/names.hpp>

namespace glint::cpu {
namespace {

// Largest dimensions of blocks and grids. The runtime rejects larger launches.
constexpr unsigned kMaxBlockDim = 1024;
constexpr unsigned kMaxGridDim = 2147483647;

using Triple = std::array<llvm::Value*, 3>;

class EntryBuilder {
public:
    EntryBuilder(llvm::Module& module, const KernelDescription& kernel)
        : module_(module), kernel_(kernel), builder_(module.getContext()) {}

    Entry build_loops() {
        begin({builder_.getPtrTy(), builder_.getInt64Ty(), builder_.getInt64Ty(),
               builder_.getPtrTy()});
        entry_.shared = entry_.function->getArg(3);
        load_launch();
        loop_over_blocks();
        return finish();
    }

    Entry build_fiber() {
        begin({builder_.getPtrTy(), builder_.getPtrTy(), builder_.getPtrTy()});
        entry_.shared = entry_.function->getArg(2);
        load_launch();
        llvm::Value* place = entry_.function->getArg(1);
        set(names::kThreadIndex, load_triple(place, offsetof(ThreadPlace, thread), kMaxBlockDim));
        set(names::kBlockIndex, load_triple(place, offsetof(ThreadPlace, block), kMaxGridDim));
        call_kernel();
        return finish();
    }

    Entry build_body(const driver::Dim3& block) {
        begin({builder_.getPtrTy(), builder_.getPtrTy()});
        entry_.shared = entry_.function->getArg(1);
        load_launch();
        set(names::kBlockSize,
            {builder_.getInt32(block.x), builder_.getInt32(block.y), builder_.getInt32(block.z)});
        llvm::CallInst* call = call_kernel();
        Entry entry = finish();
        llvm::InlineFunctionInfo info;
        llvm::InlineFunction(*call, info);
        return entry;
    }

private:
    void begin(llvm::ArrayRef<llvm::Type*> parameters) {
        auto* type = llvm::FunctionType::get(builder_.getVoidTy(), parameters, false);
        entry_.function = llvm::Function::Create(type, llvm::Function::ExternalLinkage,
                                                 entry_symbol(kernel_.symbol, {}), module_);
        entry_.function->addFnAttr(llvm::Attribute::NoUnwind);
        entry_.function->addFnAttr("target-cpu", host_target().cpu);
        entry_.function->addFnAttr("target-features", host_target().feature_list());
        new_block("start");
        take_place_of_kernel();
    }

    // Adds debug information to the entry. Without it, the instructions that are inlined into the
    // entry would lose their source lines.
    void take_place_of_kernel() {
        const llvm::DISubprogram* kernel = kernel_function()->getSubprogram();
        if (kernel == nullptr) return;
        llvm::DISubprogram* own = llvm::MDNode::replaceWithDistinct(kernel->clone());
        own->replaceLinkageName(
            llvm::MDString::get(module_.getContext(), entry_.function->getName()));
        own->replaceRetainedNodes(llvm::MDTuple::get(module_.getContext(), {}));
        entry_.function->setSubprogram(own);
        builder_.SetCurrentDebugLocation(
            llvm::DILocation::get(module_.getContext(), own->getLine(), 0, own));
    }

    Entry finish() {
        builder_.CreateRetVoid();
        return entry_;
    }

    llvm::Function* kernel_function() { return module_.getFunction(kernel_.symbol); }

    llvm::BasicBlock* new_block(const char* name) {
        auto* block = llvm::BasicBlock::Create(module_.getContext(), name, entry_.function);
        builder_.SetInsertPoint(block);
        return block;
    }

    void set(std::size_t first, const Triple& values) {
        std::copy(values.begin(), values.end(), entry_.indices.begin() + first);
    }
    Triple get(std::size_t first) const {
        return {entry_.indices[first], entry_.indices[first + 1], entry_.indices[first + 2]};
    }

    llvm::Value* at(llvm::Value* base, std::size_t offset) {
        return builder_.CreateConstInBoundsGEP1_64(builder_.getInt8Ty(), base, offset);
    }

    Triple load_triple(llvm::Value* base, std::size_t offset, unsigned maximum) {
        llvm::MDNode* range = llvm::MDBuilder(module_.getContext())
                                  .createRange(llvm::APInt(32, 0), llvm::APInt(32, maximum + 1));
        Triple values;
        for (std::size_t i = 0; i < values.size(); ++i) {
            auto* load = builder_.CreateLoad(builder_.getInt32Ty(), at(base, offset + 4 * i));
            load->setMetadata(llvm::LLVMContext::MD_range, range);
            values[i] = load;
        }
        return values;
    }

    // Loads the values that are equal for all threads. This code runs once, before all loops.
    void load_launch() {
        llvm::Value* launch = entry_.function->getArg(0);
        set(names::kBlockSize, load_triple(launch, offsetof(LaunchView, block), kMaxBlockDim));
        set(names::kGridSize, load_triple(launch, offsetof(LaunchView, grid), kMaxGridDim));
        llvm::Value* values =
            builder_.CreateLoad(builder_.getPtrTy(), at(launch, offsetof(LaunchView, arguments)));
        for (std::size_t i = 0; i < kernel_.pieces.size(); ++i)
            arguments_.push_back(load_argument(values, kernel_.pieces[i], i));
    }

    llvm::Value* load_argument(llvm::Value* values, const ArgumentPiece& piece, std::size_t i) {
        llvm::Value* place = at(values, piece.offset);
        const llvm::Argument* argument = kernel_function()->getArg(static_cast<unsigned>(i));
        if (piece.by_address) return copy_of(*argument, place);
        llvm::Type* type = argument->getType();
        // A bool is an i1 in LLVM, but a byte in memory.
        if (type->isIntegerTy(1))
            return builder_.CreateTrunc(builder_.CreateLoad(builder_.getInt8Ty(), place), type);
        return builder_.CreateAlignedLoad(type, place, llvm::Align(1));
    }

    // Copies the argument to a local variable. LLVM then knows that the kernel's stores do not
    // change the argument.
    llvm::Value* copy_of(const llvm::Argument& argument, llvm::Value* place) {
        llvm::Type* type = argument.getParamByValType();
        const llvm::Align alignment = argument.getParamAlign().valueOrOne();
        llvm::AllocaInst* copy = builder_.CreateAlloca(type);
        copy->setAlignment(alignment);
        builder_.CreateMemCpy(copy, alignment, place, llvm::Align(1),
                              module_.getDataLayout().getTypeAllocSize(type));
        return copy;
    }

    // Calls the kernel. The call has the kernel's byval attributes, so each thread gets its own
    // copy of a byval argument and may modify it.
    llvm::CallInst* call_kernel() {
        llvm::Function* kernel = kernel_function();
        llvm::CallInst* call = builder_.CreateCall(kernel, arguments_);
        for (llvm::Argument& argument : kernel->args()) {
            if (!argument.hasByValAttr()) continue;
            const unsigned index = argument.getArgNo();
            call->addParamAttr(index, argument.getAttribute(llvm::Attribute::ByVal));
            call->addParamAttr(index, argument.getAttribute(llvm::Attribute::Alignment));
        }
        return call;
    }

    // Builds the loop `for (block = first; block < last; ++block)`.
    void loop_over_blocks() {
        llvm::BasicBlock* start = builder_.GetInsertBlock();
        llvm::BasicBlock* header = new_block("block");
        llvm::PHINode* block = builder_.CreatePHI(builder_.getInt64Ty(), 2, "block");
        llvm::Value* more = builder_.CreateICmpULT(block, entry_.function->getArg(2));
        llvm::BasicBlock* body = new_block("block.body");
        set(names::kBlockIndex, block_index(block));
        store_block_index(builder_, *entry_.shared, *block);
        loop_over_threads(2);
        block->addIncoming(builder_.CreateAdd(block, builder_.getInt64(1)),
                           builder_.GetInsertBlock());
        builder_.CreateBr(header);
        block->addIncoming(entry_.function->getArg(1), start);
        llvm::BasicBlock* done = new_block("done");
        llvm::IRBuilder<>(start).CreateBr(header);
        llvm::IRBuilder<>(header).CreateCondBr(more, body, done);
    }

    Triple block_index(llvm::Value* linear) {
        const Triple grid = get(names::kGridSize);
        llvm::Value* x = builder_.CreateZExt(grid[0], builder_.getInt64Ty());
        llvm::Value* y = builder_.CreateZExt(grid[1], builder_.getInt64Ty());
        llvm::Value* rows = builder_.CreateUDiv(linear, x);
        const Triple wide{builder_.CreateURem(linear, x), builder_.CreateURem(rows, y),
                          builder_.CreateUDiv(rows, y)};
        Triple narrow;
        for (std::size_t i = 0; i < wide.size(); ++i)
            narrow[i] = builder_.CreateTrunc(wide[i], builder_.getInt32Ty());
        return narrow;
    }

    // Builds the loops over the threads, from z (`axis` = 2) to x (`axis` = 0). Each has the form
    // `do ... while (++index < size)`, because no size is 0. The body of the x loop calls the
    // kernel.
    void loop_over_threads(std::size_t axis) {
        llvm::BasicBlock* before = builder_.GetInsertBlock();
        llvm::BasicBlock* body = new_block("thread");
        llvm::IRBuilder<>(before).CreateBr(body);
        llvm::PHINode* index = builder_.CreatePHI(builder_.getInt32Ty(), 2, "thread");
        entry_.indices[names::kThreadIndex + axis] = index;
        if (axis == 0)
            call_kernel();
        else
            loop_over_threads(axis - 1);
        close_loop(*index, *before, *body, axis);
    }

    void close_loop(llvm::PHINode& index, llvm::BasicBlock& before, llvm::BasicBlock& body,
                    std::size_t axis) {
        llvm::Value* next = builder_.CreateAdd(&index, builder_.getInt32(1), "", true, true);
        llvm::Value* more = builder_.CreateICmpULT(next, entry_.indices[names::kBlockSize + axis]);
        llvm::BasicBlock* latch = builder_.GetInsertBlock();
        llvm::BasicBlock* after = new_block("threads.done");
        auto* branch = llvm::IRBuilder<>(latch).CreateCondBr(more, &body, after);
        if (axis == 0) name_loop(*branch);
        index.addIncoming(builder_.getInt32(0), &before);
        index.addIncoming(next, latch);
    }

    void name_loop(llvm::BranchInst& latch) {
        llvm::LLVMContext& context = module_.getContext();
        auto* self = llvm::MDNode::getDistinct(context, {nullptr});
        self->replaceOperandWith(0, self);
        latch.setMetadata(llvm::LLVMContext::MD_loop, self);
        entry_.thread_loop = self;
    }

    llvm::Module& module_;
    const KernelDescription& kernel_;
    llvm::IRBuilder<> builder_;
    Entry entry_;
    llvm::SmallVector<llvm::Value*, 16> arguments_;
};

// Stores a field of SharedHeader. The store is volatile, because the runtime may read the field at
// any time.
void store_field(llvm::IRBuilderBase& builder, llvm::Value& shared, llvm::Value& value,
                 std::size_t offset) {
    llvm::Value* place = builder.CreateConstGEP1_64(builder.getInt8Ty(), &shared,
                                                    offset - std::uint64_t{sizeof(SharedHeader)});
    builder.CreateAlignedStore(&value, place, llvm::Align(alignof(SharedHeader)), true);
}

}  // namespace

std::string entry_symbol(const std::string& kernel, const std::optional<driver::Dim3>& block) {
    return std::string(names::kEntryPrefix) + kernel + "." + to_string(block);
}

void store_block_index(llvm::IRBuilderBase& builder, llvm::Value& shared, llvm::Value& block) {
    store_field(builder, shared, block, offsetof(SharedHeader, block));
}

void store_block_count(llvm::IRBuilderBase& builder, llvm::Value& shared, unsigned count) {
    store_field(builder, shared, *builder.getInt64(count), offsetof(SharedHeader, together));
}

Entry add_loops_entry(llvm::Module& module, const KernelDescription& kernel) {
    return EntryBuilder(module, kernel).build_loops();
}

Entry add_fiber_entry(llvm::Module& module, const KernelDescription& kernel) {
    return EntryBuilder(module, kernel).build_fiber();
}

Entry add_body(llvm::Module& module, const KernelDescription& kernel, const driver::Dim3& block) {
    return EntryBuilder(module, kernel).build_body(block);
}

namespace {

// Returns the index of the thread in its warp. The threads of a block are numbered along x first,
// then y, then z.
llvm::Value* lane_index(llvm::IRBuilder<>& builder, const Entry& entry) {
    const auto& [x, y, z, block_x, block_y, block_z, size_x, size_y, size_z, grid_x, grid_y,
                 grid_z] = entry.indices;
    llvm::Value* row = builder.CreateAdd(y, builder.CreateMul(size_y, z));
    llvm::Value* index = builder.CreateAdd(x, builder.CreateMul(size_x, row));
    return builder.CreateAnd(index, builder.getInt32(31));
}

llvm::Value* value_of(llvm::CallInst& call, const Entry& entry) {
    const auto name = std::string_view(call.getCalledFunction()->getName());
    if (name == names::kLaneIndex && entry.indices[names::kThreadIndex] != nullptr) {
        llvm::IRBuilder<> builder(&call);
        return lane_index(builder, entry);
    }
    const auto found = std::find(names::kIndices.begin(), names::kIndices.end(), name);
    return found == names::kIndices.end()
               ? nullptr
               : entry.indices[static_cast<std::size_t>(found - names::kIndices.begin())];
}

}  // namespace

void replace_placeholders(const Entry& entry) {
    for (llvm::Instruction& instruction :
         llvm::make_early_inc_range(llvm::instructions(*entry.function))) {
        auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
        if (call == nullptr || call->getCalledFunction() == nullptr) continue;
        llvm::Value* value = value_of(*call, entry);
        if (value == nullptr) continue;
        call->replaceAllUsesWith(value);
        call->eraseFromParent();
    }
}

}  // namespace glint::cpu

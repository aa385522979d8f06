#include <glint/cpu/lowering/lanes/vectorise.hpp>

#include <cstddef>

#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Utils/Local.h>

#include <glint/cpu/codegen/abi.hpp>
#include <glint/cpu/codegen/host_target.hpp>
#include <glint/cpu/codegen/optimise.hpp>
#include <glint/cpu/lowering/entries.hpp>
#include <glint/cpu/lowering/lanes/emitter.hpp>
#include <glint/cpu/lowering/lanes/launch_constants.hpp>
#include <glint/cpu/lowering/lanes/legality.hpp>

namespace glint::cpu {
namespace {

using llvm::Value;
using Triple = std::array<Value*, 3>;

// What groups keep across barriers lies on a worker's stack, whose size is megabytes.
constexpr std::uint64_t kMostContextBytes = std::uint64_t{1} << 20;

/// The new function around the code of one block: it loops over blocks.
class BlockLoop {
public:
    explicit BlockLoop(llvm::Function& body) : builder_(body.getContext()) {
        auto* type = llvm::FunctionType::get(builder_.getVoidTy(),
                                             {builder_.getPtrTy(), builder_.getInt64Ty(),
                                              builder_.getInt64Ty(), builder_.getPtrTy()},
                                             false);
        function_ = llvm::Function::Create(type, llvm::Function::ExternalLinkage,
                                           body.getName() + ".lanes", *body.getParent());
        function_->copyAttributesFrom(&body);
        function_->addParamAttr(3, llvm::Attribute::NoAlias);
        function_->addFnAttr("prefer-vector-width", std::to_string(8 * vector_register_bytes()));
        entry_ = new_block("entry");
        take_lines_of(body);
        open();
    }

    llvm::IRBuilder<>& builder() { return builder_; }
    llvm::Function& function() { return *function_; }
    llvm::BasicBlock& entry() { return *entry_; }
    /// Where code runs once for all blocks.
    llvm::Instruction* before() { return entry_->getTerminator(); }
    const Triple& block_index() const { return index_; }
    Value* number() { return number_; }

    // Steps to the next block: along x, then y, then z.
    void close() {
        llvm::BasicBlock* last = builder_.GetInsertBlock();
        Value* next_x = builder_.CreateAdd(index_[0], builder_.getInt32(1));
        Value* row_ends = builder_.CreateICmpEQ(next_x, grid_[0]);
        Value* next_y = builder_.CreateAdd(index_[1], builder_.CreateZExt(row_ends, i32()));
        Value* layer_ends = builder_.CreateICmpEQ(next_y, grid_[1]);
        Value* next_z = builder_.CreateAdd(index_[2], builder_.CreateZExt(layer_ends, i32()));
        const Triple next{builder_.CreateSelect(row_ends, builder_.getInt32(0), next_x),
                          builder_.CreateSelect(layer_ends, builder_.getInt32(0), next_y), next_z};
        number_->addIncoming(builder_.CreateAdd(number_, builder_.getInt64(1)), last);
        for (std::size_t i = 0; i < next.size(); ++i)
            llvm::cast<llvm::PHINode>(index_[i])->addIncoming(next[i], last);
        builder_.CreateBr(header_);
        builder_.SetInsertPoint(done_);
        builder_.CreateRetVoid();
    }

private:
    llvm::Type* i32() { return builder_.getInt32Ty(); }

    llvm::BasicBlock* new_block(const char* name) {
        return llvm::BasicBlock::Create(function_->getContext(), name, function_);
    }

    void take_lines_of(llvm::Function& body) {
        llvm::DISubprogram* lines = body.getSubprogram();
        if (lines == nullptr) return;
        body.setSubprogram(nullptr);
        function_->setSubprogram(lines);
        builder_.SetCurrentDebugLocation(
            llvm::DILocation::get(function_->getContext(), lines->getLine(), 0, lines));
    }

    void open() {
        builder_.SetInsertPoint(entry_);
        for (std::size_t i = 0; i < grid_.size(); ++i)
            grid_[i] = builder_.CreateLoad(i32(), builder_.CreateConstInBoundsGEP1_64(
                                                      builder_.getInt8Ty(), function_->getArg(0),
                                                      offsetof(LaunchView, grid) + 4 * i));
        const Triple first = place_of(function_->getArg(1));
        header_ = new_block("block");
        llvm::BasicBlock* body = new_block("block.body");
        done_ = new_block("done");
        builder_.CreateBr(header_);
        builder_.SetInsertPoint(header_);
        number_ = builder_.CreatePHI(builder_.getInt64Ty(), 2, "block");
        number_->addIncoming(function_->getArg(1), entry_);
        for (std::size_t i = 0; i < index_.size(); ++i) {
            llvm::PHINode* index = builder_.CreatePHI(i32(), 2);
            index->addIncoming(first[i], entry_);
            index_[i] = index;
        }
        builder_.CreateCondBr(builder_.CreateICmpULT(number_, function_->getArg(2)), body, done_);
        builder_.SetInsertPoint(body);
    }

    Triple place_of(Value* number) {
        Value* x = builder_.CreateZExt(grid_[0], builder_.getInt64Ty());
        Value* y = builder_.CreateZExt(grid_[1], builder_.getInt64Ty());
        Value* row = builder_.CreateUDiv(number, x);
        return {builder_.CreateTrunc(builder_.CreateURem(number, x), i32()),
                builder_.CreateTrunc(builder_.CreateURem(row, y), i32()),
                builder_.CreateTrunc(builder_.CreateUDiv(row, y), i32())};
    }

    llvm::IRBuilder<> builder_;
    llvm::Function* function_ = nullptr;
    llvm::BasicBlock* entry_ = nullptr;
    llvm::BasicBlock* header_ = nullptr;
    llvm::BasicBlock* done_ = nullptr;
    llvm::PHINode* number_ = nullptr;
    Triple grid_{};
    Triple index_{};
};

bool has_barrier(const llvm::Function& body) {
    const auto all = llvm::instructions(body);
    return std::any_of(all.begin(), all.end(), [](const llvm::Instruction& instruction) {
        return is_barrier(instruction);
    });
}

// Slots back into registers.
void promote(llvm::Function& function) {
    llvm::removeUnreachableBlocks(function);
    ModulePipeline pipeline(nullptr);
    pipeline.run(function, llvm::SROAPass(llvm::SROAOptions::ModifyCFG));
}

}  // namespace

llvm::Function* vectorise(llvm::Function& body, const LaneLayout& layout) {
    const PrivateMemory memory(body);
    Scopes scopes(body);
    const Shapes shapes(body, scopes, layout, memory, Extent::group);
    Scopes block_scopes(body);
    const Shapes block_shapes(body, block_scopes, layout, memory, Extent::block);
    check_lanes_are_legal(body, scopes, block_shapes);

    BlockLoop blocks(body);
    GroupLoops loops(blocks.builder(), layout.groups);
    Slots slots(blocks.builder(), loops, blocks.entry());
    LaneValues values(blocks.builder(), loops, slots,
                      {.layout = layout,
                       .shapes = shapes,
                       .block_shapes = block_shapes,
                       .memory = memory,
                       .has_barriers = has_barrier(body)});
    values.set_constant(body.getArg(0), blocks.function().getArg(0));
    values.set_constant(body.getArg(1), blocks.function().getArg(3));
    for (unsigned axis = 0; axis < 3; ++axis)
        values.set_block_index(axis, blocks.block_index()[axis]);
    llvm::IRBuilder<> before(blocks.before());
    read_launch_constants(before, body, values);
    tell_block(blocks.builder(), *blocks.function().getArg(3), *blocks.number());
    LaneBuilder lanes{
        .ir = blocks.builder(), .values = values, .slots = slots, .old_shared = body.getArg(1)};
    Emitter(lanes, loops, scopes).build();
    blocks.close();
    if (slots.finish() > kMostContextBytes)
        throw Rejection("its threads keep too much across barriers");
    promote(blocks.function());
    return &blocks.function();
}

}  // namespace glint::cpu

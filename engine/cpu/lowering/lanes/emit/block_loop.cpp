// SPDX-License-Identifier: MIT
#include <glint/cpu/lowering/lanes/emit/block_loop.hpp>

#include <algorithm>
#include <cstddef>

#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Intrinsics.h>

#include <glint/cpu/codegen/abi.hpp>
#include <glint/cpu/codegen/host_target.hpp>
#include <glint/cpu/lowering/entries.hpp>

namespace glint::cpu {
namespace {

using llvm::Value;

// Maximum number of threads in a row of a strip. Such rows are long enough to stream memory, and
// short enough that the L2 cache holds the rows that a stencil reads.
constexpr unsigned kStripThreads = 4096;

}  // namespace

BlockLoop::BlockLoop(llvm::Function& body, const LaneLayout& layout) : builder_(body.getContext()) {
    auto* type = llvm::FunctionType::get(
        builder_.getVoidTy(),
        {builder_.getPtrTy(), builder_.getInt64Ty(), builder_.getInt64Ty(), builder_.getPtrTy()},
        false);
    function_ = llvm::Function::Create(type, llvm::Function::ExternalLinkage,
                                       body.getName() + ".lanes", *body.getParent());
    function_->copyAttributesFrom(&body);
    function_->addParamAttr(3, llvm::Attribute::NoAlias);
    function_->addFnAttr("prefer-vector-width", std::to_string(8 * vector_register_bytes()));
    entry_ = new_block("entry");
    take_lines_of(body);
    open(layout);
    Value* number = first_number_;
    index_ = first_;
    strip_ = builder_.getInt32(1);
    if (layout.in_strips) {
        open_strip(layout);
        Value* block = block_in_strip(layout);
        number = builder_.CreateAdd(number, builder_.CreateZExt(block, builder_.getInt64Ty()));
        index_[0] = builder_.CreateAdd(index_[0], block);
    }
    store_block_index(builder_, *function_->getArg(3), *number);
}

llvm::BasicBlock* BlockLoop::new_block(const char* name) {
    return llvm::BasicBlock::Create(function_->getContext(), name, function_);
}

void BlockLoop::take_lines_of(llvm::Function& body) {
    llvm::DISubprogram* lines = body.getSubprogram();
    if (lines == nullptr) return;
    body.setSubprogram(nullptr);
    function_->setSubprogram(lines);
    builder_.SetCurrentDebugLocation(
        llvm::DILocation::get(function_->getContext(), lines->getLine(), 0, lines));
}

void BlockLoop::open(const LaneLayout& layout) {
    builder_.SetInsertPoint(entry_);
    for (std::size_t i = 0; i < grid_.size(); ++i)
        grid_[i] = builder_.CreateLoad(
            builder_.getInt32Ty(),
            builder_.CreateConstInBoundsGEP1_64(builder_.getInt8Ty(), function_->getArg(0),
                                                offsetof(LaunchView, grid) + 4 * i));
    if (layout.blocks_in_group() > 1)
        store_block_count(builder_, *function_->getArg(3), layout.blocks_in_group());
    const Triple start = place_of(function_->getArg(1));
    header_ = new_block("block");
    llvm::BasicBlock* body = new_block("block.body");
    done_ = new_block("done");
    builder_.CreateBr(header_);
    builder_.SetInsertPoint(header_);
    first_number_ = builder_.CreatePHI(builder_.getInt64Ty(), 2, "block");
    first_number_->addIncoming(function_->getArg(1), entry_);
    for (std::size_t i = 0; i < first_.size(); ++i) {
        llvm::PHINode* index = builder_.CreatePHI(builder_.getInt32Ty(), 2);
        index->addIncoming(start[i], entry_);
        first_[i] = index;
    }
    builder_.CreateCondBr(builder_.CreateICmpULT(first_number_, function_->getArg(2)), body, done_);
    builder_.SetInsertPoint(body);
}

// Starts the loops over a strip. The strip ends at the end of the grid's row, after the last block
// to run, or when its rows have kStripThreads threads, whichever comes first. It has at least one
// block.
void BlockLoop::open_strip(const LaneLayout& layout) {
    Value* left = builder_.CreateSub(function_->getArg(2), first_number_);
    Value* left_in_row =
        builder_.CreateZExt(builder_.CreateSub(grid_[0], first_[0]), builder_.getInt64Ty());
    Value* most = builder_.getInt64(std::max(kStripThreads / layout.block.x, 1u));
    const auto least = [&](Value* a, Value* b) {
        return builder_.CreateBinaryIntrinsic(llvm::Intrinsic::umin, a, b);
    };
    strip_ = builder_.CreateTrunc(least(least(left, left_in_row), most), builder_.getInt32Ty());
    rows_ = CountedLoop(builder_, builder_.getInt32(layout.block.y * layout.block.z), "row");
    row_ = rows_.index();
    Value* rounds = strip_;
    if (layout.joins_blocks) {
        place_.strip_threads =
            builder_.CreateMul(strip_, builder_.getInt32(layout.block.x), "", true, true);
        Value* rounded = builder_.CreateAdd(place_.strip_threads,
                                            builder_.getInt32(layout.width - 1), "", true, true);
        rounds = builder_.CreateUDiv(rounded, builder_.getInt32(layout.width));
    }
    in_strip_ = CountedLoop(builder_, rounds, "in.strip");
}

// Returns the index within the strip of the block that contains the group's first thread.
Value* BlockLoop::block_in_strip(const LaneLayout& layout) {
    if (!layout.joins_blocks) return in_strip_.index();
    Value* row = builder_.getInt32(layout.block.x);
    place_.in_strip =
        builder_.CreateMul(in_strip_.index(), builder_.getInt32(layout.width), "", true, true);
    place_.in_grid = builder_.CreateAdd(builder_.CreateMul(first_[0], row, "", true, true),
                                        place_.in_strip, "", true, true);
    return builder_.CreateUDiv(place_.in_strip, row);
}

BlockLoop::Triple BlockLoop::place_of(Value* number) {
    Value* x = builder_.CreateZExt(grid_[0], builder_.getInt64Ty());
    Value* y = builder_.CreateZExt(grid_[1], builder_.getInt64Ty());
    Value* row = builder_.CreateUDiv(number, x);
    llvm::Type* i32 = builder_.getInt32Ty();
    return {builder_.CreateTrunc(builder_.CreateURem(number, x), i32),
            builder_.CreateTrunc(builder_.CreateURem(row, y), i32),
            builder_.CreateTrunc(builder_.CreateUDiv(row, y), i32)};
}

// Ends the loops and continues with the next strip along x, then y, then z.
void BlockLoop::close() {
    if (row_ != nullptr) {
        in_strip_.close(builder_);
        rows_.close(builder_);
    }
    llvm::BasicBlock* last = builder_.GetInsertBlock();
    llvm::Type* i32 = builder_.getInt32Ty();
    Value* next_x = builder_.CreateAdd(first_[0], strip_);
    Value* row_ends = builder_.CreateICmpEQ(next_x, grid_[0]);
    Value* next_y = builder_.CreateAdd(first_[1], builder_.CreateZExt(row_ends, i32));
    Value* layer_ends = builder_.CreateICmpEQ(next_y, grid_[1]);
    Value* next_z = builder_.CreateAdd(first_[2], builder_.CreateZExt(layer_ends, i32));
    const Triple next{builder_.CreateSelect(row_ends, builder_.getInt32(0), next_x),
                      builder_.CreateSelect(layer_ends, builder_.getInt32(0), next_y), next_z};
    Value* blocks = builder_.CreateZExt(strip_, builder_.getInt64Ty());
    first_number_->addIncoming(builder_.CreateAdd(first_number_, blocks), last);
    for (std::size_t i = 0; i < next.size(); ++i)
        llvm::cast<llvm::PHINode>(first_[i])->addIncoming(next[i], last);
    builder_.CreateBr(header_);
    builder_.SetInsertPoint(done_);
    builder_.CreateRetVoid();
}

}  // namespace glint::cpu

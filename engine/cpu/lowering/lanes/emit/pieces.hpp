// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include <glint/cpu/lowering/lanes/emit/lane_builder.hpp>

namespace glint::cpu {

/// The structs of all lanes as one sequence of words, in the order in which they are in memory. The
/// sequence is divided into vectors, called pieces. The number of pieces equals the number of words
/// of a struct. The number of words of a piece equals the number of lanes.
class Pieces {
public:
    Pieces(const LaneBuilder& lanes, unsigned word_bytes, unsigned words)
        : lanes_(lanes), word_bytes_(word_bytes), words_(words) {}

    void add(llvm::Value* piece) { pieces_.push_back(piece); }

    /// Returns `count` words of each lane's struct, starting at the word `word`. The words of a
    /// lane are combined into one integer.
    llvm::Value* take(unsigned word, unsigned count) const;
    /// Extracts the word with index `word` from each of these integers.
    llvm::Value* word_of(llvm::Value* number, unsigned word) const;
    /// Builds the pieces from `words`. Each element of `words` is a vector with one word of each
    /// lane's struct.
    void put_together(llvm::ArrayRef<llvm::Value*> words);

    /// Load or store all pieces. `first` is the address of the struct of lane 0.
    void load(llvm::Value* first);
    void store(llvm::Value* first) const;

private:
    unsigned bits() const { return 8 * word_bytes_; }
    // The alignment of a struct equals the alignment of its words.
    llvm::Align alignment() const { return llvm::Align(word_bytes_); }
    llvm::Type* type() const { return lanes_.values.lanes_of(lanes_.ir.getIntNTy(bits())); }
    llvm::Value* take_word(unsigned word) const;
    llvm::Value* place(llvm::Value* first, unsigned piece) const;
    llvm::Value* mask_of(unsigned piece) const;

    const LaneBuilder& lanes_;
    unsigned word_bytes_;
    unsigned words_;
    std::vector<llvm::Value*> pieces_;
};

/// Maximum size in bytes of a struct that `load_each` can load.
inline constexpr unsigned kMaxStructBytes = 64;

/// Stores the addresses of all lanes in memory, where `load_each` reads them. For inactive lanes,
/// stores the address of readable memory.
llvm::AllocaInst* store_addresses(const LaneBuilder& lanes, llvm::Value* pointers);

/// Returns the number of words that each struct occupies in the result of `load_each`: `words`,
/// rounded up to a power of two.
unsigned room_of(unsigned words);

/// Loads structs of `words` words one by one. `place` computes the address of a struct from the
/// stored address.
using PlaceOfStruct = llvm::function_ref<llvm::Value*(llvm::Value* address)>;
Pieces load_each(const LaneBuilder& lanes, llvm::AllocaInst* addresses, unsigned word_bytes,
                 unsigned words, PlaceOfStruct place);

}  // namespace glint::cpu

// SPDX-License-Identifier: MIT
#include <glint/cpu/frontend/fold_constants.hpp>

#include <optional>

#include <clang/AST/ASTConsumer.h>
#include <clang/AST/ASTContext.h>
#include <clang/AST/Expr.h>
#include <clang/AST/RecursiveASTVisitor.h>
#include <clang/Basic/SourceManager.h>
#include <llvm/ADT/APFloat.h>
#include <llvm/ADT/APSInt.h>

namespace glint::cpu {
namespace {

using llvm::APInt;
using llvm::APSInt;

/// Visits the expressions of a declaration and rewrites those with undefined results.
class Folder : public clang::RecursiveASTVisitor<Folder> {
public:
    explicit Folder(clang::ASTContext& context) : context_(context) {}

    bool shouldVisitTemplateInstantiations() const { return true; }
    bool shouldVisitImplicitCode() const { return true; }

    bool VisitBinaryOperator(clang::BinaryOperator* operation) {
        if (operation->isTypeDependent() || operation->isValueDependent() ||
            !operation->getType()->isIntegerType())
            return true;
        if (operation->isShiftOp()) fold_shift(*operation);
        if (operation->getOpcode() == clang::BO_Div || operation->getOpcode() == clang::BO_Rem)
            fold_division(*operation);
        return true;
    }

    bool VisitCastExpr(clang::CastExpr* cast) {
        if (cast->getCastKind() == clang::CK_FloatingToIntegral && !cast->isValueDependent())
            fold_conversion(*cast);
        return true;
    }

private:
    std::optional<APSInt> constant(const clang::Expr& expression) const {
        clang::Expr::EvalResult result;
        if (expression.isValueDependent() || !expression.EvaluateAsInt(result, context_))
            return std::nullopt;
        return result.Val.getInt();
    }

    clang::IntegerLiteral* literal(const APInt& value, clang::QualType type,
                                   const clang::Expr& place) const {
        return clang::IntegerLiteral::Create(context_, value, type, place.getExprLoc());
    }

    clang::IntegerLiteral* literal(std::uint64_t value, clang::QualType type,
                                   const clang::Expr& place) const {
        return literal(APInt(static_cast<unsigned>(context_.getIntWidth(type)), value), type,
                       place);
    }

    // Rewrites `a op b` as `a, 0`, so that `a` is still evaluated.
    void make_zero(clang::BinaryOperator& operation) const {
        operation.setRHS(literal(0, operation.getType(), operation));
        operation.setOpcode(clang::BO_Comma);
    }

    void fold_shift(clang::BinaryOperator& shift) const {
        const std::optional<APSInt> given = constant(*shift.getRHS());
        if (!given) return;
        const std::uint64_t width = context_.getIntWidth(shift.getType());
        const std::uint64_t amount = given->extOrTrunc(32).getZExtValue();
        if (amount < width) {
            if (given->getActiveBits() > 32 || given->isNegative())
                shift.setRHS(literal(amount, context_.IntTy, *shift.getRHS()));
            return;
        }
        const bool keeps_sign = shift.getOpcode() == clang::BO_Shr &&
                                shift.getType()->isSignedIntegerOrEnumerationType();
        if (!keeps_sign) return make_zero(shift);
        shift.setRHS(literal(width - 1, context_.IntTy, *shift.getRHS()));
    }

    // Rewrites `a / -1` as `a * -1`, which wraps on overflow, and `a % -1` as `a, 0`.
    void fold_division(clang::BinaryOperator& division) const {
        if (!division.getType()->isSignedIntegerOrEnumerationType()) return;
        const std::optional<APSInt> divisor = constant(*division.getRHS());
        if (!divisor || !divisor->isAllOnes()) return;
        if (division.getOpcode() == clang::BO_Rem) return make_zero(division);
        division.setOpcode(clang::BO_Mul);
    }

    void fold_conversion(clang::CastExpr& cast) const {
        llvm::APFloat number(0.0);
        if (!cast.getSubExpr()->EvaluateAsFloat(number, context_)) return;
        const bool is_signed = cast.getType()->isSignedIntegerOrEnumerationType();
        const auto bits = static_cast<unsigned>(context_.getIntWidth(cast.getType()));
        APSInt value(std::max(bits, 32u), !is_signed);
        bool is_exact = false;
        const auto status = number.convertToInteger(value, llvm::APFloat::rmTowardZero, &is_exact);
        const bool fits = (status & llvm::APFloat::opInvalidOp) == 0;
        if (fits && bits >= 32) return;
        const clang::QualType type = context_.getIntTypeForBitwidth(value.getBitWidth(), is_signed);
        if (type.isNull()) return;
        if (number.isNaN()) {
            const bool is_double = &number.getSemantics() == &llvm::APFloat::IEEEdouble();
            value = APSInt(value.getBitWidth() > 32 || is_double
                               ? APInt::getSignedMinValue(value.getBitWidth())
                               : APInt::getZero(value.getBitWidth()),
                           !is_signed);
        }
        cast.setSubExpr(literal(value, type, *cast.getSubExpr()));
        cast.setCastKind(clang::CK_IntegralCast);
    }

    clang::ASTContext& context_;
};

class FolderConsumer : public clang::ASTConsumer {
public:
    void Initialize(clang::ASTContext& context) override { folder_.emplace(context); }

    bool HandleTopLevelDecl(clang::DeclGroupRef declarations) override {
        for (clang::Decl* declaration : declarations) folder_->TraverseDecl(declaration);
        return true;
    }

    void HandleInlineFunctionDefinition(clang::FunctionDecl* function) override {
        folder_->TraverseDecl(function);
    }

private:
    std::optional<Folder> folder_;
};

}  // namespace

std::unique_ptr<clang::ASTConsumer> make_constant_folder() {
    return std::make_unique<FolderConsumer>();
}

}  // namespace glint::cpu

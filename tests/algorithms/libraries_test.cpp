// SPDX-License-Identifier: MIT
#include <glint/algorithms/detail/libraries.hpp>

#include <array>

#include <gtest/gtest.h>

#include <glint/algorithms/detail/factorize.hpp>
#include <glint/algorithms/detail/openblas.hpp>
#include <glint/base/error.hpp>

namespace glint {
namespace {

Error error_of(auto&& call) {
    try {
        call();
    } catch (const Error& error) {
        return error;
    }
    throw std::runtime_error("no error");
}

TEST(Libraries, MissingLibrariesSayWhatToInstall) {
    const std::array<std::string, 1> names{"libglint_has_no_such.so"};
    const Error error = error_of(
        [&] { (void)detail::opened_library("Nothing (libnothing.so)", names, "Install nothing"); });
    EXPECT_EQ(error.code(), ErrorCode::unsupported);
    EXPECT_STREQ(error.what(),
                 "cannot load Nothing (libnothing.so): the library was not found. Install nothing");
}

TEST(Libraries, MissingFunctionsAreNamed) {
    const std::array<std::string, 1> names{"libm.so.6"};
    const SharedLibrary library = detail::opened_library("libm", names, "");
    EXPECT_NE(detail::function_in(library, "sin"), nullptr);
    const Error error = error_of([&] { detail::function_in(library, "no_such_function"); });
    EXPECT_EQ(error.code(), ErrorCode::unsupported);
    EXPECT_EQ(error.reason(), "the function no_such_function was not found");
}

TEST(Libraries, SizesOver31BitsAreRefused) {
    EXPECT_EQ(detail::blas_size(2147483647), 2147483647);
    const Error error = error_of([] { (void)detail::blas_size(2147483648); });
    EXPECT_EQ(error.code(), ErrorCode::unsupported);
    EXPECT_EQ(error.operation(), "use matrices with 2147483648 elements per side");
}

TEST(Libraries, ConvergenceFailuresAreReported) {
    const Error error =
        error_of([] { detail::refuse_unconverged("the eigenvalues", Shape{3, 3}, {0, 2}); });
    EXPECT_EQ(error.code(), ErrorCode::bad_input);
    EXPECT_STREQ(
        error.what(),
        "cannot compute the eigenvalues of a matrix of shape (3, 3): the computation for the "
        "matrix did not converge (LAPACK info: 2). Check the elements for NaN");
}

}  // namespace
}  // namespace glint

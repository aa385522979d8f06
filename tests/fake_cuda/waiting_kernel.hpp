// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

namespace glint::fake_cuda {

/// A kernel whose blocks wait for the whole grid, and one that does not.
inline constexpr std::string_view kWaitingAndPlainPtx = R"(
.version 8.0
.target sm_90
.address_size 64
.visible .entry waits()
{
	mov.u32 %r1, %envreg1;
	trap;
	ret;
}
.visible .entry plain()
{
	ret;
}
)";

}  // namespace glint::fake_cuda

// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

namespace glint::fake_cuda {

/// PTX of a kernel whose blocks wait for the whole grid, and of a plain kernel.
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

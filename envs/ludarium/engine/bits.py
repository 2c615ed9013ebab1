"""Sets of up to 64 things as the bits of a number, for searches. Each function is one instruction of the processor."""

from __future__ import annotations

from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

NOT_ZERO = cgutils.true_bit  # promised of the argument: there is a lowest and a highest bit


@intrinsic
def size(typingctx, things):
    """How many bits are set."""

    def codegen(context, builder, signature, args):
        return builder.ctpop(args[0])

    return types.int64(types.uint64), codegen


@intrinsic
def lowest(typingctx, things):
    """The number of the lowest bit of a set that is not empty."""

    def codegen(context, builder, signature, args):
        return builder.cttz(args[0], NOT_ZERO)

    return types.int64(types.uint64), codegen


@intrinsic
def highest(typingctx, things):
    """The number of the highest bit of a set that is not empty."""

    def codegen(context, builder, signature, args):
        return builder.sub(context.get_constant(types.int64, 63), builder.ctlz(args[0], NOT_ZERO))

    return types.int64(types.uint64), codegen

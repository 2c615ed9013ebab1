"""Atomic reads and writes of whole numbers in an array, for threads that talk to each other inside compiled code.

Numba has none for the processor, so each is one instruction of LLVM, given as an intrinsic.
"""

from __future__ import annotations

from numba import types
from numba.core import cgutils
from numba.extending import intrinsic


def _pointer(context, builder, signature, args):
    array = context.make_array(signature.args[0])(context, builder, args[0])
    index = context.cast(builder, args[1], signature.args[1], types.intp)
    return cgutils.get_item_pointer(context, builder, signature.args[0], array, [index])


@intrinsic
def load(typingctx, array, index):
    """array[index], read after everything that was written before the last store there."""

    def codegen(context, builder, signature, args):
        return builder.load_atomic(_pointer(context, builder, signature, args), "seq_cst", 8)

    return types.int64(array, index), codegen


@intrinsic
def exchange(typingctx, array, index, value):
    """Writes array[index] and returns what stood there."""

    def codegen(context, builder, signature, args):
        value = context.cast(builder, args[2], signature.args[2], types.int64)
        return builder.atomic_rmw("xchg", _pointer(context, builder, signature, args), value, "seq_cst")

    return types.int64(array, index, value), codegen


@intrinsic
def replace(typingctx, array, index, expected, value):
    """Writes array[index] if `expected` stands there, and says whether it did."""

    def codegen(context, builder, signature, args):
        old, new = (context.cast(builder, args[k], signature.args[k], types.int64) for k in (2, 3))
        pointer = _pointer(context, builder, signature, args)
        result = builder.cmpxchg(pointer, old, new, "seq_cst", "seq_cst")
        return builder.extract_value(result, 1)

    return types.boolean(array, index, expected, value), codegen

"""The distribution over legal actions, written once for playing and for learning.

Most actions are illegal most of the time (in MatriO all but some forty of 1,248), so compiled loops that look at legal
ones only are several times as fast as a masked softmax in torch, and leave no large tensors behind.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import pairwise
from typing import Any

import numpy as np
import torch

from ludarium.engine.compiling import compiled

SMALLEST_SLICE = 256  # rows; fewer are done faster by one thread


@compiled
def log_total(logits: np.ndarray, mask: np.ndarray) -> Any:
    """The logarithm of the sum of exp(logit) over the legal actions of a row."""
    most = np.float32(-np.inf)
    for action in range(len(mask)):
        if mask[action]:
            most = max(most, logits[action])
    total = np.float32(0.0)
    for action in range(len(mask)):
        if mask[action]:
            total += np.exp(logits[action] - most)
    return most + np.log(total)


@compiled
def draw_rows(logits, masks, uniforms, actions, log_probs, low, high):  # type: ignore[no-untyped-def]
    """One legal action a row, by the inverse of the distribution function at uniforms[i] in [0, 1)."""
    for i in range(low, high):
        total = log_total(logits[i], masks[i])
        left = uniforms[i]
        for action in range(masks.shape[1]):
            if masks[i, action]:
                actions[i] = action  # the last legal one stays if rounding leaves something over
                log_probs[i] = logits[i, action] - total
                left -= np.exp(log_probs[i])
                if left < 0:
                    break


@compiled
def assess_rows(logits, masks, actions, totals, log_probs, entropies, low, high):  # type: ignore[no-untyped-def]
    """The log-probability of one action a row, and the entropy of the row."""
    for i in range(low, high):
        total = log_total(logits[i], masks[i])
        entropy = np.float32(0.0)
        for action in range(masks.shape[1]):
            if masks[i, action]:
                log_prob = logits[i, action] - total
                entropy -= np.exp(log_prob) * log_prob
        totals[i] = total
        log_probs[i] = logits[i, actions[i]] - total
        entropies[i] = entropy


@compiled
def slope_rows(logits, masks, actions, totals, entropies, by_log_prob, by_entropy, slopes, low, high):  # type: ignore[no-untyped-def]
    """The gradient by the logits, where `by_log_prob` and `by_entropy` are those by what `assess_rows` filled."""
    for i in range(low, high):
        for action in range(masks.shape[1]):
            slope = np.float32(0.0)
            if masks[i, action]:
                log_prob = logits[i, action] - totals[i]
                slope = -np.exp(log_prob) * (by_log_prob[i] + by_entropy[i] * (log_prob + entropies[i]))
            slopes[i, action] = slope
        slopes[i, actions[i]] += by_log_prob[i]


@cache
def crew(threads: int) -> ThreadPoolExecutor:
    return ThreadPoolExecutor(threads)


def in_threads(kernel: Callable[..., None], *arrays: np.ndarray) -> None:
    """Runs a kernel over all rows in as many slices as torch has threads; every row is worked on by itself."""
    rows = len(arrays[0])
    count = max(1, min(torch.get_num_threads(), rows // SMALLEST_SLICE))
    if count == 1:
        kernel(*arrays, 0, rows)
        return
    edges = np.linspace(0, rows, count + 1).astype(int).tolist()
    for done in [crew(count).submit(kernel, *arrays, low, high) for low, high in pairwise(edges)]:
        done.result()


def draw(logits: np.ndarray, masks: np.ndarray, uniforms: np.ndarray, actions: np.ndarray, out: np.ndarray) -> None:
    """Fills `actions` with legal actions drawn by their probabilities, and `out` with the logarithms of those."""
    in_threads(draw_rows, logits, masks, uniforms, actions, out)


@compiled
def draw_best(logits: np.ndarray, masks: np.ndarray, actions: np.ndarray) -> None:
    """Fills `actions` with the legal action of the highest score, the first among equals."""
    for i in range(len(actions)):
        best = np.float32(-np.inf)
        for action in range(masks.shape[1]):
            if masks[i, action] and logits[i, action] > best:
                best = logits[i, action]
                actions[i] = action


class _Assess(torch.autograd.Function):
    @staticmethod
    def forward(ctx: Any, logits: torch.Tensor, masks: torch.Tensor, actions: torch.Tensor) -> Any:
        totals, log_probs, entropies = (torch.empty(len(logits)) for _ in range(3))
        arrays = logits, masks, actions, totals, log_probs, entropies
        in_threads(assess_rows, *(array.detach().numpy() for array in arrays))
        ctx.save_for_backward(logits, masks, actions, totals, entropies)
        return log_probs, entropies

    @staticmethod
    def backward(ctx: Any, by_log_prob: torch.Tensor, by_entropy: torch.Tensor) -> Any:
        logits, *others = ctx.saved_tensors
        slopes = torch.empty_like(logits)
        arrays = logits, *others, by_log_prob.contiguous(), by_entropy.contiguous(), slopes
        in_threads(slope_rows, *(array.detach().numpy() for array in arrays))
        return slopes, None, None


def assess(logits: torch.Tensor, masks: torch.Tensor, actions: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """The log-probabilities (n,) of the actions and the entropies (n,), over legal actions; with gradients.

    logits (n, actions) float32, masks (n, actions) int8, actions (n,) int64.
    """
    log_probs, entropies = _Assess.apply(logits.contiguous(), masks, actions)
    return log_probs, entropies

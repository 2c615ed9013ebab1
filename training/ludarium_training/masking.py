"""The distribution over legal actions, written once for playing and for learning."""

from __future__ import annotations

import numpy as np
import torch

from ludarium.engine.compiling import compiled

NEVER = -1e9  # instead of minus infinity, which would make entropies not a number


def masked_log_softmax(logits: torch.Tensor, masks: torch.Tensor) -> torch.Tensor:
    """Log-probabilities (n, actions) of the legal actions; illegal ones have `NEVER` or less. `masks` are bool."""
    return torch.log_softmax(logits.masked_fill(~masks, NEVER), dim=1)


@compiled
def draw(log_probs: np.ndarray, masks: np.ndarray, uniforms: np.ndarray, actions: np.ndarray) -> None:
    """One legal action a row, by the inverse of the distribution function at uniforms[i] in [0, 1)."""
    for i in range(len(actions)):
        left = uniforms[i]
        for action in range(masks.shape[1]):
            if masks[i, action]:
                actions[i] = action  # the last legal one stays if rounding leaves something over
                left -= np.exp(log_probs[i, action])
                if left < 0:
                    break


@compiled
def draw_best(log_probs: np.ndarray, masks: np.ndarray, actions: np.ndarray) -> None:
    """The likeliest legal action a row, the first among equals."""
    for i in range(len(actions)):
        best = -np.inf
        for action in range(masks.shape[1]):
            if masks[i, action] and log_probs[i, action] > best:
                best = log_probs[i, action]
                actions[i] = action

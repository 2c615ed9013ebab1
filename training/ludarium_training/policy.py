"""A network in the form in which MaskablePPO holds, predicts and saves a policy."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import torch
from sb3_contrib.common.maskable.distributions import MaskableDistribution
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.type_aliases import PyTorchObs, Schedule

from ludarium_training.networks import Network


class NetworkPolicy(MaskableActorCriticPolicy):
    """`predict` and its kin for users; `SelfPlayPPO` asks the network itself, without distribution objects."""

    def __init__(self, *spaces_and_rate: Any, make_network: Callable[[], Network], **settings: Any) -> None:
        self._make_network = make_network
        super().__init__(*spaces_and_rate, **settings)

    def _build(self, lr_schedule: Schedule) -> None:
        self.network = self._make_network()
        self.optimizer = torch.optim.Adam(self.network.parameters(), lr=lr_schedule(1), eps=1e-5, fused=True)

    def get_distribution(self, obs: PyTorchObs, action_masks: np.ndarray | None = None) -> MaskableDistribution:
        return self._distribution(self.network(obs).logits, action_masks)

    def _distribution(self, logits: torch.Tensor, action_masks: Any) -> MaskableDistribution:
        distribution = self.action_dist.proba_distribution(action_logits=logits)
        if action_masks is not None:
            distribution.apply_masking(action_masks)
        return distribution

    def forward(
        self, obs: torch.Tensor, deterministic: bool = False, action_masks: np.ndarray | None = None
    ) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        said = self.network(obs)
        distribution = self._distribution(said.logits, action_masks)
        actions = distribution.get_actions(deterministic=deterministic)
        return actions, said.value[:, None], distribution.log_prob(actions)

    def evaluate_actions(
        self, obs: torch.Tensor, actions: torch.Tensor, action_masks: torch.Tensor | None = None
    ) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor | None]:
        said = self.network(obs)
        distribution = self._distribution(said.logits, action_masks)
        return said.value[:, None], distribution.log_prob(actions), distribution.entropy()

    def predict_values(self, obs: PyTorchObs) -> torch.Tensor:
        value: torch.Tensor = self.network(obs).value[:, None]
        return value

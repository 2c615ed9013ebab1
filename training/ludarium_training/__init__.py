"""Training and measuring agents for the games of Ludarium; everything here may need torch and Stable-Baselines3."""

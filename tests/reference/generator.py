"""The generator of chance in plain Python, so that draws can be foretold in tests."""

MASK = 2**64 - 1


def mix(z):
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
    return z ^ (z >> 31)


def key_of(seed):
    return mix((seed + 0x9E3779B97F4A7C15) & MASK)


def word(key, stream, index):
    inner = mix((key + stream * 0xD1B54A32D192ED03) & MASK)
    return mix((inner + index * 0x9E3779B97F4A7C15) & MASK)


def below(bits, n):
    return (bits >> 32) * n >> 32

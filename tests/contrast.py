"""The contrast of two colors, by the formula of WCAG 2."""


def contrast_ratio(first, second):
    """Return the WCAG 2 contrast ratio of two colors, between 1 and 21.

    WCAG AA asks 4.5 of text and 3 of lines and borders that carry meaning.

    >>> round(contrast_ratio("#000000", "#FFFFFF"), 1)
    21.0
    """
    dark, light = sorted((_luminance(first), _luminance(second)))
    return (light + 0.05) / (dark + 0.05)


def _luminance(color):
    red, green, blue = (_linear(int(color[i : i + 2], 16) / 255) for i in (1, 3, 5))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(channel):
    return channel / 12.92 if channel <= 0.04045 else float(((channel + 0.055) / 1.055) ** 2.4)

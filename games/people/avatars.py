"""Avatars of players: small flat creatures, computed from a word. The same word always gives the same avatar."""

from hashlib import sha256

from django.urls import reverse

# Background and creature, and the creature's color by name: warm paper and one of the deck's colors, distinguishable at
# 24 pixels.
COLORS = (
    ("#ffd9a8", "#c8322b", "red"),
    ("#f6e2c5", "#1f5fbf", "blue"),
    ("#ffe9b0", "#23784b", "green"),
    ("#3b2a24", "#f4b400", "yellow"),
    ("#f9cfc4", "#7a2e8a", "purple"),
    ("#cfe6dc", "#b3471d", "brown"),
    ("#dcd6f2", "#5b45a8", "violet"),
    ("#26414a", "#ff9a62", "orange"),
)
BODIES = (
    '<path d="M36 20h24l34 84H2Z"/>',
    '<circle cx="48" cy="62" r="38"/>',
    '<path d="M48 14 92 60 48 106 4 60Z"/>',
    '<rect x="14" y="28" width="68" height="80" rx="10"/>',
    '<path d="M12 100V58a36 36 0 0 1 72 0v42Z"/>',
    '<path d="M30 24h36l26 40-16 40H20L4 64Z"/>',
)
TOPS = (
    "",
    '<path d="M26 40 20 12l22 16ZM70 40l6-28-22 16Z"/>',
    '<circle cx="24" cy="30" r="12"/><circle cx="72" cy="30" r="12"/>',
    '<path d="M46 30V10h4v20Z"/><circle cx="48" cy="10" r="6"/>',
    '<path d="M34 28 28 4l10 6 10-8 10 8 10-6-6 24Z"/>',
)
EYES = (
    '<circle cx="36" cy="58" r="8" fill="#fff"/><circle cx="60" cy="58" r="8" fill="#fff"/>'
    '<circle cx="37" cy="59" r="4"/><circle cx="61" cy="59" r="4"/>',
    '<circle cx="37" cy="58" r="4.5"/><circle cx="59" cy="58" r="4.5"/>',
    '<circle cx="48" cy="56" r="12" fill="#fff"/><circle cx="49" cy="57" r="6"/>',
    '<path d="M30 60a7 7 0 0 1 14 0M52 60a7 7 0 0 1 14 0" fill="none" stroke="#1d1512" stroke-width="4" '
    'stroke-linecap="round"/>',
    '<circle cx="36" cy="58" r="9" fill="#fff"/><circle cx="38" cy="60" r="4"/>'
    '<path d="M53 59h14" stroke="#1d1512" stroke-width="4" stroke-linecap="round"/>',
)
MOUTHS = (
    '<path d="M38 74a10 9 0 0 0 20 0Z" fill="#fff"/>',
    '<path d="M39 76q9 8 18 0" fill="none" stroke="#1d1512" stroke-width="4" stroke-linecap="round"/>',
    '<circle cx="48" cy="78" r="5"/>',
    '<path d="M38 77h20" stroke="#1d1512" stroke-width="4" stroke-linecap="round"/>',
    '<path d="M36 74h24v5l-4 5-4-5-4 5-4-5-4 5-4-5Z" fill="#fff"/>',
)


def render(word: str) -> str:
    """Render an avatar as a self-contained SVG document without styles, scripts or links."""
    _, body, top, eyes, mouth = _choices(word)
    paper, paint, _ = _colors(word)
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96">'
        f'<rect width="96" height="96" fill="{paper}"/>'
        f'<g fill="{paint}">{TOPS[top % len(TOPS)]}{BODIES[body % len(BODIES)]}</g>'
        f'<g fill="#1d1512">{EYES[eyes % len(EYES)]}{MOUTHS[mouth % len(MOUTHS)]}</g>'
        "</svg>"
    )


def color(word: str) -> str:
    """Return the name of the creature's color.

    >>> color("lina1")
    'yellow'
    """
    return _colors(word)[2]


def _colors(word: str) -> tuple[str, str, str]:
    return COLORS[_choices(word)[0] % len(COLORS)]


def _choices(word: str) -> bytes:
    """Return a number for each part of an avatar, the colors first."""
    return sha256(word.encode()).digest()[:5]


def avatar_url(word: str) -> str:
    return reverse("face", args=[word])

"""Every sentence about the game, as whole sentences with named placeholders, looked up by code.

The engine returns codes and facts; this package turns them into English. No sentence is put together from parts, so
that each can be translated. Placeholders are filled by `fill`, and a sentence with a number is a `Plural`.
"""

from games.wording.templates import ByReader, Plural, Template, fill

__all__ = ["ByReader", "Plural", "Template", "fill"]

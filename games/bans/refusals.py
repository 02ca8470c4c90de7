"""What turns somebody away from the whole site."""

from django.core.exceptions import PermissionDenied


class Banned(PermissionDenied):
    """A person, a browser or an address is banned. `str()` says until when and why, `title` heads the page."""

    def __init__(self, title: str, sentence: str) -> None:
        super().__init__(sentence)
        self.title = title

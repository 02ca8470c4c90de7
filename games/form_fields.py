"""A form field for text of limited length."""

from typing import Any

from django import forms

from games.wording.site import TOO_LONG


class LimitedText(forms.CharField):
    """Text that is refused, and kept in its field, if it is too long. Browsers would cut it off silently."""

    default_error_messages = {"max_length": TOO_LONG}

    def widget_attrs(self, widget: forms.Widget) -> dict[str, Any]:
        attrs: dict[str, Any] = super().widget_attrs(widget)
        attrs.pop("maxlength", None)
        return attrs

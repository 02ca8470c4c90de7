"""What templates are given of a table."""


class TemplateValue:
    """A frozen value whose fields a template finds at once. It looks for a key first and for an attribute only after
    that has failed, which took half the time of drawing."""

    __slots__ = ()
    __getitem__ = object.__getattribute__

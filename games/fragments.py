"""Renders fragments of pages that change often.

Fragments are Jinja2 templates, because tables are rendered for every viewer after every move, and Jinja2 takes a third
of the time of Django's templates. Pages are Django templates.
"""

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.utils.safestring import SafeString
from jinja2 import Environment, FileSystemLoader, StrictUndefined

from games.template_loader import condense


class _Loader(FileSystemLoader):
    def get_source(self, environment: Environment, template: str) -> tuple[str, str, Callable[[], bool]]:
        """Make a macro of each template: it is called much faster than a template, which has a context."""
        source, path, is_current = super().get_source(environment, template)
        return f"{{% macro fragment(part) %}}{condense(source)}{{% endmacro %}}", path, is_current


_templates = Environment(
    loader=_Loader(settings.ROOT / "templates" / "fragments"),
    autoescape=True,
    undefined=StrictUndefined,
    auto_reload=settings.DEBUG,
)


def render(name: str, part: Any) -> SafeString:
    module: Any = _templates.get_template(f"{name}.html").module
    return SafeString(module.fragment(part))

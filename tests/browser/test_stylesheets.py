"""What is left out of stylesheets as they are served changes nothing for a browser."""

import pytest
from django.conf import settings

from config.static_files import lightened, whole
from tests.conftest import OpenPage

pytestmark = pytest.mark.once
STATIC = settings.ROOT / "static"
# Values with variables are kept as they are written, so spaces and zeros before decimal points do not count.
READ = r"""text => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    const rules = [...sheet.cssRules].map(({ cssText }) => cssText).join(" ");
    return rules.replace(/(?<![\w.])0(?=\.\d)/g, "").replace(/\s+/g, "");
}"""


def test_stylesheets_mean_the_same_as_they_are_served_and_written(open_page: OpenPage) -> None:
    page = open_page("/robots.txt")
    for path in sorted((STATIC / "css").rglob("*.css")):
        name = path.relative_to(STATIC).as_posix()
        written = whole(name, path.read_bytes())
        served = lightened(name, written)
        rules = page.evaluate(READ, written.decode())
        assert rules == page.evaluate(READ, served.decode()), name
        assert len(rules) > len(served) / 2
    assert page.evaluate(READ, ".a { .b { color: red } }") != page.evaluate(READ, ".a .b { color: red }")

"""The private and undocumented names of other packages that this project uses, each with a hash of its source.

When a new version changes one, its test fails: read the new source, adapt the module named here if necessary, and
replace the hash.
"""

import ast
import inspect
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from pkgutil import resolve_name

import pytest

pytestmark = pytest.mark.apart
ROOT = Path(__file__).resolve().parents[2]
PRIVATE = [
    # The handler runs what Django's ASGI handler does, in one thread.
    ("config/asgi_handler.py", "django.core.handlers.asgi:ASGIHandler.__init__", "c62da593aad3"),
    ("config/asgi_handler.py", "django.core.handlers.asgi:ASGIHandler.handle", "786afd791ff8"),
    ("config/asgi_handler.py", "django.core.handlers.asgi:ASGIHandler.create_request", "d1497c69c201"),
    ("config/asgi_handler.py", "django.core.handlers.asgi:ASGIHandler.send_response", "3f7b2a070faf"),
    ("config/asgi_handler.py", "django.core.handlers.asgi:get_script_prefix", "c852d0dac9a7"),
    ("config/asgi_handler.py", "django.core.handlers.base:BaseHandler.load_middleware", "70cfe2186f08"),
    ("config/asgi_handler.py", "django.http.response:HttpResponseBase.close", "14822d239d55"),
    # Transactions on SQLite wait for a lock of the process.
    (
        "config/sqlite/base.py",
        "django.db.backends.sqlite3.base:DatabaseWrapper._start_transaction_under_autocommit",
        "d954f0994ce5",
    ),
    ("config/sqlite/base.py", "django.db.backends.sqlite3.base:DatabaseWrapper._set_autocommit", "dc75d601ab4b"),
    ("config/sqlite/base.py", "django.db.backends.base.base:BaseDatabaseWrapper._close", "635d2cb6cf14"),
    # Files of e-mails are private.
    ("config/mail.py", "django.core.mail.backends.filebased:EmailBackend.open", "0c1ff3f8736d"),
    ("config/mail.py", "django.core.mail.backends.filebased:EmailBackend._get_filename", "e5341138e721"),
    # Logs name the person, if a view has loaded them; the API sets them.
    ("config/logs.py", "django.contrib.auth.middleware:get_user", "69fa9d724090"),
    ("games/api/auth.py", "django.contrib.auth.middleware:get_user", "69fa9d724090"),
    # All threads share the connections of the cache.
    ("config/caches.py", "django.core.cache.backends.redis:RedisCache", "8c7393d5d635"),
    # Health checks are answered for any host.
    ("config/health.py", "django.middleware.common:CommonMiddleware.process_request", "63bbf0a462de"),
    # Consumers handle a message without a visit to a thread.
    ("games/live/sockets.py", "channels.consumer:AsyncConsumer.dispatch", "63486b3b9d8c"),
    # Daphne refuses long bodies, and closes sockets with the codes for servers.
    ("config/body_limit.py", "daphne.http_protocol:WebRequest.__init__", "f76a4d898079"),
    ("config/body_limit.py", "daphne.http_protocol:HTTPFactory.buildProtocol", "d42beaba05d6"),
    ("config/body_limit.py", "twisted.web.http:Request.gotLength", "46d2fdc4fe60"),
    ("config/body_limit.py", "twisted.web.http:Request.handleContentChunk", "444816a78e4b"),
    ("config/body_limit.py", "twisted.web.http:Request.requestReceived", "ff264607ee44"),
    ("config/body_limit.py", "twisted.web.http:HTTPChannel.lineReceived", "adca51799e85"),
    ("config/daphne_sockets.py", "daphne.ws_protocol:WebSocketProtocol.serverClose", "95bbb1119592"),
    ("config/daphne_sockets.py", "daphne.ws_protocol:WebSocketFactory", "101294ae5b04"),
    ("config/daphne_sockets.py", "autobahn.websocket.protocol:WebSocketProtocol.sendCloseFrame", "bf892d16823b"),
    ("config/daphne_sockets.py", "autobahn.websocket.protocol:WebSocketProtocol.sendData", "c589700cbdc7"),
    ("config/daphne_sockets.py", "daphne.ws_protocol:WebSocketProtocol.serverSend", "83a772fdfc6f"),
    ("config/daphne_sockets.py", "twisted.internet.abstract:FileDescriptor.write", "deb99b7ed4ab"),
    ("config/daphne_sockets.py", "twisted.internet.abstract:FileDescriptor.doWrite", "64fe284e1b1d"),
    ("config/daphne_sockets.py", "twisted.internet.tcp:Connection.writeSomeData", "9ab5c86d57b6"),
    # The site runs Daphne's server in its own process.
    ("config/serving.py", "daphne.server:Server.__init__", "c4a82cd4ba98"),
    ("config/serving.py", "daphne.server:Server.run", "ecbfe68f5504"),
    ("config/serving.py", "daphne.server:Server.listen_success", "7722a3206f9c"),
    ("config/serving.py", "daphne.server:Server.listen_error", "6233ab6453b1"),
    ("config/serving.py", "daphne.endpoints:build_endpoint_description_strings", "e3759c4fece4"),
    # Files are sent as one piece.
    ("config/static_files.py", "whitenoise.middleware:WhiteNoiseMiddleware.serve", "9f9bccb64581"),
    ("config/static_files.py", "whitenoise.storage:CompressedManifestStaticFilesStorage.post_process", "d03130a700ed"),
    # It stores each file with _save, where comments are left out.
    ("config/static_files.py", "django.contrib.staticfiles.storage:HashedFilesMixin._post_process", "ab4735959d75"),
    # Accounts: undocumented hooks and functions of allauth.
    ("games/people/adapter.py", "allauth.account.adapter:DefaultAccountAdapter.validation_error", "480fc9f448ed"),
    ("games/people/adapter.py", "allauth.account.adapter:DefaultAccountAdapter.get_client_ip", "4116f8d36001"),
    ("games/people/adapter.py", "allauth.account.adapter:DefaultAccountAdapter.pre_login", "cb4ba294d04d"),
    ("games/people/adapter.py", "allauth.account.utils:filter_users_by_email", "4ba02dc2ef6b"),
    ("games/people/emails.py", "allauth.account.views:EmailView._action_send", "51071f371448"),
    ("games/people/forms.py", "allauth.mfa.webauthn.forms:LoginWebAuthnForm.clean_credential", "77f689f799c7"),
    ("games/people/forms.py", "allauth.mfa.webauthn.forms:AuthenticateWebAuthnForm.clean_credential", "77f689f799c7"),
]
DOCUMENTED = {"_asdict", "_replace", "_fields", "_exit", "_meta", "_default_manager", "_db"}
SET_BY_US = {"_handler_class", "_cached_user", "_path", "_tempDataBuffer", "_did_send_verification_email"}
"""Attributes that the functions above read or set."""


def source_hash(name: str) -> str:
    """Return a hash of the source, without its line breaks and indentation."""
    return sha256(" ".join(inspect.getsource(resolve_name(name)).split()).encode()).hexdigest()[:12]


@pytest.mark.parametrize(("module", "name", "known"), PRIVATE)
def test_a_private_name_is_as_it_was(module: str, name: str, known: str) -> None:
    assert source_hash(name) == known, f"{name} has changed: check {module}"


@pytest.mark.parametrize("module", sorted({module for module, _, _ in PRIVATE}))
def test_the_modules_in_the_table_exist(module: str) -> None:
    assert (ROOT / module).is_file()


def modules() -> Iterator[ast.Module]:
    for path in (*ROOT.glob("config/**/*.py"), *ROOT.glob("games/**/*.py")):
        yield ast.parse(path.read_text())


def test_no_other_private_name_is_used() -> None:
    """A private attribute is one of our own, or stands in the table."""
    used: set[str] = set()
    ours: set[str] = set()
    for tree in modules():
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute) and node.attr.startswith("_") and not node.attr.startswith("__"):
                (ours if isinstance(node.ctx, ast.Store) else used).add(node.attr)
            elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                ours.add(node.name)
            elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                ours.add(node.id)
    known = {part for _, name, _ in PRIVATE for part in name.rpartition(":")[2].split(".")}
    assert used - ours - known - DOCUMENTED - SET_BY_US == set()

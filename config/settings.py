"""All settings of the site, read from environment variables. The README explains each of them in one table."""

import os
import re
from email.utils import quote
from pathlib import Path
from typing import Any

from config import service_urls
from config.environment import Environment
from config.hosts import is_public_name

ROOT = Path(__file__).resolve().parent.parent
VAR = ROOT / "var"
env = Environment(os.environ)

# --- The site ----------------------------------------------------------------------------------------------------
SITE_NAME = env.line("SITE_NAME", "Last Card", most=40)
CALL_WORD = env.line("CALL_WORD", "Uno!", most=12)
DEBUG = env.flag("DEBUG", False)
SECRET_KEY = env.secret("SECRET_KEY", VAR / "secret_key")
ALLOWED_HOSTS = env.hosts("ALLOWED_HOSTS", "localhost,127.0.0.1,[::1]")
# A site with a public host name is served over HTTPS; one in a home network is not.
HTTPS = env.flag("HTTPS", not DEBUG and any(map(is_public_name, ALLOWED_HOSTS)))
TRUSTED_PROXIES = env.networks("TRUSTED_PROXIES", "127.0.0.1,::1")
DATABASE = env.url(
    "DATABASE_URL", "sqlite:///var/last-card.sqlite3", service_urls.DATABASES, "postgres://user:password@host:5432/name"
)
REDIS_URL = env.url("REDIS_URL", "", service_urls.REDIS, "redis://host:6379/0")
MAIL = env.url("EMAIL_URL", "file:///var/mail", service_urls.EMAIL, "smtp://user:password@host:587")
DEFAULT_FROM_EMAIL = SERVER_EMAIL = env.sender("EMAIL_FROM", f'"{quote(SITE_NAME)}" <no-reply@localhost>')
LOG_LEVEL = env.choice("LOG_LEVEL", "INFO", ("DEBUG", "INFO", "WARNING", "ERROR"))
LOG_FORMAT = env.choice("LOG_FORMAT", "text", ("text", "json"))
COMPRESS = env.flag("COMPRESS", True)
HSTS_DAYS = env.number("HSTS_DAYS", 30, most=36_500)
SECURITY_CONTACT = env.text("SECURITY_CONTACT", "")
if SECURITY_CONTACT and not re.fullmatch(r"(https://|mailto:|[^@\s]+@)[^@\s]+\S*", SECURITY_CONTACT):
    env.problem("SECURITY_CONTACT", "must be an e-mail address or a URL that begins with https://")
PRIVACY_FILE = env.text("PRIVACY_FILE", "")
if PRIVACY_FILE and not ((ROOT / PRIVACY_FILE).is_file() and os.access(ROOT / PRIVACY_FILE, os.R_OK)):
    env.problem("PRIVACY_FILE", f"is set to a file that does not exist or cannot be read: {ROOT / PRIVACY_FILE}")
env.check()

# --- Django ------------------------------------------------------------------------------------------------------
INSTALLED_APPS = [
    "games.staff.apps.Admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "django.contrib.humanize",
    "django.forms",
    # Last, so that our admin can remove what the packages above register.
    "games",
]
MIDDLEWARE = [
    "config.logs.RequestLog",
    "config.headers.SecurityHeaders",
    "django.middleware.security.SecurityMiddleware",
    "config.time_zone.ReaderTimeZone",
    "config.static_files.StaticFiles",
    "config.compression.Compression",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "config.health.HostCheck",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "games.people.middleware.AccessMiddleware",
    "config.error_pages.ErrorPages",
]
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [ROOT / "templates"],
        "OPTIONS": {
            "loaders": [
                (
                    "django.template.loaders.cached.Loader",
                    ["games.template_loader.Loader", "django.template.loaders.app_directories.Loader"],
                )
            ],
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "games.people.context.site_context",
            ],
        },
    },
]
ROOT_URLCONF = "config.urls"
ASGI_APPLICATION = "config.asgi.application"
LANGUAGE_CODE = "en"
USE_I18N = False
USE_TZ = True
TIME_ZONE = "UTC"
FORMAT_MODULE_PATH = "config.formats"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
TEST_RUNNER = "django.test.runner.DiscoverRunner"

# --- People ------------------------------------------------------------------------------------------------------
AUTH_USER_MODEL = "games.User"
AUTHENTICATION_BACKENDS = ["django.contrib.auth.backends.ModelBackend"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]
LOGIN_URL, LOGIN_REDIRECT_URL, LOGOUT_REDIRECT_URL = "account_login", "me", "home"
FORM_RENDERER = "django.forms.renderers.TemplatesSetting"
ACCOUNT_ADAPTER = "games.people.adapter.Accounts"
ACCOUNT_FORMS = {
    "login": "games.people.forms.LogInForm",
    "signup": "games.people.forms.SignUpForm",
    "add_email": "games.people.forms.AddEmailForm",
    "change_password": "games.people.forms.ChangePasswordForm",
    "reset_password": "games.people.forms.ResetPasswordForm",
    "reset_password_from_key": "games.people.forms.NewPasswordForm",
    "reauthenticate": "games.people.forms.ConfirmPasswordForm",
}
MFA_FORMS = {
    "activate_totp": "games.people.forms.ActivateAppForm",
    "authenticate": "games.people.forms.SecondStepForm",
    "reauthenticate": "games.people.forms.SecondStepAgainForm",
    "add_webauthn": "games.people.forms.AddPasskeyForm",
    "login_webauthn": "games.people.forms.LogInWithPasskeyForm",
    "authenticate_webauthn": "games.people.forms.SecondStepPasskeyForm",
    "reauthenticate_webauthn": "games.people.forms.ConfirmPasskeyForm",
}
ACCOUNT_USER_MODEL_USERNAME_FIELD = "name"
ACCOUNT_LOGIN_METHODS = {"username"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "password1*", "email"]
# Guests are logged in too, and must be able to log in or sign up. Our own views redirect accounts.
ACCOUNT_AUTHENTICATED_LOGIN_REDIRECTS = False
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_EMAIL_VERIFICATION = "optional"
ACCOUNT_MAX_EMAIL_ADDRESSES = 3
# Several accounts may enter the same address until one confirms it, so that no page reveals whether it is taken.
ACCOUNT_PREVENT_ENUMERATION = "strict"
# For the codes of the second step only. Wrong passwords are counted by games/people/attempts.py.
ACCOUNT_RATE_LIMITS = {"login_failed": "5/5m/key"}
ACCOUNT_EMAIL_SUBJECT_PREFIX = f"{SITE_NAME}: "
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_DEFAULT_HTTP_PROTOCOL = "https" if HTTPS else "http"
ACCOUNT_LOGOUT_REDIRECT_URL = "home"
MFA_ADAPTER = "games.people.adapter.SecondSteps"
USERSESSIONS_ADAPTER = "games.people.adapter.Sessions"
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_TOTP_ISSUER = SITE_NAME
# Accept the previous and the next code too: a phone's clock may be off, or a code may expire while it is typed.
MFA_TOTP_TOLERANCE = 1
MFA_PASSKEY_LOGIN_ENABLED = True
# Browsers allow passkeys on http://localhost, so a site without TLS allows them too.
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = not HTTPS

# --- Data --------------------------------------------------------------------------------------------------------
if DATABASE["ENGINE"] == service_urls.SQLITE_ENGINE:
    DATABASE["NAME"] = ROOT / DATABASE["NAME"]
DATABASES = {"default": DATABASE}
CACHES: dict[str, dict[str, Any]]
CHANNEL_LAYERS: dict[str, dict[str, Any]] = {}
# Rate limits are stored here. With the default of 300 entries, a busy hour would evict them.
LOCAL: dict[str, Any] = {
    "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
    "LOCATION": "local",
    "OPTIONS": {"MAX_ENTRIES": 50_000},
}
# Each picture takes about 20 kB, and one that is old is only dropped when there are too many.
PICTURES = LOCAL | {"LOCATION": "pictures", "OPTIONS": {"MAX_ENTRIES": 200}}
if REDIS_URL:
    # A Redis server that does not respond at all must not block requests.
    TIMEOUTS = {"socket_connect_timeout": 2, "socket_timeout": 2}
    REDIS = {"BACKEND": "config.caches.PooledRedisCache", "LOCATION": REDIS_URL, "OPTIONS": TIMEOUTS}
    CACHES = {
        "default": {"BACKEND": "config.caches.SharedOrLocalCache"},
        "shared": REDIS,
        "local": LOCAL,
        "pictures": PICTURES,
    }
    PUBSUB = {"hosts": [REDIS_URL], "prefix": "last-card"}
    CHANNEL_LAYERS = {"default": {"BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer", "CONFIG": PUBSUB}}
else:
    CACHES = {"default": LOCAL, "shared": LOCAL, "local": LOCAL, "pictures": PICTURES}
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "config.static_files.HashedFileStorage"},
}
STATIC_URL = "/static/"
STATIC_ROOT = VAR / "static"
STATICFILES_DIRS = [ROOT / "static"]
WHITENOISE_KEEP_ONLY_HASHED_FILES = True
WHITENOISE_ALLOW_ALL_ORIGINS = False
MAX_BODY = DATA_UPLOAD_MAX_MEMORY_SIZE = FILE_UPLOAD_MAX_MEMORY_SIZE = 64 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 500
globals().update(MAIL)
EMAIL_TIMEOUT = 10
if "EMAIL_FILE_PATH" in MAIL:
    EMAIL_FILE_PATH = ROOT / MAIL["EMAIL_FILE_PATH"]

# --- Security ----------------------------------------------------------------------------------------------------
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = SECURE_SSL_REDIRECT = HTTPS
# Browsers reject cookies with this prefix from sibling domains or without TLS.
SESSION_COOKIE_NAME, CSRF_COOKIE_NAME = ("__Host-session", "__Host-csrf") if HTTPS else ("session", "csrf")
BROWSER_COOKIE_NAME = "__Host-browser" if HTTPS else "browser"
SESSION_COOKIE_HTTPONLY = CSRF_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_AGE = 60 * 60 * 24 * 60
CSRF_FAILURE_VIEW = "config.error_pages.csrf_failed"
SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz$"]
SECURE_HSTS_SECONDS = HSTS_DAYS * 86_400 if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = HTTPS
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"

# --- Background tasks: run inside `manage.py play`, or alone by `manage.py clock` -------------------------------------
BACKGROUND_TASKS = [
    "games.maintenance.run",
    "games.table.clock.run",
    "games.lobby.clock.run",
    "games.history.counting.run",
]

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"text": {"()": "config.logs.TextFormatter"}, "json": {"()": "config.logs.JsonFormatter"}},
    "filters": {"routes": {"()": "config.logs.RouteFilter"}, "outages": {"()": "config.logs.OutageFilter"}},
    "handlers": {
        "lines": {"class": "logging.StreamHandler", "formatter": LOG_FORMAT, "filters": ["routes", "outages"]},
        "errors": {"class": "config.logs.ErrorCounter", "level": "ERROR"},
    },
    "root": {"handlers": ["lines", "errors"], "level": LOG_LEVEL},
    "loggers": {
        # Django's own handlers are replaced. Its lines for 404s and for malformed requests, which anyone can send, only
        # repeat what the request log already says.
        "django": {"handlers": [], "level": "INFO", "propagate": True},
        "django.request": {"level": "ERROR"},
        "django.security": {"level": "CRITICAL"},
        "django.server": {"handlers": [], "propagate": True},
        "daphne": {"level": "WARNING"},
        "psycopg.pool": {"level": "ERROR"},
    },
}

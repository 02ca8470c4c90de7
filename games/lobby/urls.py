"""The URLs of the lobby."""

from django.urls import path

from games.lobby.views import finding, lobby, opening, preview

urlpatterns = [
    path("play/", finding.play_now, name="play"),
    path("tables/", finding.tables, name="tables"),
    path("tables/new/", opening.new, name="new_table"),
    path("tables/new/check/", opening.check, name="check_rules"),
    path("tables/quick/", finding.quick, name="quick_match"),
    path("join/", finding.join, name="join"),
    path("rules/save/", opening.save, name="save_rules"),
    path("rules/<slug:code>/", opening.shared, name="rule_set"),
    path("rules/<slug:code>/delete/", opening.delete, name="delete_rules"),
    path("t/<slug:code>/", lobby.table, name="table"),
    path("t/<slug:code>/preview.png", preview.preview, name="preview"),
    path("t/<slug:code>/password/", lobby.enter, name="enter"),
    path("t/<slug:code>/sit/", lobby.sit, name="sit"),
    path("t/<slug:code>/stand-up/", lobby.stand_up, name="stand_up"),
    path("t/<slug:code>/go/", lobby.go, name="go"),
    path("t/<slug:code>/ready/", lobby.ready, name="ready"),
    path("t/<slug:code>/rematch/", lobby.rematch, name="rematch"),
    path("t/<slug:code>/longer/", lobby.longer, name="longer"),
    path("t/<slug:code>/start/", lobby.start, name="start"),
    path("t/<slug:code>/watch/", lobby.watch, name="watch"),
    path("t/<slug:code>/queue/", lobby.queue, name="queue"),
    path("t/<slug:code>/take-over/", lobby.take, name="take_seat"),
    path("t/<slug:code>/bot/", lobby.bot, name="bot"),
    path("t/<slug:code>/kick/", lobby.kick, name="kick"),
    path("t/<slug:code>/ban/", lobby.ban, name="ban"),
    path("t/<slug:code>/unban/", lobby.unban, name="unban"),
    path("t/<slug:code>/host/", lobby.host, name="host"),
    path("t/<slug:code>/invite/", lobby.invite, name="invite"),
    path("t/<slug:code>/accept/", finding.accept, name="accept"),
    path("t/<slug:code>/decline/", finding.decline, name="decline"),
    path("t/<slug:code>/mute/", lobby.mute, name="mute"),
    path("t/<slug:code>/say/", lobby.say, name="say"),
    path("t/<slug:code>/react/", lobby.react, name="react"),
    path("t/<slug:code>/close/", lobby.close, name="close"),
    path("t/<slug:code>/rules/", opening.rules, name="table_rules"),
    path("t/<slug:code>/settings/", opening.settings, name="table_settings"),
]

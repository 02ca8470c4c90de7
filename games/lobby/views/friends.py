"""The page of a person's friends, and the buttons that follow, block and invite people."""

from collections.abc import Callable
from functools import wraps

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from games.limits import limit
from games.lobby import services
from games.lobby.friends import friends_page
from games.lobby.views.answers import notice
from games.models import User
from games.people import friends
from games.people.errors import PeopleRefusal
from games.people.request import PersonRequest, next_page
from games.refusals import Refusal
from games.wording import lobby as lobby_wording
from games.wording.people import confirmation

Action = Callable[[User, User], str]
View = Callable[..., HttpResponse]
LIST = "friends"
"""The id of the lists on the page; other pages show one person's buttons."""


@require_safe
@limit("look at friends", 60, per=60)
def page(request: PersonRequest) -> HttpResponse:
    return _lists(request) if request.htmx.target == LIST else _page(request)


def _page(request: PersonRequest, problem: str = "", typed: str = "", status: int = 200) -> HttpResponse:
    context = {"lists": friends_page(request.user), "problem": problem, "typed": typed}
    return render(request, "lobby/friends.html", context, status=status)


def _lists(request: PersonRequest) -> HttpResponse:
    return render(request, "lobby/_friends.html", {"lists": friends_page(request.user)})


def button(action: Action) -> View:
    """Turn what one person does with another, whose name the form sends, into a view."""

    @require_POST
    @limit("change friends", 30, per=60)
    @wraps(action)
    def view(request: PersonRequest) -> HttpResponse:
        name, other = request.POST.get("name", ""), None
        try:
            other = friends.find(name)
            return _answer(request, other, action(request.user, other))
        except Refusal as refusal:
            return _refused(request, other, name, refusal)

    return view


def _answer(request: PersonRequest, other: User, sentence: str, good: bool = True) -> HttpResponse:
    if not request.htmx:
        (messages.success if good else messages.error)(request, sentence)
        return redirect(next_page(request, reverse("friends")))
    if request.htmx.target == LIST:
        response = _lists(request)
    else:
        context = {"relation": friends.relation(request.user, other), "next": next_page(request, "")}
        response = render(request, "people/_relation.html", context)
    response.write(notice(sentence, good))
    # htmx swaps in a 409 like a success.
    response.status_code = 200 if good else Refusal.status
    return response


def _refused(request: PersonRequest, other: User | None, name: str, refusal: Refusal) -> HttpResponse:
    if "typed" in request.POST:
        return _page(request, str(refusal), name[: friends.LONGEST_NAME_ASKED], PeopleRefusal.status)
    if other is None and request.htmx:
        return render(request, "_refusal.html", {"sentence": str(refusal)}, status=404)
    return _answer(request, other or request.user, str(refusal), good=False)


def relation_button(service: Callable[[User, User], None], done: str) -> View:
    """Return the view of a button that changes what two people are to each other, and the sentence about it."""

    def act(person: User, other: User) -> str:
        service(person, other)
        return confirmation(done, name=other.name)

    return button(act)


follow = relation_button(friends.follow, "followed")
unfollow = relation_button(friends.unfollow, "unfollowed")
remove_follower = relation_button(friends.remove_follower, "follower_removed")
block = relation_button(friends.block, "blocked")
unblock = relation_button(friends.unblock, "unblocked")


@button
def invite(person: User, other: User) -> str:
    """Invite a friend to the table where this person sits."""
    table = friends.own_table(person)
    if table is None:
        raise PeopleRefusal("no_own_table")
    services.invite(table.code, person, other.pk)
    return lobby_wording.confirmation("invited", name=other.name)

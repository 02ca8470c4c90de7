"""The two groups of the staff. Their rights are made here, because Django makes its own only after all migrations."""

from django.db import migrations

GROUPS = {
    "Moderators": {
        "user": ["view", "moderate_people"],
        "line": ["view", "remove_lines"],
        "report": ["view", "resolve_reports"],
        "audit": ["view"],
        "table": ["announce"],
    },
    "Operators": {
        "game": ["view", "operate_games", "see_hands"],
        "table": ["view", "operate_tables", "announce"],
        "audit": ["view"],
    },
}
NAMES = {
    "moderate_people": "Can mute and ban people, and end their sessions",
    "remove_lines": "Can remove what was said",
    "resolve_reports": "Can resolve reports",
    "announce": "Can announce something to all tables",
    "operate_games": "Can end games, decide, give time and take moves back",
    "see_hands": "Can see the hands of running games, on the record",
    "operate_tables": "Can close tables",
    "view_user": "Can view person",
    "view_audit": "Can view audit entry",
}


def make(apps, schema_editor):
    """Whatever is there already is used: a site may have named its groups before."""
    Group, Permission = apps.get_model("auth", "Group"), apps.get_model("auth", "Permission")
    ContentType = apps.get_model("contenttypes", "ContentType")
    for name, models in GROUPS.items():
        group, _ = Group.objects.get_or_create(name=name)
        for model, rights in models.items():
            kind, _ = ContentType.objects.get_or_create(app_label="games", model=model)
            for right in rights:
                code = f"view_{model}" if right == "view" else right
                words = {"name": NAMES.get(code, f"Can view {model}")}
                permission, _ = Permission.objects.get_or_create(codename=code, content_type=kind, defaults=words)
                group.permissions.add(permission)


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0005_staff"),
        ("auth", "0012_alter_user_first_name_max_length"),
        ("contenttypes", "0002_remove_content_type_name"),
    ]

    # Groups that somebody has people in are not taken away.
    operations = [migrations.RunPython(make, migrations.RunPython.noop)]

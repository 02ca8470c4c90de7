#!/usr/bin/env python3
import os
import sys

from config.bootstrap import prepare
from config.gc_tuning import collect_rarely

if __name__ == "__main__":
    collect_rarely()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    prepare(sys.argv)
    from django.core.management import execute_from_command_line

    execute_from_command_line(sys.argv)

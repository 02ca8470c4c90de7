"""Garbage collector settings for long-running processes."""

import gc


def freeze_startup() -> None:
    """Exclude everything that exists after startup from later collections, and collect less often.

    Modules, classes and URL patterns live until the process ends; without this, each full collection walks them.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)

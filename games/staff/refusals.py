"""What can stand between the staff and a deed. Every message is a sentence for whoever tried."""


class StaffRefusal(Exception):
    """This cannot be done, or not to this one."""


class NoRight(StaffRefusal):
    """This person may not do that."""

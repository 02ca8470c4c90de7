"""Rows found by one of their keys, with the SQL written once.

Django writes the SQL of a query anew each time it is asked, which takes several times as long as the asking. Every
click begins with two such questions: whose session this is, and who that is.
"""

from functools import cached_property
from typing import Any, Generic, TypeVar

from django.db import DEFAULT_DB_ALIAS, connection, models

LARGEST = 2**63 - 1
M = TypeVar("M", bound=models.Model)


class ByKey(Generic[M]):
    """Rows of a model by a unique field, as its manager finds them."""

    def __init__(self, model: type[M], key: str):
        self.model, self.key = model, key

    def find(self, value: Any) -> M | None:
        if isinstance(value, int) and not -LARGEST <= value <= LARGEST:
            return None  # no row has a key that the database could not even be asked for
        with connection.cursor() as cursor:
            cursor.execute(self._sql, [self._field.get_db_prep_value(value, connection)])
            found = cursor.fetchone()
        return self._made(list(found)) if found else None

    def _made(self, row: list[Any]) -> M:
        for index, (converters, expression) in self._converters.items():
            for convert in converters:
                row[index] = convert(row[index], expression, connection)
        return self.model.from_db(DEFAULT_DB_ALIAS, self._names, row)

    @cached_property
    def _fields(self) -> list[Any]:
        return list(self.model._meta.concrete_fields)

    @cached_property
    def _field(self) -> Any:
        return self.model._meta.get_field(self.key)

    @cached_property
    def _names(self) -> list[str]:
        return [field.attname for field in self._fields]

    @cached_property
    def _sql(self) -> str:
        quote, table = connection.ops.quote_name, self.model._meta.db_table
        columns = ", ".join(quote(field.column) for field in self._fields)
        return f"SELECT {columns} FROM {quote(table)} WHERE {quote(self._field.column)} = %s"  # noqa: S608

    @cached_property
    def _converters(self) -> dict[int, Any]:
        """How the database's values become Python's, by their places in a row."""
        compiler: Any = self.model._base_manager.all().query.get_compiler(DEFAULT_DB_ALIAS)
        converters: dict[int, Any] = compiler.get_converters([field.cached_col for field in self._fields])
        return converters

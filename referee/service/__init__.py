"""From a command to the log and back, whoever asks: acting, joining, looking after the logs. Knows no HTTP and no words."""

from referee.service.core import Service

__all__ = ["Service"]

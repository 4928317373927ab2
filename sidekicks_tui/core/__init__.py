"""The engine: the bus, the services and the supervisor of their tasks. It knows no screen."""

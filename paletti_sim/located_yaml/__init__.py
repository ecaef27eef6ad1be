"""YAML files whose every value knows its line and column, so that a fault can say where it is."""

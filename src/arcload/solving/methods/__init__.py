"""The methods: every module here is one but `registry` and `_paper`.

A method's module has

- a docstring whose first line says what it does,
- ``run(context)``, which offers tours to the context until it has no more or should stop,
- ``warm_up(size)``, if it has kernels: compiles them, so that no search pays for it.

Its name is the module's, with ``-`` for ``_``.
"""

"""The apps at a glance: a characteristic moment of each, as it is in the app, with its words.

An app is a shell over functions of the lessons. Here the same functions draw and say one state of
it, so that a page needs neither a kernel nor a user interface.
"""

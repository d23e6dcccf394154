"""Tests of Space Base."""

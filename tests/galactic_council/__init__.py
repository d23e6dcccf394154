"""Tests of gm."""

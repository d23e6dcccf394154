"""What things cost: one command, one table. ``python -m benchmarks``; ratios within one run, never a timed test."""

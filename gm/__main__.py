"""``python -m gm``."""

from gm.cli import main

if __name__ == "__main__":
    main()

"""Tests leave nothing in the user's own directory of tables."""

import os

os.environ["CROSSCRAM_CACHE"] = ""

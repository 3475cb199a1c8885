"""Ends at once, as a server does whose key is missing."""

import sys

sys.stderr.write("WEATHER_API_KEY is not set\n")
sys.exit(1)

"""What runs on the table controller. ARCHITECTURE.md is the map of the rooms."""

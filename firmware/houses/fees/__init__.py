"""Fee schedules as versioned data: one file a schedule, never edited once posted."""

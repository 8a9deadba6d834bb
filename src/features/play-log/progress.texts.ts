/** Validation errors of what a member logs. */
export const PROGRESS_TEXTS = {
  lastPlayed: 'When it was last played must be a date with a time',
  achievementsWhole: 'Achievements completed must be a whole number',
  percentageRange: 'Completion percentage must be between 0 and 100',
  hoursNumber: 'Play time must be a number of hours',
  hoursNegative: 'Play time cannot be negative',
  achievementsNegative: 'Achievements completed cannot be negative',
  onlyCorrections: 'Only a correction says when a game was last played',
} as const

/** Of the journal’s views. */
export const JOURNAL_VIEW_TEXTS = {
  about: 'What you play and what you write about it.',
  monthNotLoaded: 'The month could not be loaded',
  dayEmpty: 'Nothing played or written.',
  entriesNotLoaded: 'The entries could not be loaded. They are safe.',
  monthEmpty: (month: string) => `Nothing played or written in ${month}.`,
  noneFound: 'No entry has all of these filters.',
  none: 'Write how far you are, what you think of a game, or how your day was. Only you can read it, except public reviews and shared lists.',
  yearNotLoaded: 'The year could not be loaded',
  finishedOf: (year: number) => `Finished in each month of ${year}`,
  emptyList: 'No games yet.',
  mapMonths: (year: number) => `Months of ${year} in the map`,
  mapDays: (year: number) => `Days of ${year} with play or words`,
} as const

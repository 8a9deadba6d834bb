const all = ['journal'] as const
/** The query keys; journal.contributions.ts invalidates the first one by its name. */
export const journalKeys = {
  all,
  entries: [...all, 'entries'] as const,
  games: [...all, 'games'] as const,
  months: [...all, 'month'] as const,
  years: [...all, 'year'] as const,
  onThisDay: [...all, 'on-this-day'] as const,
}

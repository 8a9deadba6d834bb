/** The names of the parameters in the journal's address. The routes need them, and nothing else of the journal. */
export const JOURNAL_SEARCH = ['month', 'view', 'type', 'game', 'search'] as const

/** The texts of the search of everything, which load with it. The server's groups bring their own. */
export const SEARCH_TEXTS = {
  recent: { title: 'Recent', why: 'on this device' },
  clear: 'Clear recent searches',
  actions: { title: 'Actions' },
  ofPage: { title: 'On this page' },
  offered: { title: 'Places', why: 'in Savepoint' },
  places: (text: string) => ({ title: 'Places', why: `in Savepoint for “${text}”` }),
  page: 'More',
  all: (text: string) => `All results for “${text}”`,
  tooShort: 'Type one more character.',
  tryThis: 'Try fewer or other words, or the beginning of a name. @\u00a0before a name finds people only.',
  /** `titles` are of the groups that could not be searched. */
  missing: (titles: readonly string[]) =>
    `${titles.length === 1 ? titles[0] : `${titles.slice(0, -1).join(', ')} and ${titles.at(-1)}`} could not be searched just now.`,
} as const

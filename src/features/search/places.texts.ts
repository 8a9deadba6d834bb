/** What places of the app are for. */
export const PLACE_TEXTS = {
  library: 'All games that you have logged',
  newList: 'Collect games that belong together',
  search: 'All results on one page',
} as const

export const SEARCH_ABOUT = 'Games, people, lists, playlists, news and threads on one page.'

export const bestShownText = (count: number): string => `The best ${count} are here.`

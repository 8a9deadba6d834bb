/** What a source of lists is. */
export const SOURCE_HINTS = {
  auto: 'This site’s recommendation: IGDB for now.',
  popscore: 'What people look at and play right now, from IGDB.',
  igdb: 'The games database of Twitch: old and new, on every platform.',
  rawg: 'Strong on PC and independent games.',
  hybrid: 'Half of each page from IGDB, half from RAWG, no game twice.',
  smart: 'RAWG helps out where IGDB knows nothing.',
} as const

/** How a search asks the sources. */
export const STRATEGY_HINTS = {
  smart: 'IGDB, and RAWG only when IGDB finds nothing.',
  combined: 'Half of the results from each of the two.',
  igdb_first: 'RAWG is used only when IGDB does not respond.',
  rawg_first: 'IGDB is used only when RAWG does not respond.',
  parallel: 'The most results, and the longest wait.',
  hybrid: 'RAWG adds what is missing on a page.',
} as const

/** What a theme looks like. */
export const THEME_HINTS = {
  dark: 'Covers in a dark room.',
  light: 'The same on paper.',
  system: 'Follows your device, at night too.',
} as const

/** Of Settings, Preferences. */
export const PREFERENCE_TEXTS = {
  notLoaded: 'Your preferences could not be loaded.',
  advanced: 'Where games come from, how search works, and what this browser stores.',
  theme: 'Applies wherever you sign in.',
  source: 'The catalogue that your lists come from. If it is not set up on this site, the next one is used.',
  search: 'Games that are already stored here are always searched too.',
  searchErotic: 'Search finds every game, whatever you choose here.',
  showErotic: 'Show erotic games in lists',
  showEroticHint: 'Off: lists of games leave them out.',
  storage: 'How much this browser stores, and what happens when a catalogue does not respond.',
  storeGames: 'Store games in this browser',
  storeGamesHint:
    'The last hundred games that you opened load instantly for an hour. Off: each is loaded again after a reload.',
  fallback:
    'When the one you chose does not respond, the other takes over. Off: you then see only games that are already stored here.',
  notSaved: 'Not saved. It is as it was; please try again.',
} as const

/** Of a game's page without a network. */
export const KEPT_GAME = {
  asOf: 'This is what the page said when you looked at it here,',
  missing: 'Reviews, pictures and friends need a network.',
  onlyEntry: 'You have not looked at this page here lately, so this device has only what is yours.',
  nothing: 'This device has nothing about this game. Its page needs a network.',
  journal: 'From your journal',
  all: 'All that this device has',
  released: 'Released',
  genres: 'Genres',
  platforms: 'Platforms',
  developer: 'Developer',
  publisher: 'Publisher',
  series: 'Series',
} as const

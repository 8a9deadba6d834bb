import { OWN_GAME_FIRST_YEAR } from '#features/catalogue/own-games.rules.ts'

/** Ends every question about joining. */
const FINAL = 'Joining has no undo.'

/** The words about games that only the member has (decision 0086). */
export const OWN_GAME_TEXTS = {
  label: 'A game of your own',
  private: 'Only you see this game. It is not in the catalogue.',
  nameless: 'A game needs a name',
  letters: 'This has characters that cannot be stored',
  year: `Type a year from ${OWN_GAME_FIRST_YEAR} on`,
  edit: 'Edit',
  editTitle: 'Edit the game',
  saved: 'Game saved',
  saveFailed: 'The game could not be saved. Nothing was changed.',
  name: 'Name',
  platform: 'Platform',
  yearLabel: 'Year of release',
  find: 'Find it in the catalogue',
  findTitle: (name: string) => `Find “${name}” in the catalogue`,
  join: 'Join them',
  joinTitle: (name: string) => `Join this game to ${name}?`,
  joinText: `Status, stars, hours, play sessions, playthroughs, notes and shelves move to the game of the catalogue. ${FINAL}`,
  joinBothText: `Both games are in your library. Play sessions, playthroughs and shelves of both stay. Of the hours without a session the larger total counts. Where both have something else, that of the catalogue’s game stays. ${FINAL}`,
  joined: (name: string) => `Joined to ${name}`,
  joinFailed: 'The games could not be joined. Nothing was changed.',
} as const

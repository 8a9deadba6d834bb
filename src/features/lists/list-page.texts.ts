import { GAMES_FAILED, LIBRARY_UNCHANGED } from '#shared/sentences.ts'

/** Of a list and its editor. */
export const LIST_PAGE_TEXTS = {
  notSaved: 'The list was not saved',
  noGames: 'No games yet. “Add games” finds them by name.',
  noteNotSaved: 'The note was not saved',
  whoSees: 'Everybody who may see your profile sees it. Otherwise only you do.',
  ranked: 'The games have rank numbers.',
  likeNotSaved: 'The like was not saved',
  copyNotDeleted: 'The copy was not deleted',
  notCopied: 'The list was not copied',
  delete: `Its notes, likes and comments go with it. ${LIBRARY_UNCHANGED}`,
  notDeleted: 'The list was not deleted',
  gamesNotLoaded: `${GAMES_FAILED} The list is safe.`,
  addFirst: 'Add the first one here, or from the menu of any poster.',
  position: (most: string) => `A whole number from 1 to ${most}`,
  noneOf: (name: string) => `${name} has not added any so far.`,
} as const

export const listAboutText = (games: string, member: string): string => `${games}, a list by ${member}.`

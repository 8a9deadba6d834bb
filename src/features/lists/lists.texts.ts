import { atMostText, CHANGED_BY_SOMEONE, tooLongText } from '#shared/sentences.ts'
import { DESCRIPTION_MAX, GAMES_MAX, LISTS_MAX, NOTE_MAX, TITLE_MAX } from './lists.rules.ts'

export const LIST_TEXTS = {
  missing: 'List not found',
  gameMissing: 'This game is not in the list',
  full: `A list can contain at most ${GAMES_MAX} games`,
  tooMany: atMostText(LISTS_MAX, 'lists'),
  own: 'You cannot like your own list',
  /** G59. */
  changed: CHANGED_BY_SOMEONE,
  title: 'Title is required',
  titleTooLong: tooLongText('Title', TITLE_MAX),
  descriptionTooLong: tooLongText('Description', DESCRIPTION_MAX),
  noteTooLong: tooLongText('Note', NOTE_MAX),
  position: 'A position is a whole number from 1',
  whereTo: 'Name the game above the new place, or its position',
  gameRequired: 'Game ID is required',
  signInForFriends: 'Please sign in to see lists of friends',
  signInToLike: 'Please sign in to like lists',
  signInToClone: 'Please sign in to copy lists',
  signInToCreate: 'Please sign in to create lists',
} as const

export const LISTS_FAILED = 'The lists could not be loaded. Nothing is lost.'

export const NO_LISTS = 'Collect games that belong together: the best of a year, or what to play on a rainy day.'

export const LIST_CREATED = 'List created'
export const LIST_NOT_CREATED = 'The list was not created'

export const noListsOfText = (name: string): string => `${name} shows no list.`

export const firstGameText = (name: string): string => `With ${name} as its first game.`

/** The journal keeps a note for which a list has no place after a merge of two of its games. */
export const mergedNoteTitle = (list: string) => `Note in the list ${list}`

import { gamesText } from '#shared/counted.ts'
import { atMostText, tooLongText } from '#shared/sentences.ts'
import {
  OWN_SHELVES_MAX,
  QUEUE_MAX,
  QUEUE_NAME,
  SHELF_NAME_MAX,
  SHELVES_OF_GAME_MAX,
  type ShelfColor,
} from './own-shelves.rules.ts'

export const OWN_SHELF_TEXTS = {
  missing: 'Shelf not found',
  choose: 'Choose a shelf',
  onOrOff: 'Say whether the games go on the shelf or come off it',
  name: 'Name is required',
  nameTooLong: tooLongText('Name', SHELF_NAME_MAX),
  color: 'Choose one of the colors',
  isThere: 'You already have a shelf with this name',
  tooMany: atMostText(OWN_SHELVES_MAX, 'shelves'),
  tooManyOfGame: `A game can be on at most ${SHELVES_OF_GAME_MAX} shelves`,
  queueFull: `${QUEUE_NAME} can contain at most ${QUEUE_MAX} games`,
  notWanted: `Only games that you want to play can be in ${QUEUE_NAME}`,
  notQueued: 'This game is not in your queue',
  notLoaded: 'Your shelves could not be loaded.',
  notMade: 'The shelf was not made',
  notChanged: 'The shelf was not changed',
  notDeleted: 'The shelf was not deleted',
  notUndone: 'The change was not undone',
  notInLibrary: 'Choose a status first: shelves hold games of your library',
  about: 'Only you see a shelf until you show it. Then everybody sees it who may see your library.',
  aboutQueue: 'What you play next, in your order. A game leaves it when you begin it.',
  emptyQueue: 'Nothing is in the queue. Put a game in it by “Shelves” on its page.',
  onlyWanted: 'For games that you want to play',
  examples: 'For example Couch co-op, On disc or Lent to Ann.',
  deleteTitle: (name: string) => `Delete the shelf ${name}?`,
  delete: (games: number) => `${gamesText(games)} on it. The games stay in your library.`,
} as const

export const SHELF_COLOR_LABELS: Record<ShelfColor, string> = {
  grey: 'Grey',
  red: 'Red',
  orange: 'Orange',
  yellow: 'Yellow',
  green: 'Green',
  teal: 'Teal',
  blue: 'Blue',
  violet: 'Violet',
}

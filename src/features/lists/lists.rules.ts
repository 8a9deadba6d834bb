import { numberText } from '#shared/counted.ts'
/** Limits of a list of games (G60). */
export const TITLE_MAX = 150
export const DESCRIPTION_MAX = 1000
export const NOTE_MAX = 500
export const GAMES_MAX = 1000
/** The maximum number of lists of a member. */
export const LISTS_MAX = 500
/** The maximum number of covers in the preview of a list. */
export const COVERS_SHOWN = 5

/** The maximum number of lists on the home page of their owner. */
export const HOME_LISTS_MAX = 3

/** The files of one list, for spreadsheets and for programs. */
export const LIST_FILES = ['csv', 'json'] as const
export type ListFile = (typeof LIST_FILES)[number]

export const listFilePath = (listId: string, file: ListFile): string => `/api/lists/${listId}/games.${file}`

/** Returns the progress of the reader of a list: '12 of 40 played'. */
export const playedText = (played: number, games: number): string =>
  `${numberText(played)} of ${numberText(games)} played`

/**
 * Returns the new position of a game that moves from `from` behind the game at `after`, or to the top (null). Positions
 * begin at 1. Removing the game first shifts the games behind it up by one.
 */
export function movedTo(from: number, after: number | null): number {
  if (after === null) return 1
  return after < from ? after + 1 : after
}

import { counted } from '#shared/counted.ts'

/** What the server answers about smart lists. */
export const SMART_LIST_TEXTS = {
  noFilters: 'Choose at least one filter for a list that keeps itself',
  tooLong: 'These filters are too long',
  isForOwner: 'A list by your own library, friends or platforms is private, because it would show them to others',
  keepsItself: 'This list keeps itself. Its filters choose its games, so nobody adds, removes or orders them.',
  keptByHand: 'You have chosen the games of this list yourself, so it has no filters',
} as const

export const KEEP_SMART_LISTS_JOB = 'Asks the filters of smart lists again, and tells their owners of new games.'

/** The notification: 'Cosy co-op has 3 new games'. */
export const hasNewGamesText = (title: string, games: number): string => `${title} has ${counted(games, 'new game')}`

import type { Status } from './library.rules.ts'
import { SHELF_EMPTY } from './library.texts.ts'

export const EMPTY_SHELVES: Record<Status | 'all', { title: string; text: string }> = {
  all: { title: SHELF_EMPTY, text: 'Find a game you play or want to play, and put it here.' },
  want_to_play: { title: 'Your backlog is empty', text: 'Games that you want to play one day appear here.' },
  playing: { title: 'Nothing being played', text: 'Games that you are playing appear here.' },
  completed: { title: 'Nothing completed yet', text: 'Games that you have finished appear here.' },
  dropped: { title: 'Nothing dropped', text: 'Games that you have stopped playing appear here.' },
}

/** Returns the text for a filtered list without results. */
export const emptyFilterText = (search: string) =>
  search === '' ? 'No game of this library matches all filters.' : `No game of this library is called “${search}”.`

/** Of a shelf. */
export const SHELF_TEXTS = {
  ownFailed: 'Your games could not be fetched',
  sharedFailed: 'These games could not be fetched',
  noneOf: (name: string) => `${name} shows no games here.`,
} as const

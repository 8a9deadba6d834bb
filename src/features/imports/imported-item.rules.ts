import type { ShelfColor } from '#features/library/own-shelves.rules.ts'

// What our own export has besides games: a member's shelves, lists and journal.

/** What a member sees as one thing. */
export const ITEM_KINDS = ['shelf', 'list', 'journal'] as const
export type ItemKind = (typeof ITEM_KINDS)[number]
/** `list_game` is a part of a list; `journal_date` says when the journal has a review or a list. */
export type StoredKind = ItemKind | 'list_game' | 'journal_date'

export interface ShelfItem {
  name: string
  color: ShelfColor
  is_shown: boolean
  is_queue: boolean
  shelf_position: number
}

/** Instants are ISO texts. */
export interface ListItem {
  title: string
  description: string
  is_shared: boolean
  is_ranked: boolean
  created_at: string
  updated_at: string
  changed_at: string
}

export interface ListGameItem {
  /** The id of the game in the file. */
  game_id: string
  position: number
  note: string | null
  added_at: string
}

export interface JournalItem {
  type: 'daily' | 'progress'
  date: string
  title: string | null
  content: string
  /** The id of the game in the file. */
  game_id: string | null
  progress: number | null
  hours_played: number | null
  created_at: string
  updated_at: string
}

export interface JournalDateItem {
  /** The game of the review; null for a list, whose id is the key. */
  game_id: string | null
  date: string
  title: string | null
  created_at: string
  updated_at: string
}

interface ItemOf {
  shelf: ShelfItem
  list: ListItem
  list_game: ListGameItem
  journal: JournalItem
  journal_date: JournalDateItem
}

/** One item of a file. `item` is null when its values are not those of an export. */
export type ImportedItem = {
  [Kind in StoredKind]: {
    kind: Kind
    /** The place in the list of the file, from 1. */
    n: number
    /** The id in the file; of a game of a list, that of the list. */
    key: string
    title: string
    item: ItemOf[Kind] | null
  }
}[StoredKind]

/** So many items of one file are read. */
export const IMPORT_MOST_ITEMS = 500_000

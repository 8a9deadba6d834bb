import type { ImportedDate, ImportedEntry } from '#features/journal/imported-entry.rules.ts'
import type { ImportedList, ImportedListGame } from '#features/lists/imported-list.rules.ts'
import type { ShelfFacts } from '#features/shelves/imported-shelves.rules.ts'

// What our own export has besides games: a member's shelves, lists and journal.

/** What a member sees as one thing. */
export const ITEM_KINDS = ['shelf', 'list', 'journal'] as const
export type ItemKind = (typeof ITEM_KINDS)[number]
/** `list_game` is a part of a list; `journal_date` says when the journal has a review or a list. */
export type StoredKind = ItemKind | 'list_game' | 'journal_date'

export type ShelfItem = ShelfFacts
export type ListItem = ImportedList
/** `game_id` is the id of the game in the file. */
export interface ListGameItem extends ImportedListGame {
  position: number
}
export type JournalItem = ImportedEntry
export interface JournalDateItem extends ImportedDate {
  /** The game of the review; null for a list, whose id is the key. */
  game_id: string | null
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
export const IMPORT_MAX_ITEMS = 500_000

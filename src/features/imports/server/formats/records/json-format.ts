import type { ImportedItem } from '../../../imported-item.rules.ts'
import type { ImportedRecord, Preset, ReadRow } from '../../../imported-record.rules.ts'
import type { JsonOutline } from '../reading/json-lists.ts'
import { newRecord, titleOf, type Writing } from './draft.ts'

/** A JSON file of a tracker. */
export interface JsonFormat {
  preset: Preset
  /** The keys of an item that are imported, or that are facts about the game. */
  fields: readonly string[]
  /** Returns the path of the list of games if the file is of this tracker. */
  listIn: (outline: JsonOutline) => string | null
  /** Reads one item of the list: mostly one game. `place` is its place in the list, from 1. */
  read: (item: unknown, place: number, writing: Writing) => ReadRow[]
  /** Other lists of the file, by path, whose items are about the same games. */
  others?: Readonly<Record<string, (item: unknown, place: number, writing: Writing) => ReadRow[]>>
  /** Lists of the file that are not about one game, by path. */
  items?: Readonly<Record<string, (item: unknown, place: number, writing: Writing) => ImportedItem>>
}

/** How most JSON files are written. A format overrides what differs. */
export const JSON_WRITING = { ratingMax: 5, hoursUnit: 'hours', dateOrder: 'mdy' } as const

/** Reads a game with this title; a game without a title is skipped. */
export function game(place: number, title: string, fill: (record: ImportedRecord) => void): ReadRow[] {
  const name = titleOf(title)
  if (name === '') return [{ skipped: { row: place, title: '', reason: 'no-title' } }]
  const record = newRecord(place, name)
  fill(record)
  return [{ record }]
}

import * as z from 'zod/mini'
import { NewEntry } from '#features/journal/journal.schemas.ts'
import { ListDraft, note } from '#features/lists/lists.schemas.ts'
import { LAST_SHELF } from '#features/shelves/imported-shelves.rules.ts'
import { shelfColor, shelfName } from '#features/shelves/own-shelves.schemas.ts'
import { canonicalGameId } from '#shared/ids.ts'
import type { ImportedItem } from '../../../imported-item.rules.ts'
import { instantIn } from '../records/dates.ts'
import type { Writing } from '../records/draft.ts'
import { objectOf, textOf } from '../records/json-values.ts'

type Fields = Record<string, unknown>
type ReadItem = (item: unknown, n: number, writing: Writing) => ImportedItem

const TITLE_SHOWN = 150
const MAX_POSITION = 1_000_000

/** The lists of our own export that are not about one game of the library, by path. */
export const SAVEPOINT_ITEMS: Readonly<Record<string, ReadItem>> = {
  'data.own_shelves': (item, n) => {
    const fields = objectOf(item)
    const shelf = z.safeParse(Shelf, fields)
    const read = shelf.success ? { ...shelf.data, shelf_position: placeOf(fields.position, LAST_SHELF) } : null
    return { kind: 'shelf', n, key: textOf(fields.id), title: titleOf(fields.name), item: read }
  },
  'data.lists': (item, n, writing) => {
    const fields = objectOf(item)
    const draft = z.safeParse(ListDraft, fields)
    const created_at = instantIn(fields.created_at, writing)
    const updated_at = instantIn(fields.updated_at, writing) ?? created_at
    const changed_at = instantIn(fields.changed_at, writing) ?? updated_at
    const read =
      draft.success && created_at && updated_at && changed_at
        ? { ...draft.data, created_at, updated_at, changed_at }
        : null
    return { kind: 'list', n, key: textOf(fields.id), title: titleOf(fields.title), item: read }
  },
  'data.list_games': (item, n, writing) => {
    const fields = objectOf(item)
    const game_id = canonicalGameId(textOf(fields.game_id))
    const written = z.safeParse(note, fields.note ?? '')
    const added_at = instantIn(fields.added_at, writing)
    const position = placeOf(fields.position, MAX_POSITION)
    const read =
      game_id && added_at ? { game_id, position, note: written.success ? written.data : null, added_at } : null
    return { kind: 'list_game', n, key: textOf(fields.list_id), title: titleOf(fields.game_name), item: read }
  },
  'data.journal_entries': (item, n, writing) => {
    const fields = objectOf(item)
    const { type } = fields
    const title = titleOf(fields.title) || titleOf(fields.game_name) || titleOf(fields.content)
    if (type === 'review')
      return { kind: 'journal_date', n, key: textOf(fields.review_id), title, item: dateOf(fields, writing) }
    if (type === 'list')
      return { kind: 'journal_date', n, key: textOf(fields.list_id), title, item: dateOf(fields, writing) }
    return { kind: 'journal', n, key: textOf(fields.id), title, item: entryOf(fields, writing) }
  },
}

const Shelf = z.object({ name: shelfName, color: shelfColor, is_shown: z.boolean(), is_queue: z.boolean() })

/** The first line of a text, for the report. */
const titleOf = (value: unknown): string =>
  [...(textOf(value).trim().split('\n', 1)[0] ?? '')].slice(0, TITLE_SHOWN).join('')

const placeOf = (value: unknown, otherwise: number): number =>
  Number.isInteger(value) && (value as number) >= 0 && (value as number) < otherwise ? (value as number) : otherwise

/** Returns the day of an entry of the journal with its instants; null for one that cannot be. */
function timesOf(fields: Fields, writing: Writing) {
  const date = /^\d{4}-\d{2}-\d{2}/.exec(textOf(fields.date))?.[0]
  const created_at = instantIn(fields.created_at, writing)
  const updated_at = instantIn(fields.updated_at, writing) ?? created_at
  if (date === undefined || date > writing.latest || !created_at || !updated_at) return null
  return { date, created_at, updated_at: updated_at < created_at ? created_at : updated_at }
}

/** Reads an entry by the schema of the journal's form. */
function entryOf(fields: Fields, writing: Writing) {
  const times = timesOf(fields, writing)
  const { type, title, content, game_id, progress, hours_played } = fields
  const game = game_id == null ? null : { id: textOf(game_id) }
  const date = times?.date
  const parsed = z.safeParse(NewEntry, { type, date, title, content, game, progress, hoursPlayed: hours_played })
  if (!parsed.success || !times) return null
  const entry = parsed.data
  if (entry.type !== 'daily' && entry.type !== 'progress') return null
  const facts =
    entry.type === 'progress'
      ? { progress: entry.progress, hours_played: entry.hoursPlayed }
      : { progress: null, hours_played: null }
  return {
    type: entry.type,
    title: entry.title || null,
    content: entry.content,
    game_id: entry.game?.id ?? null,
    ...facts,
    ...times,
  }
}

function dateOf(fields: Fields, writing: Writing) {
  const times = timesOf(fields, writing)
  const title = textOf(fields.title).trim()
  const isDay = times !== null && z.safeParse(NewEntry, { type: 'daily', date: times.date, content: 'x' }).success
  if (!times || !isDay) return null
  return {
    game_id: canonicalGameId(textOf(fields.game_id)),
    title: title === '' || title.length > TITLE_SHOWN ? null : title,
    ...times,
  }
}

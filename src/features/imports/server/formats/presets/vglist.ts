import type { ImportedRecord } from '../../../imported-record.rules.ts'
import {
  addNote,
  addPlatforms,
  addReplays,
  countOf,
  dayOf,
  halfStarsOf,
  newCopy,
  newPlaythrough,
  setStatus,
  timeOf,
  type Writing,
} from '../records/draft.ts'
import { game, type JsonFormat } from '../records/json-format.ts'
import { namesIn, objectOf, textOf } from '../records/json-values.ts'

type Fields = Record<string, unknown>

/** The JSON of vglist: a list of games, in an object with the member in newer versions. */
export const vglist: JsonFormat = {
  preset: 'vglist',
  fields: [
    'game',
    'hours_played',
    'completion_status',
    'rating',
    'start_date',
    'completion_date',
    'comments',
    'replay_count',
    'platforms',
    'stores',
  ],
  listIn: ({ lists }) => {
    for (const path of ['', 'games']) {
      const first = lists.get(path) ?? {}
      if ('completion_status' in first && 'name' in objectOf(first.game)) return path
    }
    return null
  },
  read: (item, place, writing) => {
    const fields = objectOf(item)
    return game(place, textOf(objectOf(fields.game).name), (record) => readGame(record, fields, writing))
  },
}

function readGame(record: ImportedRecord, fields: Fields, writing: Writing): void {
  const level = setStatus(record, 'completion_status', textOf(fields.completion_status))
  record.hours = timeOf(record, 'hours_played', textOf(fields.hours_played), writing)
  record.rating = halfStarsOf(record, 'rating', textOf(fields.rating), 100)
  addNote(record, textOf(fields.comments))
  const names = namesIn(fields.platforms, 'name')
  addPlatforms(record, names)
  const platform = names.length === 1 ? (names[0] as string) : null
  const played = newPlaythrough({
    platform,
    started_on: dayOf(record, 'start_date', textOf(fields.start_date), writing),
    finished_on: dayOf(record, 'completion_date', textOf(fields.completion_date), writing),
    finish_level: level ?? 'unfinished',
  })
  if (played.started_on || played.finished_on || level === 'completionist') record.playthroughs.push(played)
  addReplays(record, countOf(record, 'replay_count', textOf(fields.replay_count)) ?? 0)
  // vglist does not say which store belongs to which platform.
  const stores = namesIn(fields.stores, 'name')
  for (const store of stores) record.copies.push(newCopy({ platform, store, is_physical: false }))
  if (stores.length === 0) for (const name of names) record.copies.push(newCopy({ platform: name }))
}

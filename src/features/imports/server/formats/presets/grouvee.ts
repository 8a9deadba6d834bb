import type { FinishLevel } from '#features/play-log/play-sessions.rules.ts'
import type { ImportedRecord } from '../../../imported-record.rules.ts'
import { type Meaning, plainWords } from '../../../mapping.rules.ts'
import {
  addNote,
  addPlatforms,
  addTags,
  dayOf,
  halfStarsOf,
  momentOf,
  newPlaythrough,
  noteLoss,
  releaseYearOf,
  setIgdbId,
  setMeaning,
  setReview,
  timeOf,
  type Writing,
} from '../records/draft.ts'
import { game, type JsonFormat } from '../records/json-format.ts'
import { listOf, objectOf, storable, textOf } from '../records/json-values.ts'
import type { RowDraft, TableFormat } from '../records/table-format.ts'
import { meaningOf } from '../words/status-words.ts'

/** The shelves that every member of Grouvee has. Others become tags. */
const SHELVES: Readonly<Record<string, Meaning>> = {
  playing: 'playing',
  played: 'completed',
  backlog: 'want_to_play',
  'wish list': 'want_to_play',
}
const ORDER = ['playing', 'played', 'backlog', 'wish list']
const LEVELS: Readonly<Record<string, FinishLevel>> = {
  'main story': 'main_story',
  'main story extras': 'main_extras',
  '100 completion': 'completionist',
}

/** The CSV of Grouvee, whose shelves, platforms, dates and statuses are JSON inside of cells. */
export const grouvee: TableFormat = {
  preset: 'grouvee',
  // Those of 2021 had neither `review_platform` nor `date_added_to_collection`.
  signature: ['name', 'shelves', 'dates', 'statuses', 'giantbomb_id'],
  columns: {
    id: 'fact',
    name: 'title',
    shelves: 'own',
    platforms: 'own',
    rating: 'rating',
    review_title: 'own',
    review: 'own',
    review_platform: 'own',
    dates: 'own',
    statuses: 'own',
    genres: 'fact',
    franchises: 'fact',
    series: 'fact',
    developers: 'fact',
    publishers: 'fact',
    release_date: 'release',
    date_added_to_collection: 'added',
    url: 'fact',
    giantbomb_id: 'fact',
    igdb_id: 'igdb_id',
  },
  writing: { ratingMax: 5, hoursUnit: 'seconds' },
  complete: (draft) => {
    const { record, cell } = draft
    const fields = Object.fromEntries(JSON_COLUMNS.map((column) => [column, jsonOf(draft, column)]))
    const read = readFields(record, fields, draft.writing)
    if (read.meaning) draft.meaning = read.meaning
    setReview(record, known(cell('review')), { title: known(cell('review_title')) })
    addNote(record, known(cell('review_platform')), 'Review platform')
  },
}

const JSON_COLUMNS = ['platforms', 'shelves', 'statuses', 'dates']

/** The JSON of Grouvee, version 2, whose collection has what the table has. */
export const grouveeJson: JsonFormat = {
  preset: 'grouvee',
  fields: Object.keys(grouvee.columns),
  listIn: ({ keys, lists }) => {
    const first = lists.get('collection') ?? {}
    return keys.has('export_format_version') && 'shelves' in first && 'dates' in first ? 'collection' : null
  },
  read: (item, place, given) => {
    const fields = objectOf(item)
    const writing: Writing = { ...given, ratingMax: 5, hoursUnit: 'seconds' }
    return game(place, textOf(fields.name), (record) => {
      const { meaning } = readFields(record, fields, writing)
      const level = meaning && setMeaning(record, meaning.meaning, meaning.word)
      if (level && level !== 'main_story') for (const played of record.playthroughs) played.finish_level = level
      setIgdbId(record, 'igdb_id', known(textOf(fields.igdb_id)))
      record.rating = halfStarsOf(record, 'rating', known(textOf(fields.rating)), 5)
      record.added_at = momentOf(
        record,
        'date_added_to_collection',
        known(textOf(fields.date_added_to_collection)),
        writing,
      )
      record.release_year = releaseYearOf(known(textOf(fields.release_date)))
      setReview(record, known(textOf(fields.review)), { title: known(textOf(fields.review_title)) })
      addNote(record, known(textOf(fields.review_platform)), 'Review platform')
    })
  },
}

/** Grouvee writes Python's None for nothing. */
const known = (text: string) => (text === 'None' ? '' : text)

function jsonOf({ record, cell }: RowDraft, column: string): unknown {
  const text = known(cell(column))
  if (text === '') return null
  try {
    return JSON.parse(text)
  } catch {
    noteLoss(record, column, text, 'unknown-value')
    return null
  }
}

/** Reads what both files have in the same form, and returns what it says about the status. */
function readFields(
  record: ImportedRecord,
  fields: Record<string, unknown>,
  writing: Writing,
): Pick<RowDraft, 'meaning'> {
  addPlatforms(record, Object.keys(objectOf(fields.platforms)).map(storable))
  for (const item of listOf(fields.dates)) readDates(record, objectOf(item), writing)
  return { meaning: readShelves(record, fields) }
}

function readShelves(record: ImportedRecord, fields: Record<string, unknown>): RowDraft['meaning'] {
  const names = Object.keys(objectOf(fields.shelves)).map(storable)
  const latest = listOf(fields.statuses).map(objectOf).at(-1)
  const shelf = ORDER.find((name) => names.some((each) => each.toLowerCase() === name))
  // Members make a shelf for it, because Grouvee has none.
  const dropped = shelf === 'playing' ? undefined : names.find((name) => meaningOf(name) === 'dropped')
  // Mostly it is a text about the game.
  const said = textOf(latest?.status)
  const stated = meaningOf(said)
  if (said !== '' && !stated) addNote(record, said, 'Status')
  const word = (stated && said) || dropped || shelf || ''
  const meaning = stated ?? (dropped ? 'dropped' : shelf && SHELVES[shelf])
  addTags(
    record,
    names.filter(
      (name) => name !== dropped && name.toLowerCase() !== shelf && !['played', 'playing'].includes(name.toLowerCase()),
    ),
  )
  return meaning ? { meaning, word } : null
}

/** Reads a run. A row of nothing but the level that Grouvee fills in by itself is none. */
function readDates(record: ImportedRecord, item: Record<string, unknown>, writing: Writing): void {
  const text = (key: string) => known(textOf(item[key]))
  const word = plainWords(text('level_of_completion'))
  const level = Object.hasOwn(LEVELS, word) ? (LEVELS[word] as FinishLevel) : null
  if (word && !level) noteLoss(record, 'level_of_completion', text('level_of_completion'), 'unknown-value')
  const played = newPlaythrough({
    platform: text('platform') || null,
    started_on: dayOf(record, 'date_started', text('date_started'), writing),
    finished_on: dayOf(record, 'date_finished', text('date_finished'), writing),
    finish_level: level ?? 'unfinished',
    hours: timeOf(record, 'seconds_played', text('seconds_played'), writing),
  })
  addNote(record, text('notes'))
  const isNamed = played.started_on !== null || played.finished_on !== null || played.hours !== null
  if (isNamed || level === 'completionist' || level === 'main_extras') record.playthroughs.push(played)
}

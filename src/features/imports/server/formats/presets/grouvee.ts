import type { FinishLevel } from '#features/library/play-sessions.rules.ts'
import { type Meaning, meaningOf, plainWords } from '../../../mapping.rules.ts'
import { addNote, addPlatforms, addTags, dayOf, newPlaythrough, noteLoss, setReview, timeOf } from '../records/draft.ts'
import { listOf, objectOf, storable, textOf } from '../records/json-values.ts'
import type { RowDraft, TableFormat } from '../records/table-format.ts'

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
  signature: ['name', 'shelves', 'dates', 'review_platform', 'date_added_to_collection', 'giantbomb_id'],
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
    const { record } = draft
    addPlatforms(record, Object.keys(objectOf(jsonOf(draft, 'platforms'))).map(storable))
    readShelves(draft)
    for (const item of listOf(jsonOf(draft, 'dates'))) readDates(draft, objectOf(item))
    setReview(record, known(draft.cell('review')), { title: known(draft.cell('review_title')) })
    addNote(record, known(draft.cell('review_platform')), 'Review platform')
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

function readShelves(draft: RowDraft): void {
  const { record } = draft
  const names = Object.keys(objectOf(jsonOf(draft, 'shelves'))).map(storable)
  const latest = listOf(jsonOf(draft, 'statuses')).map(objectOf).at(-1)
  const shelf = ORDER.find((name) => names.some((each) => each.toLowerCase() === name))
  const word = textOf(latest?.status) || shelf || ''
  const meaning = latest ? meaningOf(word) : shelf && SHELVES[shelf]
  if (meaning) draft.meaning = { meaning, word }
  else if (word) noteLoss(record, 'statuses', word, 'unknown-value')
  addTags(
    record,
    names.filter((name) => name.toLowerCase() !== shelf && !['played', 'playing'].includes(name.toLowerCase())),
  )
}

function readDates({ record, writing }: RowDraft, item: Record<string, unknown>): void {
  const text = (key: string) => known(textOf(item[key]))
  const word = plainWords(text('level_of_completion'))
  const level = Object.hasOwn(LEVELS, word) ? (LEVELS[word] as FinishLevel) : null
  if (word && !level) noteLoss(record, 'level_of_completion', text('level_of_completion'), 'unknown-value')
  record.playthroughs.push(
    newPlaythrough({
      started_on: dayOf(record, 'date_started', text('date_started'), writing),
      finished_on: dayOf(record, 'date_finished', text('date_finished'), writing),
      finish_level: level ?? 'unfinished',
      hours: timeOf(record, 'seconds_played', text('seconds_played'), writing),
    }),
  )
}

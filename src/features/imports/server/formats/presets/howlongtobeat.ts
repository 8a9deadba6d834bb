import type { FinishLevel } from '#features/play-log/play-sessions.rules.ts'
import type { Meaning } from '../../../mapping.rules.ts'
import { addNote, addTags, noteSaid, setReview, timeOf } from '../records/draft.ts'
import { flagIn } from '../records/numbers.ts'
import type { RowDraft, TableFormat } from '../records/table-format.ts'

/** The lists of HowLongToBeat; the first one that has the game counts. */
const LISTS: readonly (readonly [column: string, meaning: Meaning])[] = [
  ['playing', 'playing'],
  ['completed', 'completed'],
  ['retired', 'dropped'],
  ['replay', 'replaying'],
  ['replays', 'replaying'],
  ['backlog', 'want_to_play'],
]
/** The times of a completion, the furthest first. */
const LEVELS: readonly (readonly [column: string, level: FinishLevel])[] = [
  ['completionist', 'completionist'],
  ['main + extras', 'main_extras'],
  ['main story', 'main_story'],
]
const REPLAYS = ['replay', 'replays']
const OTHER_TIMES = ['Speed Any%', 'Speed 100%', 'Co-Op', 'Multi-Player']

/** The CSV of HowLongToBeat: one row for each playthrough and platform. Members can rename the three own lists. */
export const howlongtobeat: TableFormat = {
  preset: 'howlongtobeat',
  signature: ['title', 'platform', 'playing', 'backlog', 'retired', 'main story', 'main + extras', 'completionist'],
  columns: {
    title: 'title',
    platform: 'platform',
    ...Object.fromEntries([...LISTS, ...LEVELS].map(([column]) => [column, 'own' as const])),
    ...Object.fromEntries(OTHER_TIMES.map((column) => [column.toLowerCase(), 'own' as const])),
    'start date': 'started',
    'completion date': 'finished',
    playthrough: 'own',
    progress: 'playthrough_hours',
    'retired notes': 'note',
    'main story notes': 'note',
    'main + extras notes': 'note',
    'completionist notes': 'note',
    'speed any% notes': 'note',
    'speed 100% notes': 'note',
    'general notes': 'notes',
    storefront: 'store',
    review: 'rating',
    'review notes': 'own',
    added: 'added',
    updated: 'fact',
  },
  writing: { ratingMax: 100, hoursUnit: 'seconds', clock: 'minutes' },
  // A platform has commas, such as 'PC, VR', in one name.
  separator: /;/,
  isPlaythrough: true,
  complete: (draft) => {
    const { record, cell } = draft
    const on = LISTS.filter(([column]) => isOn(cell(column)))
    draft.ticks.push(...on.map(([word, meaning]) => ({ meaning, word, column: null })))
    draft.meaning = draft.ticks[0] ?? null
    for (const [column] of on) noteSaid(record, column, cell(column))
    if (REPLAYS.some((column) => isOn(cell(column))) || /replay|again|second|third/i.test(cell('playthrough')))
      draft.played.is_replay = true
    readTimes(draft)
    setReview(record, cell('review notes'))
  },
}

const isOn = (text: string) => text !== '' && flagIn(text) === true

/** Returns the format for a header: the columns between the fixed lists are the member's own lists. */
export function howlongtobeatOf(header: readonly string[]): TableFormat {
  const names = header.map((name) => name.trim().toLowerCase())
  const [from, to] = [names.indexOf('backlog'), names.indexOf('completed')]
  const lists = header.filter((_, at) => at > from && at < to && !REPLAYS.includes(names[at] as string))
  return {
    ...howlongtobeat,
    columns: {
      ...howlongtobeat.columns,
      ...Object.fromEntries(lists.map((name) => [name.trim().toLowerCase(), 'own'])),
    },
    complete: (draft) => {
      howlongtobeat.complete?.(draft)
      addTags(
        draft.record,
        lists.filter((name) => isOn(draft.cell(name.trim().toLowerCase()))),
      )
    },
  }
}

function readTimes(draft: RowDraft): void {
  const { record, played, cell, writing } = draft
  const times = LEVELS.map(([column, level]) => ({ level, hours: timeOf(record, column, cell(column), writing) }))
  const furthest = times.find(({ hours }) => hours !== null)
  if (furthest) {
    draft.level = furthest.level
    played.hours = Math.max(played.hours ?? 0, furthest.hours ?? 0)
  }
  for (const column of OTHER_TIMES) {
    const text = cell(column.toLowerCase())
    if (timeOf(record, column, text, writing) !== null) addNote(record, text, column)
  }
}

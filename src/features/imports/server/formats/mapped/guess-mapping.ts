import type { HoursUnit, ImportField, Mapping, Meaning } from '../../../mapping.rules.ts'
import { COLUMN_NAMES, isOfOthers, nameOf } from '../words/column-names.ts'
import { hasPhrase } from '../words/folded.ts'
import { isPlayed, meaningOf } from '../words/status-words.ts'
import { guessDateOrder, guessScale, guessUnit } from './guess-units.ts'
import type { ColumnSurvey } from './survey-table.ts'

const mostly = ({ sampled }: ColumnSurvey, count: number) => sampled === 0 || count * 2 > sampled
const isText = (column: ColumnSurvey) =>
  column.sampled === 0 || [column.numbers, column.dates, column.times].every((count) => count * 2 < column.sampled)

/** All values say yes or no, and one of them yes. */
const isTicked = ({ sampled, flags, ticks }: ColumnSurvey) => sampled > 0 && flags === sampled && ticks > 0

/** What the values of a column must look like for a field; the others take any text. */
const FITS: Partial<Record<ImportField, (column: ColumnSurvey) => boolean>> = {
  title: (column) => column.sampled === 0 || column.dates * 2 < column.sampled || column.values.length > 20,
  igdb_id: (column) => mostly(column, column.numbers),
  steam_id: (column) => mostly(column, column.numbers),
  rawg_id: (column) => mostly(column, column.numbers),
  platform: isText,
  status: (column) =>
    isWords(column) || (isText(column) && !isTicked(column) && (hasMeanings(column, 3) || hasFewValues(column))),
  rating: (column) => mostly(column, column.numbers),
  completion: (column) => mostly(column, column.numbers),
  hours: (column) => mostly(column, column.times),
  liked: (column) => mostly(column, column.flags),
  replay: (column) => mostly(column, column.flags),
  replays: (column) => mostly(column, column.numbers),
  notes: (column) => column.sampled === 0 || column.numbers * 2 < column.sampled,
  review: (column) => column.sampled === 0 || column.numbers * 2 < column.sampled,
  tags: (column) => column.sampled === 0 || column.numbers * 2 < column.sampled,
  added: (column) => mostly(column, column.dates),
  last_played: (column) => mostly(column, column.dates),
  started: (column) => mostly(column, column.dates),
  finished: (column) => mostly(column, column.dates),
  acquired: (column) => mostly(column, column.dates),
}

/** One of so many values is a word for a status. */
const hasMeanings = ({ sampled, meanings }: ColumnSurvey, share: number) => sampled === 0 || meanings * share >= sampled
/** All values are words for a status, also if most of them are '100%'. */
const isWords = (column: ColumnSurvey) =>
  column.sampled > 0 && column.meanings === column.sampled && column.values.some((value) => /\p{L}{2}/u.test(value))
/** A status has few different words. */
const hasFewValues = ({ values, filled }: ColumnSurvey) =>
  values.length <= 12 && (filled < 8 || values.length * 2 <= filled)

/** Names that mean something only as the whole name of a column. */
const WHOLE_ONLY = new Set(
  `list type stage category date data datum time end fin start next length description points progress completion stan stand state
  liste year jahr ano rok games titles spiele jeux note notes store source version format support system product tempo zeit temps
  分 分钟 분 時間 时间 시간 完了 完成 終了 开始 開始 시작 완료 平台 ハード data fecha`.split(/\s+/),
)

/**
 * Guesses what the columns of a table mean: first by their exact names in several languages, then by names that they
 * contain, and last by their values alone. A column whose values do not fit its name, and one about what others think, is
 * left out.
 */
function guessColumns(columns: readonly ColumnSurvey[]): Mapping['columns'] {
  const names = columns.map(({ name }) => nameOf(name))
  const used = new Map<number, ImportField>()
  const has = (field: ImportField) => [...used.values()].includes(field)
  const free = (at: number) => !used.has(at)
  const mine = columns.map((column) => !isOfOthers(column.name) || isTicked(column))
  const take = (matches: (name: string, alias: string) => boolean, isEmpty = false) => {
    for (const [field, aliases] of COLUMN_NAMES)
      for (const alias of aliases) {
        if (has(field)) break
        const at = columns.findIndex(
          (column, place) =>
            free(place) &&
            mine[place] &&
            (column.sampled === 0) === isEmpty &&
            matches(names[place] as string, alias) &&
            (FITS[field]?.(column) ?? true),
        )
        if (at !== -1) used.set(at, field)
      }
  }
  take((name, alias) => name === alias)
  for (const [at, column] of columns.entries())
    if (free(at) && isTicked(column) && meaningOf(column.name) !== undefined) used.set(at, 'tick')
  take((name, alias) => !WHOLE_ONLY.has(alias) && hasPhrase(name, alias))
  takeByValues(columns, used, (at) => free(at) && mine[at] === true)
  // A column without a value fits everything, and comes last.
  take((name, alias) => name === alias, true)
  addIdOfSteam(columns, used)
  addMinutes(columns, used, free)
  return Object.fromEntries([...used].toSorted(([a], [b]) => a - b))
}

/** A column of words for a status is one, whatever it is called; and the first column of different texts has the names. */
function takeByValues(
  columns: readonly ColumnSurvey[],
  used: Map<number, ImportField>,
  isFree: (at: number) => boolean,
): void {
  const fields = [...used.values()]
  if (!fields.includes('status')) {
    const at = columns.findIndex(
      (column, place) =>
        isFree(place) && column.sampled > 0 && hasMeanings(column, 1.5) && !isTicked(column) && isText(column),
    )
    if (at !== -1) used.set(at, 'status')
  }
  takeDates(columns, used, isFree)
  if (fields.includes('title')) return
  const at = columns.findIndex(
    (column, place) => isFree(place) && column.sampled > 0 && isText(column) && isDistinct(column),
  )
  if (at !== -1) used.set(at, 'title')
}

/** A column of days is about the status that its name says: 'Done on', 'Playing since'. */
function takeDates(
  columns: readonly ColumnSurvey[],
  used: Map<number, ImportField>,
  isFree: (at: number) => boolean,
): void {
  for (const [at, column] of columns.entries()) {
    if (!isFree(at) || column.sampled === 0 || column.dates * 2 <= column.sampled) continue
    const meaning = meaningOf(column.name)
    const isEnd = meaning === 'completed' || meaning === 'completionist'
    const field = isEnd ? 'finished' : meaning === 'playing' ? 'started' : null
    if (field !== null && ![...used.values()].includes(field)) used.set(at, field)
  }
}

const isDistinct = ({ values, filled, meanings, sampled }: ColumnSurvey) =>
  (values.length >= 50 || values.length >= filled * 0.8) && meanings * 2 < sampled && filled > 0

/** The exporters of Steam's libraries call the application id 'id'; another column names Steam. */
function addIdOfSteam(columns: readonly ColumnSurvey[], used: Map<number, ImportField>): void {
  if ([...used.values()].includes('steam_id')) return
  const at = columns.findIndex(
    (column, place) => !used.has(place) && nameOf(column.name) === 'id' && mostly(column, column.numbers),
  )
  if (at !== -1 && columns.some(({ name }) => /^steam[ _](?:deck|id|url)/i.test(name))) used.set(at, 'steam_id')
}

/** Minutes below 60 beside a column of hours are the rest of them. */
function addMinutes(
  columns: readonly ColumnSurvey[],
  used: Map<number, ImportField>,
  isFree: (at: number) => boolean,
): void {
  const hours = [...used].find(([, field]) => field === 'hours')?.[0]
  if (hours === undefined || guessUnit(columns[hours] as ColumnSurvey).value !== 'hours') return
  const at = columns.findIndex(
    (column, place) =>
      isFree(place) &&
      column.plain.length > 0 &&
      column.plain.every((number) => number < 60) &&
      !isOfOthers(column.name) &&
      guessUnit({ name: column.name, plain: [] }).value === 'minutes',
  )
  if (at !== -1) used.set(at, 'hours')
}

/** Guesses how a table is read. */
export function guessMapping(columns: readonly ColumnSurvey[]): Mapping {
  const guessed = guessColumns(columns)
  const placed = Object.entries(guessed).map(([at, field]) => ({
    field,
    column: columns[Number(at)] as ColumnSurvey,
    at: Number(at),
  }))
  const of = (field: ImportField) => placed.find((each) => each.field === field)?.column
  const timed = placed.filter(({ field }) => field === 'hours' || field === 'playthrough_hours')
  const [first, ...others] = timed.map(({ at, column }) => ({ at, unit: guessUnit(column).value }))
  const units = Object.fromEntries(
    others.filter(({ unit }) => unit !== first?.unit).map(({ at, unit }): [number, HoursUnit] => [at, unit]),
  )
  const ticked = placed.filter(({ field }) => field === 'tick').map(({ column }) => column.name)
  return {
    columns: guessed,
    statuses: { ...guessStatuses([...(of('status')?.values ?? []), ...ticked]), ...playedAmong(ticked) },
    rating_max: guessScale(of('rating')).value,
    hours_unit: first?.unit ?? 'hours',
    ...(Object.keys(units).length > 0 && { units }),
    date_order: guessDateOrder(columns).value,
  }
}

/** A column that says 'Played' beside one that says 'Completed' means a game that was begun. */
function playedAmong(ticked: readonly string[]): Record<string, Meaning> {
  const isFinished = (name: string) => meaningOf(name) === 'completed' && !isPlayed(name)
  if (!ticked.some(isFinished)) return {}
  return Object.fromEntries(ticked.filter(isPlayed).map((name) => [name.toLowerCase(), 'playing']))
}

/** Returns the meanings of the values of a status column, as far as they are known. */
function guessStatuses(values: readonly string[]): Record<string, Meaning> {
  return Object.fromEntries(
    values.flatMap((value) => {
      const meaning = meaningOf(value)
      return meaning ? [[value.toLowerCase(), meaning]] : []
    }),
  )
}

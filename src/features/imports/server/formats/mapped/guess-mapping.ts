import { platformIdOf } from '#features/catalogue/server/sources/platforms.service.ts'
import type { HoursUnit, ImportField, Mapping } from '../../../mapping.rules.ts'
import { saysNo } from '../records/put-cells.ts'
import {
  COLUMN_NAMES,
  isFact,
  isNotesName,
  isOfOthers,
  nameOf,
  saysFirstRun,
  saysOnlyTime,
} from '../words/column-names.ts'
import { foldedWords, hasPhrase } from '../words/folded.ts'
import { likelyMeaningOf } from '../words/status-stems.ts'
import { isKnownStatus, meaningOf } from '../words/status-words.ts'
import { isBesideScores, isUserScore } from '../words/user-scores.ts'
import {
  areAddresses,
  hasManyTicks,
  hasMeanings,
  isFlags,
  isGraded,
  isMarkedUp,
  isProse,
  isText,
  isTicked,
  mostly,
} from './column-looks.ts'
import { isBesideWaiting, takeByRows } from './guess-by-rows.ts'
import { addMinutes, settleDate, takeByValues } from './guess-by-values.ts'
import { guessStatuses, playedAmong, saidByName } from './guess-statuses.ts'
import { guessDateOrder, guessScale, guessUnit } from './guess-units.ts'
import type { ColumnSurvey } from './survey-table.ts'

/** What the values of a column must look like for a field; the others take any text. */
const FITS: Partial<Record<ImportField, (column: ColumnSurvey) => boolean>> = {
  // Names of platforms are none of games.
  title: (column) =>
    column.sampled === 0 ||
    (column.dates * 2 < column.sampled && column.values.some((value) => platformIdOf(value) === null)) ||
    column.values.length > 20,
  igdb_id: (column) => mostly(column, column.numbers),
  steam_id: (column) => mostly(column, column.numbers),
  rawg_id: (column) => mostly(column, column.numbers),
  platform: isText,
  status: (column) =>
    !isGraded(column) &&
    (isWords(column) || (isText(column) && !isTicked(column) && (hasMeanings(column, 3) || hasFewValues(column)))),
  // A percentage with decimals is the mean of many.
  rating: (column) => mostly(column, column.numbers) && (column.shares === 0 || column.shares * 2 < column.sampled),
  completion: (column) => mostly(column, column.numbers),
  hours: (column) => mostly(column, column.times),
  liked: (column) => mostly(column, column.flags),
  replay: (column) => mostly(column, column.flags),
  replays: (column) => mostly(column, column.numbers),
  medium: ({ sampled, values }) => sampled === 0 || values.some((value) => MEDIUM.test(value)),
  notes: (column) => column.sampled === 0 || (column.numbers * 2 < column.sampled && !isFlags(column)),
  review: (column) => column.sampled === 0 || column.numbers * 2 < column.sampled,
  tags: (column) => column.sampled === 0 || column.numbers * 2 < column.sampled,
  added: (column) => mostly(column, column.dates),
  last_played: (column) => mostly(column, column.dates),
  started: (column) => mostly(column, column.dates),
  finished: (column) => mostly(column, column.dates),
  acquired: (column) => mostly(column, column.dates),
}

/** Of a column whose name says the field a fifth of the values are enough: the others go into the notes and are asked about. */
const FITS_NAME: Partial<Record<ImportField, (column: ColumnSurvey) => boolean>> = {
  rating: ({ numbers, sampled, shares }) => numbers * 5 >= sampled && shares * 2 < sampled,
  completion: ({ numbers, sampled }) => numbers * 5 >= sampled,
  hours: ({ times, sampled }) => times * 5 >= sampled,
  started: ({ dates, sampled }) => dates * 5 >= sampled,
  finished: ({ dates, sampled }) => dates * 5 >= sampled,
  last_played: ({ dates, sampled }) => dates * 5 >= sampled,
}

/** Names of columns of lists, which may be statuses or own lists. */
const OF_LISTS = new Set(['list', 'liste', 'type', 'category'])
/** Words for a copy on a disc or as a file. */
const MEDIUM = /digital|download|physical|physisch|disc|disk|cart|box|retail|físic|físico|physique|fisico/i

/** All values are words for a status, also if most of them are '100%'. */
const isWords = (column: ColumnSurvey) =>
  column.sampled > 0 && column.meanings === column.sampled && column.values.some((value) => /\p{L}{2}/u.test(value))
/** A status has few different words. */
const hasFewValues = ({ values, filled }: ColumnSurvey) =>
  values.length <= 12 && (filled < 8 || values.length * 2 <= filled)

/** Names that mean something only as the whole name of a column. */
const WHOLE_ONLY = new Set(
  `h list type stage category date data datum time end fin start next length description points progress completion stan stand state
  liste year jahr ano rok games titles spiele jeux note notes store source version format support system product tempo zeit temps
  分 分钟 분 時間 时间 시간 完了 完成 終了 开始 開始 시작 완료 平台 ハード data fecha`.split(/\s+/),
)

/** Returns a function that says whether a column can be the member's: not what others think, nor what shops say about games. */
function isOwnAmong(columns: readonly ColumnSurvey[]): (column: ColumnSurvey) => boolean {
  const areFeatures = hasManyTicks(columns)
  const isAmongScores = isBesideScores(columns.map(({ name }) => name))
  return (column) =>
    (!isOfOthers(column.name) || isTicked(column) || isProse(column)) &&
    !(isAmongScores && isUserScore(column.name)) &&
    !(areFeatures && isTicked(column) && !isKnownStatus(column.name)) &&
    !isMarkedUp(column)
}

/**
 * Guesses what the columns of a table mean: first by their exact names in several languages, then by names that they
 * contain, and last by their values alone. A column whose values do not fit its name, and one about what others think, is
 * left out.
 */
function guessColumns(columns: readonly ColumnSurvey[]): Guessed {
  const names = columns.map(({ name }) => nameOf(name))
  const used = new Map<number, ImportField>()
  const has = (field: ImportField) => [...used.values()].includes(field)
  const free = (at: number) => !used.has(at)
  const mine = columns.map(isOwnAmong(columns))
  const unsure = new Set<number>()
  const asking = (takeSome: () => void, isSure: typeof isProven) => {
    const known = new Set(used.keys())
    takeSome()
    for (const [at, field] of used) if (!known.has(at) && !isSure(field, columns[at] as ColumnSurvey)) unsure.add(at)
  }
  const take = (matches: (name: string, alias: string) => boolean, { isEmpty = false, fits = FITS } = {}) => {
    for (const [field, aliases] of COLUMN_NAMES)
      for (const alias of aliases) {
        if (has(field)) break
        const at = columns.findIndex(
          (column, place) =>
            free(place) &&
            mine[place] &&
            (column.sampled === 0) === isEmpty &&
            matches(names[place] as string, alias) &&
            (fits[field]?.(column) ?? fits === FITS) &&
            (field !== 'status' || !OF_LISTS.has(alias) || hasMeanings(column, 2)),
        )
        if (at !== -1) used.set(at, field)
      }
  }
  take((name, alias) => name === alias)
  asking(() => {
    for (const [at, column] of columns.entries())
      if (free(at) && mine[at] && isTicked(column) && (saysTick(column.name) || MEDIUM.test(column.name)))
        used.set(at, saysTick(column.name) ? 'tick' : 'medium')
  }, isProven)
  asking(() => take((name, alias) => !WHOLE_ONLY.has(alias) && hasPhrase(name, alias)), isProven)
  take((name, alias) => name === alias, { fits: FITS_NAME })
  takeByValues(columns, used, (at) => free(at) && mine[at] === true)
  asking(
    () => takeByRows(columns, used, (at) => free(at) && mine[at] === true),
    () => false,
  )
  // A column without a value fits everything, and comes last.
  take((name, alias) => name === alias, { isEmpty: true })
  takeTexts(columns, used)
  settleDate(columns, used)
  addIdOfSteam(columns, used)
  addMinutes(columns, used, free)
  const placeOf = (field: ImportField) => [...used].find(([, each]) => each === field)?.[0] ?? -1
  for (const [at, field] of used)
    if (
      (field === 'hours' && saysOnlyTime(columns[at]?.name ?? '') && hasPlain(columns[at])) ||
      (field === 'finished' && isFirstRun(columns[at] as ColumnSurvey)) ||
      (field === 'last_played' && isBesideWaiting(columns[at] as ColumnSurvey, columns[placeOf('status')]))
    )
      unsure.add(at)
  return { columns: Object.fromEntries([...used].toSorted(([a], [b]) => a - b)), unsure }
}

/** What columns mean, and the places of those of which neither the whole name nor the values say so. */
interface Guessed {
  columns: Mapping['columns']
  unsure: ReadonlySet<number>
}

/** One day for the first time of playing may be its beginning, too. */
const isFirstRun = ({ name, ranges }: ColumnSurvey): boolean =>
  ranges === 0 && saysFirstRun(name) && nameOf(name) === foldedWords(name)

const hasPlain = (column: ColumnSurvey | undefined) => column !== undefined && column.plain.length * 2 > column.sampled

/** Words around the name of a field that change nothing about it: 'My total playtime so far'. */
const QUALIFIERS = foldedSet(
  `my mine own total overall final personal in the of so far game games played spent approx log logged user current me i it out
  meine mein gesamt ma mon mi mio moja moje minha meu minhas mes mis моя мой mijn min mitt`,
)

function foldedSet(words: string): ReadonlySet<string> {
  return new Set(words.split(/\s+/).map(foldedWords))
}

/** Numbers behind a name with other words may be those of somebody else. What is written as it came loses nothing. */
function isProven(field: ImportField, column: ColumnSurvey): boolean {
  const { name, sampled, flags, scaled, times, plain } = column
  if (field === 'liked' || field === 'replay') return flags === sampled
  // 'Beaten by Tom' is somebody else's.
  if (field === 'tick') return isKnownStatus(name) || meaningOf(name) === undefined || !OF_A_PERSON.test(name)
  if (!NUMBERS.includes(field)) return true
  const words = nameOf(name).split(' ')
  const named = COLUMN_NAMES.find(([each]) => each === field)?.[1] ?? []
  const isNamed = words.every((word) => QUALIFIERS.has(word) || named.some((alias) => alias.split(' ').includes(word)))
  return isNamed || (name === '' && (scaled === sampled || (times === sampled && plain.length === 0)))
}
const OF_A_PERSON = /(?<!\p{L})(?:by|von|par|por|da|przez)\s+(?!me(?!\p{L})|mir|moi|mim)\p{L}/iu
const NUMBERS: readonly ImportField[] = ['rating', 'hours', 'playthrough_hours', 'completion', 'replays']

/** Returns the places of columns of which neither the whole name nor the values say what they are. */
export const unsurePlaces = (columns: readonly ColumnSurvey[]): ReadonlySet<number> => guessColumns(columns).unsure

/** A tick of a status or of a platform. Games that are played by several people are not played for that. */
const saysTick = (name: string): boolean =>
  platformIdOf(name) !== null ||
  // 'Did you finish it?'
  ((meaningOf(name) ?? (name.trim().endsWith('?') ? likelyMeaningOf(name) : undefined)) !== undefined &&
    !TOGETHER.test(name))
const TOGETHER = /multi ?-?player|online|co-?op/i

/** Further columns of notes and tags, and sentences in a column that nothing else is known of. */
function takeTexts(columns: readonly ColumnSurvey[], used: Map<number, ImportField>): void {
  for (const [at, column] of columns.entries()) {
    if (used.has(at) || column.sampled === 0 || !isText(column) || isFact(column.name) || isMarkedUp(column)) continue
    if (areAddresses(column)) continue
    if (isProse(column) && (!isOfOthers(column.name) || isNotesName(column.name))) used.set(at, 'notes')
    else if (isNotesName(column.name) && !isTicked(column)) used.set(at, 'notes')
  }
}

/** The exporters of Steam's libraries call the application id 'id'; another column names Steam. */
function addIdOfSteam(columns: readonly ColumnSurvey[], used: Map<number, ImportField>): void {
  if ([...used.values()].includes('steam_id')) return
  const at = columns.findIndex(
    (column, place) => !used.has(place) && nameOf(column.name) === 'id' && mostly(column, column.numbers),
  )
  if (at !== -1 && columns.some(({ name }) => /^steam[ _](?:deck|id|url)/i.test(name))) used.set(at, 'steam_id')
}

/** The names of tables that were joined are statuses if one of them is a word for one, else platforms or lists. */
function placePart(guessed: Mapping['columns'], columns: readonly ColumnSurvey[], at: number | undefined) {
  if (at === undefined) return guessed
  const { letters = 0, sampled = 0 } = columns[at] ?? {}
  // The grades of a tier list are asked about.
  if (letters > 0 && letters === sampled) return guessed
  const isStatus = !Object.entries(guessed).some(([place, field]) => field === 'status' && Number(place) !== at)
  const values = columns[at]?.values ?? []
  const hasMeaning = values.some((value) => meaningOf(value) !== undefined)
  const isPlatform =
    !Object.entries(guessed).some(([place, field]) => field === 'platform' && Number(place) !== at) &&
    values.every((value) => platformIdOf(value) !== null)
  const field: ImportField = isStatus && hasMeaning ? 'status' : isPlatform ? 'platform' : 'tags'
  return { ...guessed, [at]: field }
}

/** Guesses how a table is read. `partColumn` has the names of the tables of which it is made. */
export function guessMapping(columns: readonly ColumnSurvey[], partColumn?: number): Mapping {
  const guessed = placePart(guessColumns(columns).columns, columns, partColumn)
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
    statuses: {
      ...guessStatuses([
        ...(of('status')?.values.filter((value) => !saysNo(of('status')?.name ?? '', value)) ?? []),
        ...ticked,
      ]),
      ...saidByName(of('status')),
      ...playedAmong(ticked),
    },
    rating_max: guessScale(of('rating')).value,
    hours_unit: first?.unit ?? 'hours',
    ...(Object.keys(units).length > 0 && { units }),
    date_order: guessDateOrder(columns).value,
    ...(isShare(of('completion')) && { is_share: true }),
    ...(columns.some(hasCrosses) && { is_cross_no: true }),
    ...(isDecimalComma(columns) && { is_decimal_comma: true }),
    ...(columns.some(({ values }) => values.includes('●') && values.some((value) => HOLLOW.test(value))) && {
      is_hollow_no: true,
    }),
  }
}

/** Workbooks have 0.45 for 45 %. */
const isShare = (column: ColumnSurvey | undefined): boolean =>
  column !== undefined && column.plain.length > 0 && column.plain.every((number) => number <= 1)

/** 'X' says no beside 'O', which says yes. */
const hasCrosses = ({ values, flags, sampled }: ColumnSurvey): boolean =>
  flags * 1.5 >= sampled && values.some((value) => /^o$/i.test(value)) && values.some((value) => /^x$/i.test(value))

/** Some numbers have a point before three digits, others a comma before their decimals, and none a point before them. */
function isDecimalComma(columns: readonly ColumnSurvey[]): boolean {
  const counted = columns.filter(
    ({ numbers, times, dates, sampled }) => Math.max(numbers, times) * 2 > sampled && dates * 2 <= sampled,
  )
  const has = (of: (column: ColumnSurvey) => number) => counted.some((column) => of(column) > 0)
  return has(({ thousands }) => thousands) && has(({ commas }) => commas) && !has(({ points }) => points)
}

/** A circle means yes, unless other cells of its column are filled. */
export const HOLLOW = /^[○◯〇]$/

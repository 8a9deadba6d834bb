import { type Encoding, encoded, isIn } from './encodings.ts'
import { type Column, LANGUAGES, type Language } from './languages.ts'
import { type Game, libraryOf, type Stage, type Stated, statusOf, type WrittenFile } from './library.ts'
import { MORE_LANGUAGES } from './more-languages.ts'
import type { Random } from './random.ts'
import { dateText, HOURS_STYLES, RATING_STYLES, tableText } from './written-values.ts'

export const ALL_LANGUAGES = [...LANGUAGES, ...MORE_LANGUAGES]
const STAGES = ['want', 'playing', 'paused', 'completed', 'mastered', 'dropped'] as const

/** How one person keeps a sheet. */
export interface SheetManner {
  language: Language
  encoding: Encoding
  columns: Record<Column, string>
  words: Record<Stage, string>
  date: Language['dates'][number]
  hours: keyof typeof HOURS_STYLES
  rating: keyof typeof RATING_STYLES
  hasDecimalComma: boolean
}

const HOURS_NAMED = /hour|stunden|heures|horas|\bore\b|godzin|час|小时|^時間$|^시간$/i

/** Chooses a manner whose words and signs the encoding has. */
export function mannerOf(random: Random, language: Language): SheetManner {
  const encoding = random.pick(language.encodings)
  const isKept = (text: string) => isIn(encoding, text)
  const one = (list: readonly string[]) => random.pick(list.filter(isKept))
  const hours = random.pick([
    'decimal',
    'decimal',
    'h after',
    'clock',
    'long clock',
    'h and min',
    'minutes',
    'minutes unsaid',
  ])
  const ratings = ['ten', 'ten', 'ten named', 'of ten', 'hundred', 'percent', 'five named', 'stars', 'emoji', 'of five']
  const rating = random.pick(ratings.filter((style) => isKept({ stars: '★½', emoji: '⭐' }[style] ?? '')))
  const columns = Object.fromEntries(Object.entries(language.columns).map(([key, names]) => [key, one(names)]))
  // Two columns of one sheet do not have one name, and nobody writes minutes below 'Hours'.
  if (columns.status === columns.finished || columns.notes === columns.rating) return mannerOf(random, language)
  if (hours === 'minutes unsaid' && HOURS_NAMED.test(columns.hours ?? '')) return mannerOf(random, language)
  return {
    language,
    encoding,
    columns: {
      ...(columns as Record<Column, string>),
      hours: columns.hours + random.pick(HOURS_STYLES[hours]?.suffix ?? ['']),
      rating: columns.rating + (RATING_STYLES[rating]?.suffix ?? ''),
    },
    words: Object.fromEntries(STAGES.map((stage) => [stage, one(language.words[stage])])) as Record<Stage, string>,
    date: random.pick(language.dates),
    hours,
    rating,
    hasDecimalComma: language.hasDecimalComma && random.chance(0.8),
  }
}

/** The cells of a game in the columns of a sheet, and what they state. */
export function rowOf(
  game: Game,
  manner: SheetManner,
  columns: readonly Column[],
): { cells: string[]; stated: Stated } {
  const { language, hasDecimalComma } = manner
  const date = (day: string | null) => (day === null ? '' : dateText(day, manner.date, language))
  const cells: Record<Column, string> = {
    title: game.title,
    platform: game.platform,
    status: manner.words[game.stage],
    rating: game.rating === null ? '' : (RATING_STYLES[manner.rating]?.write(game.rating, hasDecimalComma) ?? ''),
    hours: game.hours === null ? '' : (HOURS_STYLES[manner.hours]?.write(game.hours, hasDecimalComma) ?? ''),
    started: date(game.started),
    finished: date(game.finished),
    notes: game.notes ?? '',
  }
  const has = (column: Column) => columns.includes(column)
  const halves = game.rating
  const rating = manner.rating === 'emoji' && halves !== null ? Math.max(1, halves >> 1) * 2 : halves
  return {
    cells: columns.map((column) => cells[column]),
    stated: {
      title: game.title,
      ...(has('status') && { status: [statusOf(game.stage)] }),
      ...(has('rating') && { rating }),
      ...(has('hours') && { hours: game.hours }),
      ...(has('started') && { started: game.started }),
      ...(has('finished') && { finished: game.finished }),
      ...(has('platform') && { platform: game.platform }),
      ...(has('notes') && { notes: game.notes }),
      ...(!has('status') && has('finished') && game.finished && { status: ['completed'] }),
    },
  }
}

const isDone = ({ stage }: Game) => stage === 'completed' || stage === 'mastered'

/** A sheet as a text file: with lines before the header, empty lines, and columns that say nothing to us. */
export function writeSheet(random: Random): WrittenFile {
  const language = random.pick(ALL_LANGUAGES)
  const manner = mannerOf(random, language)
  const games = libraryOf(random, (text) => isIn(manner.encoding, text))
  const optional = (['platform', 'rating', 'hours', 'started', 'finished', 'notes'] as const).filter(() =>
    random.chance(0.7),
  )
  const columns: Column[] = ['title', ...random.shuffled(['status', ...optional] as Column[])]
  const written = games.map((game) => rowOf(game, manner, columns))
  const delimiter = random.pick(language.delimiters)
  const width = columns.length
  const empty = () => Array.from({ length: width }, () => '')
  const before = random.chance(0.15) ? [[random.pick(['Table 1', 'My games', '2024']), ...empty().slice(1)]] : []
  const hasGaps = random.chance(0.1)
  const rows = written.flatMap(({ cells }) => (hasGaps ? [cells, empty()] : [cells]))
  const lineEnd = random.pick(['\n', '\r\n', '\r\n', '\r'])
  const isNumbered = random.chance(0.15)
  const numbered = (cells: readonly string[], first: string) => (isNumbered ? [first, ...cells] : cells)
  const all = [
    ...before.map((row) => numbered(row, '')),
    numbered(
      columns.map((column) => manner.columns[column]),
      random.pick(['#', 'ID', 'No.']),
    ),
    ...rows.map((row, at) => numbered(row, row[0] === '' ? '' : String(at + 1))),
  ]
  const marked = random.chance(0.1) && delimiter === ';' ? `sep=;${lineEnd}` : ''
  const text = marked + tableText(all, delimiter, { random, lineEnd })
  // Only those that are done have a day of an end, so that the status is clear.
  const stated = written.map(({ stated: each }, at) => (isDone(games[at] as Game) ? each : { ...each }))
  const manners = [
    manner.encoding,
    JSON.stringify(delimiter),
    `hours ${manner.hours}`,
    `rating ${manner.rating}`,
    `dates ${manner.date}`,
  ]
  return {
    writer: `sheet, ${language.name}`,
    name: random.pick(['games.csv', 'Spiele.csv', 'backlog.csv', 'games.txt']),
    bytes: encoded(text, manner.encoding),
    stated,
    manner: [...manners, JSON.stringify(lineEnd), `${isNumbered ? 'numbered' : ''}`].join(', '),
  }
}

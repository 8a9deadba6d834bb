import { type Game, libraryOf, type Stage, type Stated, statusOf, type WrittenFile } from './library.ts'
import type { Random } from './random.ts'
import { LETTER_OF, STATUS_SYNONYMS } from './status-synonyms.ts'
import { xlsxOf } from './workbooks.ts'
import { tableText } from './written-values.ts'

// Cells, columns and lists that say more than one thing, or what nobody can know.

type Write = (random: Random) => WrittenFile

const WORDS: Record<Stage, readonly string[]> = {
  want: ['Backlog', 'Not started'],
  playing: ['Playing', 'In progress'],
  paused: ['On hold', 'Paused'],
  completed: ['Beaten', 'Completed', 'Finished'],
  mastered: ['100%', 'Mastered'],
  dropped: ['Dropped', 'Abandoned'],
}
const MONTHS = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October']

const status = (game: Game) => ({ title: game.title, status: [statusOf(game.stage)] })
const withTime = (hours: number) => `${Math.floor(hours)}h ${Math.round((hours % 1) * 60)}m`

/** 'Beaten 9/10', 'Completed (12h 30m)': a rating and a time stand beside the status. */
export const statusCells: Write = (random) => {
  const games = libraryOf(random)
  const isTimed = random.chance(0.5)
  const isRated = !isTimed || random.chance(0.5)
  const cell = (game: Game) => {
    const rating = isRated && game.rating !== null ? ` ${game.rating}/10` : ''
    const hours = isTimed && game.hours !== null ? ` (${withTime(game.hours)})` : ''
    return `${random.pick(WORDS[game.stage])}${rating}${hours}`
  }
  const rows = games.map((game) => [game.title, cell(game), game.platform])
  return {
    writer: 'cells that say several things',
    name: 'games.csv',
    manner: `${isRated ? 'rated' : ''} ${isTimed ? 'timed' : ''}`,
    bytes: Buffer.from(tableText([['Game', 'Status', 'System'], ...rows], ',', { random })),
    stated: games.map((game) => ({
      ...status(game),
      ...(isRated && { rating: game.rating }),
      ...(isTimed && { hours: game.hours }),
    })),
  }
}

/** Ratings with remarks, and columns of ticks and of words that nobody knows: these are asked about. */
export const unknownColumns: Write = (random) => {
  const games = libraryOf(random)
  const tick = random.pick(['Lent out', 'Geliehen', 'Prêté', 'With subtitles', 'For the podcast'])
  const remark = random.pick([' - loved it', ' (hard)', ' great music', ''])
  const lent = games.map(() => random.chance(0.15))
  const rows = games.map((game, at) => [
    game.title,
    random.pick(WORDS[game.stage]),
    game.rating === null ? '' : `${game.rating}/10${remark}`,
    lent[at] ? 'x' : '',
    game.notes?.replace('\n', ' ') ?? '',
  ])
  const header = ['Title', 'Progress', 'Verdict', tick, random.pick(['Notes', 'Thoughts', 'Opinion', 'Impressions'])]
  return {
    writer: 'columns that nobody knows',
    name: 'games.csv',
    manner: `${tick} ${remark}`,
    bytes: Buffer.from(tableText([header, ...rows], random.pick([',', ';', '\t']), { random })),
    stated: games.map((game, at) => ({
      ...status(game),
      rating: game.rating,
      notes: game.notes?.replace('\n', ' ') ?? null,
      ...(lent[at] && { tags: [tick] }),
    })),
  }
}

/** Any word for a status, in many languages. */
export const synonyms: Write = (random) => {
  const games = libraryOf(random)
  const language = random.pick(Object.keys(STATUS_SYNONYMS))
  const words = STATUS_SYNONYMS[language] as (typeof STATUS_SYNONYMS)[string]
  const word = (game: Game) => random.pick(words[LETTER_OF[game.stage]].split('|'))
  const rows = games.map((game) => [game.title, word(game), String(game.rating ?? '')])
  return {
    writer: 'words of many languages',
    name: 'list.csv',
    manner: language,
    bytes: Buffer.from(tableText([['Title', 'Status', 'Rating (/10)'], ...rows], ';', { random })),
    stated: games.map((game) => ({ ...status(game), rating: game.rating })),
  }
}

/** A sheet for each year in which games were finished, and one for those that wait, each with a title above its header. */
export const yearSheets: Write = (random) => {
  const games = libraryOf(random).filter(({ stage }) => stage === 'completed' || stage === 'want')
  const yearOf = (game: Game) => (game.stage === 'want' ? 'Backlog' : (game.lastPlayed ?? '').slice(0, 4))
  const groups = [...Map.groupBy(games, yearOf)].toSorted(([a], [b]) => (a < b ? -1 : 1))
  const sheets = groups.map(([name, list]) => ({
    name,
    rows: [
      [name === 'Backlog' ? 'Still to play' : `Games that I beat in ${name}`],
      ['Game', 'System', 'Hours', 'Rating'],
      ...list.map((game) => [game.title, game.platform, game.hours, game.rating]),
    ],
  }))
  return {
    writer: 'sheets of years',
    name: 'games.xlsx',
    manner: groups.map(([name]) => name).join(', '),
    bytes: xlsxOf(sheets),
    stated: games.map((game) => ({
      title: game.title,
      rating: game.rating,
      hours: game.hours,
      platform: game.platform,
    })),
  }
}

/** JSON of a script: facts inside of objects and lists of sessions, or lists of names below their status. */
export const nestedJson: Write = (random) => {
  const games = libraryOf(random)
  const isOfNames = random.chance(0.3)
  const item = (game: Game) => ({
    game: { name: game.title, platforms: [game.platform] },
    progress: { status: random.pick(WORDS[game.stage]), startedAt: game.started, completedAt: game.finished },
    review: game.rating === null ? null : { score: game.rating * 10, text: game.notes },
    sessions: game.hours === null ? [] : [0.25, 0.75].map((part) => ({ minutes: (game.hours ?? 0) * 60 * part })),
  })
  const byStatus = Map.groupBy(games, ({ stage }) => WORDS[stage][0] as string)
  const lists = Object.fromEntries([...byStatus].map(([word, list]) => [word, list.map(({ title }) => title)]))
  const data = isOfNames ? { lists } : { data: { user: { library: games.map(item) } } }
  const facts = (game: Game): Partial<Stated> => ({
    rating: game.rating,
    hours: game.hours,
    started: game.started,
    finished: game.finished,
    ...(game.rating !== null && { notes: game.notes }),
  })
  return {
    writer: 'nested JSON',
    name: 'export.json',
    manner: isOfNames ? 'names' : 'objects',
    bytes: Buffer.from(JSON.stringify(data, null, random.pick([0, 2]))),
    stated: games.map((game) => ({ ...status(game), ...(!isOfNames && facts(game)) })),
  }
}

/** A text with a heading for each status, and ratings, times and months behind some of the games. */
export const textList: Write = (random) => {
  const games = libraryOf(random).filter(({ title }) => !/\d$/.test(title))
  const bullet = random.pick(['- ', '* ', '• '])
  const names = { want: 'Backlog', playing: 'Playing', completed: 'Beaten', mastered: '100%', dropped: 'Dropped' }
  const nameOf = ({ stage }: Game) => (stage === 'paused' ? 'On hold' : names[stage])
  const lines = [...Map.groupBy(games, nameOf)].flatMap(([name, list]) => [
    `${name}:`,
    ...list.map((game) => {
      const [year, month] = (game.finished ?? '').split('-')
      const day = MONTHS[Number(month) - 1] && year ? ` - ${MONTHS[Number(month) - 1]} ${year}` : ''
      return `${bullet}${game.title}${game.rating === null ? '' : ` - ${game.rating}/10`}${day}`
    }),
    '',
  ])
  const isDated = ({ finished }: Game) => finished !== null && Number(finished.slice(5, 7)) <= MONTHS.length
  return {
    writer: 'a list with values',
    name: 'games.txt',
    manner: bullet,
    bytes: Buffer.from(lines.join('\n')),
    stated: games.map((game) => ({
      ...status(game),
      rating: game.rating,
      finished: isDated(game) ? (game.finished as string).slice(0, 7) : null,
    })),
  }
}

import { encoded } from './encodings.ts'
import { type Game, libraryOf, type Stage, type Stated, statusOf, type WrittenFile } from './library.ts'
import type { Random } from './random.ts'
import { tableText } from './written-values.ts'

type Write = (random: Random) => WrittenFile

const seconds = (hours: number | null) => (hours === null ? 0 : Math.round(hours * 3600))
const halves = (rating: number | null) => (rating === null ? '' : String(rating / 2))
const slashed = (day: string | null, order: 'dmy' | 'mdy', time = '') => {
  if (day === null) return ''
  const [y, m, d] = day.split('-') as [string, string, string]
  return (order === 'dmy' ? `${d}/${m}/${y}` : `${Number(m)}/${Number(d)}/${y}`) + time
}

const PLAYNITE: Record<Stage, string> = {
  want: 'Plan to Play',
  playing: 'Playing',
  paused: 'On Hold',
  completed: 'Beaten',
  mastered: 'Completed',
  dropped: 'Abandoned',
}

type Cell = [column: string, write: (game: Game) => string, state: (game: Game) => Partial<Stated>]

/** Writes a table of these columns; some may be left out. */
function tableOf(
  random: Random,
  games: readonly Game[],
  cells: readonly Cell[],
  { optional = 0, delimiter = ',', encoding = 'utf-8', first = '' }: TableOptions = {},
): { bytes: Buffer; stated: Stated[] } {
  const used = cells.filter((_, at) => at < cells.length - optional || random.chance(0.7))
  const rows = [used.map(([column]) => column), ...games.map((game) => used.map(([, write]) => write(game)))]
  return {
    bytes: encoded(first + tableText(rows, delimiter, { lineEnd: '\r\n' }), encoding),
    stated: games.map((game) => Object.assign({ title: game.title }, ...used.map(([, , state]) => state(game)))),
  }
}
interface TableOptions {
  optional?: number
  delimiter?: string
  encoding?: 'utf-8' | 'utf-8 with a mark' | 'utf-16le'
  first?: string
}

const nothing = () => ({})
const status = ({ stage }: Game) => ({ status: [statusOf(stage)] })
const hours = (game: Game) => ({ hours: game.hours })
const title: Cell = ['Name', (game) => game.title, nothing]

export const playniteOwnColumns: Write = (random) => {
  const games = libraryOf(random)
  const order = random.pick(['dmy', 'mdy'] as const)
  const cells: Cell[] = [
    title,
    [
      'Last Played',
      (game) => slashed(game.lastPlayed, order, ' 22:05:00'),
      (game) => ({ lastPlayed: game.lastPlayed }),
    ],
    ['Time Played', (game) => String(seconds(game.hours)), hours],
    ['Completion Status', (game) => PLAYNITE[game.stage], status],
    ['Platforms', (game) => game.platform, (game) => ({ platform: game.platform })],
    ['Community Score', () => String(50 + random.below(50)), () => ({ rating: null })],
    ['Critic Score', () => String(50 + random.below(50)), nothing],
    ['Source', () => 'Steam', nothing],
  ]
  return {
    writer: 'Playnite, own columns',
    name: 'playnite.csv',
    manner: order,
    ...tableOf(random, games, cells, { optional: 3 }),
  }
}

export const playniteScript: Write = (random) => {
  const games = libraryOf(random)
  const cells: Cell[] = [
    title,
    ['Source', () => 'GOG', nothing],
    ['ReleaseDate', () => '1/25/2018', nothing],
    ['Playtime', (game) => String(seconds(game.hours)), hours],
    ['CompletionStatus', (game) => PLAYNITE[game.stage], status],
    [
      'UserScore',
      (game) => (game.rating === null ? '' : String(game.rating * 10)),
      (game) => ({ rating: game.rating }),
    ],
    ['CriticScore', () => String(50 + random.below(50)), nothing],
    ['Id', () => '00000000-0000-0000-0000-000000000001', nothing],
  ]
  const first = random.chance(0.3) ? '#TYPE Selected.Playnite.SDK.Models.Game\r\n' : ''
  const made = tableOf(random, games, cells, { optional: 3, first, encoding: 'utf-8 with a mark' })
  return { writer: 'Playnite, script', name: 'library.csv', manner: first.trim(), ...made }
}

export const playniteCamel: Write = (random) => {
  const games = libraryOf(random)
  const unit = random.pick(['Hours', 'Minutes', 'Seconds'] as const)
  const factor = { Hours: 1, Minutes: 60, Seconds: 3600 }[unit]
  const cells: Cell[] = [
    title,
    ['CompletionStatus', (game) => PLAYNITE[game.stage], status],
    [`TimePlayed${unit}`, (game) => String((game.hours ?? 0) * factor), hours],
    [
      'LastActivity',
      (game) => (game.lastPlayed ? `${game.lastPlayed}T20:00:00` : ''),
      (game) => ({ lastPlayed: game.lastPlayed }),
    ],
  ]
  const made = tableOf(random, games, cells, { optional: 1, encoding: 'utf-8 with a mark' })
  return { writer: 'Playnite, camel', name: 'export.csv', manner: unit, ...made }
}

export const playniteJson: Write = (random) => {
  const games = libraryOf(random)
  const list = games.map((game, at) => ({
    Id: `00000000-0000-0000-0000-0000000000${String(at).padStart(2, '0')}`,
    Name: game.title,
    Playtime: seconds(game.hours),
    CompletionStatus: { Id: 'a', Name: PLAYNITE[game.stage] },
    Platforms: [{ Id: 'b', SpecificationId: 'pc', Name: game.platform }],
    Source: { Id: 'c', Name: 'Steam' },
    UserScore: game.rating === null ? null : game.rating * 10,
    CommunityScore: 88,
    LastActivity: game.lastPlayed && `${game.lastPlayed}T20:00:00Z`,
  }))
  const stated = games.map((game) => ({
    title: game.title,
    ...status(game),
    ...hours(game),
    rating: game.rating,
    platform: game.platform,
    lastPlayed: game.lastPlayed,
  }))
  const root = random.pick([list, { Games: list }, { games: list, count: list.length }])
  return {
    writer: 'Playnite, JSON',
    name: 'playnite.json',
    bytes: Buffer.from(JSON.stringify(root)),
    stated,
    manner: Object.keys(root)[0] ?? '',
  }
}

const clock = (hours: number) => `${Math.floor(hours)}:${String(Math.round((hours % 1) * 60)).padStart(2, '0')}:00`

export const howLongToBeat: Write = (random) => {
  const games = libraryOf(random)
  const mark = random.pick(['✓', 'X', '✔'])
  const own = random.pick([
    ['CP', 'Paused', 'Priority'],
    ['Custom-1', 'Custom-2', 'Custom-3'],
    ['Wishlist', 'Co-op with Sam', 'Favourites'],
  ])
  const on = (is: boolean) => (is ? mark : '')
  const isDone = ({ stage }: Game) => stage === 'completed' || stage === 'mastered'
  const onOwn = games.map(() => (random.chance(0.2) ? random.below(3) : -1))
  const cells: Cell[] = [
    ['Title', (game) => game.title, nothing],
    ['Platform', (game) => game.platform, (game) => ({ platform: game.platform })],
    ['Playing', (game) => on(game.stage === 'playing' || game.stage === 'paused'), status],
    ['Backlog', (game) => on(game.stage === 'want'), nothing],
    ['Replay', () => '', nothing],
    ...own.map(
      (list, place): Cell => [
        list,
        (game) => on(onOwn[games.indexOf(game)] === place),
        (game) => (onOwn[games.indexOf(game)] === place ? { tags: [list] } : {}),
      ],
    ),
    ['Completed', (game) => on(isDone(game)), nothing],
    ['Retired', (game) => on(game.stage === 'dropped'), nothing],
    ['Retired Notes', () => '', nothing],
    ['Start Date', (game) => game.started ?? '', (game) => ({ started: game.started })],
    ['Completion Date', (game) => game.finished ?? '', (game) => ({ finished: game.finished })],
    ['Progress', (game) => (game.hours && !isDone(game) ? clock(game.hours) : '--'), hours],
    ['Main Story', (game) => (game.hours && game.stage === 'completed' ? clock(game.hours) : ''), nothing],
    ['Main Story Notes', () => '', nothing],
    ['Main + Extras', () => '', nothing],
    ['Main + Extras Notes', () => '', nothing],
    ['Completionist', (game) => (game.hours && game.stage === 'mastered' ? clock(game.hours) : ''), nothing],
    ['Completionist Notes', () => '', nothing],
    ['General Notes', (game) => game.notes ?? '', (game) => ({ notes: game.notes })],
    ['Storefront', () => 'Steam', nothing],
    ['Review', (game) => (game.rating === null ? '' : String(game.rating * 10)), (game) => ({ rating: game.rating })],
    ['Review Notes', () => '', nothing],
    ['Added', (game) => `${game.added} 10:00:00`, nothing],
    ['Updated', (game) => `${game.added} 10:00:00`, nothing],
  ]
  return {
    writer: 'HowLongToBeat',
    name: 'HLTB_Games_2024-05-01.csv',
    manner: `${mark} ${own.join()}`,
    ...tableOf(random, games, cells),
  }
}

const SHELF: Record<Stage, string> = {
  want: 'Backlog',
  playing: 'Playing',
  paused: 'Playing',
  completed: 'Played',
  mastered: 'Played',
  dropped: 'Dropped',
}
const LEVEL: Partial<Record<Stage, string>> = { completed: 'Main Story', mastered: '100% Completion' }

function grouveeGame(game: Game, id: number, none: 'None' | null) {
  const isDated = game.started !== null || game.finished !== null || game.hours !== null
  return {
    id,
    name: game.title,
    shelves: {
      [SHELF[game.stage]]: { date_added: `${game.added}T12:00:00Z` },
      ...Object.fromEntries(game.tags.map((tag) => [tag, { date_added: `${game.added}T12:00:00Z` }])),
    },
    platforms: { [game.platform]: {} },
    rating: game.rating === null ? none && '' : game.rating / 2,
    dates:
      isDated || game.stage === 'want'
        ? [
            {
              date_started: game.started ?? 'None',
              date_finished: game.finished ?? 'None',
              seconds_played: seconds(game.hours),
              level_of_completion: LEVEL[game.stage] ?? none,
            },
          ]
        : [],
    statuses: [],
  }
}

const grouveeStated = (game: Game): Stated => ({
  title: game.title,
  ...(game.stage === 'dropped' ? {} : status(game)),
  rating: game.rating,
  ...hours(game),
  started: game.started,
  finished: game.finished,
  tags: game.tags,
})

export const GROUVEE_HEADER =
  'id,name,shelves,platforms,rating,review_title,review,review_platform,dates,statuses,genres,franchises,series,developers,publishers,release_date,date_added_to_collection,url,giantbomb_id,igdb_id'

/** The table of Grouvee; in 2021 without the id at IGDB, and later with it. */
export function grouveeTable(random: Random, games: readonly Game[]): Buffer {
  const header = GROUVEE_HEADER.split(',')
  const columns = random.chance(0.3) ? header.slice(0, -1) : header
  const rows = games.map((game, at) => {
    const made = grouveeGame(game, at + 1, 'None')
    const cells: Record<string, string> = {
      ...Object.fromEntries(
        Object.entries(made).map(([key, value]) => [
          key,
          typeof value === 'object' ? JSON.stringify(value) : String(value),
        ]),
      ),
      date_added_to_collection: `${game.added}T12:00:00Z`,
    }
    return columns.map((column) => cells[column] ?? '')
  })
  return Buffer.from(tableText([columns, ...rows], ','))
}

export const grouveeCsv: Write = (random) => {
  const games = libraryOf(random)
  return {
    writer: 'Grouvee, CSV',
    name: 'grouvee.csv',
    bytes: grouveeTable(random, games),
    stated: games.map(grouveeStated),
    manner: '',
  }
}

export function grouveeExport(games: readonly Game[]): Buffer {
  return Buffer.from(
    JSON.stringify({
      export_format_version: 2,
      site: 'https://www.grouvee.com',
      account: { username: 'x', favorite_games: [{ name: 'Hades', igdb_id: 113112 }] },
      collection: games.map((game, at) => grouveeGame(game, at + 1, null)),
      ...{ lists: [], reviews: [], play_log: [], statuses: [], comments: [] },
    }),
  )
}

export const grouveeJson: Write = (random) => {
  const games = libraryOf(random)
  return {
    writer: 'Grouvee, JSON',
    name: 'grouvee_export.json',
    bytes: grouveeExport(games),
    stated: games.map(grouveeStated),
    manner: '',
  }
}

export { type Cell, clock, grouveeStated, halves, seconds, slashed, tableOf, type Write }

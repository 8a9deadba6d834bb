import { zipOf } from '../zip.ts'
import { type Game, libraryOf, type Stage, type Stated, statusOf } from './library.ts'
import { type Cell, grouveeExport, grouveeStated, grouveeTable, halves, tableOf, type Write } from './trackers.ts'

const nothing = () => ({})
const status = ({ stage }: Game) => ({ status: [statusOf(stage)] })

const BACKLOGGD: Record<Stage, string> = {
  want: 'Backlog',
  playing: 'Playing',
  paused: 'Shelved',
  completed: 'Completed',
  mastered: 'Completed',
  dropped: 'Abandoned',
}
const isDone = ({ stage }: Game) => stage === 'completed' || stage === 'mastered'

export const backloggdFlags: Write = (random) => {
  const games = libraryOf(random)
  const flag = (is: boolean) => String(is)
  const cells: Cell[] = [
    ['ID', () => String(random.below(9999)), nothing],
    ['Game Name', (game) => game.title, nothing],
    ['Played', (game) => flag(isDone(game)), (game) => (isDone(game) || game.stage === 'want' ? status(game) : {})],
    ['Currently Playing', (game) => flag(game.stage === 'playing'), nothing],
    ['In Backlog', (game) => flag(game.stage === 'want'), nothing],
    ['In Wishlist', () => 'false', nothing],
    ['Liked', (game) => flag(game.isLiked), (game) => ({ isLiked: game.isLiked })],
    ['Rating', (game) => String(game.rating ?? ''), (game) => ({ rating: game.rating })],
    ['Mastered', (game) => flag(game.stage === 'mastered'), nothing],
    ['Start Date', (game) => game.started ?? '', (game) => ({ started: game.started })],
    ['Finish Date', (game) => game.finished ?? '', (game) => ({ finished: game.finished })],
    ['Total Hours', (game) => String(Math.floor(game.hours ?? 0)), (game) => ({ hours: game.hours })],
    ['Total Minutes', (game) => String(Math.round(((game.hours ?? 0) % 1) * 60)), nothing],
    ['Review', () => '', nothing],
    ['Backloggd URL', () => '', nothing],
  ]
  return { writer: 'Backloggd, flags', name: 'backloggd.csv', manner: '', ...tableOf(random, games, cells) }
}

/** What scripts write that read the pages of a member. */
export const backloggdScraped: Write = (random) => {
  const games = libraryOf(random)
  const name = random.pick(['Title', 'Game', 'name', 'title'])
  const rating = random.pick([
    ['Rating', (game: Game) => halves(game.rating)],
    [
      'rating',
      (game: Game) => (game.rating === null ? 'N/A' : `${'★'.repeat(game.rating >> 1)}${game.rating % 2 ? '½' : ''}`),
    ],
    ['Rating', (game: Game) => (game.rating === null ? '0.0' : String(game.rating / 2))],
    ['User Rating', (game: Game) => (game.rating === null ? '' : `${game.rating / 2} stars`)],
  ] as const)
  const cells: Cell[] = [
    [name, (game) => game.title, nothing],
    [random.pick(['Status', 'status', 'Play Status', 'Type']), (game) => BACKLOGGD[game.stage], status],
    [rating[0], rating[1], (game) => ({ rating: game.rating })],
    ['Platform', (game) => game.platform, (game) => ({ platform: game.platform })],
    ['Average Rating', () => String(random.below(50) / 10), nothing],
    ['Release Date', () => 'Sep 17, 2020', nothing],
  ]
  return {
    writer: 'Backloggd, scraped',
    name: 'backloggd_export.csv',
    manner: rating.join(),
    ...tableOf(random, games, cells, { optional: 3 }),
  }
}

export const backloggdJson: Write = (random) => {
  const games = libraryOf(random)
  const log = (game: Game) => ({
    is_play: isDone(game) || game.stage === 'dropped' || game.stage === 'paused',
    is_playing: game.stage === 'playing',
    is_backlog: game.stage === 'want',
    is_wishlist: false,
    game_liked: game.isLiked,
    rating: game.rating,
    status: {
      completed: 'completed',
      mastered: 'completed',
      dropped: 'abandoned',
      paused: 'shelved',
      want: 'completed',
      playing: 'completed',
    }[game.stage],
    total_hours: Math.floor(game.hours ?? 0),
    total_minutes: Math.round(((game.hours ?? 0) % 1) * 60),
  })
  const list = games.map((game, at) => ({
    id: at,
    name: game.title,
    most_recent_playthrough_id: null,
    game_log: log(game),
    playthroughs: game.started
      ? { [at]: { id: at, start_date: game.started, finish_date: game.finished, platform: 6, rating: game.rating } }
      : {},
  }))
  const stated = games.map(
    (game): Stated => ({
      title: game.title,
      ...status(game),
      rating: game.rating,
      hours: game.hours,
      isLiked: game.isLiked,
    }),
  )
  return {
    writer: 'Backloggd, JSON',
    name: 'backloggd.json',
    bytes: Buffer.from(JSON.stringify(list)),
    stated,
    manner: '',
  }
}

export const steamLibrary: Write = (random) => {
  const games = libraryOf(random)
  const cells: Cell[] = [
    ['game', (game) => game.title, nothing],
    ['id', () => String(10 + random.below(900_000)), nothing],
    ['hours', (game) => String(game.hours ?? ''), (game) => ({ hours: game.hours })],
    [
      'last_played',
      (game) => (game.lastPlayed ? `${game.lastPlayed}T22:13:20Z` : ''),
      (game) => ({ lastPlayed: game.lastPlayed }),
    ],
    ['steam_deck', () => 'verified', nothing],
    ['metascore', () => '95', () => ({ rating: null })],
    ['review_score', () => '88', nothing],
  ]
  return {
    writer: 'Steam library exporter',
    name: 'steam-library.csv',
    manner: '',
    ...tableOf(random, games, cells, { optional: 2 }),
  }
}

export const steamAnswer: Write = (random) => {
  const games = libraryOf(random)
  const list = games.map((game, at) => ({
    appid: 10 + at,
    name: game.title,
    playtime_forever: Math.round((game.hours ?? 0) * 60),
    rtime_last_played: game.lastPlayed ? Date.parse(game.lastPlayed) / 1000 : 0,
  }))
  const root = random.pick([{ response: { game_count: list.length, games: list } }, { games: list }, list])
  const stated = games.map((game) => ({ title: game.title, hours: game.hours, lastPlayed: game.lastPlayed }))
  return { writer: 'Steam, answer', name: 'steam.json', bytes: Buffer.from(JSON.stringify(root)), stated, manner: '' }
}

const LOWER: Record<Stage, string> = {
  want: 'backlog',
  playing: 'playing',
  paused: 'on_hold',
  completed: 'completed',
  mastered: 'mastered',
  dropped: 'abandoned',
}

/** JSON that a script or a small app writes, with the list of games at any depth. */
export const ownJson: Write = (random) => {
  const games = libraryOf(random)
  const [name, platform, hours, day] = random.pick([
    ['title', 'platform', 'hours', 'completed_at'],
    ['name', 'platforms', 'playtime_hours', 'finished'],
    ['game', 'system', 'hoursPlayed', 'dateFinished'],
    ['Title', 'Platform', 'Hours', 'Finished On'],
  ] as const)
  const list = games.map((game) => ({
    [name]: game.title,
    [platform]: platform === 'platforms' ? [game.platform] : game.platform,
    status: LOWER[game.stage],
    rating: game.rating,
    [hours]: game.hours,
    [day]: game.finished,
    notes: game.notes,
    tags: game.tags,
  }))
  const stated = games.map((game) => ({
    title: game.title,
    ...status(game),
    platform: game.platform,
    rating: game.rating,
    hours: game.hours,
    finished: game.finished,
    notes: game.notes,
    tags: game.tags,
  }))
  const lines = list.map((item) => JSON.stringify(item)).join(random.pick(['\n', '\r\n']))
  const byKey = Object.fromEntries(list.map((item, at) => [`g${at}`, item]))
  const roots: [string, string][] = [
    ['list', JSON.stringify(list, null, 2)],
    ['games', JSON.stringify({ version: 1, games: list })],
    ['data.library.items', JSON.stringify({ data: { library: { items: list } } })],
    ['user and library', JSON.stringify({ user: 'x', friends: [{ name: 'Sam' }], library: list })],
    ['lines', `${lines}\n`],
    ['by key', JSON.stringify(byKey)],
    ['by key below', JSON.stringify({ exported: 'today', games: byKey })],
  ]
  const [manner, text] = random.pick(roots)
  const file = random.pick(manner === 'lines' ? ['games.ndjson', 'games.jsonl', 'games.json'] : ['games.json'])
  return { writer: 'own JSON', name: file, bytes: Buffer.from(text), stated, manner }
}

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]
const longDay = (day: string | null) => {
  if (day === null) return ''
  const [y, m, d] = day.split('-').map(Number) as [number, number, number]
  return `${MONTHS[m - 1]} ${d}, ${y}`
}

export const notion: Write = (random) => {
  const games = libraryOf(random)
  const words = random.pick([
    {
      want: 'Not started',
      playing: 'In progress',
      paused: 'On hold',
      completed: 'Done',
      mastered: 'Done',
      dropped: 'Abandoned',
    },
    {
      want: '📋 Backlog',
      playing: '🎮 Playing',
      paused: '⏸️ Paused',
      completed: '✅ Finished',
      mastered: '🏆 100%',
      dropped: '❌ Dropped',
    },
  ] as Record<Stage, string>[])
  const isRange = random.chance(0.3)
  const cells: Cell[] = [
    ['Name', (game) => game.title, nothing],
    ['Status', (game) => words[game.stage], status],
    ['Platform', (game) => game.platform, (game) => ({ platform: game.platform })],
    [
      'Rating',
      (game) => (game.rating === null ? '' : '⭐'.repeat(Math.max(1, game.rating >> 1))),
      (game) => ({ rating: game.rating && Math.max(1, game.rating >> 1) * 2 }),
    ],
    ['Tags', (game) => game.tags.join(', '), (game) => ({ tags: game.tags })],
    ['Finished', (game) => longDay(game.finished), (game) => ({ finished: game.finished })],
    ['Started', (game) => longDay(game.started), (game) => ({ started: game.started })],
    ['Hours', (game) => String(game.hours ?? ''), (game) => ({ hours: game.hours })],
    ['Favorite', (game) => (game.isLiked ? 'Yes' : 'No'), (game) => ({ isLiked: game.isLiked })],
    ['Created', (game) => `${longDay(game.added)} 10:32 AM`, nothing],
  ]
  const { bytes, stated } = tableOf(random, games, cells, { optional: 5, encoding: 'utf-8 with a mark' })
  const name = 'Games 1f2e3d4c5b6a.csv'
  const whole = [
    { name, bytes },
    { name: name.replace('.csv', '_all.csv'), bytes },
    { name: 'Celeste 0a1b.md', bytes: Buffer.from('# Celeste\n') },
  ]
  const isZip = random.chance(0.4)
  return {
    writer: 'Notion',
    name: isZip ? 'Export.zip' : name,
    bytes: isZip ? zipOf(whole) : bytes,
    stated,
    manner: `${isRange} ${isZip}`,
  }
}

export const yamtrack: Write = (random) => {
  const games = libraryOf(random)
  const words: Record<Stage, string> = {
    want: 'Planning',
    playing: 'In progress',
    paused: 'Paused',
    completed: 'Completed',
    mastered: 'Completed',
    dropped: 'Dropped',
  }
  const cells: Cell[] = [
    ['media_id', () => '', nothing],
    ['source', () => 'manual', nothing],
    ['media_type', () => 'game', nothing],
    ['title', (game) => game.title, nothing],
    ['image', () => 'http://x.example/a.jpg', nothing],
    ['season_number', () => '', nothing],
    ['episode_number', () => '', nothing],
    ['score', (game) => (game.rating === null ? '' : `${game.rating}.0`), (game) => ({ rating: game.rating })],
    [
      'progress',
      (game) =>
        `${Math.floor(game.hours ?? 0)}h ${String(Math.round(((game.hours ?? 0) % 1) * 60)).padStart(2, '0')}min`,
      (game) => ({ hours: game.hours }),
    ],
    ['status', (game) => words[game.stage], status],
    ['start_date', (game) => game.started ?? '', (game) => ({ started: game.started })],
    ['end_date', (game) => game.finished ?? '', (game) => ({ finished: game.finished })],
    ['notes', (game) => game.notes ?? '', (game) => ({ notes: game.notes })],
    ['progressed_at', () => '', nothing],
  ]
  return { writer: 'Yamtrack', name: 'yamtrack.csv', manner: '', ...tableOf(random, games, cells) }
}

/** Tables in which a status is a column of ticks. */
export const tickBoxes: Write = (random) => {
  const games = libraryOf(random)
  const mark = random.pick(['✓', 'x', '1', 'TRUE', '✅', 'Yes', '☑', 'X'])
  const no = random.pick({ TRUE: ['FALSE'], 1: ['0', ''], Yes: ['No', ''] }[mark as 'TRUE'] ?? [''])
  const names = random.pick([
    { want: 'Backlog', playing: 'Playing', completed: 'Completed', mastered: '100%', dropped: 'Dropped' },
    { want: 'Want to play', playing: 'In progress', completed: 'Beaten', mastered: 'Platinum', dropped: 'Abandoned' },
    { want: 'Wishlist', playing: 'Started', completed: 'Finished', mastered: 'Mastered', dropped: 'Gave up' },
    { want: 'Owned', playing: 'Playing', completed: 'Beaten', mastered: 'Completed', dropped: 'Dropped' },
  ])
  const isCumulative = random.chance(0.3)
  const is = (game: Game, stage: keyof typeof names) =>
    game.stage === stage ||
    (stage === 'playing' && game.stage === 'paused') ||
    (stage === 'completed' && isCumulative && game.stage === 'mastered') ||
    (names.want === 'Owned' && stage === 'want')
  const cells: Cell[] = [
    ['Game', (game) => game.title, status],
    ...(['want', 'playing', 'completed', 'mastered', 'dropped'] as const).map(
      (stage): Cell => [names[stage], (game) => (is(game, stage) ? mark : no), nothing],
    ),
    ['Favourite', (game) => (game.isLiked ? mark : no), (game) => ({ isLiked: game.isLiked })],
    ['Score', (game) => String(game.rating ?? ''), (game) => ({ rating: game.rating })],
    ['Hours', (game) => String(game.hours ?? ''), (game) => ({ hours: game.hours })],
  ]
  return {
    writer: 'tick boxes',
    name: 'ticks.csv',
    manner: `${mark} ${JSON.stringify(names)}`,
    ...tableOf(random, games, cells, { optional: 3 }),
  }
}

/** Sheets with what the crowd thinks and needs, which is not the member's. */
export const crowd: Write = (random) => {
  const games = libraryOf(random)
  const others = [
    'Metacritic',
    'OpenCritic Score',
    'Critic Score',
    'IGDB Rating',
    'Steam Rating',
    'Main Story Hours',
    'HLTB',
    'Time to beat',
    'Main Story',
    'Average Playtime',
  ]
  const cells: Cell[] = [
    ['Game', (game) => game.title, () => ({ rating: null, hours: null })],
    ...random
      .shuffled(others)
      .slice(0, 3)
      .map((name): Cell => [name, () => String(8 + random.below(90)), nothing]),
    ['Status', (game) => BACKLOGGD[game.stage], status],
    ['My Rating', (game) => String(game.rating ?? ''), (game) => ({ rating: game.rating })],
    ['Hours Played', (game) => String(game.hours ?? ''), (game) => ({ hours: game.hours })],
  ]
  return {
    writer: 'crowd columns',
    name: 'backlog.csv',
    manner: cells.map(([name]) => name).join(),
    ...tableOf(random, games, cells, { optional: 2 }),
  }
}

export const archives: Write = (random) => {
  const games = libraryOf(random)
  const isGrouvee = random.chance(0.5)
  if (isGrouvee) {
    const parts = [
      { name: 'collection.csv', bytes: grouveeTable(random, games) },
      { name: 'grouvee_export.json', bytes: grouveeExport(games) },
    ]
    return {
      writer: 'archive',
      name: 'grouvee.zip',
      bytes: zipOf(random.shuffled(parts)),
      stated: games.map(grouveeStated),
      manner: 'grouvee',
    }
  }
  const { bytes, writer, stated } = backloggdScraped(random)
  const parts = [
    { name: 'games.csv', bytes },
    { name: 'README.txt', bytes: Buffer.from('Thank you, and enjoy.\n') },
    { name: 'settings.json', bytes: Buffer.from('{"theme":"dark"}') },
  ]
  return { writer: 'archive', name: 'export.zip', bytes: zipOf(random.shuffled(parts)), stated, manner: writer }
}

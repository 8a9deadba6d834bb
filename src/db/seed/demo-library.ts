import { DAY_MS, HOUR_MS } from '#shared/durations.ts'
import type { DemoEntry, DemoMember } from './demo-members.ts'
import type { SeededRandom } from './seeded-random.ts'

/** The facts about a game of the catalogue that the demo needs. */
export interface DemoGame {
  id: string
  name: string
  year: number | null
  genres: readonly string[]
  /** 0 to 100. */
  renown: number
  /** 0 to 100, of critics and players. */
  rating: number | null
  isOpenWorld: boolean
}

export interface LibraryEntry {
  game_id: string
  status: DemoEntry['status']
  play_time: number
  completion_percentage: number
  achievements_completed: number
  user_rating: number | null
  is_liked: boolean
  notes: string | null
  last_played_at: string | null
  /** When it was marked as completed or dropped. */
  stopped_playing_at: string | null
  created_at: string
  updated_at: string
}

export interface ProgressPoint {
  game_id: string
  play_time: number
  completion_percentage: number
  created_at: string
}

export interface AchievementPoint {
  game_id: string
  achievements_completed: number
  created_at: string
}

export interface DemoActivity {
  game_id: string
  activity_type: 'want_to_play' | 'started_playing' | 'progress' | 'completed'
  details: { progress?: number }
  created_at: string
}

export interface DemoLibrary {
  entries: LibraryEntry[]
  progress: ProgressPoint[]
  achievements: AchievementPoint[]
  activities: DemoActivity[]
}

/** Activities go back this many days; libraries go back to the day of signing up. */
export const FEED_DAYS = 42

/** The hours of a first run, by the first genre listed here. */
const LENGTHS: Record<string, number> = {
  'Role-playing (RPG)': 36,
  'Turn-based strategy (TBS)': 30,
  'Real Time Strategy (RTS)': 24,
  Strategy: 30,
  Simulator: 34,
  Sport: 26,
  'Card & Board Game': 30,
  'Visual Novel': 18,
  Fighting: 14,
  Racing: 12,
  Music: 11,
  Shooter: 11,
  'Point-and-click': 8,
  Platform: 9,
  Puzzle: 8,
  Arcade: 4,
  Adventure: 13,
}

/** Generates a member's games and their histories, in the weeks and years before `now`. */
export function makeLibrary(
  member: DemoMember,
  games: readonly DemoGame[],
  now: Date,
  random: SeededRandom,
): DemoLibrary {
  const library: DemoLibrary = { entries: [], progress: [], achievements: [], activities: [] }
  const byName = new Map(games.map((game) => [game.name, game]))
  const taken = new Set<string>()
  for (const entry of member.story ?? []) {
    const game = byName.get(entry.game)
    if (!game || taken.has(game.id)) continue
    taken.add(game.id)
    addEntry(library, game, entry, { member, now, random })
  }
  const chosen = games
    .filter((game) => !taken.has(game.id))
    .map((game) => ({ game, at: random.next() ** (1 / appeal(game, member)) }))
    .sort((a, b) => b.at - a.at)
    .slice(0, member.games)
  let wishlistedAgo: number | null = null
  let playing = library.entries.filter((entry) => entry.status === 'playing').length
  for (const { game } of chosen) {
    const isRecent = random.chance(member.activity)
    // Few members play more than three games at once.
    const status = playing < 2 && isRecent && random.chance(0.3) ? 'playing' : chooseStatus(random)
    if (status === 'playing') playing += 1
    const longest = member.joined * 0.97
    let days = isRecent ? FEED_DAYS * random.next() ** 1.6 : random.between(FEED_DAYS, Math.max(longest, FEED_DAYS + 1))
    if (status === 'playing') days = Math.min(days, 25 * random.next())
    let ago: number = Math.min(days, longest) * 24
    if (status === 'want_to_play') {
      // Games are added to the list of wanted games in evenings of browsing, one after the other.
      if (wishlistedAgo !== null && random.chance(0.55)) ago = Math.max(wishlistedAgo - random.between(0.01, 0.06), 0.3)
      wishlistedAgo = ago
    }
    addEntry(library, game, { game: game.name, status, ago }, { member, now, random })
  }
  return library
}

/** Returns how likely a member is to have the game: well known, of a liked genre, from their years. */
function appeal(game: DemoGame, member: DemoMember): number {
  const liking = Math.max(1, ...game.genres.map((genre) => member.likes[genre] ?? 1))
  const [from, until] = member.years
  const distance = game.year === null ? 20 : Math.max(from - game.year, game.year - until, 0)
  return (game.renown / 100) ** 3.5 * liking ** 1.5 * 0.75 ** distance + 1e-6
}

function chooseStatus(random: SeededRandom): DemoEntry['status'] {
  const roll = random.next()
  if (roll < 0.52) return 'completed'
  return roll < 0.87 ? 'want_to_play' : 'dropped'
}

function addEntry(
  library: DemoLibrary,
  game: DemoGame,
  specified: DemoEntry,
  { member, now, random }: { member: DemoMember; now: Date; random: SeededRandom },
): void {
  const { status } = specified
  const isSpecified = specified.hours !== undefined || specified.rating !== undefined
  const last =
    specified.ago < 48
      ? now.getTime() - specified.ago * HOUR_MS
      : atLeisure(now.getTime() - specified.ago * HOUR_MS, random)
  const signedUp = now.getTime() - member.joined * DAY_MS
  const completion = specified.completion ?? completionOf(status, random)
  const hours = specified.hours ?? hoursOf(game, completion, random)
  const rating = specified.rating ?? (isSpecified ? null : ratingOf(game, status, member, random))
  // An hour or two on most days.
  const playedFor = status === 'want_to_play' ? 0 : (hours / random.between(0.7, 2)) * DAY_MS
  const started = Math.max(last - playedFor, Math.min(signedUp, last))
  const wishlistedFor = status !== 'want_to_play' && random.chance(0.5) ? random.between(1, 70) * DAY_MS : 0
  const created = Math.max(started - wishlistedFor, Math.min(signedUp, started))
  const achievements = status !== 'want_to_play' && random.chance(0.25) ? random.whole(1, 34) : 0

  library.entries.push({
    game_id: game.id,
    status,
    play_time: status === 'want_to_play' ? 0 : hours,
    completion_percentage: completion,
    achievements_completed: achievements,
    user_rating: rating,
    is_liked: specified.isLiked ?? (rating !== null && rating >= 9 && random.chance(0.45)),
    notes: specified.notes ?? null,
    last_played_at: status === 'want_to_play' ? null : iso(last),
    stopped_playing_at: status === 'completed' || status === 'dropped' ? iso(last) : null,
    created_at: iso(created),
    updated_at: iso(last),
  })
  if (achievements > 0)
    library.achievements.push({ game_id: game.id, achievements_completed: achievements, created_at: iso(last) })

  const share: Share = (activity_type, at, details = {}) => {
    if (now.getTime() - at < FEED_DAYS * DAY_MS)
      library.activities.push({ game_id: game.id, activity_type, details, created_at: iso(at) })
  }
  if (status === 'want_to_play') {
    share('want_to_play', last)
    return
  }
  if (created < started) share('want_to_play', created)

  addProgress(library, game, { status, completion, hours, started, last }, { share, random })
}

type Share = (type: DemoActivity['activity_type'], at: number, details?: DemoActivity['details']) => void

/** Adds the steps in which a game was played, from `started` to `last`, and shares some of them. */
function addProgress(
  library: DemoLibrary,
  game: DemoGame,
  played: { status: DemoEntry['status']; completion: number; hours: number; started: number; last: number },
  { share, random }: { share: Share; random: SeededRandom },
): void {
  const { status, completion, hours, started, last } = played
  const steps = Math.min(6, Math.max(2, Math.round(hours / 6)))
  if (last - started > DAY_MS) share('started_playing', started)
  const times = Array.from({ length: steps - 1 }, (_, at) => started + ((last - started) * (at + 1)) / steps)
    .map((at) => Math.min(Math.max(atLeisure(at, random), started), last))
    .sort((a, b) => a - b)
  let part = 0
  for (const [step, at] of [...times, last].entries()) {
    const isLast = step === steps - 1
    part = isLast ? 1 : Math.max(part, Math.min(0.97, (step + 1 + random.between(-0.3, 0.3)) / steps))
    const percent = Math.max(1, Math.round(completion * part))
    const isFinished = isLast && status === 'completed'
    library.progress.push({
      game_id: game.id,
      play_time: hundredths(hours * part),
      completion_percentage: isLast ? completion : Math.min(percent, 99),
      created_at: iso(at),
    })
    if (isFinished) share('completed', at)
    else if (status === 'playing' ? isLast || random.chance(0.35) : random.chance(0.25))
      share('progress', at, { progress: Math.min(percent, 99) })
  }
}

/** Returns the hours up to this percentage; 0 % is for a game that has not been started. */
function hoursOf(game: DemoGame, completion: number, random: SeededRandom): number {
  const usual = LENGTHS[game.genres.find((genre) => genre in LENGTHS) ?? ''] ?? 10
  const ofItsTime = game.year !== null && game.year < 1995 ? 0.45 : 1
  const ofItsSize = game.isOpenWorld ? 2.4 : 1
  const whole = usual * ofItsTime * ofItsSize * 2 ** (random.bell() * 0.8)
  return Math.max(0.5, Math.round(whole * (completion / 100) * random.between(0.85, 1.15) * 4) / 4)
}

function completionOf(status: DemoEntry['status'], random: SeededRandom): number {
  if (status === 'completed') return 100
  if (status === 'playing') return random.whole(8, 92)
  return status === 'dropped' ? random.whole(3, 42) : 0
}

function ratingOf(
  game: DemoGame,
  status: DemoEntry['status'],
  member: DemoMember,
  random: SeededRandom,
): number | null {
  const likelihood = { completed: 0.82, dropped: 0.5, playing: 0.2, want_to_play: 0 }[status]
  if (!random.chance(likelihood)) return null
  const fair = ((game.rating ?? 72) - 60) / 5 + 3.4 - (status === 'dropped' ? 3 : 0)
  return Math.min(10, Math.max(1, Math.round(fair + member.kindness + random.bell() * 1.6)))
}

/** Moves a time to an hour when people play, on the same day: mostly evenings. */
function atLeisure(at: number, random: SeededRandom): number {
  const midnight = Math.floor(at / DAY_MS) * DAY_MS
  const hour = random.chance(0.75) ? random.between(17, 23.5) : random.between(9, 17)
  const moved = midnight + hour * HOUR_MS
  return moved > at + 12 * HOUR_MS ? moved - DAY_MS : moved
}

const iso = (at: number) => new Date(at).toISOString()
const hundredths = (value: number) => Math.round(value * 100) / 100

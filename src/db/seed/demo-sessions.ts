import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { utcDay } from '#shared/calendar-days.ts'
import { DAY_MS } from '#shared/durations.ts'
import type { DemoGame, LibraryEntry } from './demo-library.ts'
import { insertRows } from './insert-rows.ts'
import type { SeededRandom } from './seeded-random.ts'

interface Logged {
  sessions: number
  platform: string
  notes?: readonly string[]
}

/** Games whose play log is written by hand. */
const LOGGED: Record<string, Logged> = {
  'Disco Elysium': {
    sessions: 9,
    platform: 'PC',
    notes: ['The tie again. I said yes.', 'Up on the roof at last. Kim was kind about it.'],
  },
  Tunic: { sessions: 4, platform: 'Switch', notes: ['Found a page that explains the last three.'] },
  'Into the Breach': { sessions: 14, platform: 'Switch' },
  'Outer Wilds': { sessions: 7, platform: 'PC', notes: ['Knowing what I know, and still slow about it.'] },
}
/** Games played before on another platform: the sessions belong to the second playthrough. */
const REPLAYED: Record<string, { platform: string; daysBefore: number; took: number; rating: number }> = {
  'Outer Wilds': { platform: 'PlayStation 4', daysBefore: 420, took: 24, rating: 8 },
}

/** The game that the member has set aside, and why some games were dropped. */
const PAUSED = 'Into the Breach'
/** Where the member was in some games. */
const BOOKMARKS: Record<string, string> = {
  'Into the Breach': 'Second island, the hive ships come from the left.',
  Tunic: 'West gate. Page 12 says to hold the button.',
}
const DROP_REASONS: Record<string, string> = {
  'Elden Ring': 'Forty tries at the tree sentinel. It is not the game, it is me.',
  Satisfactory: 'I dreamed of conveyor belts.',
}

const PLATFORMS = ['PC', 'PC', 'Steam Deck', 'Switch', 'PlayStation 5'] as const
const HOURS_OF_SESSION = 2
const MAX_SESSIONS = 16

/** Most players end with the story; who has played longest has often done everything. */
const levelOf = (hours: number) =>
  (['main_story', 'main_story', 'main_extras', 'completionist'] as const)[Math.round(hours) % 4]

/** The play log of any other game: a session for every two hours. */
const logOf = (hours: number, random: SeededRandom): Logged => ({
  sessions: Math.min(MAX_SESSIONS, Math.ceil(hours / HOURS_OF_SESSION)),
  platform: PLATFORMS[random.whole(0, PLATFORMS.length - 1)] ?? 'PC',
})

/**
 * Generates dated sessions and playthroughs for all entries that were played. Each session ends no later than the entry was last
 * played, and together they take at most half of its hours, so that a part stays undated. Ids match the time of their
 * row.
 */
function makeSessions(
  entries: readonly LibraryEntry[],
  names: ReadonlyMap<string, string>,
  idAt: (at: Date) => string,
  random: SeededRandom,
) {
  const playthroughs: object[] = []
  const sessions: object[] = []
  for (const { game_id, play_time, status, last_played_at, created_at, user_rating } of entries) {
    const name = names.get(game_id) ?? ''
    if (last_played_at === null) continue
    const logged = LOGGED[name] ?? logOf(play_time, random)
    const last = new Date(last_played_at).getTime()
    const before = REPLAYED[name]
    if (before) {
      const started = last - before.daysBefore * DAY_MS
      playthroughs.push({
        id: idAt(new Date(started)),
        game_id,
        platform: before.platform,
        started_on: utcDay(started),
        finished_on: utcDay(started + before.took * DAY_MS),
        finish_level: 'main_story',
        is_replay: false,
        is_paused: false,
        drop_reason: null,
        rating: before.rating,
      })
    }
    const first = Math.max(last - logged.sessions * 1.7 * DAY_MS, new Date(created_at).getTime())
    const isDone = status === 'completed'
    const isDropped = status === 'dropped'
    const id = idAt(new Date(first))
    playthroughs.push({
      id,
      game_id,
      platform: logged.platform,
      started_on: utcDay(first),
      finished_on: isDone ? utcDay(last) : null,
      finish_level: isDone ? levelOf(play_time) : isDropped ? 'dropped' : 'unfinished',
      is_replay: before !== undefined,
      is_paused: name === PAUSED,
      drop_reason: (isDropped && DROP_REASONS[name]) || null,
      rating: user_rating,
      bookmark: BOOKMARKS[name] ?? null,
      bookmarked_at: BOOKMARKS[name] ? last_played_at : null,
    })
    const most = Math.floor((play_time * 60) / 2 / logged.sessions)
    const own: { minutes: number }[] = []
    for (let at = 0; at < logged.sessions; at++) {
      const end = first + ((last - first) * (at + 1)) / logged.sessions
      const session = {
        id: idAt(new Date(end)),
        game_id,
        playthrough_id: id,
        played_on: utcDay(end),
        minutes: Math.max(5, Math.min(most, random.whole(3, 26) * 5)),
        note: logged.notes?.[logged.sessions - 1 - at] ?? null,
        origin: random.chance(0.4) ? 'timer' : 'quick',
        ended_at: new Date(end).toISOString(),
      }
      own.push(session)
      sessions.push(session)
    }
    varyMinutes(own)
  }
  return { playthroughs, sessions }
}

/** The share of the shorter one of two sessions that moves to the other one. */
const SHARES = [0.3, 0.55, 0.15, 0.45, 0.25]

/** Makes long and short sessions of those that have the most minutes, with the same sum. */
function varyMinutes(sessions: readonly { minutes: number }[]): void {
  for (let at = 0; at + 1 < sessions.length; at += 2) {
    const [one, other] = sessions.slice(at, at + 2) as [{ minutes: number }, { minutes: number }]
    const share = SHARES[(at / 2) % SHARES.length] as number
    const moved = Math.floor((Math.min(one.minutes, other.minutes) * share) / 5) * 5
    const sign = at % 4 === 0 ? 1 : -1
    one.minutes += sign * moved
    other.minutes -= sign * moved
  }
}

/** Inserts a play log for some entries of a member; their hours stay the same. */
export async function insertSessions(
  db: Db,
  given: {
    userId: string
    entries: readonly LibraryEntry[]
    games: readonly DemoGame[]
    idAt: (at: Date) => string
    random: SeededRandom
  },
): Promise<void> {
  const { userId, entries, games, idAt, random } = given
  const names = new Map(games.map((game) => [game.id, game.name]))
  const made = makeSessions(entries, names, idAt, random)
  const ofMember = (rows: readonly object[]) => rows.map((row) => ({ user_id: userId, ...row }))
  await insertRows(
    db,
    'playthroughs',
    ofMember(made.playthroughs),
    `
    id uuid, user_id uuid, game_id text, platform text, started_on date, finished_on date, finish_level text,
    is_replay boolean, is_paused boolean, drop_reason text, rating smallint, bookmark text,
    bookmarked_at timestamptz`,
  )
  await insertRows(
    db,
    'play_sessions',
    ofMember(made.sessions),
    `
    id uuid, user_id uuid, game_id text, playthrough_id uuid, played_on date, minutes smallint, note text, origin text,
    ended_at timestamptz`,
  )
  // The triggers add the sessions to the totals of the entries, which must stay the same.
  for (const { game_id, play_time } of entries)
    await sql`update user_games set play_time = ${play_time} where user_id = ${userId} and game_id = ${game_id}`.execute(
      db,
    )
}

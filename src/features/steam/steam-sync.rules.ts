import { MAX_HOURS } from '#features/library/library.rules.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/durations.ts'

/** Why a sync failed; steam-sync.texts.ts has the sentences. */
export const SYNC_PROBLEMS = [
  'steam_private',
  'steam_hours_hidden',
  'steam_unknown',
  'steam_key',
  'steam_busy',
  'steam_unreachable',
] as const
export type SyncProblem = (typeof SYNC_PROBLEMS)[number]

/** The reasons for which nothing at all is asked of Steam. */
export const PAUSES = ['steam_key', 'steam_busy'] as const
export type Pause = (typeof PAUSES)[number]

/** Groups of games that the member can look at. */
export const STEAM_FILTERS = ['changed', 'synced', 'open', 'removed', 'ignored'] as const
export type SteamFilter = (typeof STEAM_FILTERS)[number]
/** What a sync does with a game: adds hours, waits for an import, nothing because it left the library, or nothing ever. */
export type SteamGameState = Exclude<SteamFilter, 'changed'>

export const STEAM_GAMES_PER_PAGE = 50
/** Games of one transaction of a sync. */
export const SYNC_AT_ONCE = 200

/** Steam allows 100,000 requests a day; a retry is not counted, so we stop before. */
export const STEAM_REQUESTS_A_DAY = 90_000
/** The rest is for members who press a button. */
export const AUTOMATIC_REQUESTS_A_DAY = 75_000
/** Syncs that the job begins every five minutes: 288 times a day within the limit. */
export const SYNCS_AT_ONCE = Math.floor(AUTOMATIC_REQUESTS_A_DAY / 288)

/** A sync that has not ended after this time has died, and can be begun again. */
const SYNC_DIED_MS = 10 * MINUTE_MS
/** Returns whether a sync that began at `since` is under way; null: none has begun. */
export const isSyncing = (since: Date | null, now: Date): boolean =>
  since !== null && now.getTime() - since.getTime() < SYNC_DIED_MS

/** A game of Steam's list, and the item as Steam wrote it. */
export interface OwnedGame {
  appId: number
  name: string
  /** Minutes in all. */
  minutes: number
  lastPlayedAt: Date | null
  item: unknown
}

/** Steam writes the second day of 1970 for games that were last played before it counted. */
const NEVER = 86_400
const LARGEST_APP_ID = 2 ** 31 - 1
const NAME_LENGTH = 300

const whole = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0 ? Math.floor(value) : null

/**
 * Reads Steam's answer to GetOwnedGames. Null: the profile hides its games, because Steam then leaves out even their
 * number. Items without an application id are left out; a game that Steam names twice counts once.
 */
export function ownedGames(answer: { response: Record<string, unknown> }, now: Date): OwnedGame[] | null {
  const { games, game_count } = answer.response
  if (!Array.isArray(games)) return game_count === 0 ? [] : null
  const found = new Map<number, OwnedGame>()
  for (const item of games) {
    const { appid, name, playtime_forever, rtime_last_played } = (item ?? {}) as Record<string, unknown>
    const appId = whole(appid)
    if (appId === null || appId === 0 || appId > LARGEST_APP_ID) continue
    const last = whole(rtime_last_played) ?? 0
    found.set(appId, {
      appId,
      name: nameOf(name) || `Steam ${appId}`,
      minutes: Math.min(whole(playtime_forever) ?? 0, MAX_HOURS * 60),
      lastPlayedAt: last > NEVER ? new Date(Math.min(last * 1000, now.getTime())) : null,
      item,
    })
  }
  return [...found.values()]
}

/** PostgreSQL stores neither NUL nor half characters. */
const nameOf = (name: unknown): string =>
  typeof name === 'string'
    ? Array.from(
        name
          .toWellFormed()
          .replace(/\p{Cc}/gu, ' ')
          .trim(),
      )
        .slice(0, NAME_LENGTH / 2)
        .join('')
    : ''

/**
 * Returns whether Steam names games but no play time, although it has before: the profile keeps the total play time
 * private.
 */
export const hidesHours = (games: readonly OwnedGame[], knownMinutes: number): boolean =>
  games.length > 0 && knownMinutes > 0 && games.every(({ minutes }) => minutes === 0)

/** What a sync knows of a game of a linked account. */
export interface KnownGame {
  app_id: number
  minutes: number
  game_id: string | null
  is_ignored: boolean
}

export interface GameDelta {
  gameId: string
  /** New minutes of all applications of this game. */
  delta: number
  /** All their minutes. */
  total: number
  lastPlayedAt: Date | null
  apps: { app_id: number; delta: number; minutes: number }[]
}

/**
 * Returns the games whose play time has grown since the last sync; `missingMinutes` says how much of it a sync adds.
 * Several applications of one game count together. Games that are ignored, or that no import has decided, are left out.
 */
export function grownGames(known: readonly KnownGame[], owned: ReadonlyMap<number, OwnedGame>): GameDelta[] {
  const groups = Map.groupBy(
    known.filter(({ game_id }) => game_id !== null),
    ({ game_id }) => game_id as string,
  )
  return [...groups].flatMap(([gameId, apps]) => {
    const now = apps.map((app) => ({ ...app, now: Math.max(app.minutes, owned.get(app.app_id)?.minutes ?? 0) }))
    const grown = now.filter((app) => !app.is_ignored && app.now > app.minutes)
    if (grown.length === 0) return []
    const days = grown.flatMap(({ app_id }) => owned.get(app_id)?.lastPlayedAt ?? [])
    return {
      gameId,
      delta: grown.reduce((sum, app) => sum + app.now - app.minutes, 0),
      total: now.reduce((sum, app) => sum + app.now, 0),
      lastPlayedAt: days.toSorted((a, b) => a.getTime() - b.getTime()).at(-1) ?? null,
      apps: grown.map(({ app_id, minutes, now }) => ({ app_id, delta: now - minutes, minutes: now })),
    }
  })
}

/** Returns the minute of the day at which a member's daily sync runs, so that the syncs of all are spread over the day. */
const dailyMinute = (userId: string): number => Number.parseInt(userId.slice(-8), 16) % 1440

/** Returns the member's next daily sync after an instant. */
export function nextDaily(userId: string, after: Date): Date {
  const at = Math.floor(after.getTime() / DAY_MS) * DAY_MS + dailyMinute(userId) * MINUTE_MS
  return new Date(at > after.getTime() ? at : at + DAY_MS)
}

/**
 * Returns when a daily sync that failed is tried again: on the next day if the profile is the cause, else after an hour,
 * two hours and so on, up to a day. `failures` are those in a row, with this one.
 */
export function nextTry(userId: string, problem: SyncProblem, failures: number, now: Date): Date {
  if (problem !== 'steam_unreachable') return nextDaily(userId, now)
  return new Date(now.getTime() + doubled(HOUR_MS, failures))
}

/** Returns how long nothing is asked of Steam. `pauses` are those in a row, with this one. */
export function pauseMs(pause: Pause, pauses: number, retryAfterMs: number | null): number {
  // One request after that shows whether Steam accepts the key again.
  if (pause === 'steam_key') return 6 * HOUR_MS
  return Math.min(DAY_MS, Math.max(doubled(HOUR_MS, pauses), retryAfterMs ?? 0))
}

const doubled = (first: number, times: number) => Math.min(DAY_MS, first * 2 ** Math.min(times - 1, 10))

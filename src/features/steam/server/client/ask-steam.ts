import { createHash } from 'node:crypto'
import type { Db } from '#db/db.ts'
import type { Clock } from '#server/clock.ts'
import type { Config } from '#server/config.ts'
import type { Log } from '#server/log.ts'
import { UpstreamError } from '#server/upstream.ts'
import { startOfDay, utcDay } from '#shared/calendar-days.ts'
import { DAY_MS } from '#shared/durations.ts'
import { AUTOMATIC_REQUESTS_A_DAY, type Pause, pauseMs, STEAM_REQUESTS_A_DAY } from '../../steam-sync.rules.ts'
import type { SteamClient } from './steam-client.ts'
import { clearPause, readState, type StateRow, storePause, takeRequest } from './steam-state.queries.ts'

export interface AskDeps {
  db: Db
  clock: Clock
  log: Log
  config: Pick<Config, 'steam'>
  /** Null without a key. */
  steam: SteamClient | null
}

/** Why nothing was asked, and until when. */
export class SteamPaused extends Error {
  readonly pause: Pause
  readonly until: Date

  constructor(pause: Pause, until: Date) {
    super(`nothing is asked of Steam: ${pause}`)
    this.pause = pause
    this.until = until
  }
}

const nextDay = (at: Date) => new Date(startOfDay(utcDay(at)) + DAY_MS)

/** A fingerprint of the key, so that a new key ends the pause of the old one. */
const markOf = ({ steam }: AskDeps['config']) =>
  createHash('sha256')
    .update(`steam ${steam?.apiKey ?? ''}`)
    .digest('hex')
    .slice(0, 32)

const pauseIn = (state: StateRow, config: AskDeps['config'], now: Date): SteamPaused | null =>
  state.pause !== null && state.paused_until !== null && state.paused_until > now && state.key_mark === markOf(config)
    ? new SteamPaused(state.pause, state.paused_until)
    : null

/** Returns what all nodes know of the key: requests of the day, and the pause if there is one. */
export async function steamState({ db, clock, config }: Pick<AskDeps, 'db' | 'clock' | 'config'>) {
  const now = clock()
  const state = await readState(db, utcDay(now))
  return { requests: state.requests, pause: pauseIn(state, config, now) }
}

/**
 * Asks Steam within the limit of the day, which all nodes share. Throws `SteamPaused` without a request while Steam
 * refuses the key or was asked too often, and begins such a pause; any other failure is an `UpstreamError`. Call it
 * outside of transactions, once for each request.
 */
export async function askSteam<T>(
  deps: AskDeps,
  work: (steam: SteamClient) => Promise<T>,
  { isAutomatic = false } = {},
): Promise<T> {
  const { db, clock, config, steam } = deps
  if (!steam) throw new Error('Steam is off')
  const now = clock()
  const state = await readState(db, utcDay(now))
  const paused = pauseIn(state, config, now)
  if (paused) throw paused
  const most = isAutomatic ? AUTOMATIC_REQUESTS_A_DAY : STEAM_REQUESTS_A_DAY
  if (!(await takeRequest(db, utcDay(now), most))) throw new SteamPaused('steam_busy', nextDay(now))
  try {
    const answer = await work(steam)
    if (state.pause !== null) await clearPause(db)
    return answer
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error
    const pause = PAUSE_OF[error.kind]
    if (!pause) throw error
    const pauses = state.pause === pause ? state.pauses + 1 : 1
    const until = new Date(now.getTime() + pauseMs(pause, pauses, error.retryAfterMs))
    await storePause(db, { pause, until, pauses, keyMark: markOf(config) })
    deps.log.error({ pause, until }, 'nothing is asked of Steam for a while')
    throw new SteamPaused(pause, until)
  }
}

const PAUSE_OF: Partial<Record<UpstreamError['kind'], Pause>> = {
  credentials: 'steam_key',
  rate_limited: 'steam_busy',
  quota: 'steam_busy',
}

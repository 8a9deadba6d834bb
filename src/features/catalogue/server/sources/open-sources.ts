import type { Db } from '#db/db.ts'
import type { Clock } from '#server/clock.ts'
import type { Config } from '#server/config.ts'
import type { Log } from '#server/log.ts'
import type { UpstreamOptions, UpstreamState } from '#server/upstream.ts'
import { igdbSource } from './igdb/igdb.source.ts'
import { type IgdbClient, openIgdbClient } from './igdb/igdb-client.ts'
import { localSource } from './local/local.source.ts'
import { rawgSource } from './rawg/rawg.source.ts'
import { openRawgClient, type RawgClient } from './rawg/rawg-client.ts'
import type { Source } from './source.ts'

/** An external source and its health. */
export interface LiveSource extends Source {
  state: () => UpstreamState
}

export interface OpenSources {
  /** The built-in catalogue, then the live ones. */
  all: readonly Source[]
  /** The configured sources, IGDB first. */
  live: readonly LiveSource[]
  /** The client for the proxy's queries. Null while the source is off. */
  igdb: IgdbClient | null
  rawg: RawgClient | null
  /**
   * Returns the state for /api/health: 'local, igdb (resting until 2026-11-21T12:02:00.000Z after rate_limited), rawg'
   * (G39).
   */
  describe: () => string
}

/** Opens the configured sources, without a request. `options` are for tests. */
export function openSources(deps: {
  config: Pick<Config, 'igdb' | 'rawg' | 'baseUrl' | 'sourceTimeoutMs'>
  db: Db
  clock: Clock
  log: Log
  options?: Partial<UpstreamOptions>
}): OpenSources {
  const { config, db, clock, log } = deps
  const options = { userAgent: userAgentOf(config.baseUrl), timeoutMs: config.sourceTimeoutMs, ...deps.options }
  const igdb = config.igdb && openIgdbClient({ db, clock, log, config: config.igdb, options })
  const rawg = config.rawg && openRawgClient({ db, clock, log, config: config.rawg, options })
  const live: LiveSource[] = [
    ...(igdb ? [{ ...igdbSource(igdb), state: igdb.state }] : []),
    ...(rawg ? [{ ...rawgSource(rawg, clock), state: rawg.state }] : []),
  ]
  return {
    all: [localSource, ...live],
    live,
    igdb,
    rawg,
    describe: () => ['local', ...live.map((source) => `${source.name}${restOf(source.state())}`)].join(', '),
  }
}

function restOf({ openUntil, isQuotaUsedUp, lastFailure }: UpstreamState): string {
  if (openUntil === null) return ''
  const why = isQuotaUsedUp ? 'quota' : (lastFailure?.kind ?? 'failures')
  return ` (resting until ${openUntil.toISOString()} after ${why})`
}

/** Returns the User-Agent with the address of the instance: sources reject clients without one (1.1). */
function userAgentOf(baseUrl: string | null): string {
  return `Savepoint/1 (self-hosted game journal${baseUrl === null ? '' : `; +${baseUrl}`})`
}

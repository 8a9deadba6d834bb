import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { databaseFailureOf, hasCode } from './failures.ts'
import type { Deadlines, GuardedPool } from './pool.ts'

export interface ReplicaSettings {
  urls: readonly string[]
  /** A replica that is further behind is left out. */
  maxLagMs: number
  /** Called when a replica is left out, with the reason, and with null when it is used again. */
  onState: (address: string, problem: string | null) => void
}

/** What is known of a replica. */
export interface ReplicaState {
  /** Host and port. */
  address: string
  isUsed: boolean
  /** How long ago the primary wrote what the replica has not replayed; null while the replica does not answer. */
  lagMs: number | null
}

/** A streaming replica that reads may use. */
export interface Replica {
  connect: () => Promise<pg.PoolClient>
  /** It has replayed all that this node has heard of. */
  isFresh: () => boolean
  /** Leaves it out until it answers again. */
  failed: (error: unknown) => void
}

export interface Replicas {
  /** Returns a fresh replica, each one in its turn; null if there is none. */
  choose: () => Replica | null
  /**
   * The primary has changed. Until the node knows how far the primary had written, and a replica has replayed that, reads go to
   * the primary. It takes effect at once, so a cache that drops a value never reads it again from an older replica.
   */
  heard: () => void
  /** A request of this node has written: notifies the other nodes, too. */
  wrote: () => Promise<void>
  /** Another node, or this one, has written: the message of `WRITTEN_CHANNEL`. */
  heardOf: (message: string) => void
  states: () => readonly ReplicaState[]
  close: () => Promise<void>
}

/** The channel on which each node tells that a request has written. */
export const WRITTEN_CHANNEL = 'savepoint_written'

const TICK_MS = 1_000
/** How soon a replica that has not replayed enough is asked again: first, and at the longest. */
const FIRST_PAUSE_MS = 5
const LONGEST_PAUSE_MS = 250
const WATCH_DEADLINES: Deadlines = { statementMs: 2_000, answerMs: 3_000, idleInTransactionMs: 3_000 }

/** The end of what the primary has written. */
interface Sample {
  at: number
  written: number
}

interface Watched {
  address: string
  reads: GuardedPool
  watch: GuardedPool
  replayed: number
  /** Null while it may be used. */
  problem: string | null
  lagMs: number | null
  isAsking: boolean
}

interface Options {
  settings: ReplicaSettings
  /** Opens a pool of the primary or, with an address, of a replica. */
  openPool: (of: { url?: string; size: number; applicationName: string; deadlines?: Deadlines }) => GuardedPool
  poolSize: number
  onError: (error: Error) => void
}

/**
 * Watches streaming replicas, and knows which of them a read may use. Positions are bytes of the write-ahead log: a replica is
 * fresh if it has replayed the position that the primary had reached after the last change that this node has received.
 */
export function openReplicas(options: Options): Replicas {
  const watch = new Watch(options)
  const replicas = watch.watched.map(
    (one): Replica => ({
      connect: () => one.reads.pool.connect(),
      isFresh: () => watch.isFresh(one),
      failed: (error) => watch.fail(one, error),
    }),
  )
  let turn = 0
  const node = randomUUID()
  const { heard } = watch
  return {
    choose() {
      for (let tried = 0; tried < replicas.length; tried += 1) {
        turn = (turn + 1) % replicas.length
        const replica = replicas[turn]
        if (replica?.isFresh()) return replica
      }
      return null
    },
    heard,
    async wrote() {
      heard()
      // It needs no flush to the disk. Without it another node could read the state before this write from a replica that lags.
      const told = watch.primary.pool.query(
        `select set_config('synchronous_commit', 'off', true), pg_notify('${WRITTEN_CHANNEL}', $1)`,
        [node],
      )
      await told.catch(options.onError)
    },
    heardOf(message) {
      if (message !== node) heard()
    },
    states: () => watch.watched.map(({ address, problem, lagMs }) => ({ address, isUsed: problem === null, lagMs })),
    close: () => watch.close(),
  }
}

class Watch {
  readonly primary: GuardedPool
  readonly watched: readonly Watched[]
  readonly #settings: ReplicaSettings
  readonly #ticking: NodeJS.Timeout
  #cluster: string | null = null
  /** What a replica must have replayed; null while it is not known. */
  #floor: number | null = null
  #changes = 0
  #isAskingPrimary = false
  #samples: Sample[] = []
  #isClosed = false

  constructor({ settings, openPool, poolSize }: Options) {
    this.#settings = settings
    const watching = { size: 1, applicationName: 'savepoint-replica-watch', deadlines: WATCH_DEADLINES }
    this.primary = openPool(watching)
    this.watched = settings.urls.map((url) => ({
      address: addressOf(url),
      reads: openPool({ url, size: poolSize, applicationName: 'savepoint' }),
      watch: openPool({ url, ...watching }),
      replayed: 0,
      problem: NOT_ASKED,
      lagMs: null,
      isAsking: false,
    }))
    this.#ticking = setInterval(() => void this.#askPrimary(), TICK_MS)
    void this.#askPrimary()
  }

  readonly heard = (): void => {
    this.#floor = null
    this.#changes += 1
    void this.#askPrimary()
  }

  isFresh({ problem, replayed }: Watched): boolean {
    return problem === null && this.#floor !== null && replayed >= this.#floor
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearInterval(this.#ticking)
    const pools = [this.primary, ...this.watched.flatMap(({ reads, watch }) => [reads, watch])]
    await Promise.all(pools.map(({ pool }) => pool.end()))
  }

  fail(one: Watched, error: unknown): void {
    one.lagMs = null
    this.#setProblem(one, `it does not answer (${error instanceof Error ? error.message : String(error)})`)
    one.reads.abandon()
  }

  async #askPrimary(): Promise<void> {
    if (this.#isAskingPrimary || this.#isClosed) return
    this.#isAskingPrimary = true
    try {
      let before: number
      do {
        before = this.#changes
        const { rows } = await this.primary.pool.query<{ written: number; cluster: string }>(WRITTEN)
        const [found] = rows
        if (!found) return
        this.#cluster = found.cluster
        this.#remember(found.written)
        if (before === this.#changes) this.#floor = endOf(found.written)
      } while (before !== this.#changes && !this.#isClosed)
    } catch {
      // Reads go to the primary, whose pool says what is wrong. The next tick asks again.
      this.#floor = null
    } finally {
      this.#isAskingPrimary = false
    }
    for (const one of this.watched) void this.#pursue(one)
  }

  #remember(written: number): void {
    const at = performance.now()
    const mostMs = 2 * this.#settings.maxLagMs + TICK_MS
    this.#samples = [...this.#samples.filter((sample) => at - sample.at < mostMs), { at, written }]
  }

  /** Asks a replica until it has replayed enough. */
  async #pursue(one: Watched): Promise<void> {
    if (one.isAsking) return
    one.isAsking = true
    for (let pauseMs = FIRST_PAUSE_MS; !this.#isClosed; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
      await this.#ask(one)
      if (this.#floor === null || one.replayed >= this.#floor || one.lagMs === null) break
      await new Promise<void>((resolve) => setTimeout(resolve, pauseMs).unref())
    }
    one.isAsking = false
  }

  async #ask(one: Watched): Promise<void> {
    const { maxLagMs } = this.#settings
    try {
      const { rows } = await one.watch.pool.query<{ replayed: number | null; cluster: string }>(REPLAYED)
      const [found] = rows
      one.replayed = found?.replayed ?? 0
      one.lagMs = lagOf(one.replayed, this.#samples)
      if (found?.replayed == null) this.#setProblem(one, 'it is no replica, or no longer one')
      else if (this.#cluster !== null && found.cluster !== this.#cluster)
        this.#setProblem(one, 'it is a replica of another server')
      else if (one.lagMs > maxLagMs) this.#setProblem(one, `it is more than ${maxLagMs / 1000} s behind`)
      else this.#setProblem(one, null)
    } catch (error) {
      this.fail(one, error)
    }
  }

  #setProblem(one: Watched, problem: string | null): void {
    const wasUsed = one.problem === null
    const isNew = one.problem === NOT_ASKED ? problem !== null : wasUsed !== (problem === null)
    one.problem = problem
    if (isNew && !this.#isClosed) this.#settings.onState(one.address, problem)
  }
}

const NOT_ASKED = 'it was not asked yet'

export const WRITTEN = `
  select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0') as written,
    (select system_identifier::text from pg_control_system()) as cluster`
export const REPLAYED = `
  select case when pg_is_in_recovery() then pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0') end as replayed,
    (select system_identifier::text from pg_control_system()) as cluster`

const PAGE_BYTES = 8192
/** The headers of a page of the log: the usual one, and that of the first page of a file. */
const HEADER_BYTES = [24, 40]

/**
 * Returns the end of the last record before this position. Where a page of the log begins, PostgreSQL names the place for the next
 * record, which is behind the header of the page, and a replica that has replayed everything stands before the header.
 */
export function endOf(written: number): number {
  const inPage = written % PAGE_BYTES
  return HEADER_BYTES.includes(inPage) ? written - inPage : written
}

/** Returns how long ago the primary first had more than was replayed. */
function lagOf(replayed: number, samples: readonly Sample[]): number {
  const missed = samples.find(({ written }) => endOf(written) > replayed)
  return missed ? performance.now() - missed.at : 0
}

/** Returns host and port of an address, without its password. */
export function addressOf(url: string): string {
  const { host, port } = new pg.Client({ connectionString: url })
  return host.startsWith('/') ? host : `${host}:${port}`
}

/** A write, which a replica refuses: PostgreSQL's read_only_sql_transaction. */
const READ_ONLY = '25006'
export const isRefusedWrite = (error: unknown): boolean => (error as { code?: unknown } | null)?.code === READ_ONLY

/** Returns whether the replica has failed and not the statement: it is gone, or replaying needed what the statement read. */
export const hasReplicaFailed = (error: unknown): boolean =>
  databaseFailureOf(error) === 'away' || (hasCode(error) && (error as { code: string }).code === '40001')

import { CompiledQuery } from 'kysely'
import { type JobWithMetadata, PgBoss } from 'pg-boss'
import type { Db } from '#db/db.ts'
import { DatabaseAwayError, databaseFailureOf } from '#db/failures.ts'
import { createGuardedPool, type Deadlines } from '#db/pool.ts'
import type { ChangeFeed } from './changes.ts'
import { finishWithin } from './finish-within.ts'
import type { Log } from './log.ts'

/** Background work, queued by code or on a schedule. Names are imperative: 'prune-expired-rows'. */
export interface Job {
  name: string
  /** What it does, in a sentence for admins. */
  about?: string
  /** Cron, UTC; absent for a job that only code queues. */
  schedule?: string
  /** Each start of a server queues it, too. */
  runsAtStart?: boolean
  /** The name of the job that queues this work again when it has failed or its node has stopped. */
  continuedBy?: string
  /** Failed work is retried after `delaySeconds`, then after twice that and so on, `limit` times. */
  retry?: { limit: number; delaySeconds: number }
  /** The tables from which it deletes old rows, and how long these stay: '30 days'. docs/retention.md has them. */
  deletes?: Readonly<Record<string, string>>
  run: (data: unknown) => Promise<void>
}

/** The data of a scheduled job that an admin wants now, even if its work is not due. */
export const ASKED_FOR = { isAskedFor: true }
export const isAskedFor = (data: unknown): boolean => (data as typeof ASKED_FOR | null)?.isAskedFor === true

export interface SendOptions {
  /** The work waits until then; by default it starts at once. */
  startAfter?: Date
  /** Work with a lower number waits for the other work of its job; 0 by default. */
  priority?: number
}

/**
 * Adds work to the queue. In a transaction the work is queued when the transaction commits, and never if it rolls back.
 */
export interface Queue {
  send: (db: Db, name: string, data: object, options?: SendOptions) => Promise<void>
  /** Returns the state of each job that has been queued; finished work is known for two days. */
  listStates: () => Promise<readonly JobState[]>
}

/** What the queue knows of a job. */
export interface JobState {
  name: string
  /** Pieces of work whose time has come and that have not begun; those that a failure sent back are among them. */
  waiting: number
  running: number
  /** Pieces of work that failed for good. */
  failed: number
  /** The latest attempt that has ended; null if there was none. */
  last: { startedAt: Date; endedAt: Date; isDone: boolean; error: string | null } | null
}

export interface Jobs extends Queue {
  /** Starts the workers. Several nodes share the queue; each piece of work is done once. */
  work: (jobs: readonly Job[]) => Promise<void>
  stop: () => Promise<void>
}

/** Deadlines of the queue's own statements, for which no request waits. */
const DEADLINES: Deadlines = { statementMs: 60_000, answerMs: 65_000, idleInTransactionMs: 60_000 }
/** A database that does not respond must not prevent the process from ending. */
const STOP_MS = 4_000
const END_MS = 500

const LONGEST_DELAY_SECONDS = 3600
/** Finished work is deleted after two days, so that the last run of a nightly job is always known. */
const DONE_KEPT_SECONDS = 48 * 3600

/**
 * The queue's own work at rest. Each statement costs a small machine more than the work that it finds, so all of it is as
 * seldom as its users allow: work that lost its node is noticed within five minutes after its time is over.
 */
const AT_REST = {
  superviseIntervalSeconds: 300,
  // Less than the pause of the nodes, or a node that is a little early skips its turn.
  monitorIntervalSeconds: 240,
  queueCacheIntervalSeconds: 300,
  bamIntervalSeconds: 600,
  // No job waits for another one.
  flowIntervalSeconds: 3600,
  // The longest that still sees each minute of a schedule.
  cronMonitorIntervalSeconds: 45,
  cronWorkerIntervalSeconds: 15,
}
/** A worker asks by itself this seldom: notifications and the look ahead wake it. */
const ASKS_AFTER_SECONDS = 600
/** Finds, in one statement, the work of all jobs that is due within these seconds: retries, and work queued for later. */
const LOOK_AHEAD_SECONDS = 10

/**
 * Opens the queue on the app's PostgreSQL. A notification wakes the worker of a job on every node when work is queued that
 * may start at once (decision 0098). Other work starts at its time; if it was queued less than `lookAheadSeconds` before that,
 * as much later.
 */
export async function openJobs(
  connectionString: string,
  log: Log,
  feed: Pick<ChangeFeed, 'listen'>,
  {
    lookAheadSeconds = LOOK_AHEAD_SECONDS,
    hasSessions = true,
  }: { lookAheadSeconds?: number; hasSessions?: boolean } = {},
): Promise<Jobs> {
  // Our own pool: a connection that ends while the queue uses it must not end the process.
  const { pool, abandon } = createGuardedPool({
    connectionString,
    hasSessions,
    applicationName: 'savepoint-jobs',
    size: 2,
    connectionTimeoutMs: 10_000,
    idleMs: 30_000,
    deadlines: DEADLINES,
    isAway: () => false,
    onError: (error) => log.warn({ err: error }, 'the job queue lost a connection'),
  })
  // The queue adds words to the messages of its errors, by which a lost connection is recognised.
  const executeSql = (text: string, values?: unknown[]) =>
    pool.query(text, values).catch((error: unknown) => {
      // All of its connections wait only when the database is silent.
      const isAway = ['away', 'busy'].includes(String(databaseFailureOf(error)))
      throw isAway ? new DatabaseAwayError({ cause: error }) : error
    })
  const boss = new PgBoss({
    schema: 'pgboss',
    ...AT_REST,
    useListenNotify: true,
    db: {
      executeSql,
      listen: async (channel, onMessage, onGap) => {
        const close = await feed.listen(channel, onMessage, onGap)
        return { close: async () => close() }
      },
    },
  })
  let isStopping = false
  boss.on('error', (error: Error) => log.warn({ err: error }, 'the job queue reported an error'))
  await boss.start()

  const workers = new Map<string, string>()
  const alarms = new Map<string, NodeJS.Timeout>()
  let looking: NodeJS.Timeout | undefined

  /** Wakes each worker when its next work is due, for which no notification comes. */
  async function lookAhead(): Promise<void> {
    const { rows } = await pool.query<{ name: string; wait_ms: number }>(NEXT_DUE, [lookAheadSeconds])
    for (const { name, wait_ms: waitMs } of rows) {
      const worker = workers.get(name)
      if (worker === undefined) continue
      clearTimeout(alarms.get(name))
      alarms.set(name, setTimeout(() => boss.notifyWorker(worker), waitMs).unref())
    }
  }

  async function attempt(job: Job, work: JobWithMetadata<unknown> | undefined): Promise<void> {
    try {
      await job.run(work?.data)
      log.debug({ job: job.name }, 'job done')
    } catch (error) {
      const about = { job: job.name, id: work?.id }
      const isLast = !work || work.retryCount >= work.retryLimit
      if (isStopping) log.info(about, 'the stop interrupted a job; a node begins it again')
      else if (!isLast) log.warn({ err: error, ...about, tries: work.retryCount + 1 }, 'job failed, will retry')
      else if (job.continuedBy) log.warn({ err: error, ...about }, `job failed; ${job.continuedBy} continues it`)
      else if (job.schedule)
        log.error({ err: error, ...about, schedule: job.schedule }, 'job failed; it runs again at its next time')
      else log.error({ err: error, ...about }, 'job failed for good, no retry left')
      throw error
    }
  }

  return {
    async send(db, name, data, options) {
      const executeSql = async (text: string, values: unknown[] = []) => {
        const { rows } = await db.executeQuery(CompiledQuery.raw(text, values))
        return { rows }
      }
      await boss.send(name, data, { ...options, db: { executeSql } })
    },
    async listStates() {
      const { rows } = await pool.query<StateRow>(STATES)
      return rows.map(stateOf)
    },
    async work(jobs) {
      // Read once: a statement for each job would be most of the statements of a start.
      const queues = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]))
      const crons = new Map((await boss.getSchedules()).map(({ name, cron }) => [name, cron]))
      for (const job of jobs) {
        const { limit = 2, delaySeconds = 0 } = job.retry ?? {}
        const options = {
          retryLimit: limit,
          retryDelay: delaySeconds,
          retryBackoff: delaySeconds > 0,
          ...(delaySeconds > 0 && { retryDelayMax: LONGEST_DELAY_SECONDS }),
          deleteAfterSeconds: DONE_KEPT_SECONDS,
          notify: true,
        }
        const stored = queues.get(job.name)
        if (!stored) await boss.createQueue(job.name, options)
        // The queue may exist from an older release.
        else if (Object.entries(options).some(([name, value]) => stored[name as keyof typeof options] !== value))
          await boss.updateQueue(job.name, options)
        const asking = { pollingIntervalSeconds: ASKS_AFTER_SECONDS, includeMetadata: true } as const
        const worker = await boss.work(job.name, asking, async ([work]) => {
          await attempt(job, work)
          // More work may wait, so the worker asks at once. After a failure it waits for the next look.
          boss.notifyWorker(worker)
        })
        workers.set(job.name, worker)
        if (job.runsAtStart) await boss.send(job.name, {})
        if (job.schedule && crons.get(job.name) !== job.schedule) await boss.schedule(job.name, job.schedule)
      }
      looking ??= setInterval(() => {
        lookAhead().catch((error: Error) => boss.emit('error', error))
      }, lookAheadSeconds * 1000)
    },
    async stop() {
      clearInterval(looking)
      for (const alarm of alarms.values()) clearTimeout(alarm)
      isStopping = true
      await finishWithin(STOP_MS, boss.stop({ graceful: true, timeout: 3_000 }))
      // Only connections of a database that does not respond are cut, which the log mentions: a clean stop warns of nothing.
      if (!(await finishWithin(END_MS, pool.end()))) abandon()
    },
  }
}

/** The milliseconds until the next work of each job is due, if that is within the given seconds. */
const NEXT_DUE = `
  select name, greatest(0, ceil(extract(epoch from min(start_after) - clock_timestamp()) * 1000))::int as wait_ms
  from pgboss.job
  where state in ('created', 'retry') and start_after < now() + $1 * interval '1 second'
  group by name`

interface StateRow {
  name: string
  waiting: number
  running: number
  failed: number
  started_on: Date | null
  ended_on: Date | null
  state: string | null
  error: string | null
}

/** An attempt that will be retried has no end, but the start of its retry is later than that of others. */
const STATES = `
  select counted.*, latest.started_on, latest.ended_on, latest.state, latest.error
  from (
    select name,
      (count(*) filter (where state in ('created', 'retry') and start_after <= now()))::int as waiting,
      (count(*) filter (where state = 'active'))::int as running,
      (count(*) filter (where state = 'failed'))::int as failed
    from pgboss.job group by name
  ) counted
  left join lateral (
    select started_on, coalesce(completed_on, started_on) as ended_on, state::text as state,
      coalesce(output ->> 'message', output ->> 'value') as error
    from pgboss.job
    where job.name = counted.name and started_on is not null and state in ('completed', 'failed', 'retry')
    order by started_on desc limit 1
  ) latest on true
  order by counted.name`

function stateOf({ name, waiting, running, failed, started_on, ended_on, state, error }: StateRow): JobState {
  const isDone = state === 'completed'
  const last = started_on &&
    ended_on && { startedAt: started_on, endedAt: ended_on, isDone, error: isDone ? null : error }
  return { name, waiting, running, failed, last }
}

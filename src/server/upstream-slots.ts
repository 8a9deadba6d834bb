import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { UpstreamError } from './upstream-error.ts'
import { type Deadline, type Sleep, sleep } from './upstream-exchange.ts'

/** Enforces the limits that a source sets for one account, across all nodes. */
export interface UpstreamSlots {
  /** The most requests that may be open at once. */
  readonly mostOpen: number
  /** Waits for a slot. Throws `rate_limited` if none will be free soon enough. */
  take: (deadline: Deadline) => Promise<{ release: () => Promise<void> }>
}

export const UNLIMITED_SLOTS: UpstreamSlots = { mostOpen: 64, take: async () => ({ release: async () => {} }) }

export interface SlotLimits {
  source: string
  /** Requests per second, across all nodes. */
  perSecond: number
  /** Open requests, across all nodes. */
  mostOpen: number
}

/** Requests start further apart than the limit demands, because network delays can bring them closer together. */
const MARGIN = 1.2
/** A request that would wait longer than this is refused at once. */
const LONGEST_WAIT_MS = 5_000
const POLL_MS = 100
/** The slots of a node that died are freed this much later than its requests could have taken. */
const LEASE_MARGIN_MS = 5_000

/**
 * Slots in PostgreSQL, which all nodes share: one row per request that may be open, leased for a time and so freed when
 * its node dies, and one row with the time at which the next request may start. Each step is one short statement;
 * nothing is locked during a request.
 */
export function sharedSlots(db: Db, limits: SlotLimits, options: { sleep?: Sleep } = {}): UpstreamSlots {
  const { source, perSecond, mostOpen } = limits
  const interval = (1000 / perSecond) * MARGIN
  const pause = options.sleep ?? sleep

  async function takeSlot(deadline: Deadline): Promise<{ slot: number; holder: string }> {
    const holder = randomUUID()
    const lease = deadline.timeoutMs + LEASE_MARGIN_MS
    const end = performance.now() + Math.min(LONGEST_WAIT_MS, deadline.leftMs())
    for (let isSeeded = false; ; ) {
      const { rows } = await sql<{ slot: number }>`
        update upstream_slots set held_until = clock_timestamp() + ${lease} * interval '1 millisecond', holder = ${holder}
        where source = ${source} and slot = (
          select slot from upstream_slots
          where source = ${source} and slot < ${mostOpen} and held_until < clock_timestamp()
          order by slot limit 1 for update skip locked
        )
        returning slot`.execute(db)
      if (rows[0]) return { slot: rows[0].slot, holder }
      if (performance.now() >= end) throw tooMany()
      // The table is empty at first and after a crash of the database.
      if (!isSeeded) await seed()
      else await pause(POLL_MS, deadline.signal)
      isSeeded = true
    }
  }

  async function seed(): Promise<void> {
    await sql`
      insert into upstream_slots (source, slot) select ${source}, generate_series(0, ${mostOpen}::integer - 1)
      on conflict do nothing`.execute(db)
  }

  /** Reserves the next free start time and returns the wait until then. */
  async function book(deadline: Deadline): Promise<number> {
    const longest = Math.min(LONGEST_WAIT_MS, deadline.leftMs())
    const { rows } = await sql<{ wait: number }>`
      insert into upstream_pace as pace (source, next_at)
      values (${source}, clock_timestamp() + ${interval} * interval '1 millisecond')
      on conflict (source) do update
        set next_at = greatest(pace.next_at, clock_timestamp()) + ${interval} * interval '1 millisecond'
        where pace.next_at < clock_timestamp() + ${longest} * interval '1 millisecond'
      returning (extract(epoch from next_at - clock_timestamp()) * 1000 - ${interval})::float8 as wait`.execute(db)
    if (!rows[0]) throw tooMany()
    return Math.max(0, rows[0].wait)
  }

  const tooMany = () => new UpstreamError(source, 'rate_limited', 'our own limit: too many queries are waiting')

  return {
    mostOpen,
    async take(deadline) {
      const { slot, holder } = await takeSlot(deadline)
      const release = async () => {
        // If the database is away, the slot is freed when its lease expires.
        await sql`
          update upstream_slots set held_until = '-infinity'
          where source = ${source} and slot = ${slot} and holder = ${holder}`
          .execute(db)
          .catch(() => {})
      }
      try {
        await pause(await book(deadline), deadline.signal)
        return { release }
      } catch (error) {
        await release()
        throw error
      }
    },
  }
}

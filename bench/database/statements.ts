import type pg from 'pg'

export interface StatementCost {
  query: string
  calls: number
  totalMs: number
}

/**
 * Counts the statements of the database. It cannot tell clients apart, so no other client may run statements at the
 * same time.
 */
export interface Statements {
  /**
   * Runs `work` and returns the number of statements that reached the database during it; null without
   * pg_stat_statements.
   */
  during: <T>(work: () => Promise<T>) => Promise<{ result: T; calls: number | null }>
  /** Returns all counted statements, those with the highest mean time first. */
  slowest: (most: number) => StatementCost[]
  isAvailable: boolean
}

interface Row {
  id: string
  query: string
  calls: number
  total: number
}

/** Omits the bench's own statements and the polling of the job queue. */
const READ = `select queryid::text as id, query, calls::float8 as calls, total_exec_time as total
from pg_stat_statements s join pg_database d on d.oid = s.dbid
where d.datname = current_database() and query not like '%pg_stat_statements%' and query not like '%pgboss%'
  and query not ilike 'explain%' and query not in ('begin', 'commit')`

export async function countStatements(client: pg.Client): Promise<Statements> {
  const isAvailable = await client
    .query('create extension if not exists pg_stat_statements')
    .then(() => client.query(READ))
    .then(
      () => true,
      () => false,
    )
  const all = new Map<string, StatementCost>()

  const read = async () => new Map((await client.query<Row>(READ)).rows.map((row) => [row.id, row]))

  return {
    isAvailable,
    async during(work) {
      if (!isAvailable) return { result: await work(), calls: null }
      const before = await read()
      const result = await work()
      let calls = 0
      for (const [id, row] of await read()) {
        const more = row.calls - (before.get(id)?.calls ?? 0)
        if (more <= 0) continue
        calls += more
        const known = all.get(id) ?? { query: row.query, calls: 0, totalMs: 0 }
        known.calls += more
        known.totalMs += row.total - (before.get(id)?.total ?? 0)
        all.set(id, known)
      }
      return { result, calls }
    },
    slowest: (most) => [...all.values()].toSorted((a, b) => b.totalMs / b.calls - a.totalMs / a.calls).slice(0, most),
  }
}

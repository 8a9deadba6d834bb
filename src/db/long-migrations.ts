/** Runs a statement of an open transaction. */
export type Run = <R>(text: string, values?: unknown[]) => Promise<R[]>
/** Runs work in a transaction of its own. */
export type Transact = <T>(work: (run: Run) => Promise<T>) => Promise<T>

/**
 * A change of many rows that runs in batches beside the app, after the expansion that it belongs to. It must leave rows in a
 * state that the version before can read and write, and each batch may find rows that are changed already.
 */
export interface LongMigration {
  /** Imperative: 'fill-search-keys'. Never used again for another one. */
  name: string
  /** Returns how many rows it has to change; for the progress, so an estimate is enough. */
  count: (run: Run) => Promise<number>
  /** Changes the next rows after a place, at most about a second's work. Null when none is left. */
  step: (run: Run, place: string | null) => Promise<{ place: string; rows: number } | null>
}

/** All long migrations, in their order. One leaves the list together with the last contraction that waits for it. */
export const LONG_MIGRATIONS: readonly LongMigration[] = []

export interface Progress {
  name: string
  rowsDone: number
  /** Null until it has begun. */
  rowsTotal: number | null
  updatedAt: Date
}

interface Row {
  place: string | null
  rows_total: number | null
  finished_at: Date | null
  rows_done: number
  updated_at: Date
}

/** Stores that these exist, so that each node and the doctor know of them before the first batch. */
export const registerLongMigrations = async (run: Run, all = LONG_MIGRATIONS): Promise<void> => {
  if (all.length === 0) return
  await run('insert into long_migrations (name) select unnest($1::text[]) on conflict do nothing', [
    all.map(({ name }) => name),
  ])
}

/** Returns the long migrations that are not finished, whichever version has begun them. */
export async function listUnfinished(run: Run): Promise<Progress[]> {
  const rows = await run<Row & { name: string }>(
    'select name, rows_done, rows_total, updated_at from long_migrations where finished_at is null order by name',
  )
  return rows.map(({ name, rows_done, rows_total, updated_at }) => ({
    name,
    rowsDone: Number(rows_done),
    rowsTotal: rows_total === null ? null : Number(rows_total),
    updatedAt: updated_at,
  }))
}

/**
 * Does the next batch in one transaction with its new place, so a node that is killed repeats nothing and leaves nothing out.
 * Nodes that work on the same one take turns: the row of its place is locked. Returns null when it is finished.
 */
export const runBatch = (transact: Transact, migration: LongMigration): Promise<Progress | null> =>
  transact(async (run) => {
    const { name } = migration
    await registerLongMigrations(run, [migration])
    const [row] = await run<Row>('select * from long_migrations where name = $1 for update', [name])
    if (!row || row.finished_at) return null
    const total = row.rows_total ?? (await migration.count(run))
    const done = await migration.step(run, row.place)
    const [stored] = await run<Row>(
      `update long_migrations set place = coalesce($2, place), rows_done = rows_done + $3, rows_total = $4, updated_at = now(),
        finished_at = case when $5 then now() end
      where name = $1 returning *`,
      [name, done?.place ?? null, done?.rows ?? 0, total, done === null],
    )
    return done && stored
      ? { name, rowsDone: Number(stored.rows_done), rowsTotal: total, updatedAt: stored.updated_at }
      : null
  })

/** Says how far a long migration is: '37 % (1,200 of 3,300 rows)'. Rows that were added meanwhile do not make it more than all. */
export function progressText({ rowsDone, rowsTotal }: Pick<Progress, 'rowsDone' | 'rowsTotal'>): string {
  if (rowsTotal === null) return 'it has not begun'
  const percent = rowsTotal === 0 ? 100 : Math.min(99, Math.floor((rowsDone / rowsTotal) * 100))
  return `${percent} % (${rowsDone.toLocaleString('en')} of ${rowsTotal.toLocaleString('en')} rows)`
}

import { CompiledQuery } from 'kysely'
import type { Db } from '#db/db.ts'
import {
  LONG_MIGRATIONS,
  type LongMigration,
  listUnfinished,
  type Progress,
  progressText,
  type Run,
  registerLongMigrations,
  runBatch,
} from '#db/long-migrations.ts'
import { inTransaction } from '#db/transaction.ts'
import { MIGRATION_TEXTS } from './doctor/doctor.texts.ts'
import type { Job, Queue } from './jobs.ts'
import type { Log } from './log.ts'
import { startLongWork } from './long-work.ts'
import { SERVER_JOBS } from './server.texts.ts'

const NAME = 'finish-long-migrations'
const REPORT_EVERY_MS = 30_000
/** Work for a version that this node does not have yet is put back for so long. */
const PUT_BACK_MS = 60_000

const runOn =
  (db: Db): Run =>
  async (text, values = []) =>
    (await db.executeQuery(CompiledQuery.raw(text, values))).rows as never

/**
 * Finishes the long migrations of this version, one after the other, in batches between which readers come first. It may run on
 * several nodes, be killed at any moment and begin again. What only a newer version knows is left to its nodes.
 */
export const longMigrationsJob = (
  { db, log, queue }: { db: Db; log: Log; queue: Pick<Queue, 'send'> },
  all: readonly LongMigration[] = LONG_MIGRATIONS,
): Job => ({
  name: NAME,
  about: SERVER_JOBS.longMigrations,
  // The start queues it; this finds what a killed node has left.
  schedule: '23 * * * *',
  async run() {
    for (const migration of all) await finish(db, log, migration)
    const names = new Set(all.map(({ name }) => name))
    const others = (await listUnfinished(runOn(db))).filter(({ name }) => !names.has(name))
    if (others.length > 0) await queue.send(db, NAME, {}, { startAfter: new Date(Date.now() + PUT_BACK_MS) })
  },
})

async function finish(db: Db, log: Log, migration: LongMigration): Promise<void> {
  const { pause } = startLongWork()
  const { name } = migration
  let saidAt = Number.NEGATIVE_INFINITY
  let before: Progress | null = null
  for (;;) {
    const progress = await runBatch((work) => inTransaction({ db }, ({ db: tx }) => work(runOn(tx))), migration)
    if (progress === null) break
    if (performance.now() - saidAt >= REPORT_EVERY_MS) {
      log.info(MIGRATION_TEXTS.unfinished(name, progressText(progress))[0])
      saidAt = performance.now()
    }
    await pause(progress.rowsDone - (before?.rowsDone ?? 0))
    before = progress
  }
  if (before) log.info(MIGRATION_TEXTS.finished(name, `${before.rowsDone} rows`))
}

/** Queues the job at the start of a node if a long migration is not finished. */
export async function beginLongMigrations(
  db: Db,
  queue: Pick<Queue, 'send'>,
  all: readonly LongMigration[] = LONG_MIGRATIONS,
): Promise<void> {
  await registerLongMigrations(runOn(db), all)
  if ((await listUnfinished(runOn(db))).length > 0) await queue.send(db, NAME, {})
}

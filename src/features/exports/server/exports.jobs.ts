import * as z from 'zod/mini'
import { inTransaction } from '#db/transaction.ts'
import type { Job } from '#server/jobs.ts'
import { ExportId } from '#shared/ids.ts'
import { EXPORT_KEPT_DAYS } from '../exports.rules.ts'
import { EXPORT_JOBS } from '../exports.texts.ts'
import { deleteExpired, insertWeekly, listWorking } from './exports.queries.ts'
import { EXPORT_JOB, type ExportsDeps } from './exports.service.ts'
import { makeExport } from './making/make-export.ts'

/** Members of one transaction. */
const AT_ONCE = 500
/** A member who waits comes before the weekly copies. */
const WEEKLY = { priority: -1 }

export const exportsJobs = (deps: ExportsDeps): Job[] => [
  {
    name: EXPORT_JOB,
    about: EXPORT_JOBS.write,
    // The member sees a failure and can try again.
    retry: { limit: 0, delaySeconds: 0 },
    run: (data) => deps.database.inBackground(() => makeExport(deps, z.parse(ExportId, (data as { id: string }).id))),
  },
  {
    name: 'resume-exports',
    about: EXPORT_JOBS.resume,
    schedule: '*/10 * * * *',
    async run() {
      const jobs = (await deps.queue.listStates()).find(({ name }) => name === EXPORT_JOB)
      if (!jobs || jobs.waiting + jobs.running === 0) await resumeExports(deps)
    },
  },
  {
    name: 'begin-weekly-exports',
    about: EXPORT_JOBS.beginWeekly,
    schedule: '41 1 * * 1',
    run: () => beginWeekly(deps),
  },
  {
    name: 'prune-exports',
    about: EXPORT_JOBS.deleteOld,
    schedule: '47 * * * *',
    deletes: { exports: `${EXPORT_KEPT_DAYS} days; of weekly copies the last WEEKLY_EXPORTS_KEEP` },
    run: async () => {
      const deleted = await deleteExpired(deps.db, deps.clock(), deps.config.weeklyExportsKept)
      if (deleted > 0) deps.log.debug({ exports: deleted }, 'old exports deleted')
    },
  },
]

async function beginWeekly(deps: ExportsDeps): Promise<void> {
  if (deps.config.weeklyExportsKept === null) return
  for (;;) {
    const begun = await inTransaction(deps, async ({ db, queue, clock }) => {
      const ids = await insertWeekly(db, { at: clock(), most: AT_ONCE })
      for (const id of ids) await queue.send(db, EXPORT_JOB, { id }, WEEKLY)
      return ids.length
    })
    if (begun < AT_ONCE) return
  }
}

/** Queues the exports on which a job was working when its server stopped, or the database was away. */
export async function resumeExports({ db, queue }: ExportsDeps): Promise<void> {
  for (const { id, is_weekly } of await listWorking(db))
    await queue.send(db, EXPORT_JOB, { id }, is_weekly ? WEEKLY : {})
}

import * as z from 'zod/mini'
import type { Database } from '#db/db.ts'
import { inTransaction } from '#db/transaction.ts'
import type { Job, Queue } from '#server/jobs.ts'
import { startLongWork } from '#server/long-work.ts'
import { DAY_MS } from '#shared/durations.ts'
import { ImportId } from '#shared/ids.ts'
import { IMPORT_JOBS } from '../import-jobs.texts.ts'
import { UNDO_DAYS } from '../imports.rules.ts'
import { findImportOfJob, listWorking } from './imports.queries.ts'
import { IMPORT_JOB } from './imports.service.ts'
import type { StepDeps } from './running/step.ts'
import { applyImport } from './steps/apply-import.ts'
import { planImport } from './steps/plan-import.ts'
import { readImport } from './steps/read-import.ts'
import { undoImport } from './steps/undo-import.ts'
import { expireImport, listExpiring } from './stored/expired-imports.queries.ts'

const PRUNE_JOB = 'prune-imports'
const RESUME_JOB = 'resume-imports'

interface JobDeps extends StepDeps {
  database: Pick<Database, 'inBackground'>
  queue: Queue
}

export const importsJobs = (deps: JobDeps): Job[] => [
  {
    name: IMPORT_JOB,
    about: IMPORT_JOBS.step,
    retry: { limit: 5, delaySeconds: 5 },
    continuedBy: RESUME_JOB,
    run: (data) => deps.database.inBackground(() => runImport(deps, z.parse(ImportId, (data as { id: string }).id))),
  },
  {
    name: RESUME_JOB,
    about: IMPORT_JOBS.resume,
    schedule: '*/10 * * * *',
    async run() {
      const jobs = (await deps.queue.listStates()).find(({ name }) => name === IMPORT_JOB)
      if (!jobs || jobs.waiting + jobs.running === 0) await resumeImports(deps)
    },
  },
  {
    name: PRUNE_JOB,
    about: IMPORT_JOBS.deleteOld,
    schedule: '17 3 * * *',
    deletes: {
      import_files: `${UNDO_DAYS} days`,
      import_items: `${UNDO_DAYS} days`,
      imports: `${UNDO_DAYS} days; what a later import of the same tracker continues stays`,
      import_rows: `${UNDO_DAYS} days; without texts for a later import`,
      import_changes: `${UNDO_DAYS} days; one for each game for a later import`,
    },
    run: async () => {
      const before = new Date(deps.clock().getTime() - UNDO_DAYS * DAY_MS)
      const expiring = await listExpiring(deps.db, before)
      for (const found of expiring) await inTransaction(deps, ({ db }) => expireImport(db, found))
      if (expiring.length > 0) deps.log.debug({ imports: expiring.length }, 'old imports deleted')
    },
  },
]

/** Works on an import until it waits for the member or is finished. Run twice, it does nothing twice. */
async function runImport(deps: StepDeps, id: ImportId): Promise<void> {
  for (;;) {
    const found = await findImportOfJob(deps.db, id)
    const run = { ...deps, work: startLongWork() }
    if (found?.state === 'reading') await readImport(run, found)
    else if (found?.state === 'planning') await planImport(run, found)
    else if (found?.state === 'applying') await applyImport(run, found)
    else if (found?.state === 'undoing') await undoImport(run, found)
    else return
    const next = await findImportOfJob(deps.db, id)
    // Another worker has taken over.
    if (next?.state === found.state) return
  }
}

/** Queues the imports on which a job was working when its server stopped, or when it failed. */
export async function resumeImports({ db, queue }: Pick<JobDeps, 'db' | 'queue'>): Promise<void> {
  for (const id of await listWorking(db)) await queue.send(db, IMPORT_JOB, { id })
}

import { UNDO_DAYS } from './imports.rules.ts'

/** What the jobs do, for admins. */
export const IMPORT_JOBS = {
  step: 'Reads a file of another tracker, writes it into a library, or takes it back.',
  resume: 'Goes on with imports whose job has failed, when no other import is being worked on.',
  deleteOld: `Deletes imports after ${UNDO_DAYS} days, with their reports.`,
} as const

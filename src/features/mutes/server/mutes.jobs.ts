import type { Job } from '#server/jobs.ts'
import { MUTES_JOB } from '../mutes.texts.ts'
import { endMutes, type MutesDeps } from './mutes.service.ts'

export const mutesJobs = (deps: Pick<MutesDeps, 'db' | 'clock'>): Job[] => [
  {
    name: 'end-mutes',
    about: MUTES_JOB,
    schedule: '*/5 * * * *',
    deletes: { mutes: 'until their end' },
    run: () => endMutes(deps),
  },
]

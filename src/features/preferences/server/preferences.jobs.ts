import type { Job } from '#server/jobs.ts'
import { COUNTED_DAYS } from '../page-counts.contract.ts'
import { PREFERENCE_JOBS } from '../preferences.texts.ts'
import { deleteCountsBefore } from './preferences.queries.ts'
import { daysAgo, type PreferencesDeps } from './preferences.service.ts'

export const preferencesJobs = ({ db, clock }: Pick<PreferencesDeps, 'db' | 'clock'>): Job[] => [
  {
    name: 'prune-page-counts',
    about: PREFERENCE_JOBS.deletePageCounts,
    schedule: '49 4 * * *',
    deletes: { page_counts: `${COUNTED_DAYS} days` },
    run: () => deleteCountsBefore(db, daysAgo(clock(), COUNTED_DAYS)),
  },
]

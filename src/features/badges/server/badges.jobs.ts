import type { Job } from '#server/jobs.ts'
import { BADGES_JOB } from '../badges.texts.ts'
import { backfillBadges } from './backfill/backfill.service.ts'
import type { BadgesDeps } from './badges.service.ts'

export const BACKFILL_JOB = 'backfill-badges'

export const badgesJobs = (deps: BadgesDeps): Job[] => [
  {
    name: BACKFILL_JOB,
    about: BADGES_JOB,
    // For badges of a new release, and those of a restored backup.
    schedule: '*/10 * * * *',
    run: () => backfillBadges(deps),
  },
]

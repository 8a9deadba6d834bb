import type { Db } from '#db/db.ts'
import type { Job } from '#server/jobs.ts'
import { HOW_LONG_JOBS } from '../../how-long-jobs.texts.ts'
import { markAllRuns } from './how-long.queries.ts'
import { countPlayTimes } from './how-long.service.ts'

export const howLongJobs = ({ db }: { db: Db }): Job[] => [
  {
    name: 'count-play-times',
    about: HOW_LONG_JOBS.count,
    schedule: '*/2 * * * *',
    deletes: { play_time_changes: 'as soon as they are counted' },
    run: () => countPlayTimes(db),
  },
  {
    name: 'recount-play-times',
    about: HOW_LONG_JOBS.recount,
    schedule: '43 3 * * *',
    run: () => markAllRuns(db),
  },
]

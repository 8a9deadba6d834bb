import { inTransaction } from '#db/transaction.ts'
import { announce } from '#server/changes.ts'
import type { Job } from '#server/jobs.ts'
import { tag } from '#server/tags.ts'
import { NEWS_JOB } from '../news.texts.ts'
import { markAnnounced } from './admin/admin-news.queries.ts'
import type { NewsDeps } from './news.service.ts'

export const ANNOUNCE_JOB = 'announce-scheduled-news'

/**
 * The job for the moment at which a scheduled post appears. Its time alone makes the post visible; the job invalidates
 * what every node has cached before. A post is announced once: a job that was queued for an earlier plan finds nothing.
 */
export const newsJobs = (deps: NewsDeps): Job[] => [
  {
    name: ANNOUNCE_JOB,
    about: NEWS_JOB,
    // For posts of which no job was queued, such as those of a restored backup.
    schedule: '7 * * * *',
    run: (data) => announceScheduled(deps, data),
  },
]

async function announceScheduled(deps: NewsDeps, data: unknown): Promise<void> {
  // The clock of this node may be behind that of the database, which started the job.
  const due = new Date((data as { at?: string } | null)?.at ?? 0)
  const now = deps.clock()
  await inTransaction(deps, async ({ db }) => {
    const count = await markAnnounced(db, due > now ? due : now)
    if (count === 0) return
    await announce(db, [tag.news])
    deps.log.debug({ posts: count }, 'scheduled news have appeared')
  })
}

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { fullDate } from '#shared/dates.ts'
import { commentTime, inSentence } from '#shared/relative-time.ts'
import { lazyLoaded } from '#web/lazy-hydration.tsx'
import { Button } from '#web/ui/button.tsx'
import { Chip } from '#web/ui/chip.tsx'
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx'
import { RowsSkeleton } from '#web/ui/list-skeletons.tsx'
import { useNow } from '#web/use-env.ts'
import { ADMIN_LIST_TEXTS } from '../admin.texts.ts'
import type { AdminJob } from '../admin-jobs.contract.ts'
import { nextRunText, scheduleText, tookText } from '../admin-jobs.rules.ts'
import { adminKeys, jobsQuery } from './admin.api.ts'

const RunJobDialog = lazyLoaded(() => import('./run-job-dialog.tsx'), 'RunJobDialog')

/** Lists the background jobs with schedule, latest run and next run, and queues one now. */
export function AdminJobs() {
  const { data, isError, refetch } = useQuery(jobsQuery())
  const client = useQueryClient()
  const [asked, setAsked] = useState<AdminJob | null>(null)
  if (isError && !data)
    return <ErrorState text={ADMIN_LIST_TEXTS.jobsFailed} onRetry={() => void refetch()} level={2} />
  if (!data) return <RowsSkeleton />
  if (data.jobs.length === 0) return <EmptyState title="No jobs" text={ADMIN_LIST_TEXTS.noJobs} level={2} />
  return (
    <>
      <ul aria-label="Jobs">
        {data.jobs.map((job) => (
          <JobRow key={job.name} job={job} onRun={() => setAsked(job)} />
        ))}
      </ul>
      {asked && (
        <Suspense fallback={null}>
          <RunJobDialog
            job={asked}
            onClose={() => setAsked(null)}
            onDone={() => client.invalidateQueries({ queryKey: adminKeys.all })}
          />
        </Suspense>
      )}
    </>
  )
}

function JobRow({ job, onRun }: { job: AdminJob; onRun: () => void }) {
  const now = useNow()
  const times = [
    job.schedule === null ? 'when something needs it' : scheduleText(job.schedule),
    ...(job.next_run_at === null ? [] : [`next ${nextRunText(new Date(job.next_run_at), now)}`]),
  ]
  return (
    <li className="grid gap-x-6 gap-y-3 border-t border-line py-4 first:border-t-0 first:pt-0 sm:grid-cols-[minmax(0,1fr)_auto]">
      <div className="grid min-w-0 gap-1">
        <h2 className="flex flex-wrap items-center gap-x-2 gap-y-1 text-15 font-[650] wrap-anywhere">
          {job.name}
          {job.running > 0 && (
            <Chip edge icon="playing">
              Running
            </Chip>
          )}
          {job.waiting > 0 && (
            <Chip edge icon="clock">
              {job.waiting.toLocaleString('en')} waiting
            </Chip>
          )}
          {job.failed > 0 && (
            <Chip edge icon="alert">
              {job.failed.toLocaleString('en')} failed
            </Chip>
          )}
        </h2>
        {job.about && <p className="text-14 text-text-2">{job.about}</p>}
        <p className="num text-13 text-text-2 first-letter:uppercase">{times.join(' · ')}</p>
        <LastRun run={job.last_run} now={now} />
      </div>
      {job.viewerCan.run && (
        <Button
          className="self-start justify-self-start"
          icon="play"
          onClick={onRun}
          aria-label={`Run now: ${job.name}`}
        >
          Run now
        </Button>
      )}
    </li>
  )
}

function LastRun({ run, now }: { run: AdminJob['last_run']; now: Date }) {
  if (!run) return <p className="text-13 text-text-3">{ADMIN_LIST_TEXTS.noRun}</p>
  const at = new Date(run.started_at)
  return (
    <>
      <p className="num text-13 text-text-2">
        {run.is_done ? 'Done' : <b className="text-danger">Failed</b>}{' '}
        <time dateTime={run.started_at} title={fullDate(at)}>
          {inSentence(commentTime(at, now))}
        </time>
        {run.is_done && `, took ${tookText(run.duration_ms)}`}
      </p>
      {run.error && <p className="text-13 wrap-anywhere text-text-2">{run.error}</p>}
    </>
  )
}

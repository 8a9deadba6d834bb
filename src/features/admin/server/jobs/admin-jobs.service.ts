import { CronExpressionParser } from 'cron-parser'
import type { Clock } from '#server/clock.ts'
import { ASKED_FOR, type Job, type JobState, type Queue } from '#server/jobs.ts'
import type { Viewer } from '#server/session.ts'
import { ascending } from '#shared/order.ts'
import { refuse } from '#shared/refusal.ts'
import { ADMIN_REFUSALS } from '../../admin.texts.ts'
import type { AdminJob } from '../../admin-jobs.contract.ts'
import { type AdminDeps, withAuditLog } from '../admin.service.ts'

export interface AdminJobsDeps extends AdminDeps {
  jobs: readonly Job[]
  queue: Queue
}

const ERROR_MAX = 300

/** Lists all jobs, those with a schedule first, by name. */
export async function listJobs({ jobs, queue, clock }: AdminJobsDeps): Promise<AdminJob[]> {
  const states = new Map((await queue.listStates()).map((state) => [state.name, state]))
  const order = (job: Job) => `${job.schedule ? 0 : 1} ${job.name}`
  return jobs.toSorted(ascending(order)).map((job) => viewJob(job, states.get(job.name), clock))
}

/** Counts the jobs whose latest attempt failed. */
export async function countFailing({ jobs, queue }: Pick<AdminJobsDeps, 'jobs' | 'queue'>): Promise<number> {
  const known = new Set(jobs.map(({ name }) => name))
  return (await queue.listStates()).filter(({ name, last }) => known.has(name) && last?.isDone === false).length
}

/**
 * Queues a job now, with an audit log entry (G20). Only jobs with a schedule: the others need data. A job may run at any
 * time, because each node may run it at its own; two runs at once would only cost twice. Refuses not_found,
 * not_scheduled and already_queued.
 */
export async function runJob(deps: AdminJobsDeps, admin: Viewer, name: string): Promise<void> {
  const job = deps.jobs.find((each) => each.name === name)
  if (!job) return refuse('not_found', 'not_found', ADMIN_REFUSALS.jobMissing)
  if (job.schedule === undefined) return refuse('conflict', 'not_scheduled', ADMIN_REFUSALS.jobOnDemand)
  const state = (await deps.queue.listStates()).find((each) => each.name === name)
  if (state && state.waiting + state.running > 0) return refuse('conflict', 'already_queued', ADMIN_REFUSALS.jobQueued)
  const entry = { adminId: admin.id, action: 'run_job', item: ['job', name], data: { title: name } } as const
  await withAuditLog(deps, entry, ({ db, queue }) => queue.send(db, name, ASKED_FOR))
  deps.log.info({ admin: admin.id, job: name }, 'an admin queued a job')
}

/** Returns when the schedule is next due; the queue reads schedules with the same library, in UTC. */
const nextRunOf = (schedule: string, after: Date): Date =>
  CronExpressionParser.parse(schedule, { currentDate: after, tz: 'UTC' }).next().toDate()

function viewJob({ name, about, schedule }: Job, state: JobState | undefined, clock: Clock): AdminJob {
  const { waiting = 0, running = 0, failed = 0, last = null } = state ?? {}
  return {
    name,
    about: about ?? null,
    schedule: schedule ?? null,
    next_run_at: schedule === undefined ? null : nextRunOf(schedule, clock()).toISOString(),
    waiting,
    running,
    failed,
    last_run: last && {
      started_at: last.startedAt.toISOString(),
      duration_ms: Math.max(0, last.endedAt.getTime() - last.startedAt.getTime()),
      is_done: last.isDone,
      error: schedule === undefined ? null : (last.error?.slice(0, ERROR_MAX) ?? null),
    },
    viewerCan: { run: schedule !== undefined && waiting + running === 0 },
  }
}

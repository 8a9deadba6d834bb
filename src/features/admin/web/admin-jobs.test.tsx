// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { declined, delayed, fakeServer, json, lastToast, showPage } from '#tests/browser/fake-server.tsx'
import type { AdminJob } from '../admin-jobs.contract.ts'
import { AdminJobs } from './admin-jobs.tsx'

const JOBS = 'GET /api/admin/jobs'
const RUN = 'POST /api/admin/jobs/prune-outbox/runs'
const { answers, sent } = fakeServer()

const job = (more: Partial<AdminJob> = {}): AdminJob => ({
  name: 'prune-outbox',
  about: 'Deletes stored mails.',
  schedule: '37 4 * * *',
  next_run_at: '2026-11-22T04:37:00.000Z',
  waiting: 0,
  running: 0,
  failed: 0,
  last_run: { started_at: '2026-11-21T04:37:00.000Z', duration_ms: 240, is_done: true, error: null },
  viewerCan: { run: true },
  ...more,
})
const jobs = (...all: AdminJob[]) => json(200, { jobs: all })
const rows = async () => within(await screen.findByRole('list', { name: 'Jobs' })).getAllByRole('listitem')

test('each job has its schedule, its next run and its latest run', async () => {
  answers[JOBS] = () =>
    jobs(
      job(),
      job({
        name: 'send-mail',
        about: null,
        schedule: null,
        next_run_at: null,
        last_run: null,
        viewerCan: { run: false },
      }),
    )
  showPage(<AdminJobs />)
  const [first, second] = await rows()
  expect(first?.textContent).toContain('daily at 04:37 UTC · next 2026-11-22 04:37 UTC')
  expect(first?.textContent).toContain('Done 5h ago, took 0.2 s')
  expect(second?.textContent).toContain('when something needs it')
  expect(second?.textContent).toContain('No run in the last two days.')
  expect(within(second as HTMLElement).queryByRole('button')).toBeNull()
})

test('a failed job says so with its error, and what waits or runs is named', async () => {
  const last_run = { started_at: '2026-11-21T09:59:00.000Z', duration_ms: 5, is_done: false, error: 'The disk is full' }
  answers[JOBS] = () => jobs(job({ last_run, failed: 2, waiting: 1, running: 1, viewerCan: { run: false } }))
  showPage(<AdminJobs />)
  const [row] = await rows()
  for (const text of ['Running', '1 waiting', '2 failed', 'Failed', 'The disk is full'])
    expect(row?.textContent).toContain(text)
  expect(row?.textContent).not.toContain('took')
})

test('a job is queued after a question, and the list is read again', async () => {
  answers[JOBS] = () => jobs(job())
  answers[RUN] = () => json(202, { success: true })
  const { user } = showPage(<AdminJobs />)
  await user.click(await screen.findByRole('button', { name: 'Run now: prune-outbox' }))
  const dialog = await screen.findByRole('dialog')
  expect(sent(RUN)).toHaveLength(0)
  await user.click(within(dialog).getByRole('button', { name: 'Run now' }))
  await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Queued', description: 'prune-outbox' }))
  await waitFor(() => expect(sent(JOBS)).toHaveLength(2))
  expect(sent(RUN)).toHaveLength(1)
})

test('a refused run says why', async () => {
  answers[JOBS] = () => jobs(job())
  answers[RUN] = () => declined(409, 'This job is waiting or running already.')
  const { user } = showPage(<AdminJobs />)
  await user.click(await screen.findByRole('button', { name: 'Run now: prune-outbox' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Run now' }))
  await waitFor(() =>
    expect(lastToast()).toMatchObject({ description: 'This job is waiting or running already.', tone: 'danger' }),
  )
})

test('the list shows that it loads, and an error with a retry', async () => {
  const reading = delayed()
  answers[JOBS] = reading.answer
  const { user } = showPage(<AdminJobs />)
  expect((await screen.findByRole('status')).textContent).toBe('Loading')
  await reading.give(declined(429, 'Too many requests'))
  expect((await screen.findByRole('alert')).textContent).toContain('The jobs could not be loaded.')
  answers[JOBS] = () => jobs(job())
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await rows()).toHaveLength(1)
})

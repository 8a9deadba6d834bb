// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { declined, fakeServer, json, lastToast, showPage } from '#tests/browser/fake-server.tsx'
import type { Export } from '../exports.contract.ts'
import { ExportPart } from './export-part.tsx'

const ID = '0197a1b2-0000-7000-8000-00000000000a'
const server = fakeServer()
const { answers } = server
const DONE: Export = {
  id: ID,
  state: 'done',
  is_weekly: false,
  created_at: '2026-11-21T09:00:00.000Z',
  expires_at: '2026-11-28T09:00:00.000Z',
  progress: null,
  files: [
    { file: 'json', name: 'savepoint-ann-2026-11-21.json', bytes: 1_234_567 },
    { file: 'lists', name: 'savepoint-ann-2026-11-21-lists.csv', bytes: 12 },
  ],
}
const WORKING: Export = {
  ...DONE,
  state: 'working',
  expires_at: null,
  files: [],
  progress: { done: 1200, total: 4800 },
}
let exports: Export[]
let weekly_kept: number | null

beforeEach(() => {
  exports = []
  weekly_kept = null
  answers['GET /api/exports'] = () => json(200, { exports, weekly_kept })
  answers['POST /api/exports'] = () => {
    exports = [WORKING]
    return json(201, { export: WORKING })
  }
})

test('an export begins, shows its progress, and can be cancelled', async () => {
  answers[`DELETE /api/exports/${ID}`] = () => {
    exports = []
    return json(204)
  }
  const { user } = showPage(<ExportPart />)
  await user.click(await screen.findByRole('button', { name: 'Prepare my data' }))
  await waitFor(() =>
    expect(screen.getByRole('status').textContent).toContain('Preparing your data · 1,200 of 4,800 rows written'),
  )
  expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('25')
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await screen.findByRole('button', { name: 'Prepare my data' })
})

test('the files are links with their sizes, and the page says when the links end', async () => {
  exports = [DONE]
  showPage(<ExportPart />)
  const part = within(await screen.findByRole('region', { name: 'Your export, November 21, 2026' }))
  part.getByText('The links work until November 28, 2026.')
  const links = part.getAllByRole('link').map((link) => [link.getAttribute('href'), link.textContent])
  expect(links).toEqual([
    [`/api/exports/${ID}/files/json`, 'Everything (JSON)All rows by table. Savepoint imports it again.1.2 MB'],
    [`/api/exports/${ID}/files/lists`, 'Lists (CSV)One row a game of a list.1 kB'],
  ])
  screen.getByRole('button', { name: 'Prepare again' })
})

test('a refusal and a failure are shown', async () => {
  exports = [{ ...DONE, state: 'failed', files: [] }]
  answers['POST /api/exports'] = () => declined(409, 'Your data is being prepared already.')
  const { user } = showPage(<ExportPart />)
  await screen.findByText('Your data could not be prepared. Nothing is lost; please try again.')
  await user.click(screen.getByRole('button', { name: 'Prepare again' }))
  await waitFor(() => expect(lastToast()).toMatchObject({ description: 'Your data is being prepared already.' }))
})

test('weekly copies are named, where the operator has them made', async () => {
  exports = [{ ...DONE, is_weekly: true, expires_at: null }]
  weekly_kept = 4
  showPage(<ExportPart />)
  await screen.findByRole('heading', { name: 'Weekly copy, November 21, 2026' })
  screen.getByText('Kept until newer copies replace it.')
  screen.getByText(/keeps the last 4 copies\.$/)
})

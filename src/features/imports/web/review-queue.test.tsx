// @vitest-environment happy-dom
import { useQuery } from '@tanstack/react-query'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import type { ImportId } from '#shared/ids.ts'
import { declined, fakeServer, json, lastToast, showPage } from '#tests/browser/fake-server.tsx'
import type { Import, ImportRow } from '../imports.contract.ts'
import { DEFAULT_RULES } from '../imports.rules.ts'
import { importQuery } from './imports.api.ts'
import { ReviewQueue } from './review-queue.tsx'

const ID = '0197a1b2-0000-7000-8000-00000000000a'
const PATH = `/api/imports/${ID}`
const server = fakeServer()
const { answers, bodies } = server

const card = (id: string, name: string, year: number) => ({
  id,
  name,
  year,
  genre: null,
  developer: null,
  cover_url: null,
})
const COUNTS = { total: 2, new: 0, changed: 0, same: 0, doubtful: 2, unknown: 0, skipped: 0, failed: 0 }
const FOUND = {
  id: ID,
  file_name: 'games.csv',
  preset: 'yamtrack',
  state: 'ready',
  rules: DEFAULT_RULES,
  counts: { ...COUNTS, applied: 0, undone: 0, waiting: 0 },
  questions: [],
  contradictions: 0,
  items: [],
  unstored: [],
  progress: null,
  error: null,
  is_cancelled: false,
  is_shared: false,
  sync: null,
  created_at: '2026-11-21T09:00:00.000Z',
  finished_at: null,
  undone_at: null,
  undo_until: null,
} as Import
const QUESTION = { kind: 'same-name', count: 2 } as const
const row = (n: number, title: string, candidates: ImportRow['candidates']): ImportRow => ({
  n,
  title,
  file_rows: [n],
  facts: '1993',
  said: [],
  state: 'doubtful',
  outcome: null,
  reason: null,
  matched_by: null,
  game: null,
  candidates,
  changes: [],
  losses: [],
  can_undo: false,
})
const OTTERS = [card('igdb_2', 'Otter', 1993), card('igdb_3', 'Otter', 2016)] as ImportRow['candidates']
const ROWS = [row(1, 'Otter', OTTERS), row(2, 'Heron Two', [card('igdb_5', 'Heron', 2012)] as ImportRow['candidates'])]

beforeEach(() => {
  answers[`GET ${PATH}/rows`] = () => json(200, { rows: ROWS, total: 2 })
  for (const { n } of ROWS)
    answers[`PUT ${PATH}/rows/${n}`] = () => json(200, { row: ROWS[0], import: { ...FOUND, state: 'ready' } })
})
const title = (name: string) => screen.findByRole('heading', { name: `Which game is “${name}”?` })
const sent = (n: number) => bodies(`PUT ${PATH}/rows/${n}`)

test('rows are decided by keyboard alone, one after the other', async () => {
  const { user } = showPage(<ReviewQueue found={FOUND} question={QUESTION} />)
  await title('Otter')
  expect(screen.getAllByRole('listitem')).toHaveLength(2)
  await user.keyboard('2')
  await title('Heron Two')
  await user.keyboard('0')
  await waitFor(() => expect(screen.queryByRole('heading')).toBeNull())
  expect([sent(1), sent(2)]).toEqual([[{ game_id: 'igdb_3' }], [{ game_id: null }]])
})

test('G makes a row a game of the member’s own', async () => {
  const { user } = showPage(<ReviewQueue found={FOUND} question={QUESTION} />)
  await title('Otter')
  await user.keyboard('g')
  await title('Heron Two')
  expect(sent(1)).toEqual([{ game_id: null, is_own: true }])
})

test('keys go to the next row and back, and a number without a candidate does nothing', async () => {
  const { user } = showPage(<ReviewQueue found={FOUND} question={QUESTION} />)
  await title('Otter')
  await user.keyboard('3n')
  await title('Heron Two')
  await user.keyboard('b')
  await title('Otter')
  expect(server.requests.filter(({ method }) => method === 'PUT')).toEqual([])
})

test('S opens the search, in whose field numbers are text', async () => {
  answers['GET /api/games/suggest'] = () => json(200, { games: [] })
  const { user } = showPage(<ReviewQueue found={FOUND} question={QUESTION} />)
  await title('Otter')
  await user.keyboard('s')
  const field = await screen.findByRole('searchbox', { name: 'Search all games' })
  field.focus()
  await user.keyboard('1')
  expect((field as HTMLInputElement).value).toBe('1')
  expect(sent(1)).toEqual([])
  await user.clear(field)
  await user.click(screen.getAllByRole('button', { name: 'Choose Otter' })[0] as HTMLElement)
  await title('Heron Two')
  expect(sent(1)).toEqual([{ game_id: 'igdb_2' }])
})

test('a decision that fails brings the row back, with a toast', async () => {
  answers[`PUT ${PATH}/rows/1`] = () => declined(409, 'This import is not at this step any more. Reload the page.')
  const { user } = showPage(<ReviewQueue found={FOUND} question={QUESTION} />)
  await user.click(await screen.findByRole('button', { name: /Otter 2016|Otter.*2016/ }))
  await expect.poll(() => lastToast()?.description).toBe('This import is not at this step any more. Reload the page.')
  await title('Otter')
})

test('a decided row counts once when more rows wait than the page has', async () => {
  const waiting = (doubtful: number): Import => ({ ...FOUND, questions: [{ kind: 'same-name', count: doubtful }] })
  answers[`GET ${PATH}`] = () => json(200, { import: waiting(120) })
  answers[`PUT ${PATH}/rows/1`] = () => {
    answers[`GET ${PATH}`] = () => json(200, { import: waiting(119) })
    return json(200, { row: ROWS[0], import: waiting(119) })
  }
  function Live() {
    const { data } = useQuery(importQuery(ID as ImportId))
    return data?.questions[0] ? <ReviewQueue found={data} question={data.questions[0]} /> : null
  }
  const { user } = showPage(<Live />)
  await screen.findByText('120 rows to decide')
  await title('Otter')
  await user.keyboard('1')
  await title('Heron Two')
  await waitFor(() => expect(sent(1)).toHaveLength(1))
  await screen.findByText('119 rows to decide')
})

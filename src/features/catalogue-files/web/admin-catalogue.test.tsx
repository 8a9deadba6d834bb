// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { declined, fakeServer, json, showPage } from '#tests/browser/fake-server.tsx'
import type { ImportState, SourceState } from '../catalogue-state.contract.ts'
import { AdminCatalogue } from './admin-catalogue.tsx'

const STATE = 'GET /api/admin/catalogue'
const { answers } = fakeServer()

const source = (name: SourceState['name'], more: Partial<SourceState> = {}): SourceState => ({
  ...{ name, is_on: true, paused_until: null, is_quota_used_up: false, asked: 0, failed: 0, last_failure: null },
  ...{ games: 0, refreshed_at: null, due: 0 },
  ...more,
})
const one = (more: Partial<ImportState> = {}): ImportState => ({
  ...{ file: 'games.csv', format: 'CSV', read: 1200, new: 1000, enriched: 100, unchanged: 0, merged: 0, rejected: 100 },
  started_at: '2026-11-21T09:00:00.000Z',
  updated_at: '2026-11-21T09:58:00.000Z',
  finished_at: null,
  ...more,
})
const state = (sources: readonly SourceState[], imports: readonly ImportState[] = [], is_importing = false) =>
  json(200, { sources, refreshed_at_once: { igdb: 500, rawg: 1 }, is_importing, imports })
const rowsOf = async (name: string) => within(await screen.findByRole('list', { name })).getAllByRole('listitem')

test('the sources say whether they are on, paused or out of quota, why, and what is due', async () => {
  const last_failure = { kind: 'rate_limited', at: '2026-11-21T09:58:00.000Z' }
  answers[STATE] = () =>
    state([
      source('igdb', {
        paused_until: '2026-11-21T10:04:00.000Z',
        last_failure,
        games: 61000,
        due: 700,
        asked: 9,
        failed: 3,
      }),
      source('rawg', { is_on: false, games: 1 }),
      source('local', { games: 1200 }),
    ])
  showPage(<AdminCatalogue />)
  const [igdb, rawg, local] = (await rowsOf('Sources')).map(({ textContent }) => textContent)
  expect(igdb).toContain('Paused')
  expect(igdb).toContain('until 2026-11-21 10:04 UTC')
  expect(igdb).toContain('it was asked too often')
  expect(igdb).toContain('700 games, 500 every 10 minutes')
  expect(igdb).toContain('9, 3 failed')
  expect(rawg).toContain('Off')
  expect(rawg).toContain('RAWG_API_KEY is not set')
  expect(rawg).toContain('1 game')
  expect(rawg).not.toContain('Due')
  expect(local).toContain('1,200 games')
  expect(local).not.toContain('Queries')
})

test('a source whose quota is exhausted says so', async () => {
  const paused_until = '2026-11-22T10:00:00.000Z'
  answers[STATE] = () => state([source('rawg', { is_quota_used_up: true, paused_until })])
  showPage(<AdminCatalogue />)
  expect((await rowsOf('Sources'))[0]?.textContent).toContain('Quota exhausted')
})

test.each([
  [one(), true, 'Running 2m ago'],
  [one(), false, 'Stopped before the end 2m ago'],
  [one({ finished_at: '2026-11-21T09:59:00.000Z' }), true, 'Finished 1m ago'],
])('an import says how far it is (%#)', async (shown, isImporting, text) => {
  answers[STATE] = () => state([], [shown], isImporting)
  showPage(<AdminCatalogue />)
  const [row] = await rowsOf('Imports')
  expect(row?.textContent).toContain('1,200 records read: 1,000 new, 100 with more facts, 100 rejected')
  expect(row?.textContent).toContain(text)
})

test('without imports it says how to import', async () => {
  answers[STATE] = () => state([])
  showPage(<AdminCatalogue />)
  expect(await screen.findByText('npm run catalogue -- import FILE')).toBeDefined()
})

test('shows an error when the state could not be loaded', async () => {
  answers[STATE] = () => declined(429, 'Too many requests')
  showPage(<AdminCatalogue />)
  expect((await screen.findByRole('alert')).textContent).toContain('The state of the catalogue could not be loaded.')
})

// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { declined, fakeServer, json, lastToast, showPage } from '#tests/browser/fake-server.tsx'
import type { SteamGame, SteamLink } from '../steam.contract.ts'
import { SYNC_PROBLEMS } from '../steam-sync.rules.ts'
import { PROBLEM_TEXTS, SYNC_TEXTS } from '../steam-sync.texts.ts'
import { SteamPart } from './steam-part.tsx'

const { answers, bodies, sent } = fakeServer()

const linked = (more: Partial<SteamLink> = {}): SteamLink => ({
  steam_id: '76561197960287930',
  name: 'Robin',
  is_daily: true,
  is_syncing: false,
  next_sync_at: '2026-11-21T15:00:00.000Z',
  last: {
    at: '2026-11-21T09:00:00.000Z',
    result: { seen: 3, games: 1, minutes: 90, imported: 0, postponed: 0 },
    import_id: null,
    time_import_id: null,
  },
  problem: null,
  counts: { changed: 1, synced: 2, open: 1, removed: 0, ignored: 0 },
  ...more,
})
const game = (more: Partial<SteamGame> = {}): SteamGame => ({
  app_id: 20,
  name: 'Heron',
  state: 'synced',
  minutes: 180,
  added: { minutes: 90, at: '2026-11-21T09:00:00.000Z' },
  game: null,
  ...more,
})
function show(link: SteamLink | null, { games = [game()], is_on = true } = {}) {
  const steam = { is_on, link, pause: null }
  answers['GET /api/steam'] = () => json(200, steam)
  answers['GET /api/steam/games'] = () => json(200, { games, total: games.length })
  return { ...showPage(<SteamPart />), steam }
}

test('says when the last sync was and what it added, and when the next one is', async () => {
  show(linked())
  await screen.findByText(/1h 30m added to 1 game\./)
  expect(screen.getByText('Next sync in 5 hours')).toBeDefined()
  const list = within(await screen.findByRole('list', { name: 'Last play time' }))
  expect(list.getByText('1h 30m added on Nov 21, 2026')).toBeDefined()
  expect(list.getByText('3h at Steam · Synced')).toBeDefined()
})

test('leads to what the last sync has added, which can be undone there', async () => {
  const last = linked().last as NonNullable<SteamLink['last']>
  show(linked({ last: { ...last, time_import_id: '0199a1b2-0000-7000-8000-000000000001' } }))
  const link = await screen.findByRole('link', { name: SYNC_TEXTS.openTime })
  expect(link.getAttribute('href')).toBe('/settings/import/0199a1b2-0000-7000-8000-000000000001')
  expect(screen.queryByRole('link', { name: SYNC_TEXTS.openImport })).toBeNull()
})

test.each(SYNC_PROBLEMS)('%s is said in an honest sentence beside the last result', async (code) => {
  show(linked({ problem: { code, at: '2026-11-21T09:30:00.000Z' } }))
  expect((await screen.findByText(/30 minutes ago/)).closest('p')?.textContent).toContain(PROBLEM_TEXTS[code])
  expect(screen.getByText(/added to 1 game/)).toBeDefined()
})

test('a sync by hand shows that it runs; a refusal is a toast', async () => {
  const { user, steam } = show(linked())
  await screen.findByText(/added to 1 game/)
  answers['POST /api/steam/sync'] = () => json(202, { ...steam, link: linked({ is_syncing: true }) })
  await user.click(screen.getByRole('button', { name: SYNC_TEXTS.sync }))
  await screen.findByText(SYNC_TEXTS.waits)
  expect(bodies('POST /api/steam/sync')).toEqual([{ open: false }])
  expect(screen.getByRole('button', { name: SYNC_TEXTS.syncing }).getAttribute('aria-disabled')).toBe('true')
})

test('the daily switch is stored at once', async () => {
  const { user, steam } = show(linked())
  answers['PATCH /api/steam/link'] = () =>
    json(200, { ...steam, link: linked({ is_daily: false, next_sync_at: null }) })
  const toggle = await screen.findByRole('switch', { name: new RegExp(SYNC_TEXTS.daily) })
  await user.click(toggle)
  await waitFor(() => expect(bodies('PATCH /api/steam/link')).toEqual([{ is_daily: false }]))
  await waitFor(() => expect(toggle).toHaveProperty('checked', false))
  expect(screen.queryByText(/Next sync/)).toBeNull()
})

test('unlinking asks first, and says what stays', async () => {
  const { user } = show(linked())
  await user.click(await screen.findByRole('button', { name: SYNC_TEXTS.unlink }))
  const dialog = within(await screen.findByRole('dialog', { name: SYNC_TEXTS.unlinkTitle }))
  expect(dialog.getByText(SYNC_TEXTS.unlinkText)).toBeDefined()
  answers['DELETE /api/steam/link'] = () => json(204)
  answers['GET /api/steam'] = () => json(200, { is_on: true, link: null, pause: null })
  await user.click(dialog.getByRole('button', { name: SYNC_TEXTS.unlink }))
  await screen.findByRole('button', { name: SYNC_TEXTS.link })
  expect(sent('DELETE /api/steam/link')).toHaveLength(1)
})

test('a game of the list is ignored and synced again; a failure is said', async () => {
  const { user } = show(linked())
  answers['PUT /api/steam/games/20'] = () => declined(503, 'The site is being updated')
  await user.click(await screen.findByRole('button', { name: 'Ignore Heron' }))
  await waitFor(() => expect(lastToast()).toMatchObject({ description: 'The site is being updated' }))
  answers['PUT /api/steam/games/20'] = () => json(200, { game: game({ state: 'ignored' }) })
  answers['GET /api/steam/games'] = () => json(200, { games: [game({ state: 'ignored' })], total: 1 })
  await user.click(screen.getByRole('button', { name: 'Ignore Heron' }))
  await user.click(await screen.findByRole('button', { name: 'Sync again: Heron' }))
  await waitFor(() =>
    expect(bodies('PUT /api/steam/games/20')).toEqual([
      { is_ignored: true },
      { is_ignored: true },
      { is_ignored: false },
    ]),
  )
})

test('games that no import has decided can be imported', async () => {
  const counts = { changed: 0, synced: 0, open: 1, removed: 0, ignored: 0 }
  const { user, steam } = show(linked({ counts }), { games: [game({ state: 'open', added: null })] })
  answers['POST /api/steam/sync'] = () => json(202, steam)
  await user.click(await screen.findByRole('button', { name: SYNC_TEXTS.bring }))
  await waitFor(() => expect(bodies('POST /api/steam/sync')).toEqual([{ open: true }]))
})

test('a link of a site that has turned Steam off can only be unlinked', async () => {
  show(linked(), { is_on: false })
  await screen.findByText(SYNC_TEXTS.offLinked)
  // Before the page is hydrated both are disabled.
  await waitFor(() => expect(screen.getByRole('button', { name: SYNC_TEXTS.unlink })).toHaveProperty('disabled', false))
  expect(screen.getByRole('button', { name: SYNC_TEXTS.sync })).toHaveProperty('disabled', true)
})

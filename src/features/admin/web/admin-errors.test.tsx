// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { declined, delayed, fakeServer, json, lastToast, showPage } from '#tests/browser/fake-server.tsx'
import type { ErrorGroup, ErrorOccurrence } from '../admin.contract.ts'
import type { ErrorFilter } from './admin.api.ts'
import { AdminErrors } from './admin-errors.tsx'

const LIST = 'GET /api/admin/errors'
const ID = '01900000-0000-7000-8000-0000000000b1'
const ONE = `GET /api/admin/errors/${ID}`
const RESOLVE = `PUT /api/admin/errors/${ID}`
const OPEN: ErrorFilter = { status: 'open', level: null }

const { answers, sent, bodies } = fakeServer()

const group = (more: Partial<ErrorGroup> = {}): ErrorGroup => ({
  id: ID,
  level: 'error',
  name: 'TypeError',
  message: 'x is undefined',
  path: '/game/:gameId',
  occurrences: 1200,
  members: 1,
  first_seen_at: '2026-11-01T10:00:00.000Z',
  last_seen_at: '2026-11-20T10:00:00.000Z',
  status: 'open',
  ...more,
})
const occurrence = (id: string, more: Partial<ErrorOccurrence> = {}): ErrorOccurrence => ({
  id,
  message: 'x is undefined at all',
  stack: 'at f (game.js:1)',
  component_info: ' ',
  url: '/game/igdb_1',
  user_agent: 'Firefox on Linux',
  username: 'mara',
  at: '2026-11-20T10:15:30.000Z',
  ...more,
})
const list = (groups: readonly ErrorGroup[], nextCursor: string | null = null) => json(200, { groups, nextCursor })

async function open(groups: readonly ErrorGroup[] = [group()], filter = OPEN) {
  answers[LIST] ??= () => list(groups)
  const shown = showPage(<AdminErrors filter={filter} />, { at: '/admin/errors' })
  await screen.findByRole('list', { name: 'Errors' })
  return shown
}
/** Expands the first group. */
async function expand() {
  const details = screen.getByText('x is undefined').closest('details') as HTMLDetailsElement
  await act(async () => {
    details.open = true
    fireEvent(details, new Event('toggle'))
  })
}

describe('the list of errors', () => {
  test('shows that it loads, and then how often and for how many members each occurred', async () => {
    const reading = delayed()
    answers[LIST] = reading.answer
    showPage(<AdminErrors filter={OPEN} />)
    expect((await screen.findByRole('status')).textContent).toBe('Loading')
    await reading.give(
      list([group(), group({ id: 'b', level: 'info', status: 'resolved', message: '', occurrences: 1, members: 0 })]),
    )
    const [first, second] = (await screen.findAllByRole('listitem')).map((row) => row.textContent)
    expect(first).toContain('TypeError · /game/:gameId · 1,200 times · 1 member')
    expect(first).toMatch(/^Error/)
    expect(first).not.toContain('Resolved')
    expect(second).toMatch(/^NoteResolved/)
    expect(second).toContain('An error without a message')
    expect(second).toContain('· 1 time')
    expect(second).not.toContain('member')
    expect(sent(LIST)[0]?.query).toEqual({ status: 'open' })
  })

  test('shows an error when it could not be loaded, and a retry', async () => {
    answers[LIST] = () => declined(429, 'Too many requests')
    const { user } = showPage(<AdminErrors filter={OPEN} />)
    expect((await screen.findByRole('alert')).textContent).toContain('The errors could not be loaded.')
    answers[LIST] = () => list([group()])
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('x is undefined')).toBeDefined()
  })

  test.each([
    [OPEN, 'No open errors', true],
    [{ status: 'resolved', level: null } as const, 'No errors', true],
    [{ status: 'all', level: 'error' } as const, 'No errors', true],
    [{ status: 'all', level: null } as const, 'No errors', false],
  ])('that is empty (%o) says %s, and leads to all of them', async (filter, title, hasLink) => {
    answers[LIST] = () => list([])
    showPage(<AdminErrors filter={filter} />)
    expect(await screen.findByRole('heading', { name: title })).toBeDefined()
    const link = screen.queryByRole('link', { name: 'Show all' })
    expect(link?.getAttribute('href')).toBe(hasLink ? '/admin/errors?status=all' : undefined)
  })

  test('the filters go into the address: links for the status, a choice for the level', async () => {
    const { router, user } = await open([group()], { status: 'resolved', level: 'warning' })
    expect(sent(LIST)[0]?.query).toEqual({ status: 'resolved', level: 'warning' })
    const links = within(screen.getByRole('group', { name: 'Status' })).getAllByRole('link')
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      '/admin/errors?level=warning',
      '/admin/errors?status=resolved&level=warning',
      '/admin/errors?status=all&level=warning',
    ])
    expect(links.map((link) => link.getAttribute('aria-current'))).toEqual([null, 'true', null])
    const level = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Level' })
    expect(level.value).toBe('warning')
    await user.selectOptions(level, 'Errors')
    expect(router.state.location.search).toBe('?status=resolved&level=error')
    await user.selectOptions(level, 'Every level')
    expect(router.state.location.search).toBe('?status=resolved')
  })

  test('continues on request, with no error in it twice', async () => {
    answers[LIST] = ({ query }) =>
      query.cursor === 'c1' ? list([group(), group({ id: 'b', message: 'Another' })]) : list([group()], 'c1')
    const { user } = await open()
    await user.click(screen.getByRole('button', { name: 'Show more' }))
    await screen.findByText('Another')
    expect(screen.getAllByRole('listitem')).toHaveLength(2)
  })
})

describe('one error', () => {
  test('is read when it is expanded, and shows its reports, the newest one open', async () => {
    const two = [occurrence('o1'), occurrence('o2', { username: null, url: '', stack: '' })]
    const reading = delayed()
    answers[ONE] = reading.answer
    await open()
    expect(sent(ONE)).toEqual([])
    await expand()
    await waitFor(() => expect(sent(ONE)).toHaveLength(1))
    await reading.give(json(200, { group: group(), occurrences: two }))
    expect(await screen.findByText(/The newest 2 of 1,200:/)).toBeDefined()
    const reports = screen.getAllByText('x is undefined at all').map((text) => text.closest('details'))
    expect(reports.map((report) => report?.open)).toEqual([true, false])
    expect(reports[0]?.textContent).toContain('2026-11-20 10:15 UTC')
    expect(reports[0]?.textContent).toContain('@mara')
    expect(reports[0]?.textContent).toContain('at f (game.js:1)')
    expect(reports[0]?.textContent).not.toContain('Components')
    expect(reports[1]?.textContent).toContain('no address')
    expect(reports[1]?.textContent).toContain('a visitor')
    expect(reports[1]?.textContent).not.toContain('Stack')
  })

  test('shows an error when its reports could not be loaded, and a retry', async () => {
    answers[ONE] = () => declined(429, 'Too many requests')
    const { user } = await open()
    await expand()
    expect((await screen.findByRole('alert')).textContent).toContain('The reports could not be loaded.')
    answers[ONE] = () => json(200, { group: group(), occurrences: [occurrence('o1')] })
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('x is undefined at all')).toBeDefined()
  })

  test('can be resolved, and the toast undoes it', async () => {
    answers[ONE] = () => json(200, { group: group(), occurrences: [occurrence('o1')] })
    answers[RESOLVE] = () => json(200, { success: true })
    const { user } = await open()
    await expand()
    await user.click(await screen.findByRole('button', { name: 'Resolve' }))
    await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Resolved', description: 'x is undefined' }))
    expect(bodies(RESOLVE)).toEqual([{ status: 'resolved' }])
    await waitFor(() => expect(sent(LIST)).toHaveLength(2))
    await act(async () => lastToast()?.undo?.())
    await waitFor(() => expect(lastToast()?.title).toBe('Open again'))
    expect(bodies(RESOLVE)).toEqual([{ status: 'resolved' }, { status: 'open' }])
  })

  test('that is resolved can be opened again', async () => {
    answers[ONE] = () => json(200, { group: group(), occurrences: [occurrence('o1')] })
    answers[RESOLVE] = () => json(200, { success: true })
    const { user } = await open([group({ status: 'resolved' })])
    await expand()
    await user.click(await screen.findByRole('button', { name: 'Open again' }))
    await waitFor(() => expect(bodies(RESOLVE)).toEqual([{ status: 'open' }]))
  })

  test('says why it was not changed, and preserves its reports when they cannot be read again', async () => {
    answers[ONE] = () => json(200, { group: group(), occurrences: [occurrence('o1')] })
    answers[RESOLVE] = () => declined(404, 'No such error')
    const { user } = await open()
    await expand()
    const button = await screen.findByRole('button', { name: 'Resolve' })
    answers[ONE] = () => declined(429, 'Too many requests')
    await user.click(button)
    await waitFor(() =>
      expect(lastToast()).toMatchObject({ title: 'Nothing was changed', description: 'No such error', tone: 'danger' }),
    )
    await waitFor(() => expect(sent(ONE)).toHaveLength(2))
    expect(await screen.findByText('x is undefined at all')).toBeDefined()
    expect(button.isConnected).toBe(true)
  })
})

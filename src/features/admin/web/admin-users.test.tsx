// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { UserId } from '#shared/ids.ts'
import { declined, delayed, fakeServer, json, lastToast, showPage, VIEWER } from '#tests/browser/fake-server.tsx'
import type { AdminUser } from '../admin.contract.ts'
import type { UserFilter } from './admin.api.ts'
import { AdminUsers } from './admin-users.tsx'

const LIST = 'GET /api/admin/users'
const idOf = (at: number) => `01900000-0000-7000-8000-${String(at).padStart(12, '0')}` as UserId
const STATUS = `PUT /api/admin/users/${idOf(2)}/standing`
const ROLE = `PUT /api/admin/users/${idOf(2)}/role`
const ALL: UserFilter = { search: '', show: 'all' }

const { answers, sent, bodies } = fakeServer()

const member = (at: number, display_name: string | null, more: Partial<AdminUser> = {}): AdminUser => ({
  id: idOf(at),
  username: display_name?.toLowerCase() ?? null,
  display_name,
  avatar_url: null,
  role: 'user',
  created_at: '2026-01-05T10:00:00.000Z',
  last_seen_at: '2026-11-20T10:00:00.000Z',
  disabled_at: null,
  disabled_reason: null,
  disabled_until: null,
  disabled_message: null,
  viewerCan: { disable: true, changeRole: true },
  ...more,
})
const JUNO = member(2, 'Juno')
const list = (users: readonly AdminUser[], nextCursor: string | null = null) => json(200, { users, nextCursor })
async function open(users: readonly AdminUser[] = [JUNO], filter = ALL) {
  answers[LIST] ??= () => list(users)
  const shown = showPage(<AdminUsers filter={filter} />, { at: '/admin/users' })
  await screen.findByRole('list', { name: 'Members' })
  const choose = async (item: string, name = 'Juno') => {
    await shown.user.click(screen.getByRole('button', { name: `Change ${name}` }))
    await shown.user.click(await screen.findByRole('menuitem', { name: item }))
    return within(await screen.findByRole('dialog'))
  }
  return { ...shown, choose }
}
const where = ({ router }: Awaited<ReturnType<typeof open>>) =>
  router.state.location.pathname + router.state.location.search

describe('the list of members', () => {
  test('shows that it loads, and then each with role and status', async () => {
    const reading = delayed()
    answers[LIST] = reading.answer
    showPage(<AdminUsers filter={ALL} />)
    expect((await screen.findByRole('status')).textContent).toBe('Loading')
    await reading.give(
      list([
        JUNO,
        member(3, null, { last_seen_at: null, role: 'admin' }),
        member(4, 'Sol', { disabled_at: '2026-02-05T10:00:00.000Z', disabled_reason: 'Adverts' }),
      ]),
    )
    await screen.findByText('Juno')
    const [juno, nameless, sol] = screen.getAllByRole('listitem').map((row) => row.textContent)
    expect(juno).toContain('@juno')
    expect(juno).toMatch(/Joined Jan 5, 2026 · seen/)
    expect(juno).not.toMatch(/Admin|Disabled/)
    expect(nameless).toContain('No name yet')
    expect(nameless).toMatch(/Admin.*not signed in anywhere/)
    expect(sol).toMatch(/Disabled.*Since Feb 5, 2026: Adverts/)
    expect(sent(LIST)[0]?.query).toEqual({ show: 'all' })
  })

  test('shows an error when it could not be loaded, and a retry', async () => {
    answers[LIST] = () => declined(429, 'Too many requests')
    const { user } = showPage(<AdminUsers filter={ALL} />)
    expect((await screen.findByRole('alert')).textContent).toContain('The members could not be loaded.')
    answers[LIST] = () => list([JUNO])
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('Juno')).toBeDefined()
  })

  test('says how names are found when nobody was', async () => {
    answers[LIST] = () => list([])
    showPage(<AdminUsers filter={{ search: 'xyz', show: 'admins' }} />)
    expect(await screen.findByRole('heading', { name: 'No results for “xyz”' })).toBeDefined()
    expect(screen.getByRole('link', { name: 'All members' }).getAttribute('href')).toBe('/admin/users')
    expect(sent(LIST)[0]?.query).toEqual({ show: 'admins', search: 'xyz' })
  })

  test('continues on request, with nobody in it twice', async () => {
    answers[LIST] = ({ query }) => (query.cursor === 'c1' ? list([JUNO, member(3, 'Sol')]) : list([JUNO], 'c1'))
    const { user } = await open()
    await user.click(screen.getByRole('button', { name: 'Show more' }))
    await screen.findByText('Sol')
    expect(screen.getAllByRole('listitem')).toHaveLength(2)
  })

  test('the search goes into the address, trimmed, together with the filter', async () => {
    const shown = await open([JUNO], { search: 'old', show: 'disabled' })
    const field = screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search members' })
    expect(field.value).toBe('old')
    await shown.user.clear(field)
    await shown.user.type(field, ' mara {Enter}')
    expect(where(shown)).toBe('/admin/users?search=mara&show=disabled')
  })

  test('the filters are links that preserve the search, and mark the current one', async () => {
    await open([JUNO], { search: 'ju', show: 'admins' })
    const filters = within(screen.getByRole('group', { name: 'Show' })).getAllByRole('link')
    expect(
      filters.map((link) => [link.textContent, link.getAttribute('href'), link.getAttribute('aria-current')]),
    ).toEqual([
      ['All', '/admin/users?search=ju', null],
      ['Admins', '/admin/users?search=ju&show=admins', 'true'],
      ['Disabled', '/admin/users?search=ju&show=disabled', null],
    ])
  })

  test('offers no change of the viewer’s own account', async () => {
    await open([member(1, 'Ann', { id: VIEWER.id, viewerCan: { disable: false, changeRole: false } })])
    expect(screen.getByText('You')).toBeDefined()
    expect(screen.queryByRole('button', { name: /^Change/ })).toBeNull()
  })
})

describe('a change of role or status', () => {
  test.each([
    ['Make admin', {}, 'Make Juno an admin?', 'Make admin', ROLE, { role: 'admin' }, 'Juno is an admin'],
    [
      'Revoke the admin role',
      { role: 'admin' },
      'Revoke the admin role from Juno?',
      'Revoke the role',
      ROLE,
      { role: 'user' },
      'Juno is no longer an admin',
    ],
    [
      'Enable',
      { disabled_at: '2026-02-05T10:00:00.000Z' },
      'Enable Juno?',
      'Enable',
      STATUS,
      { disabled: false },
      'Juno may sign in again',
    ],
  ] as const)(
    '%s: asks, changes it, says so and reads the list again',
    async (item, more, title, label, call, body, done) => {
      answers[call] = () => json(200, { success: true })
      const { choose, user } = await open([{ ...JUNO, ...more }])
      const dialog = await choose(item)
      expect(dialog.getByRole('heading', { name: title })).toBeDefined()
      expect(sent(call)).toEqual([])
      await user.click(dialog.getByRole('button', { name: label }))
      await waitFor(() => expect(lastToast()?.title).toBe(done))
      expect(bodies(call)).toEqual([body])
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
      expect(sent(LIST)).toHaveLength(2)
    },
  )

  test('that is refused says why, and Cancel changes nothing', async () => {
    answers[ROLE] = () => declined(409, 'The last admin stays one', 'last_admin')
    const { choose, user } = await open([{ ...JUNO, role: 'admin' }])
    const dialog = await choose('Revoke the admin role')
    await user.click(dialog.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(sent(ROLE)).toEqual([])
    await user.click((await choose('Revoke the admin role')).getByRole('button', { name: 'Revoke the role' }))
    await waitFor(() =>
      expect(lastToast()).toMatchObject({
        title: 'Nothing was changed',
        description: 'The last admin stays one',
        tone: 'danger',
      }),
    )
  })

  test('disabling needs a reason, which stays when the request fails', async () => {
    answers[STATUS] = () => declined(500, 'Something broke')
    const { choose, user } = await open()
    const dialog = await choose('Disable')
    const reason = dialog.getByRole<HTMLTextAreaElement>('textbox', { name: 'Reason' })
    await waitFor(() => expect(document.activeElement).toBe(reason))
    await user.type(reason, ' x ')
    await user.click(dialog.getByRole('button', { name: 'Disable' }))
    expect(await dialog.findByText('Say why')).toBeDefined()
    expect(sent(STATUS)).toEqual([])
    fireEvent.change(reason, { target: { value: 'a'.repeat(501) } })
    expect(await dialog.findByText('At most 500 characters')).toBeDefined()
    expect(dialog.getByText('501 / 500')).toBeDefined()
    fireEvent.change(reason, { target: { value: 'Adverts' } })
    await user.click(dialog.getByRole('button', { name: 'Disable' }))
    await waitFor(() => expect(lastToast()?.description).toBe('Something broke'))
    expect(bodies(STATUS)).toEqual([{ disabled: true, reason: 'Adverts', message: '', until: null }])
    expect(reason.value).toBe('Adverts')
    answers[STATUS] = () => json(200, { success: true })
    await user.click(dialog.getByRole('button', { name: 'Disable' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(lastToast()?.title).toBe('Juno is disabled')
    await waitFor(() => expect(sent(LIST)).toHaveLength(2))
  })
})

// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { declined, fakeServer, json, showPage } from '#tests/browser/fake-server.tsx'
import { type AuditFilter, auditFilterOf } from './admin.api.ts'
import { AdminAuditLog } from './admin-audit-log.tsx'

const LOG = 'GET /api/admin/audit-log'
const ALL: AuditFilter = { search: '', action: '', period: 'all' }
const { answers, sent } = fakeServer()

const entry = (id: string, about = 'juno') => ({
  ...{ id, about, by: 'ann', action: 'disable', words: 'disabled', href: null, reason: null, changes: [] },
  at: '2026-11-20T10:00:00.000Z',
})
const actions = [
  { action: 'close_contact', words: 'closed a contact message:' },
  { action: 'disable', words: 'disabled' },
]
const log = (entries: readonly object[], nextCursor: string | null = null) =>
  json(200, { entries, nextCursor, actions })

test('search, action and period go into the address', async () => {
  answers[LOG] = () => log([entry('a')])
  const { router, user } = showPage(<AdminAuditLog filter={{ search: 'juno', action: 'disable', period: 'week' }} />, {
    at: '/admin/audit',
  })
  await screen.findByRole('list', { name: 'Audit log' })
  expect(sent(LOG)[0]?.query).toEqual({ search: 'juno', action: 'disable', period: 'week' })
  const periods = within(screen.getByRole('group', { name: 'Period' })).getAllByRole('link')
  expect(periods.map((link) => link.getAttribute('href'))).toContain('/admin/audit?search=juno&action=disable')
  const action = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Action' })
  expect([...action.options].map(({ text }) => text)).toEqual(['Every action', 'closed a contact message', 'disabled'])
  await user.selectOptions(action, 'closed a contact message')
  expect(router.state.location.search).toBe('?search=juno&action=close_contact&period=week')
  await user.clear(screen.getByLabelText('Search by name'))
  await user.type(screen.getByLabelText('Search by name'), ' mara {Enter}')
  expect(router.state.location.search).toBe('?search=mara&action=disable&period=week')
})

test('continues on request, with no entry in it twice', async () => {
  answers[LOG] = ({ query }) =>
    query.cursor === 'c1' ? log([entry('a'), entry('b', 'tobi')]) : log([entry('a')], 'c1')
  const { user } = showPage(<AdminAuditLog filter={ALL} />)
  await user.click(await screen.findByRole('button', { name: 'Show more' }))
  await screen.findByText('tobi')
  expect(within(screen.getByRole('list', { name: 'Audit log' })).getAllByRole('listitem')).toHaveLength(2)
})

test.each([
  [ALL, 'Nothing yet', false],
  [{ ...ALL, search: 'nobody' }, 'No such entries', true],
  [{ ...ALL, period: 'day' as const }, 'No such entries', true],
])('without entries (%o) it says %s', async (filter, title, hasLink) => {
  answers[LOG] = () => log([])
  showPage(<AdminAuditLog filter={filter} />)
  expect(await screen.findByRole('heading', { name: title })).toBeDefined()
  expect(screen.queryByRole('link', { name: 'All entries' }) !== null).toBe(hasLink)
})

test('shows an error when it could not be loaded', async () => {
  answers[LOG] = () => declined(429, 'Too many requests')
  showPage(<AdminAuditLog filter={ALL} />)
  expect((await screen.findByRole('alert')).textContent).toContain('The audit log could not be loaded.')
})

test('an address with an unknown period lists all of them', () => {
  for (const period of ['year', 'constructor', ''])
    expect(auditFilterOf(new URLSearchParams({ period, search: ' x ' }))).toEqual({ ...ALL, search: 'x' })
})

// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { declined, delayed, fakeServer, json, showPage } from '#tests/browser/fake-server.tsx'
import type { AuditLogEntry } from '../admin.contract.ts'
import { AdminFrame } from './admin-frame.tsx'
import { AdminHome } from './admin-home.tsx'

const STATS = 'GET /api/admin/stats'
const { answers } = fakeServer()

const entry = (id: string, more: Partial<AuditLogEntry> = {}): AuditLogEntry => ({
  id,
  by: 'ann',
  action: 'disable',
  about: 'juno',
  reason: null,
  at: '2026-11-20T10:00:00.000Z',
  ...more,
})
const stats = (audit_log: readonly AuditLogEntry[] = []) =>
  json(200, {
    members: 1234,
    new_members: 5,
    games: 61000,
    open_errors: 2,
    open_reports: 3,
    open_contact_messages: 1,
    outbox: 4,
    audit_log,
  })

test('the counts show that they load, and then lead to what they count', async () => {
  const reading = delayed()
  answers[STATS] = reading.answer
  showPage(<AdminHome />)
  expect((await screen.findByRole('status')).textContent).toBe('Loading')
  await reading.give(stats())
  const figures = await screen.findAllByRole('link')
  expect(figures.map((one) => [one.getAttribute('href'), one.textContent])).toEqual([
    ['/admin/users', expect.stringContaining('1,234')],
    ['/admin/users', expect.stringContaining('5')],
    ['/all-games', expect.stringContaining('61,000')],
    ['/admin/reports', expect.stringContaining('3')],
    ['/admin/contact', expect.stringContaining('1')],
    ['/admin/errors', expect.stringContaining('2')],
    ['/admin/outbox', expect.stringContaining('4')],
  ])
  expect(screen.getByText('Nothing yet. Changes that admins make appear here.')).toBeDefined()
})

test('the counts show an error when they could not be loaded, and a retry', async () => {
  answers[STATS] = () => declined(429, 'Too many requests')
  const { user } = showPage(<AdminHome />)
  expect((await screen.findByRole('alert')).textContent).toContain('The counts could not be loaded.')
  answers[STATS] = () => stats()
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('1,234')).toBeDefined()
})

test('the audit log says who did what to which member, and why', async () => {
  answers[STATS] = () =>
    stats([
      entry('a', { reason: 'Adverts' }),
      entry('b', { by: null, action: 'make_admin' }),
      entry('c', { action: 'warn', about: null }),
      entry('d', { action: 'resolve_error', about: 'x'.repeat(81) }),
      entry('e', { action: 'something_new', about: 'x'.repeat(80) }),
    ])
  showPage(<AdminHome />)
  const lines = (await screen.findAllByRole('listitem')).filter((line) => line.querySelector('time'))
  expect(lines.map((line) => line.querySelector('span')?.textContent)).toEqual([
    'ann disabled juno: Adverts',
    'The command line granted the admin role to juno',
    'ann warned a deleted member',
    `ann resolved the error ${'x'.repeat(79)}…`,
    `ann something_new ${'x'.repeat(80)}`,
  ])
})

test('every admin page has a title, and links to the others with the current one marked', () => {
  showPage(
    <AdminFrame path="/admin/errors" title="Errors" text="What breaks.">
      <p>Content</p>
    </AdminFrame>,
  )
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Errors')
  const links = within(screen.getByRole('navigation', { name: 'Admin' })).getAllByRole('link')
  expect(links.map((link) => link.textContent)).toEqual([
    'Overview',
    'Members',
    'Reports',
    'Contact',
    'Challenges',
    'Errors',
    'Outbox',
    'Page counts',
  ])
  expect(links.filter((link) => link.getAttribute('aria-current')).map((link) => link.textContent)).toEqual(['Errors'])
})

// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { declined, delayed, fakeServer, json, showPage } from '#tests/browser/fake-server.tsx'
import type { AuditLogEntry } from '../admin.contract.ts'
import { AdminFrame } from './admin-frame.widgets.tsx'
import { AdminHome } from './admin-home.tsx'

const STATS = 'GET /api/admin/stats'
const PAGES = 'GET /api/admin/pages'
const { answers } = fakeServer()

const entry = (id: string, more: Partial<AuditLogEntry> = {}): AuditLogEntry => ({
  id,
  by: 'ann',
  action: 'disable',
  words: 'disabled',
  about: 'juno',
  href: null,
  reason: null,
  changes: [],
  at: '2026-11-20T10:00:00.000Z',
  ...more,
})
const stats = (audit_log: readonly AuditLogEntry[] = [], estimated: string[] = []) =>
  json(200, { members: 1234, new_members: 5, games: 61000, outbox: 4, estimated, audit_log })
const pages = ({ reports = 0, errors = 0 } = {}) =>
  json(200, {
    groups: [
      {
        name: 'People',
        pages: [
          { path: '/admin/users', label: 'Members', waiting: null },
          {
            path: '/admin/reports',
            label: 'Reports',
            waiting: { count: reports, words: reports === 1 ? 'open report' : 'open reports' },
          },
        ],
      },
      {
        name: 'System',
        pages: [{ path: '/admin/errors', label: 'Errors', waiting: { count: errors, words: 'open errors' } }],
      },
    ],
  })

describe('the admin home', () => {
  test('says which figure is an estimate, and which is exceeded', async () => {
    answers[STATS] = () => stats([], ['games', 'new_members'])
    answers[PAGES] = () => pages()
    showPage(<AdminHome />)
    const figureOf = async (label: string) => (await screen.findByText(label)).closest('li')?.textContent
    expect(await figureOf('Games')).toBe('61,000GamesAn estimate')
    expect(await figureOf('Joined this week')).toBe('5+Joined this week')
    expect(await figureOf('Members')).toBe('1,234Members')
  })

  test('shows the counts that are not zero, each as a link to what waits [G20]', async () => {
    answers[STATS] = () => stats()
    answers[PAGES] = () => pages({ reports: 1, errors: 1200 })
    showPage(<AdminHome />)
    const waiting = await screen.findByRole('list', { name: 'What waits' })
    expect(
      within(waiting)
        .getAllByRole('link')
        .map((link) => [link.getAttribute('href'), link.textContent]),
    ).toEqual([
      ['/admin/reports', '1open report'],
      ['/admin/errors', '1,200open errors'],
    ])
    expect(screen.queryByText('Nothing waits.')).toBeNull()
  })

  test('says in one line that nothing waits', async () => {
    answers[STATS] = () => stats()
    answers[PAGES] = () => pages()
    showPage(<AdminHome />)
    expect(await screen.findByText('Nothing waits.')).toBeDefined()
    expect(screen.queryByRole('list', { name: 'What waits' })).toBeNull()
  })

  test('shows that the figures load, and then figures that lead to what they count', async () => {
    const reading = delayed()
    answers[STATS] = reading.answer
    answers[PAGES] = () => pages()
    showPage(<AdminHome />)
    expect((await screen.findByRole('status')).textContent).toBe('Loading')
    await reading.give(stats())
    const figures = (await screen.findAllByRole('link')).filter((one) => one.querySelector('b'))
    expect(figures.map((one) => [one.getAttribute('href'), one.querySelector('b')?.textContent])).toEqual([
      ['/admin/users', '1,234'],
      ['/admin/users', '5'],
      ['/admin/catalogue', '61,000'],
      ['/admin/outbox', '4'],
    ])
    expect(screen.getByText('Nothing yet. Changes that admins make appear here.')).toBeDefined()
    expect(screen.getByRole('link', { name: 'Audit log' }).getAttribute('href')).toBe('/admin/audit')
  })

  test('shows an error for each part that could not be loaded, and a retry', async () => {
    answers[STATS] = () => declined(429, 'Too many requests')
    answers[PAGES] = () => declined(429, 'Too many requests')
    const { user } = showPage(<AdminHome />)
    const errors = await screen.findAllByRole('alert')
    expect(errors.map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('What waits could not be loaded.'),
      expect.stringContaining('The counts could not be loaded.'),
    ])
    answers[STATS] = () => stats()
    answers[PAGES] = () => pages()
    for (const button of screen.getAllByRole('button', { name: 'Try again' })) await user.click(button)
    expect(await screen.findByText('1,234')).toBeDefined()
    expect(await screen.findByText('Nothing waits.')).toBeDefined()
  })

  test('says who did what to which member, why, and what changed', async () => {
    const changes = [
      { field: 'title', before: 'Old', after: 'New' },
      { field: 'cover', before: '', after: 'igdb_1' },
    ]
    answers[PAGES] = () => pages()
    answers[STATS] = () =>
      stats([
        entry('a', { reason: 'Adverts', href: '/admin/users?search=1' }),
        entry('b', { by: null, words: 'granted the admin role to' }),
        entry('c', { words: 'warned', about: null, href: '/profile/1' }),
        entry('d', { words: 'resolved the error', about: 'x'.repeat(81) }),
        entry('e', { words: 'changed the challenge', about: 'x'.repeat(80), changes }),
      ])
    showPage(<AdminHome />)
    const lines = within(await screen.findByRole('list', { name: 'Done lately' })).getAllByRole('listitem')
    expect(lines.map((line) => line.querySelector('span')?.textContent)).toEqual([
      'ann disabled juno: Adverts',
      'The command line granted the admin role to juno',
      'ann warned a deleted member',
      `ann resolved the error ${'x'.repeat(79)}…`,
      `ann changed the challenge ${'x'.repeat(80)}`,
    ])
    expect(lines.map((line) => line.querySelector('a')?.getAttribute('href'))).toEqual([
      '/admin/users?search=1',
      ...Array.from({ length: 4 }, () => undefined),
    ])
    expect([...(lines[4]?.querySelectorAll('dd') ?? [])].map(({ textContent }) => textContent)).toEqual([
      'before: Old → , now: New',
      'before: nothing → , now: igdb_1',
    ])
  })
})

describe('the frame of admin pages', () => {
  const show = () =>
    showPage(
      <AdminFrame path="/admin/errors" title="Errors" text="What breaks.">
        <input aria-label="Draft" />
      </AdminFrame>,
    )

  test('has a title, and links to all pages by group, with the current one marked and what waits', async () => {
    answers[PAGES] = () => pages({ reports: 3 })
    show()
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Errors')
    await screen.findAllByRole('link', { name: 'Members' })
    const all = within(screen.getByRole('navigation', { name: 'Admin' })).getAllByRole('link')
    // One list is for phones and one for wider windows; CSS shows one of them.
    const links = all.slice(all.length / 2)
    expect(links.map(({ textContent }) => textContent)).toEqual([
      'Overview',
      'Members',
      'Reports3 open reports',
      'Errors',
    ])
    expect(links.filter((link) => link.getAttribute('aria-current')).map(({ textContent }) => textContent)).toEqual([
      'Errors',
    ])
    expect(screen.getByText('3 waiting')).toBeDefined()
  })

  test.each([
    [403, 'You are no longer an admin', '/'],
    [401, 'You are signed out', '/signin?redirect=%2Fadmin%2Ferrors'],
  ])('says that nothing is saved any more to who has lost access (%d)', async (status, title, href) => {
    answers[PAGES] = () => pages()
    const { user, client } = show()
    await screen.findAllByRole('link', { name: 'Members' })
    await user.type(screen.getByLabelText('Draft'), 'Half a text')
    answers[PAGES] = () => declined(status, 'Unauthorized: Admin access required')
    await client.refetchQueries()
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain(title)
    expect(within(alert).getByRole('link').getAttribute('href')).toBe(href)
    expect(screen.getByLabelText<HTMLInputElement>('Draft').value).toBe('Half a text')
  })

  test('stays as it is when what waits cannot be read for another reason', async () => {
    answers[PAGES] = () => declined(429, 'Too many requests')
    show()
    expect(await screen.findByLabelText('Draft')).toBeDefined()
    expect(screen.queryByRole('alert')).toBeNull()
  })
})

// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { UserId } from '#shared/ids.ts'
import { declined, delayed, fakeServer, json, lastToast, showPage } from '#tests/browser/fake-server.tsx'
import type { ReportedItem } from '../reports.contract.ts'
import { AdminReports } from './admin-reports.tsx'

const LIST = 'GET /api/admin/reports'
const ITEM = '01900000-0000-7000-8000-00000000000a'
const DECIDE = `PUT /api/admin/reports/comment/${ITEM}`
const PUT_BACK = `POST /api/admin/reports/comment/${ITEM}/put-back`
const { answers, sent, bodies } = fakeServer(({ path }) =>
  path === '/api/admin/appeals' ? json(200, { data: [], nextCursor: null }) : null,
)

const person = (at: number, display_name: string) => ({
  id: `01900000-0000-7000-8000-${String(at).padStart(12, '0')}` as UserId,
  username: display_name.toLowerCase(),
  display_name,
  avatar_url: null,
})
const NO_FACT = { fact: null, source: null }
const item = (more: Partial<ReportedItem> = {}): ReportedItem => ({
  item_type: 'comment',
  item_id: ITEM,
  status: 'open',
  count: 5,
  reasons: [
    { reason: 'spam', fact: null, count: 4 },
    { reason: 'hate', fact: null, count: 1 },
  ],
  reports: [
    {
      id: 'r1',
      reporter: person(3, 'Sol'),
      reason: 'spam',
      ...NO_FACT,
      text: 'Buy now',
      created_at: '2026-11-20T10:00:00.000Z',
    },
    { id: 'r2', reporter: null, reason: 'hate', ...NO_FACT, text: null, created_at: '2026-11-20T11:00:00.000Z' },
  ],
  author: { ...person(2, 'Juno'), disabled: false },
  content: { title: null, text: 'Cheap keys', href: '/game/igdb_1#activity', hidden: false },
  handled: null,
  viewerCan: { correct: false, hide: true, warn: true, disable: true, putBack: false },
  ...more,
})
const handled = (more: object = {}): Partial<ReportedItem> => ({
  status: 'removed',
  handled: { by: 'ann', at: '2026-11-20T12:00:00.000Z', outcome: 'hide', note: 'No adverts', putBack: null, ...more },
  viewerCan: { correct: false, hide: false, warn: false, disable: false, putBack: true },
})
const list = (items: readonly ReportedItem[], nextCursor: string | null = null) => json(200, { items, nextCursor })
async function open(first = item(), show: 'open' | 'handled' = 'open') {
  answers[LIST] ??= () => list([first])
  const shown = showPage(<AdminReports show={show} />)
  return { ...shown, panel: within(await screen.findByRole('article')) }
}
const buttons = () =>
  within(screen.getByRole('article'))
    .getAllByRole('button')
    .map((one) => one.textContent)

describe('the list of reports', () => {
  test('shows that it loads; asks for the open ones, and links to the handled ones', async () => {
    const reading = delayed()
    answers[LIST] = reading.answer
    showPage(<AdminReports show="open" />)
    expect((await screen.findByRole('status')).textContent).toBe('Loading')
    await reading.give(list([item()]))
    expect(await screen.findByRole('list', { name: 'Open reports' })).toBeDefined()
    expect(sent(LIST)[0]?.query).toEqual({ show: 'open' })
    const switches = within(screen.getByRole('group', { name: 'Reports' }))
    expect(switches.getByRole('link', { name: 'Open' }).getAttribute('aria-current')).toBe('true')
    expect(switches.getByRole('link', { name: 'Open' }).getAttribute('href')).toBe('/admin/reports')
    expect(switches.getByRole('link', { name: 'Handled' }).getAttribute('href')).toBe('/admin/reports?show=handled')
    expect(switches.getByRole('link', { name: 'Handled' }).getAttribute('aria-current')).toBeNull()
  })

  test.each([
    ['open', 'Nothing to review', 'Show handled ones', '/admin/reports?show=handled'],
    ['handled', 'Nothing handled yet', 'Show open ones', '/admin/reports'],
  ] as const)(
    'of the %s ones show %s when there are none, with the way to the others',
    async (show, title, next, to) => {
      answers[LIST] = () => list([])
      showPage(<AdminReports show={show} />)
      expect(await screen.findByRole('heading', { name: title })).toBeDefined()
      expect(screen.getByRole('link', { name: next }).getAttribute('href')).toBe(to)
    },
  )

  test('shows an error when it could not be loaded, and a retry', async () => {
    answers[LIST] = () => declined(429, 'Too many requests')
    const { user } = showPage(<AdminReports show="open" />)
    expect((await screen.findByRole('alert')).textContent).toContain('The reports could not be loaded.')
    answers[LIST] = () => list([item()])
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('Cheap keys')).toBeDefined()
  })

  test('continues on request', async () => {
    answers[LIST] = ({ query }) =>
      query.cursor === 'c1'
        ? list([
            item({
              item_id: `${ITEM.slice(0, -1)}b`,
              content: { title: null, text: 'Second', href: null, hidden: false },
            }),
          ])
        : list([item()], 'c1')
    const { user } = showPage(<AdminReports show="open" />)
    await user.click(await screen.findByRole('button', { name: 'Show more' }))
    expect(await screen.findByText('Second')).toBeDefined()
    expect(screen.getByText('Cheap keys')).toBeDefined()
  })
})

describe('a reported item', () => {
  test('shows its author, its content, and who reported it for which reason', async () => {
    const { panel } = await open()
    expect(panel.getByRole('heading', { level: 2 }).textContent).toBe('Juno · comment')
    expect(panel.getByText('Cheap keys')).toBeDefined()
    expect(panel.getByText('4').parentElement?.textContent).toBe('Spam4')
    expect(panel.queryByText('1')).toBeNull()
    const reports = within(panel.getByRole('list', { name: 'Who reported it' })).getAllByRole('listitem')
    expect(reports.map((one) => one.textContent?.replace(/\d+d ago|Nov.*|1d.*/, ''))).toEqual([
      expect.stringContaining('Sol: Spam. Buy now'),
      expect.stringContaining('A deleted member: Hate'),
      'and 3 more',
    ])
    expect(panel.getByRole('link', { name: 'View it' }).getAttribute('href')).toBe('/game/igdb_1#activity')
  })

  test('offers only what this admin may do', async () => {
    await open(item({ viewerCan: { correct: false, hide: false, warn: true, disable: false, putBack: false } }))
    expect(buttons()).toEqual(['Keep', 'Warn'])
  })

  test('that its author has deleted can only be closed', async () => {
    const nothing = { correct: false, hide: false, warn: false, disable: false, putBack: false }
    const { panel } = await open(item({ content: null, viewerCan: nothing }))
    expect(panel.getByText('Its author has deleted it.')).toBeDefined()
    expect(buttons()).toEqual(['Close'])
    expect(panel.queryByRole('link', { name: 'View it' })).toBeNull()
  })

  test('shows when its author is disabled or deleted, and when it is hidden', async () => {
    await open(
      item({
        author: { ...person(2, 'Juno'), disabled: true },
        content: { title: null, text: 'Cheap keys', href: null, hidden: true },
      }),
    )
    expect(screen.getByText('Disabled')).toBeDefined()
    expect(screen.getByText('Hidden')).toBeDefined()
  })

  test('of a deleted member names nobody', async () => {
    const { panel } = await open(item({ author: null }))
    expect(panel.getByRole('heading', { level: 2 }).textContent).toBe('A deleted member · comment')
  })
})

describe('a decision', () => {
  const choose = async (label: string, title: string) => {
    const { user, client } = await open()
    await user.click(screen.getByRole('button', { name: label }))
    const dialog = within(await screen.findByRole('dialog', { name: title }))
    return { user, client, dialog }
  }
  const confirm = (dialog: ReturnType<typeof within>, name: string) => dialog.getByRole('button', { name })

  test('keeps the item after a confirmation, without a text, and reads the list again', async () => {
    const { dialog, user } = await choose('Keep', 'Keep this comment?')
    expect(dialog.queryByRole('textbox')).toBeNull()
    expect(
      dialog.getByText(/its reports are closed. Who reported it is notified, and \u2068Juno\u2069 is not/),
    ).toBeDefined()
    await waitFor(() => expect(document.activeElement?.textContent).toContain('Keep'))
    const answer = delayed()
    answers[DECIDE] = answer.answer
    answers[LIST] = () => list([])
    await user.keyboard('{Enter}')
    await waitFor(() => expect(bodies(DECIDE)).toEqual([{ action: 'keep', note: '' }]))
    await answer.give(json(200, { success: true }))
    expect(await screen.findByRole('heading', { name: 'Nothing to review' })).toBeDefined()
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(lastToast()?.title).toBe('Kept')
  })

  test('hides the item with an optional message to its author', async () => {
    answers[DECIDE] = () => json(200, { success: true })
    const { dialog, user } = await choose('Hide', 'Hide this comment?')
    await user.type(dialog.getByRole('textbox', { name: 'A message to \u2068Juno\u2069' }), ' No adverts ')
    expect(dialog.getByText('10 / 500')).toBeDefined()
    await user.click(confirm(dialog, 'Hide'))
    await waitFor(() => expect(bodies(DECIDE)).toEqual([{ action: 'hide', note: 'No adverts' }]))
    await waitFor(() => expect(lastToast()?.title).toBe('Hidden'))
  })

  test.each([
    ['Warn', 'Warn \u2068Juno\u2069?', 'Warn', 'warn'],
    ['Disable account', 'Disable the account of \u2068Juno\u2069?', 'Disable account', 'disable'],
  ])('%s needs a reason', async (label, title, button, action) => {
    answers[DECIDE] = () => json(200, { success: true })
    const { dialog, user } = await choose(label, title)
    await user.type(dialog.getByRole('textbox'), ' x ')
    await user.click(confirm(dialog, button))
    expect(await dialog.findByText('Say why')).toBeDefined()
    expect(sent(DECIDE)).toEqual([])
    await user.type(dialog.getByRole('textbox'), 'yz')
    await user.click(confirm(dialog, button))
    await waitFor(() => expect(bodies(DECIDE)).toEqual([{ action, note: 'x yz' }]))
  })

  test('that fails preserves the text in the open dialog, with the reason in a toast', async () => {
    answers[DECIDE] = () => declined(409, 'The last admin stays', 'last_admin')
    const { dialog, user } = await choose('Warn', 'Warn \u2068Juno\u2069?')
    await user.type(dialog.getByRole('textbox'), 'No adverts')
    await user.click(confirm(dialog, 'Warn'))
    await waitFor(() =>
      expect(lastToast()).toMatchObject({ title: 'Nothing was changed', description: 'The last admin stays' }),
    )
    expect(dialog.getByRole<HTMLTextAreaElement>('textbox').value).toBe('No adverts')
  })

  test('that another admin has made already closes the dialog and reads the list again', async () => {
    answers[DECIDE] = () => declined(409, 'Another admin has answered it', 'already_handled')
    const { dialog, user } = await choose('Keep', 'Keep this comment?')
    answers[LIST] = () => list([])
    await user.click(confirm(dialog, 'Keep'))
    expect(await screen.findByRole('heading', { name: 'Nothing to review' })).toBeDefined()
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(lastToast()?.description).toBe('Another admin has answered it')
  })

  test('is left alone by Cancel', async () => {
    const { dialog, user } = await choose('Hide', 'Hide this comment?')
    await user.click(dialog.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(sent(DECIDE)).toEqual([])
  })
})

describe('a handled item', () => {
  test('shows who did what, with the text, and can be put back', async () => {
    answers[PUT_BACK] = () => json(200, { success: true })
    const { panel, user } = await open(item(handled()), 'handled')
    expect(screen.getByRole('list', { name: 'Handled reports' })).toBeDefined()
    expect(panel.getByText('Hidden').closest('p')?.textContent).toMatch(/^Hidden by ann: No adverts/)
    expect(buttons()).toEqual(['Put back'])
    await user.click(panel.getByRole('button', { name: 'Put back this comment' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Put this comment back?' }))
    await user.type(dialog.getByRole('textbox'), 'Sorry')
    await user.click(dialog.getByRole('button', { name: 'Put back' }))
    await waitFor(() => expect(bodies(PUT_BACK)).toEqual([{ note: 'Sorry' }]))
    await waitFor(() => expect(lastToast()?.title).toBe('Put back'))
    expect(sent(DECIDE)).toEqual([])
  })

  test('that was put back shows who did it, and cannot be put back again', async () => {
    const { panel } = await open(
      item({
        ...handled({ putBack: { by: null, at: '2026-11-20T13:00:00.000Z' } }),
        viewerCan: { correct: false, hide: false, warn: false, disable: false, putBack: false },
      }),
      'handled',
    )
    expect(panel.getByText('Put back').closest('p')?.textContent).toMatch(/^Put back by a deleted admin/)
    expect(panel.queryByRole('button')).toBeNull()
  })

  test('whose content is not hidden any more closes the dialog', async () => {
    answers[PUT_BACK] = () => declined(409, 'It is not hidden', 'not_hidden')
    const { panel, user } = await open(item(handled()), 'handled')
    await user.click(panel.getByRole('button', { name: 'Put back this comment' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.click(dialog.getByRole('button', { name: 'Put back' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(lastToast()?.description).toBe('It is not hidden')
  })
})

describe('a game with wrong facts', () => {
  const decide = 'PUT /api/admin/reports/game/igdb_1'
  const game = (more: Partial<ReportedItem> = {}) =>
    item({
      item_type: 'game',
      item_id: 'igdb_1',
      count: 2,
      reasons: [
        { reason: 'other', fact: 'date', count: 1 },
        { reason: 'other', fact: 'cover', count: 1 },
      ],
      reports: [
        {
          id: 'r1',
          reporter: person(3, 'Sol'),
          reason: 'other',
          fact: 'date',
          text: 'It came out in 2018',
          source: 'https://hades.example/news',
          created_at: '2026-11-20T10:00:00.000Z',
        },
      ],
      author: null,
      content: { title: 'Hades', text: 'Hades\nReleased: TBA', href: '/game/igdb_1', hidden: false },
      viewerCan: { correct: true, hide: false, warn: false, disable: false, putBack: false },
      ...more,
    })

  test('shows its name, what is wrong, and the source; its page is a press away', async () => {
    const { panel } = await open(game())
    expect(panel.getByRole('heading', { level: 2 }).textContent).toBe('Hades · game')
    expect(panel.getByText('Cover')).toBeDefined()
    expect(panel.getByText(/Sol/).closest('li')?.textContent).toContain('Release date. It came out in 2018')
    const source = panel.getByRole('link', { name: 'https://hades.example/news' })
    expect(source.getAttribute('rel')).toContain('nofollow')
    expect(panel.getByRole('link', { name: 'View it' }).getAttribute('href')).toBe('/game/igdb_1')
    expect(buttons()).toEqual(['It is corrected', 'Leave it'])
  })

  test.each([
    ['It is corrected', 'Is this game corrected?', 'correct', 'Corrected'],
    ['Leave it', 'Leave this game as it is?', 'keep', 'Left as it is'],
  ])('%s is said to who reported it, with a message', async (label, title, action, done) => {
    answers[decide] = () => json(200, { success: true })
    const { user } = await open(game())
    await user.click(screen.getByRole('button', { name: label }))
    const dialog = within(await screen.findByRole('dialog', { name: title }))
    await user.type(dialog.getByRole('textbox', { name: 'A message to who reported it' }), 'Thanks')
    await user.click(dialog.getByRole('button', { name: label }))
    await waitFor(() => expect(bodies(decide)).toEqual([{ action, note: 'Thanks' }]))
    await waitFor(() => expect(lastToast()?.title).toBe(done))
  })

  test('that is gone can only be closed', async () => {
    const { panel } = await open(game({ content: null }))
    expect(panel.getByText('It is no longer in the catalogue.')).toBeDefined()
    expect(buttons()).toEqual(['Close'])
  })
})

// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { declined, delayed, fakeServer, json, lastToast, showPage, VIEWER } from '#tests/browser/fake-server.tsx'
import { expectEscapeAsks } from '#tests/browser/typed-words.ts'
import { AdminReports } from './admin-reports.tsx'
import { AppealLine, SuspensionAppeal } from './appeal-line.tsx'

const OWN = 'GET /api/appeals'
const SEND = 'POST /api/appeals'
const LIST = 'GET /api/admin/appeals'
const REPORTS = 'GET /api/admin/reports'
const ID = '01900000-0000-7000-8000-000000000009'
const ANSWER = `PUT /api/admin/appeals/${ID}`
const WHY = 'It was a quotation of a game.'
const { answers, sent, bodies } = fakeServer()

const own = (appeal: object | null, id = ID) => json(200, { decisions: [{ type: 'comment', id, appeal }] })
const stand = (state: string, answer: string | null = null) => ({
  state,
  created_at: '2026-11-20T10:00:00.000Z',
  answer,
})

async function openDialog(shown: ReturnType<typeof showPage>) {
  await shown.user.click(await screen.findByRole('button', { name: 'Appeal' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Appeal' }))
  return { ...shown, dialog, field: dialog.getByRole('textbox', { name: 'Why should it be decided again?' }) }
}

test('the author of a hidden text appeals, and reads that it waits', async () => {
  answers[OWN] = () => own(null)
  const { user, dialog, field } = await openDialog(showPage(<AppealLine type="comment" id={ID} />))
  await user.type(field, 'Too short')
  await user.click(dialog.getByRole('button', { name: 'Send' }))
  expect(await dialog.findByText('At least 10 characters')).toBeDefined()
  expect(sent(SEND)).toEqual([])
  await user.clear(field)
  await user.type(field, ` ${WHY} `)
  answers[SEND] = () => json(201, { appeal: stand('waiting') })
  answers[OWN] = () => own(stand('waiting'))
  await user.click(dialog.getByRole('button', { name: 'Send' }))
  expect(await screen.findByText('You appealed on November 20, 2026; it waits.')).toBeDefined()
  expect(bodies(SEND)).toEqual([{ type: 'comment', id: ID, text: WHY }])
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a failure keeps what was typed, and Escape asks before it is lost', async () => {
  answers[OWN] = () => own(null)
  const { user, dialog, field } = await openDialog(showPage(<AppealLine type="comment" id={ID} />))
  answers[SEND] = () => declined(500, 'Broken')
  await expectEscapeAsks(field, WHY)
  await user.click(dialog.getByRole('button', { name: 'Send' }))
  await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Your appeal was not sent', description: 'Broken' }))
  expect(field).toHaveProperty('value', WHY)
})

test('a declined appeal says why, and a text without a decision has no line', async () => {
  answers[OWN] = () => own(stand('declined', 'It is an advert.'))
  showPage(
    <>
      <AppealLine type="comment" id={ID} />
      <AppealLine type="comment" id={VIEWER.id} />
    </>,
  )
  expect(await screen.findByText('Your appeal of November 20, 2026 was declined: It is an advert.')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Appeal' })).toBeNull()
  expect(sent(OWN)).toHaveLength(1)
})

test('a suspended member appeals with the token of the sign-in', async () => {
  const { user, dialog, field } = await openDialog(showPage(<SuspensionAppeal token="t" />))
  const answer = delayed()
  answers['POST /api/appeals/suspension'] = answer.answer
  await user.type(field, WHY)
  await user.click(dialog.getByRole('button', { name: 'Send' }))
  await waitFor(() => expect(bodies('POST /api/appeals/suspension')).toEqual([{ token: 't', text: WHY }]))
  await answer.give(json(201, { appeal: stand('waiting') }))
  expect(await screen.findByText('You appealed on November 20, 2026; it waits.')).toBeDefined()
})

const waiting = (more: object = {}) => ({
  ...{ id: ID, kind: 'hidden', type: 'comment', text: WHY, created_at: '2026-11-20T10:00:00.000Z' },
  author: { id: '01900000-0000-7000-8000-0000000000aa', username: 'sol', display_name: 'Sol', avatar_url: null },
  decision: { by: 'Mara', is_own: false, at: '2026-11-19T10:00:00.000Z', reason: 'No adverts.' },
  content: { text: 'Buy gold', href: '/game/igdb_1' },
  ...more,
})

async function openList(...data: object[]) {
  answers[REPORTS] = () => json(200, { items: [], nextCursor: null })
  answers[LIST] = () => json(200, { data, nextCursor: null })
  const shown = showPage(<AdminReports show="open" />)
  const [first] = await screen.findAllByRole('article', { name: 'Appeal by Sol' })
  return { ...shown, panel: within(first as HTMLElement) }
}

test('the list shows who decided, why, the appeal and the text; accepting asks first', async () => {
  const { user, panel } = await openList(waiting())
  for (const text of [WHY, 'No adverts.', 'Buy gold', /^Mara has hidden this comment/])
    expect(panel.getByText(text)).toBeDefined()
  expect(panel.queryByText(/^You decided this/)).toBeNull()
  expect(panel.getByRole('link', { name: 'View it' }).getAttribute('href')).toBe('/game/igdb_1')
  await user.click(panel.getByRole('button', { name: 'Accept and show the text' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Show this comment again?' }))
  answers[ANSWER] = () => json(200, { success: true })
  answers[LIST] = () => json(200, { data: [], nextCursor: null })
  await user.click(dialog.getByRole('button', { name: 'Accept' }))
  expect(await screen.findByRole('heading', { name: 'Nothing to review' })).toBeDefined()
  expect(bodies(ANSWER)).toMatchObject([{ decision: 'accept' }])
})

test('declining needs a sentence; a decision of one’s own and an account say so', async () => {
  const suspension = { kind: 'suspension', type: null, content: null }
  const { user, panel } = await openList(
    waiting({ ...suspension, decision: { by: 'Ann', is_own: true, at: '2026-11-19T10:00:00.000Z', reason: 'Spam' } }),
  )
  expect(panel.getByText(/^You decided this\./)).toBeDefined()
  expect(panel.getByRole('button', { name: 'Accept and enable the account' })).toBeDefined()
  await user.click(panel.getByRole('button', { name: 'Decline…' }))
  const dialog = within(await screen.findByRole('dialog', { name: /^Decline the appeal of/ }))
  await user.click(dialog.getByRole('button', { name: 'Decline' }))
  expect(await dialog.findByText('Say why')).toBeDefined()
  answers[ANSWER] = () => declined(409, 'root has answered this appeal already.', 'already_answered')
  await user.type(dialog.getByRole('textbox', { name: 'Why?' }), 'Three warnings are enough.')
  await user.click(dialog.getByRole('button', { name: 'Decline' }))
  await waitFor(() => expect(lastToast()?.description).toBe('root has answered this appeal already.'))
  expect(bodies(ANSWER)).toEqual([{ decision: 'decline', answer: 'Three warnings are enough.' }])
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

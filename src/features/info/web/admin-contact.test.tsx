// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { declined, fakeServer, json, lastToast, showPage } from '#tests/browser/fake-server.tsx'
import type { ContactMessage } from '../info.contract.ts'
import { AdminContact } from './admin-contact.tsx'

const LIST = 'GET /api/admin/contact'
const ID = '01900000-0000-7000-8000-0000000000c1'
const CHANGE = `PUT /api/admin/contact/${ID}`
const { answers, sent, bodies } = fakeServer()

const MESSAGE: ContactMessage = {
  id: ID,
  name: 'Ada',
  email: 'ada+games@example.org',
  topic: 'Bug',
  message: 'The timer stops\nwhen the phone sleeps.',
  status: 'open',
  created_at: '2026-11-20T10:00:00.000Z',
  member: 'ada',
}
const list = (messages: readonly ContactMessage[]) => json(200, { messages, nextCursor: null })

test('shows who wrote, links to the member, and replies with the message quoted', async () => {
  answers[LIST] = () => list([MESSAGE])
  showPage(<AdminContact status="open" />, { at: '/admin/contact' })
  expect((await screen.findByRole('link', { name: '@ada' })).getAttribute('href')).toBe('/profile/ada')
  const reply = screen.getByRole('link', { name: 'Reply by email' }).getAttribute('href') ?? ''
  expect(decodeURIComponent(reply)).toBe(
    'mailto:ada+games@example.org?subject=Re: Bug&body=\n\n> The timer stops\n> when the phone sleeps.',
  )
})

test('closing removes the message from the list, and undo opens it again', async () => {
  let isClosed = false
  answers[LIST] = () => list(isClosed ? [] : [MESSAGE])
  answers[CHANGE] = ({ body }) => {
    isClosed = body.status === 'closed'
    return json(200, { success: true })
  }
  showPage(<AdminContact status="open" />, { at: '/admin/contact' })
  await userEvent.click(await screen.findByRole('button', { name: 'Close' }))
  await screen.findByText('No open messages')
  expect(bodies(CHANGE)).toEqual([{ status: 'closed' }])
})

test('a refused change says why, and the message stays', async () => {
  answers[LIST] = () => list([MESSAGE])
  answers[CHANGE] = () => declined(404, 'This message is deleted', 'not_found')
  showPage(<AdminContact status="open" />, { at: '/admin/contact' })
  await userEvent.click(await screen.findByRole('button', { name: 'Close' }))
  await expect.poll(() => lastToast()?.description).toBe('This message is deleted')
  expect(sent(LIST)).toHaveLength(2)
})

test.each([
  ['open', 'Show closed ones', '/admin/contact?status=closed'],
  ['closed', 'Show open ones', '/admin/contact'],
] as const)('the empty list of %s messages leads to the others', async (status, next, to) => {
  answers[LIST] = () => list([])
  showPage(<AdminContact status={status} />, { at: '/admin/contact' })
  expect((await screen.findByRole('link', { name: next })).getAttribute('href')).toBe(to)
})

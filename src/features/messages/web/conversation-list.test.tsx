// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { UserId } from '#shared/ids.ts'
import { declined, delayed, fakeServer, json, NOW, showPage, VIEWER } from '#tests/browser/fake-server.tsx'
import type { Conversation } from '../messages.contract.ts'
import { ConversationList } from './conversation-list.tsx'
import { MessagesLink } from './messages-link.tsx'

const LIST = 'GET /api/messages/conversations'
const { answers, requests } = fakeServer()

const idOf = (at: number) => `01900000-0000-7000-8000-${String(at).padStart(12, '0')}` as UserId
function conversation(at: number, more: Partial<Conversation> = {}): Conversation {
  const id = idOf(at)
  return {
    member: { id, username: `m${at}`, display_name: `Member ${at}`, avatar_url: null, isGone: false },
    last: { sender_id: id, content: `Text ${at}`, created_at: new Date(NOW.getTime() - at * 3_600_000).toISOString() },
    unread: 0,
    ...more,
  }
}
const list = (data: readonly Conversation[], nextCursor: string | null = null) => json(200, { data, nextCursor })
const show = (open: UserId | null = null) => showPage(<ConversationList open={open} viewerId={VIEWER.id} />)
const rows = () => screen.getAllByRole('listitem').map((row) => within(row).getByRole('link'))

describe('the conversations', () => {
  test('show that they load, and then who wrote last what, with a link to each', async () => {
    const reading = delayed()
    answers[LIST] = reading.answer
    show(idOf(2))
    expect((await screen.findByRole('status')).textContent).toBe('Loading')
    const own = { sender_id: VIEWER.id, content: 'My words', created_at: NOW.toISOString() }
    const deleted = { sender_id: idOf(3), content: null, created_at: NOW.toISOString() }
    await reading.give(
      list([conversation(1, { unread: 3 }), conversation(2, { last: own }), conversation(3, { last: deleted })]),
    )
    await screen.findByText('Member 1')
    expect(rows().map((link) => link.getAttribute('href'))).toEqual(
      [1, 2, 3].map((at) => `/messages?userId=${idOf(at)}`),
    )
    const [first, second, third] = rows()
    expect(first?.textContent).toContain('Text 1')
    expect(first?.textContent).toContain('3 unread')
    expect(second?.textContent).toContain('You: My words')
    expect(second?.textContent).not.toContain('unread')
    expect(third?.textContent).toContain('Message deleted')
    expect(third?.textContent).not.toContain('You: ')
    expect(rows().map((link) => link.getAttribute('aria-current'))).toEqual([null, 'page', null])
  })

  test('show that the messages are safe when they could not be loaded, and a retry', async () => {
    answers[LIST] = () => declined(429, 'Too many requests')
    show()
    expect((await screen.findByRole('alert')).textContent).toContain('Your messages are safe.')
    answers[LIST] = () => list([conversation(1)])
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('Member 1')).toBeDefined()
  })

  test('lead to people when there are none', async () => {
    answers[LIST] = () => list([])
    show()
    await screen.findByRole('heading', { name: 'No messages yet' })
    expect(screen.getByRole('link', { name: 'Find people to write to' }).getAttribute('href')).toBe(
      '/profile/friends#find-people',
    )
  })

  test('that moved to the top meanwhile are not shown twice by the next page', async () => {
    answers[LIST] = ({ query }) =>
      query.cursor === 'c1' ? list([conversation(2), conversation(3)]) : list([conversation(1), conversation(2)], 'c1')
    show()
    fireEvent.click(await screen.findByRole('button', { name: 'Show more' }))
    await screen.findByText('Member 3')
    expect(rows()).toHaveLength(3)
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
  })

  test('a next page that could not be loaded shows an error and a retry', async () => {
    let isDown = true
    answers[LIST] = ({ query }) => {
      if (!query.cursor) return list([conversation(1)], 'c1')
      return isDown ? declined(429, 'Too many requests') : list([conversation(2)])
    }
    show()
    fireEvent.click(await screen.findByRole('button', { name: 'Show more' }))
    expect((await screen.findByRole('alert')).textContent).toBe('The rest could not be loaded.')
    expect(screen.getByText('Member 1')).toBeDefined()
    isDown = false
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('Member 2')).toBeDefined()
  })
})

describe('the link in the header', () => {
  test.each([
    [0, 'Messages', ''],
    [1, '1 unread message', '1'],
    [100, 'More than 99 unread messages', '99+'],
  ])('with %i unread ones is called "%s"', async (unread, name, badge) => {
    answers['GET /api/messages/unread'] = () => json(200, { unread })
    showPage(<MessagesLink atFirst={7} />)
    const link = await screen.findByRole('link', { name })
    expect(link.textContent).toBe(badge)
    expect(link.getAttribute('href')).toBe('/messages')
  })

  test('has the number of the page until it is read again', async () => {
    const reading = delayed()
    answers['GET /api/messages/unread'] = reading.answer
    showPage(<MessagesLink atFirst={7} />)
    expect(screen.getByRole('link', { name: '7 unread messages' })).toBeDefined()
    await reading.give(json(200, { unread: 0 }))
    await waitFor(() => expect(screen.getByRole('link').getAttribute('aria-label')).toBe('Messages'))
    expect(requests).toHaveLength(1)
  })
})

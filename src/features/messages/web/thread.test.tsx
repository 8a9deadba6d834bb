// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { declined, delayed, json, lastToast, showPage, VIEWER } from '#tests/browser/fake-server.tsx'
import {
  add,
  addOwn,
  answers,
  bodies,
  box,
  juno,
  markRead,
  open,
  page,
  press,
  READ,
  requests,
  SEEN,
  sent,
  stored,
  texts,
  thread,
} from '#tests/browser/thread.tsx'
import { MessagesLink } from './messages-link.tsx'
import { Thread } from './thread.tsx'
import { messagesKeys } from './unread.api.ts'

describe('the thread', () => {
  test('shows that it loads, and then the messages with their authors, the oldest first', async () => {
    const reading = delayed()
    answers[READ] = reading.answer
    showPage(<Thread userId={juno} viewerId={VIEWER.id} />)
    expect((await screen.findByRole('status')).textContent).toBe('Loading')
    add('Hello')
    addOwn('Hello yourself')
    add(null)
    await reading.give(page(stored))
    await screen.findByRole('heading', { name: 'Today' })
    expect(texts()).toEqual(['Juno: Hello', 'You: Hello yourself', 'Juno: Message deleted'])
    expect(screen.getByRole('link', { name: 'Juno' }).getAttribute('href')).toBe(`/profile/${juno}`)
    expect(requests[0]?.query).toEqual({ userId: juno })
  })

  test('shows that nothing is lost when it could not be loaded, and a retry', async () => {
    answers[READ] = () => declined(429, 'Too many requests')
    showPage(<Thread userId={juno} viewerId={VIEWER.id} />)
    expect((await screen.findByRole('alert')).textContent).toContain('Your messages are safe.')
    answers[READ] = () => page(stored)
    add('Hello')
    await press('Try again')
    await waitFor(() => expect(texts()).toEqual(['Juno: Hello']))
  })

  test('leads back to all messages when there is nobody to write to', async () => {
    answers[READ] = () => declined(404, 'User not found', 'member_not_found')
    showPage(<Thread userId={juno} viewerId={VIEWER.id} />)
    await screen.findByRole('heading', { name: 'Nobody to write to' })
    expect(screen.getByText('User not found')).toBeDefined()
    const links = screen.getAllByRole('link', { name: 'All messages' })
    expect(links.map((link) => link.getAttribute('href'))).toEqual(['/messages', '/messages'])
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  })

  test('invites to the first message, with who can read it', async () => {
    await open()
    expect(screen.getByRole('heading', { name: 'The beginning' })).toBeDefined()
    expect(screen.getByText('Say hello to Juno. Only the two of you can read it.')).toBeDefined()
  })

  test('that is closed has the reason in place of the box', async () => {
    Object.assign(thread, { closed: { reason: 'blocked', sentence: "You can't message this user", isOwnBlock: true } })
    await open()
    expect(screen.getByRole('heading', { name: 'Nothing written' })).toBeDefined()
    expect(screen.getByText(/You can't message this user/)).toBeDefined()
    expect(screen.getByRole('link', { name: 'You have blocked them' }).getAttribute('href')).toBe('/settings/privacy')
    expect(screen.queryByRole('textbox')).toBeNull()
  })

  test.each([
    [{ isOpenForOne: true }, 'You can answer once. Then Juno has to write again.'],
    [{ onlyAnswers: true }, 'Your settings let Juno answer each of your messages once, and not write first.'],
  ])('says before the first word when only one answer is possible: %o', async (more, sentence) => {
    Object.assign(thread, more)
    await open()
    expect(screen.getByText(sentence)).toBeDefined()
    expect(box()).toBeDefined()
  })

  test('has no link to a deleted member', async () => {
    Object.assign(thread, { member: { id: juno, username: null, display_name: null, avatar_url: null, isGone: true } })
    add('Hello')
    showPage(<Thread userId={juno} viewerId={VIEWER.id} />)
    const heading = await screen.findByRole('heading', { level: 2 })
    expect(within(heading).queryByRole('link')).toBeNull()
  })

  test('loads earlier messages on request, also after a failure, and puts them above', async () => {
    const earlier = add('First')
    const latest = add('Second')
    let isDown = true
    answers[READ] = ({ query }) => {
      if (query.before === undefined) return page([latest], { nextBefore: 'b1' })
      return isDown ? declined(429, 'Too many requests') : page([earlier])
    }
    await open()
    expect(texts()).toEqual(['Juno: Second'])
    await press('Show earlier messages')
    expect(await screen.findByText('The earlier ones could not be loaded.')).toBeDefined()
    isDown = false
    await press('Try again')
    await waitFor(() => expect(texts()).toEqual(['Juno: First', 'Juno: Second']))
    expect(requests.at(-1)?.query).toEqual({ userId: juno, before: 'b1' })
    expect(screen.queryByRole('button', { name: 'Show earlier messages' })).toBeNull()
  })

  test('announces what arrives, and not what was there', async () => {
    add('Hello')
    const { client } = await open()
    expect(screen.getByRole('status').textContent).toBe('')
    add('Are you there?')
    await act(() => client.invalidateQueries({ queryKey: messagesKeys.all }))
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe('Juno: Are you there?'))
  })

  test("shows 'Seen' at the viewer's latest message only, once the other member has read it", async () => {
    addOwn('One')
    addOwn('Two', { read_at: null })
    const { client } = await open()
    expect(screen.queryByText(/Seen/)).toBeNull()
    markRead()
    await act(() => client.invalidateQueries({ queryKey: messagesKeys.all }))
    const seen = await screen.findByText(/Seen/)
    expect(seen.closest('li')?.textContent).toContain('Two')
  })

  test('makes links of web addresses, which open without telling where they were', async () => {
    add('See https://example.org/a.')
    await open()
    const link = screen.getByRole('link', { name: 'https://example.org/a' })
    expect(link.getAttribute('rel')).toContain('noopener noreferrer')
    expect(link.getAttribute('target')).toBe('_blank')
  })
})

describe('what is seen', () => {
  const visibility = (state: DocumentVisibilityState) =>
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state)

  test('is marked as read up to the latest message of the other member, and the count in the header follows', async () => {
    add('Old')
    add('New', { read_at: null })
    const latest = add('Newer', { read_at: null })
    add(null, { read_at: null })
    answers['GET /api/messages/unread'] = () => json(200, { unread: 2 })
    const reading = delayed()
    answers[SEEN] = reading.answer
    showPage(
      <>
        <MessagesLink atFirst={2} />
        <Thread userId={juno} viewerId={VIEWER.id} />
      </>,
    )
    await waitFor(() => expect(bodies(SEEN)).toEqual([{ userId: juno, until: latest.id }]))
    expect(await screen.findByRole('link', { name: '2 unread messages' })).toBeDefined()
    answers['GET /api/messages/unread'] = () => json(200, { unread: 0 })
    markRead()
    await reading.give(json(200, { unread: 0 }))
    expect(await screen.findByRole('link', { name: 'Messages' })).toBeDefined()
    expect(sent(SEEN)).toHaveLength(1)
  })

  test('is not marked as read while the tab is hidden, but when it becomes visible', async () => {
    const state = visibility('hidden')
    const { id } = add('New', { read_at: null })
    await open()
    await act(async () => void document.dispatchEvent(new Event('visibilitychange')))
    expect(sent(SEEN)).toEqual([])
    state.mockReturnValue('visible')
    await act(async () => void document.dispatchEvent(new Event('visibilitychange')))
    await waitFor(() => expect(bodies(SEEN)).toEqual([{ userId: juno, until: id }]))
  })

  test('is not reported when the other member has written nothing new', async () => {
    add('Old')
    addOwn('Mine', { read_at: null })
    await open()
    await act(async () => void document.dispatchEvent(new Event('visibilitychange')))
    expect(sent(SEEN)).toEqual([])
  })
})

describe('one message', () => {
  const menuOf = async (text: string) => {
    const item = screen.getByText(text).closest('li') as HTMLElement
    fireEvent.click(within(item).getByRole('button', { name: 'More about this message' }))
    await screen.findByRole('menu')
    return screen.getAllByRole('menuitem').map((one) => one.textContent)
  }

  test('of the viewer can be deleted for both, after a confirmation', async () => {
    const own = addOwn('Mine')
    const remove = `DELETE /api/messages/${own.id}`
    answers[remove] = () => {
      Object.assign(own, { content: null, viewerCan: { delete: false, report: false } })
      return json(204)
    }
    const { user } = await open()
    expect(await menuOf('Mine')).toEqual(['Delete'])
    await user.click(screen.getByRole('menuitem', { name: 'Delete' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete this message?' }))
    await user.click(dialog.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(sent(remove)).toEqual([])
    await menuOf('Mine')
    await user.click(screen.getByRole('menuitem', { name: 'Delete' }))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(texts()).toEqual(['You: Message deleted'])
    expect(screen.queryByRole('button', { name: 'More about this message', hidden: true })).toBeNull()
  })

  test('that could not be deleted is still there, and a toast says why', async () => {
    const own = addOwn('Mine')
    answers[`DELETE /api/messages/${own.id}`] = () => declined(404, 'Message not found')
    const { user } = await open()
    await menuOf('Mine')
    await user.click(screen.getByRole('menuitem', { name: 'Delete' }))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }))
    await waitFor(() =>
      expect(lastToast()).toMatchObject({ title: 'The message is still there', description: 'Message not found' }),
    )
    expect(screen.getByText('Mine')).toBeDefined()
  })

  test('of the other member can be reported, with what admins will see', async () => {
    add('Rude')
    const { user } = await open()
    expect(await menuOf('Rude')).toEqual(['Report'])
    await user.click(screen.getByRole('menuitem', { name: 'Report' }))
    expect(await screen.findByRole('dialog', { name: 'Report the message by Juno' })).toBeDefined()
    expect(screen.getByText(/Of your messages they see this one, and no other/)).toBeDefined()
  })

  test('that an admin has hidden says so to its author', async () => {
    addOwn('Mine', { isHidden: true })
    await open()
    expect(screen.getByText('Hidden by the team of this site. Only you see it.')).toBeDefined()
  })
})

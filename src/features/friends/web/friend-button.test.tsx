// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { asked, button, FAILED, JUNO, OK, server, show, VIEWER } from '#tests/browser/friends.tsx'
import { toastStore } from '#web/ui/toasts.ts'
import type { FriendStatus } from '../people.contract.ts'
import { FriendButton } from './friends.widgets.tsx'

describe('the friend button', () => {
  const ADD = 'POST /api/friends'
  const ANSWER = 'PATCH /api/friends/:id'
  const END = 'DELETE /api/friends/:id'
  const shown = (status: FriendStatus) => show(<FriendButton userId={JUNO} name="Juno" status={status} />)

  test('sends a request, and cancels it', async () => {
    server[ADD] = () => ({ status: 201, body: { status: 'pending' } })
    server[END] = () => ({ status: 204, body: null })
    const client = shown('none')
    await userEvent.click(await button('Add friend: Juno'))
    await waitFor(() => expect(client.isMutating()).toBe(0))
    expect(asked[0]).toEqual([ADD, { friend_id: JUNO }])
    await userEvent.click(await button('Cancel request to Juno'))
    await button('Add friend: Juno')
    await waitFor(() => expect(asked.map(([name]) => name)).toContain(END))
  })

  test('shows the friendship at once when the other member has sent a request at the same time', async () => {
    server[ADD] = () => ({ status: 201, body: { status: 'accepted' } })
    shown('none')
    await userEvent.click(await button('Add friend: Juno'))
    await button('Friends with Juno')
  })

  test.each([
    ['Accept Juno', 'accepted', 'Friends with Juno'],
    ['Decline Juno', 'declined', 'Add friend: Juno'],
  ])('%s responds to a request', async (name, status, next) => {
    server[ANSWER] = () => OK
    shown('pending_received')
    await userEvent.click(await button(name))
    await button(next)
    await waitFor(() => expect(asked[0]).toEqual([ANSWER, { status }]))
  })

  test('ends a friendship after a confirmation', async () => {
    server[END] = () => ({ status: 204, body: null })
    shown('accepted')
    await userEvent.click(await button('Friends with Juno'))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Remove friend' }))
    expect(asked).toEqual([])
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Remove friend' }))
    await waitFor(() => expect(asked[0]?.[0]).toBe(END))
  })

  test.each([
    ['none', 'Add friend: Juno', ADD, 'Failed to add friend', '[R-FRIEND-10]'],
    ['pending_received', 'Accept Juno', ANSWER, 'Failed to update friend status', '[R-FRIEND-09]'],
    ['pending_received', 'Decline Juno', ANSWER, 'Failed to update friend status', '[R-FRIEND-09]'],
    ['pending_sent', 'Cancel request to Juno', END, 'Failed to remove friend', '[R-FRIEND-11]'],
  ] as const)(
    '%s: when it fails, %s is there again and the toast shows %s %s %s',
    async (status, name, call, text, _rule) => {
      server[call] = () => FAILED
      shown(status)
      await userEvent.click(await button(name))
      await waitFor(() => expect(toastStore.get()?.title).toBe(text))
      await button(name)
    },
  )

  test('shows the server’s message of a refusal', async () => {
    server[ADD] = () => ({ status: 409, body: { error: 'Friend request already sent', requestId: 'r' } })
    shown('none')
    await userEvent.click(await button('Add friend: Juno'))
    await waitFor(() => expect(toastStore.get()?.description).toBe('Friend request already sent'))
  })

  test("leads a visitor to the sign-in, and is missing for the viewer's own id", async () => {
    show(<FriendButton userId={JUNO} name="Juno" />, null)
    expect((await screen.findByRole('link', { name: 'Add friend: Juno' })).getAttribute('href')).toMatch(/^\/signin\?/)
    cleanup()
    show(<FriendButton userId={VIEWER} name="Mara" />)
    expect(screen.queryByRole('button')).toBe(null)
    expect(asked).toEqual([])
  })
})

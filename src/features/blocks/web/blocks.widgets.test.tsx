// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import type { UserId } from '#shared/ids.ts'
import { declined, delayed, fakeServer, json, lastToast, showPage } from '#tests/browser/fake-server.tsx'
import type { BlockedMember } from '../blocks.contract.ts'
import { BlockDialog, BlockedMembers, UnblockButton } from './blocks.widgets.tsx'

const LIST = 'GET /api/blocks'
const BLOCK = 'POST /api/blocks'
const JUNO = '01900000-0000-7000-8000-000000000002' as UserId
const UNBLOCK = `DELETE /api/blocks/${JUNO}`

const { answers, sent, bodies } = fakeServer()
const blocked = (id: UserId, display_name: string): BlockedMember => ({
  id,
  username: display_name.toLowerCase(),
  display_name,
  avatar_url: null,
  blocked_at: '2026-10-05T12:00:00.000Z',
})
const SOL = blocked('01900000-0000-7000-8000-000000000003' as UserId, 'Sol')
const list = (data: readonly BlockedMember[], nextCursor: string | null = null) => json(200, { data, nextCursor })
const names = () => screen.getAllByRole('listitem').map((row) => row.querySelector('p')?.textContent)

describe('the dialog that asks before a block', () => {
  const open = () => {
    const onClose = vi.fn()
    const onBlocked = vi.fn()
    const shown = showPage(<BlockDialog userId={JUNO} name="Juno" onClose={onClose} onBlocked={onBlocked} />)
    return { ...shown, onClose, onBlocked }
  }

  test('says what a block ends, and changes nothing when it is cancelled', async () => {
    const { user, onClose, onBlocked } = open()
    const dialog = within(await screen.findByRole('dialog', { name: 'Block Juno?' }))
    expect(dialog.getByText(/Following and friendship end on both sides\. They are not notified\./)).toBeDefined()
    await user.click(dialog.getByRole('button', { name: 'Cancel' }))
    expect(onClose).toHaveBeenCalledOnce()
    await user.keyboard('{Escape}')
    expect(onClose).toHaveBeenCalledTimes(2)
    expect(onBlocked).not.toHaveBeenCalled()
    expect(sent(BLOCK)).toEqual([])
  })

  test('blocks once, stays busy until the answer, then confirms it and reads everything again', async () => {
    const { client, user, onClose, onBlocked } = open()
    client.setQueryData(['friends', 'list'], ['Juno'])
    const answer = delayed()
    answers[BLOCK] = answer.answer
    const dialog = within(await screen.findByRole('dialog'))
    await user.click(dialog.getByRole('button', { name: 'Block' }))
    await user.click(dialog.getByRole('button', { name: 'Blocking…' }))
    expect(bodies(BLOCK)).toEqual([{ user_id: JUNO }])
    expect(onClose).not.toHaveBeenCalled()
    await answer.give(json(201, { blocker_id: JUNO, blocked_id: JUNO, created_at: '' }))
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
    expect(lastToast()?.title).toBe('Juno is blocked')
    expect(onBlocked).toHaveBeenCalledOnce()
    expect(client.getQueryState(['friends', 'list'])?.isInvalidated).toBe(true)
  })

  test('says that nobody is blocked when it fails, with the reason', async () => {
    answers[BLOCK] = () => declined(404, 'User not found')
    const { user, onBlocked } = open()
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Block' }))
    await waitFor(() =>
      expect(lastToast()).toMatchObject({
        title: 'Juno is not blocked',
        description: 'User not found',
        tone: 'danger',
      }),
    )
    expect(onBlocked).not.toHaveBeenCalled()
  })
})

describe('the list of blocked members', () => {
  test('shows each with the day of the block, and a button that names who it unblocks', async () => {
    answers[LIST] = () => list([blocked(JUNO, 'Juno'), SOL])
    showPage(<BlockedMembers />)
    await screen.findByText('Sol')
    expect(names()).toEqual(['Juno', 'Sol'])
    expect(screen.getAllByText('since Oct 5, 2026')).toHaveLength(2)
    expect(screen.getAllByRole('button').map((one) => one.getAttribute('aria-label'))).toEqual([
      'Unblock Juno',
      'Unblock Sol',
    ])
  })

  test('says when there is nobody in it', async () => {
    answers[LIST] = () => list([])
    showPage(<BlockedMembers />)
    expect(await screen.findByText('You have not blocked anybody.')).toBeDefined()
  })

  test('shows that the blocks are still in place when it could not be loaded, and a retry', async () => {
    answers[LIST] = () => declined(429, 'Too many requests')
    const { user } = showPage(<BlockedMembers />)
    expect((await screen.findByRole('alert')).textContent).toContain('still in place')
    answers[LIST] = () => list([SOL])
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('Sol')).toBeDefined()
  })

  test('continues on request', async () => {
    answers[LIST] = ({ query }) => (query.cursor === 'c1' ? list([SOL]) : list([blocked(JUNO, 'Juno')], 'c1'))
    const { user } = showPage(<BlockedMembers />)
    await user.click(await screen.findByRole('button', { name: 'Show more' }))
    await screen.findByText('Sol')
    expect(names()).toEqual(['Juno', 'Sol'])
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
  })

  test('preserves its rows when the next page could not be loaded, and shows a retry', async () => {
    let isDown = true
    answers[LIST] = ({ query }) => {
      if (!query.cursor) return list([blocked(JUNO, 'Juno')], 'c1')
      return isDown ? declined(429, 'Too many requests') : list([SOL])
    }
    const { user } = showPage(<BlockedMembers />)
    await user.click(await screen.findByRole('button', { name: 'Show more' }))
    expect((await screen.findByRole('alert')).textContent).toBe('The rest could not be loaded.')
    expect(names()).toEqual(['Juno'])
    isDown = false
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(names()).toEqual(['Juno', 'Sol']))
  })

  test('loses a member who was unblocked', async () => {
    let data = [blocked(JUNO, 'Juno'), SOL]
    answers[LIST] = () => list(data)
    answers[UNBLOCK] = () => {
      data = [SOL]
      return json(204)
    }
    const { user } = showPage(<BlockedMembers />)
    await user.click(await screen.findByRole('button', { name: 'Unblock Juno' }))
    await waitFor(() => expect(screen.queryByText('Juno')).toBeNull())
    expect(lastToast()?.title).toBe('Juno is no longer blocked')
    expect(names()).toEqual(['Sol'])
  })
})

describe('the button that unblocks', () => {
  test('sends one request for two clicks, and reads everything again', async () => {
    const answer = delayed()
    answers[UNBLOCK] = answer.answer
    const { client, user } = showPage(<UnblockButton userId={JUNO} name="Juno" />)
    client.setQueryData(['profiles', JUNO], {})
    const button = screen.getByRole('button', { name: 'Unblock Juno' })
    await user.click(button)
    expect(button.getAttribute('aria-disabled')).toBe('true')
    await user.click(button)
    await answer.give(json(204))
    await waitFor(() => expect(button.getAttribute('aria-disabled')).toBeNull())
    expect(sent(UNBLOCK)).toHaveLength(1)
    expect(client.getQueryState(['profiles', JUNO])?.isInvalidated).toBe(true)
  })

  test('says that the member is still blocked when it fails, and can be pressed again', async () => {
    answers[UNBLOCK] = () => declined(500, 'Something broke')
    const { user } = showPage(<UnblockButton userId={JUNO} name="Juno" />)
    const button = screen.getByRole('button', { name: 'Unblock Juno' })
    await user.click(button)
    await waitFor(() =>
      expect(lastToast()).toMatchObject({ title: 'Juno is still blocked', description: 'Something broke' }),
    )
    await waitFor(() => expect(button.getAttribute('aria-disabled')).toBeNull())
    await user.click(button)
    await waitFor(() => expect(sent(UNBLOCK)).toHaveLength(2))
  })
})

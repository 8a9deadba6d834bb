// @vitest-environment happy-dom
import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { button, GAME, JUNO, PERSON, show } from '#tests/browser/friends.tsx'
import { FriendBubble, SuggestionRow } from './friends.widgets.tsx'

describe('the friend bubble', () => {
  test.each([
    ['plays', { currentGame: GAME }, 'gaming', '[R-FRIEND-13]'],
    ['is said to be gaming', { online_status: 'gaming' }, 'gaming', '[R-FRIEND-13]'],
    ['is online', { online_status: 'online' }, 'online', '[R-FRIEND-14]'],
    ['is offline', { online_status: 'offline' }, 'offline', '[R-FRIEND-15]'],
    ['is something else', { online_status: 'away' }, 'offline', '[R-FRIEND-15]'],
    [
      'is known by the server to be online',
      { online_status: 'offline', presence: { status: 'online', currentGame: null } },
      'online',
      '[R-FRIEND-14]',
    ],
  ] as const)('of a friend who %s has: %s %s %s', async (_what, more, ring, _rule) => {
    show(<FriendBubble friend={{ ...PERSON, ...more } as never} showsPlaying />)
    const bubble = screen.getByRole('link')
    expect(bubble.querySelector('.avatar')?.classList.contains(`avatar-${ring}`)).toBe(true)
    expect(within(bubble).queryAllByText('Playing')).toHaveLength(ring === 'gaming' ? 1 : 0)
  })

  test.each([
    [{ display_name: 'Ann Lee', username: 'ann' }, 'Ann'],
    [{ display_name: null, username: 'ann' }, 'ann'],
    [{ display_name: '  ', username: 'ann' }, 'ann'],
  ])('shows the first word of the name, or the username [R-FRIEND-16]', (names, shown) => {
    show(<FriendBubble friend={{ ...PERSON, ...names }} />)
    expect(screen.getByText(shown)).toBeDefined()
  })

  test('has three sizes and links to the profile [R-FRIEND-17]', () => {
    show(
      <>
        <FriendBubble friend={PERSON} size="sm" />
        <FriendBubble friend={PERSON} size="md" />
        <FriendBubble friend={PERSON} size="lg" />
      </>,
    )
    const links = screen.getAllByRole('link')
    expect(new Set(links.map((link) => link.querySelector('.avatar')?.getAttribute('style'))).size).toBe(3)
    for (const link of links) expect(link.getAttribute('href')).toBe(`/profile/${JUNO}`)
  })
})

describe('suggestions', () => {
  const person = {
    ...PERSON,
    bio: 'Detective games.',
    isFollowing: false,
    isFollowedBy: false,
    friendStatus: 'none',
    reason: { kind: 'mutual_friends', count: 2 },
  } as const

  test('show the bio and the buttons to write, to view and to befriend; compact ones do not [R-FRIEND-20, R-MSG-02]', async () => {
    const onSendRequest = vi.fn()
    show(<SuggestionRow person={person} onSendRequest={onSendRequest} />)
    expect(screen.getByText('Detective games.')).toBeDefined()
    expect(screen.getByRole('link', { name: 'Message Juno Halle' }).getAttribute('href')).toBe(
      `/messages?userId=${JUNO}`,
    )
    expect(screen.getByRole('link', { name: 'View profile of Juno Halle' }).getAttribute('href')).toBe(
      `/profile/${JUNO}`,
    )
    await userEvent.click(await button('Add friend: Juno Halle'))
    expect(onSendRequest).toHaveBeenCalledTimes(1)
    expect(screen.getByText('2 friends in common')).toBeDefined()
    cleanup()
    show(<SuggestionRow person={person} variant="compact" onSendRequest={onSendRequest} />)
    expect(screen.getByText('Juno Halle')).toBeDefined()
    expect(screen.queryByText('Detective games.')).toBe(null)
    expect(screen.queryByRole('button')).toBe(null)
    expect(screen.queryByRole('link', { name: 'Message Juno Halle' })).toBe(null)
  })

  test('show the username when there is no display name [R-FRIEND-20]', () => {
    show(<SuggestionRow person={{ ...person, display_name: null }} />)
    expect(screen.getByText('juno')).toBeDefined()
  })
})

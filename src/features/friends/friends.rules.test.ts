import { describe, expect, test } from 'vitest'
import { UNKNOWN_MEMBER } from '#shared/member-name.ts'
import { friendStatusFor, messagesHref, outcomeOfRequest, shortNameOf } from './friends.rules.ts'

const NOW = new Date('2026-03-08T12:00:00Z')
const link = (user_id: string, status: string, at = NOW) => ({
  user_id,
  friend_id: user_id === 'me' ? 'them' : 'me',
  status,
  updated_at: at,
})
const daysAgo = (days: number) => new Date(NOW.getTime() - days * 86_400_000)

describe('the outcome of a friend request', () => {
  test.each([
    ['nothing is between them', null, 'ask'],
    ['I have asked', link('me', 'pending'), 'already_sent'],
    ['they have asked', link('them', 'pending'), 'accept'],
    ['we are friends', link('them', 'accepted'), 'already_friends'],
    ['they declined just now', link('me', 'declined'), 'already_sent'],
    ['they declined almost a week ago', link('me', 'declined', daysAgo(6.99)), 'already_sent'],
    ['they declined a week ago', link('me', 'declined', daysAgo(7)), 'ask'],
    ['I declined', link('them', 'declined'), 'ask'],
  ])('%s', (_what, given, outcome) => expect(outcomeOfRequest('me', given, NOW)).toBe(outcome))
})

test.each([
  [null, null, 'none'],
  ['me', 'pending', 'pending_sent'],
  ['them', 'pending', 'pending_received'],
  ['them', 'accepted', 'accepted'],
  ['me', 'declined', 'none'],
])('the status of a link from %s that is %s is, for me: %s [R-FRIEND-07]', (user_id, status, expected) =>
  expect(friendStatusFor('me', { user_id, status })).toBe(expected),
)

test('the message thread with a member has an address [R-ROUTE-31, R-MSG-02]', () => {
  expect(messagesHref('u1')).toBe('/messages?userId=u1')
})

test.each([
  [{ display_name: '  Mara  Lindqvist', username: 'mara' }, 'Mara'],
  [{ display_name: 'Mara\u3000Lindqvist', username: 'mara' }, 'Mara'],
  [{ display_name: ' ', username: 'mara' }, 'mara'],
  [{ display_name: null, username: 'mara' }, 'mara'],
  [{ display_name: null, username: null }, UNKNOWN_MEMBER],
])('%o is called %s for short [R-FRIEND-16]', (member, name) => {
  expect(shortNameOf(member)).toBe(name)
})

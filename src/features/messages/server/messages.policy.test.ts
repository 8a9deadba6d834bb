import { describe, expect, test } from 'vitest'
import { viewerWith } from '#tests/support/fixtures.ts'
import { type ConversationState, isOpenForOne, mayDelete, whyMayNotWrite } from './messages.policy.ts'

const OPEN: ConversationState = {
  isGone: false,
  isBlocked: false,
  messagesFrom: 'everyone',
  areFriends: false,
  awaitsAnswer: false,
}

describe('permission to write', () => {
  test.each<[string, Partial<ConversationState>, ReturnType<typeof whyMayNotWrite>]>([
    ['by default everybody may write', {}, null],
    ['nobody may write to a deleted member', { isGone: true, areFriends: true }, 'gone'],
    ['a block prevents every message', { isBlocked: true, areFriends: true }, 'blocked'],
    [
      'only friends may write to a member who accepts messages from friends',
      { messagesFrom: 'friends' },
      'friends_only',
    ],
    ['a friend may write to that member', { messagesFrom: 'friends', areFriends: true }, null],
    ['a block is the first reason', { messagesFrom: 'friends', isBlocked: true }, 'blocked'],
    ['a friend may not write to a member who accepts none', { messagesFrom: 'nobody', areFriends: true }, 'blocked'],
    [
      'an answer may go to a member who accepts messages from friends',
      { messagesFrom: 'friends', awaitsAnswer: true },
      null,
    ],
    ['an answer may go to a member who accepts none', { messagesFrom: 'nobody', awaitsAnswer: true }, null],
    ['a block prevents an answer', { messagesFrom: 'friends', awaitsAnswer: true, isBlocked: true }, 'blocked'],
  ])('%s', (_what, state, reason) => {
    expect(whyMayNotWrite({ ...OPEN, ...state })).toBe(reason)
  })

  test.each<[string, Partial<ConversationState>, boolean]>([
    ['a member who accepts messages from everybody', { awaitsAnswer: true }, false],
    ['a friend', { messagesFrom: 'friends', areFriends: true, awaitsAnswer: true }, false],
    [
      'a member who has written and accepts messages from friends',
      { messagesFrom: 'friends', awaitsAnswer: true },
      true,
    ],
    ['a member who has written and accepts none', { messagesFrom: 'nobody', awaitsAnswer: true }, true],
    ['a member who accepts none', { messagesFrom: 'nobody' }, false],
    ['a blocked member who has written', { messagesFrom: 'nobody', awaitsAnswer: true, isBlocked: true }, false],
  ])('only one answer may go to %s: %s', (_who, state, isOne) => {
    expect(isOpenForOne({ ...OPEN, ...state })).toBe(isOne)
  })
})

test('only the sender may delete a message, not even an admin (G12)', () => {
  const viewers = [viewerWith('ann'), viewerWith('bob'), viewerWith('eve', 'admin')]
  expect(viewers.map((viewer) => mayDelete(viewer, { sender_id: 'ann' }))).toEqual([true, false, false])
})

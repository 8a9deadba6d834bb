import { expect, test } from 'vitest'
import { viewerWith } from '#tests/support/fixtures.ts'
import { isParty, mayAnswer } from './friends.policy.ts'

const [sender, receiver, admin] = [viewerWith('sender'), viewerWith('receiver'), viewerWith('admin', 'admin')]
const link = { user_id: sender.id, friend_id: receiver.id }

test('only the two members of a friendship may see or end it', () => {
  expect([sender, receiver, admin].map((viewer) => isParty(viewer, link))).toEqual([true, true, false])
})

test('only the receiver of a friend request may accept or decline it (C15)', () => {
  expect([sender, receiver, admin].map((viewer) => mayAnswer(viewer, link))).toEqual([false, true, false])
})

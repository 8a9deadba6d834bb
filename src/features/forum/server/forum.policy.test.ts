import { expect, test } from 'vitest'
import { viewerWith } from '#tests/support/fixtures.ts'
import { FORUM_ACTIONS, type ForumItem, may } from './forum.policy.ts'

const WHO = {
  visitor: null,
  member: viewerWith('bob'),
  author: viewerWith('ann'),
  moderator: viewerWith('mo', 'moderator'),
  admin: viewerWith('ad', 'admin'),
}

/** The permissions of each of them, in the order of `WHO`. */
test.each<[string, Partial<ForumItem>, Record<(typeof FORUM_ACTIONS)[number], string>]>([
  [
    'an item',
    {},
    {
      reply: 'member author moderator admin',
      like: 'member moderator admin',
      report: 'member moderator admin',
      edit: 'author',
      delete: 'author moderator admin',
      seeVersions: 'author moderator admin',
      moderate: 'moderator admin',
    },
  ],
  [
    'an item in a locked thread',
    { isLocked: true },
    {
      reply: '',
      like: 'member moderator admin',
      report: 'member moderator admin',
      edit: '',
      delete: 'author moderator admin',
      seeVersions: 'author moderator admin',
      moderate: 'moderator admin',
    },
  ],
  [
    'a thread with replies by others',
    { hasReplies: true },
    {
      reply: 'member author moderator admin',
      like: 'member moderator admin',
      report: 'member moderator admin',
      edit: 'author',
      delete: 'moderator admin',
      seeVersions: 'author moderator admin',
      moderate: 'moderator admin',
    },
  ],
  [
    'a hidden or held item',
    { isClosed: true },
    {
      reply: '',
      like: '',
      report: 'member moderator admin',
      edit: 'author',
      delete: 'author moderator admin',
      seeVersions: 'author moderator admin',
      moderate: 'moderator admin',
    },
  ],
])('who may do what with %s (G16)', (_what, facts, expected) => {
  const item = { authorId: 'ann', isLocked: false, ...facts }
  for (const action of FORUM_ACTIONS) {
    const allowed = Object.entries(WHO).flatMap(([name, viewer]) => (may(viewer, action, item) ? [name] : []))
    expect([action, allowed.join(' ')]).toEqual([action, expected[action]])
  }
})

test('nobody is the author of an item of a deleted account', () => {
  const item = { authorId: null, isLocked: false }
  expect([may(WHO.author, 'edit', item), may(WHO.member, 'like', item)]).toEqual([false, true])
})

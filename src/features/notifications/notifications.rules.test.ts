import { describe, expect, test } from 'vitest'
import { ACTIVITY } from '#features/activity/activity.subject.ts'
import { COMMENT } from '#features/comments/comments.subject.ts'
import { PROFILE } from '#features/profiles/profiles.subject.ts'
import { REVIEW } from '#features/reviews/reviews.subject.ts'
import { utcDay } from '#shared/calendar-days.ts'
import type { NotificationLine } from '#shared/notification.ts'
import { requireNotificationKind } from '#tests/support/notification-kinds.ts'
import { bellLabel, byDay, namePartsOf, namesOf, readSwitches, unreadBadge } from './notifications.rules.ts'

const ada = { id: '1', username: 'ada', display_name: 'Ada' }
const juno = { id: '2', username: 'juno', display_name: null }
const tobi = { id: '3', username: null, display_name: null }
const activity = { type: 'activity', id: '9', game: { name: 'Hades' } }
const line = (given: Partial<NotificationLine>): NotificationLine => ({
  type: 'reaction',
  actors: [ada],
  count: 1,
  subject: activity,
  sentence: null,
  reactions: [],
  ...given,
})
const kindOf = ({ subject }: NotificationLine) =>
  [ACTIVITY, COMMENT, PROFILE, REVIEW].find(({ type }) => type === subject?.type)
const predicateOf = (one: NotificationLine) => requireNotificationKind(one.type).predicateOf(one, kindOf(one))
const hrefOf = (one: NotificationLine) => requireNotificationKind(one.type).hrefOf(one, kindOf(one))
const read = (given: Partial<NotificationLine>) => {
  const one = line(given)
  return `${namesOf(one)} ${predicateOf(one)}`.trim()
}

describe('a line has', () => {
  test.each([
    [{ actors: [ada], count: 1 }, 'Ada'],
    [{ actors: [ada, juno], count: 2 }, 'Ada and juno'],
    [{ actors: [ada, juno, tobi], count: 3 }, 'Ada, juno and Unknown User'],
    [{ actors: [ada, juno, tobi], count: 4 }, 'Ada, juno and 2 others'],
    [{ actors: [ada, juno, tobi], count: 1200 }, 'Ada, juno and 1,198 others'],
    // One actor was deleted between two statements.
    [{ actors: [ada], count: 2 }, 'Ada and 1 other'],
    [{ actors: [ada, juno], count: 3 }, 'Ada, juno and 1 other'],
    [{ actors: [], count: 0 }, ''],
  ])('the names of its actors %#', (given, names) => {
    expect(namesOf(given)).toBe(names)
  })

  test('each name in its own direction, so that a right-to-left name does not reverse the others', () => {
    const noor = { id: '4', username: 'noor', display_name: 'نور' }
    expect(namePartsOf({ actors: [noor, ada, juno], count: 4 })).toEqual([
      { text: 'نور', id: '4' },
      { text: ', ', id: null },
      { text: 'Ada', id: '1' },
      { text: ' and 2 others', id: null },
    ])
  })

  test.each<[Partial<NotificationLine>, string]>([
    [{ actors: [ada, juno, tobi], count: 5 }, 'Ada, juno and 3 others reacted to your activity on Hades'],
    [{ reactions: ['🏆'] }, 'Ada reacted with 🏆 to your activity on Hades'],
    [
      { reactions: ['🏆', '❤️', '🎯'], count: 3 },
      'Ada and 2 others reacted with 🏆, ❤️ and 🎯 to your activity on Hades',
    ],
    [{ type: 'comment' }, 'Ada commented on your activity on Hades'],
    [{ type: 'like', subject: { ...activity, type: 'review' } }, 'Ada liked your review of Hades'],
    [{ type: 'comment', subject: { ...activity, game: null } }, 'Ada commented on your activity'],
    [{ type: 'friend_request', subject: null }, 'Ada wants to be friends with you'],
    [
      { type: 'friend_request', subject: null, actors: [ada, juno], count: 2 },
      'Ada and juno want to be friends with you',
    ],
    [{ type: 'friend_accepted', subject: null }, 'Ada accepted your friend request'],
    [{ type: 'new_follower', subject: null }, 'Ada followed you'],
    [{ type: 'like' }, 'Ada liked your activity on Hades'],
    [{ type: 'message', subject: null }, 'Ada wrote to you'],
    [{ type: 'message', subject: null, actors: [ada, juno], count: 2 }, 'Ada and juno wrote to you'],
    [{ type: 'moderation', actors: [], sentence: 'Your comment was hidden.' }, 'Your comment was hidden.'],
    [{ type: 'moderation', actors: [] }, 'The team of this site has looked at something'],
  ])('a sentence %#', (given, sentence) => {
    expect(read(given)).toBe(sentence)
  })
})

test.each<[Partial<NotificationLine>, string | null]>([
  [{ type: 'reaction' }, '/activity/9'],
  [{ type: 'comment' }, '/activity/9#comments'],
  [{ type: 'comment_reply' }, '/activity/9#comments'],
  [{ type: 'like', subject: { ...activity, type: 'review' } }, '/reviews/9'],
  [{ type: 'comment', subject: { ...activity, type: 'review' } }, '/reviews/9#comments'],
  [{ type: 'new_follower', subject: null }, '/profile/1'],
  [{ type: 'new_follower', subject: null, actors: [ada, juno], count: 2 }, '/profile/friends?list=followers'],
  [{ type: 'friend_request', subject: null }, '/profile/friends'],
  [{ type: 'friend_accepted', subject: null }, '/profile/1'],
  [{ type: 'friend_accepted', subject: null, actors: [ada, juno], count: 2 }, '/profile/friends'],
  [{ type: 'message', subject: null }, '/messages?userId=1'],
  [{ type: 'message', subject: null, actors: [ada, juno], count: 2 }, '/messages'],
  [{ type: 'moderation', actors: [] }, '/activity/9'],
  [{ type: 'moderation', actors: [], subject: { type: 'profile', id: '1', game: null } }, '/profile'],
  [{ type: 'moderation', actors: [], subject: { type: 'comment', id: '1', game: null } }, null],
  [{ type: 'moderation', actors: [], subject: null }, null],
])('a line links to its subject %#', (given, href) => {
  expect(hrefOf(line(given))).toBe(href)
})

test.each([
  [0, '', 'Notifications'],
  [1, '1', '1 unread notification'],
  [3, '3', '3 unread notifications'],
  [99, '99', '99 unread notifications'],
  [100, '99+', 'More than 99 unread notifications'],
])('the bell has a label with %i unread', (unread, badge, name) => {
  expect([unreadBadge(unread), bellLabel(unread)]).toEqual([badge, name])
})

test('a release leads to its game, or to all releases', () => {
  const subject = { type: 'game', id: 'igdb_1', game: { name: 'Hades' } }
  const release = { type: 'release', actors: [], count: 0, sentence: 'Hades is out today' } as const
  expect([read({ ...release, subject }), hrefOf(line({ ...release, subject }))]).toEqual([
    'Hades is out today',
    '/game/igdb_1',
  ])
  expect([read({ ...release, sentence: null, subject: null }), hrefOf(line({ ...release, subject: null }))]).toEqual([
    'A game that you want to play is out today',
    '/releases',
  ])
})

test('every type is on until it is switched off, whatever the column contains', () => {
  const types = ['comment', 'reaction']
  for (const settings of [null, {}, 7, { notifications: null }, { notifications: { reaction: 'no', other: false } }])
    expect(readSwitches(settings, types)).toEqual({ comment: true, reaction: true })
  expect(readSwitches({ notifications: { reaction: false } }, types)).toEqual({ comment: true, reaction: false })
})

test('lines stand under Today, Yesterday and Earlier of the reader', () => {
  const lines = ['2026-11-29T00:30:00Z', '2026-11-28T23:30:00Z', '2026-11-27T08:00:00Z'].map((created_at) => ({
    created_at,
  }))
  const titles = (dayOf: (at: Date) => string) =>
    byDay(lines, new Date('2026-11-29T12:00:00Z'), dayOf).map(({ title, lines }) => `${title} ${lines.length}`)
  expect(titles(utcDay)).toEqual(['Today 1', 'Yesterday 1', 'Earlier 1'])
  // An hour east of Greenwich, half past eleven at night is the next day.
  expect(titles((at) => utcDay(at.getTime() + 3_600_000))).toEqual(['Today 2', 'Earlier 1'])
})

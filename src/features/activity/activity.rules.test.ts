import { describe, expect, test } from 'vitest'
import type { Activity, ActivityType } from './activity.contract.ts'
import {
  activitiesOf,
  coolDownLeft,
  coolDownSentence,
  foldActivities,
  hourlyLimitLeft,
  hourlyLimitSentence,
  isAboutGame,
  isDetailsSizeAllowed,
  MARKS,
  newestOfOthers,
  newsText,
  ownTextOf,
  progressOf,
  readDetails,
  sentenceOf,
  unfolded,
  waitMinutesOf,
} from './activity.rules.ts'

const at = (text: string) => new Date(`2026-03-01T${text}Z`)

describe('details', () => {
  test('may be an object or the JSON text of one, and nothing else', () => {
    expect(readDetails({ progress: 4 })).toEqual({ progress: 4 })
    expect(readDetails('{"progress":4}')).toEqual({ progress: 4 })
    for (const wrong of ['{', '[1]', 'null', '4', null, [1], 4]) expect(readDetails(wrong)).toBeNull()
  })

  test('carry a percentage of 1 to 100 as a number or its text', () => {
    expect(progressOf({ progress: 1 })).toBe(1)
    expect(progressOf({ progress: '45' })).toBe(45)
    expect(progressOf({ progress: 100 })).toBe(100)
    for (const progress of [0, 0.5, 101, -3, 'x', '', ' ', null, undefined, true, [45]])
      expect(progressOf({ progress })).toBeNull()
  })

  test('are counted in bytes, up to 2 KB', () => {
    expect(isDetailsSizeAllowed({ a: 'x'.repeat(2040) })).toBe(true)
    expect(isDetailsSizeAllowed({ a: 'x'.repeat(2041) })).toBe(false)
    expect(isDetailsSizeAllowed({ a: 'é'.repeat(1021) })).toBe(false)
    const deep: Record<string, unknown> = JSON.parse(`${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`)
    expect(isDetailsSizeAllowed(deep)).toBe(false)
  })
})

describe('waiting', () => {
  test('the cool-down lasts the configured minutes since the last activity, and 0 disables it', () => {
    expect(coolDownLeft(null, at('12:00:00'), 5)).toBe(0)
    expect(coolDownLeft(at('12:00:00'), at('12:00:00'), 5)).toBe(300)
    expect(coolDownLeft(at('12:00:00'), at('12:04:59.500'), 5)).toBe(1)
    expect(coolDownLeft(at('12:00:00'), at('12:05:00'), 5)).toBe(0)
    expect(coolDownLeft(at('12:00:00'), at('12:00:00'), 0)).toBe(0)
  })

  test('the hourly limit lasts until the sixtieth latest activity is an hour old', () => {
    expect(hourlyLimitLeft(null, at('12:00:00'))).toBe(0)
    expect(hourlyLimitLeft(at('11:30:00'), at('12:00:00'))).toBe(1800)
    expect(hourlyLimitLeft(at('11:00:00'), at('12:00:00'))).toBe(0)
  })

  test('minutes are rounded up, at least 1, and one is a minute', () => {
    expect(coolDownSentence(300)).toBe('Please wait 5 minutes before sharing another update for this game.')
    expect(coolDownSentence(241)).toBe('Please wait 5 minutes before sharing another update for this game.')
    expect(coolDownSentence(60)).toBe('Please wait 1 minute before sharing another update for this game.')
    expect(coolDownSentence(1)).toBe('Please wait 1 minute before sharing another update for this game.')
    expect(hourlyLimitSentence(61)).toBe('Please wait 2 minutes before sharing another update.')
  })

  test('N comes from the sentence, otherwise from retryAfter', () => {
    expect(waitMinutesOf('Please wait 3 minutes before sharing another update for this game.', 10)).toBe(3)
    expect(waitMinutesOf('Please wait 15 minutes before sharing another update.', 10)).toBe(15)
    expect(waitMinutesOf('Please wait 1 minute before sharing another update for this game.', null)).toBe(1)
    expect(waitMinutesOf('Too many attempts. Please try again later.', 61)).toBe(2)
    expect(waitMinutesOf('Too many attempts. Please try again later.', null)).toBeNull()
  })
})

describe('sentences', () => {
  test.each<[ActivityType, Record<string, unknown>, string]>([
    ['want_to_play', {}, 'wants to play'],
    ['started_playing', {}, 'started playing'],
    ['completed', {}, 'completed'],
    ['progress', { progress: 45 }, 'is 45 % through'],
    ['progress', { progress: '44.5' }, 'is 45 % through'],
    ['progress', {}, 'made progress in'],
    ['review', {}, 'reviewed'],
    ['achievement', {}, 'earned an achievement in'],
    ['friend_added', {}, 'made a new friend'],
    ['joined_challenge', {}, 'joined a challenge'],
    ['badge', {}, 'earned a badge'],
    ['imported', {}, 'imported games'],
    ['imported', { import_id: 'i1', games: 1200 }, 'imported 1,200 games'],
    ['badge', { name: '10 Games', badge_id: '1' }, 'earned the badge 10 Games'],
  ])('%s %o: %s', (type, details, text) => {
    const { verb, strong, rest } = sentenceOf(type, details)
    expect([verb, strong, rest].filter(Boolean).join(' ')).toBe(text)
  })

  test('a challenge is named and linked, and one that was deleted is only named', () => {
    const details = { title: 'Backlog November', challenge_id: 'c1' }
    expect(sentenceOf('joined_challenge', details)).toEqual({
      verb: 'joined the challenge',
      strong: 'Backlog November',
      href: '/challenges/c1',
    })
    expect(sentenceOf('joined_challenge', { title: 'Backlog November', completed: true })).toEqual({
      verb: 'completed the challenge',
      strong: 'Backlog November',
    })
    expect(sentenceOf('completed', details)).toEqual({ verb: 'completed' })
    expect(sentenceOf('joined_challenge', { title: 7 })).toEqual({ verb: 'joined a challenge' })
  })

  test('the words of a member are shown when something in them is visible', () => {
    expect([{ text: ' Great! ' }, { text: ' ' }, { text: 7 }, {}].map(ownTextOf)).toEqual(['Great!', null, null, null])
  })

  test('three types mark a game with a status', () => {
    expect(MARKS).toEqual({ want_to_play: 'want_to_play', started_playing: 'playing', completed: 'completed' })
  })

  test('some sentences continue with a game and some do not', () => {
    for (const type of ['want_to_play', 'started_playing', 'completed', 'progress', 'review', 'achievement'] as const)
      expect(isAboutGame(type)).toBe(true)
    for (const type of ['friend_added', 'joined_challenge', 'badge'] as const) expect(isAboutGame(type)).toBe(false)
  })
})

describe('folding', () => {
  let count = 0
  const make = (user: string, type: ActivityType, game: string | null, details = {}): Activity =>
    ({
      id: `a${++count}`,
      user_id: user,
      type,
      game_id: game,
      game: game && { id: game },
      details,
    }) as unknown as Activity
  const kinds = (...activities: Activity[]) =>
    foldActivities(activities).map((item) => `${item.kind} ${item.kind === 'one' ? 1 : item.activities.length}`)

  test('up to three consecutive progress items of one member and game are folded into one', () => {
    const again = () => make('sol', 'progress', 'g1')
    expect(kinds(again(), again())).toEqual(['run 2'])
    expect(kinds(again(), again(), again(), again())).toEqual(['run 3', 'one 1'])
    expect(kinds(again(), again(), again(), again(), again(), again())).toEqual(['run 3', 'run 3'])
  })

  test('another member, game or type between them ends a run', () => {
    expect(kinds(make('sol', 'progress', 'g1'), make('ann', 'progress', 'g1'))).toEqual(['one 1', 'one 1'])
    expect(kinds(make('sol', 'progress', 'g1'), make('sol', 'progress', 'g2'))).toEqual(['one 1', 'one 1'])
    expect(kinds(make('sol', 'progress', 'g1'), make('sol', 'completed', 'g1'), make('sol', 'progress', 'g1'))).toEqual(
      ['one 1', 'one 1', 'one 1'],
    )
    expect(kinds(make('sol', 'completed', 'g1'), make('sol', 'completed', 'g1'))).toEqual(['one 1', 'one 1'])
  })

  test('two or more consecutive games with the same mark are folded into one, without an upper limit', () => {
    const wanted = Array.from({ length: 15 }, (_, at) => make('sol', 'want_to_play', `g${at}`))
    expect(kinds(...wanted)).toEqual(['marks 15'])
    expect(kinds(...wanted.slice(0, 3))).toEqual(['marks 3'])
    expect(kinds(...wanted.slice(0, 2))).toEqual(['marks 2'])
    expect(kinds(...['g1', 'g2', 'g3'].map((game) => make('sol', 'completed', game)))).toEqual(['marks 3'])
    expect(kinds(...['sol', 'ann', 'sol', 'ann'].map((user) => make(user, 'want_to_play', 'g1')))).toEqual(
      Array(4).fill('one 1'),
    )
    expect(kinds(...['review', 'review', 'review'].map((type) => make('sol', type as ActivityType, 'g1')))).toEqual(
      Array(3).fill('one 1'),
    )
  })

  test('a mark with the member’s own text is not folded', () => {
    const mark = (text?: string) => make('sol', 'completed', `g${count}`, { ...(text !== undefined && { text }) })
    expect(kinds(mark(), mark(), mark(), mark('What an ending.'), mark(), mark(), mark())).toEqual([
      'marks 3',
      'one 1',
      'marks 3',
    ])
    expect(kinds(mark(), mark(' '), mark())).toEqual(['marks 3'])
    // These texts contain nothing visible.
    expect(kinds(mark(), mark('\u200b\n\u2066'), mark())).toEqual(['marks 3'])
  })

  test('a game that is already among the marks starts another item', () => {
    expect(kinds(...['g1', 'g2', 'g1'].map((game) => make('sol', 'completed', game)))).toEqual(['marks 2', 'one 1'])
  })

  test('a hidden activity is not folded', () => {
    const [open, hidden] = [
      () => make('sol', 'progress', 'g1'),
      () => ({ ...make('sol', 'progress', 'g1'), isHidden: true }),
    ]
    expect(kinds(open(), hidden(), open())).toEqual(['one 1', 'one 1', 'one 1'])
  })

  test('in the list of one game only runs of progress are folded', () => {
    const marks = [make('sol', 'completed', 'g1'), make('sol', 'completed', 'g2')]
    const runs = [make('sol', 'progress', 'g1'), make('sol', 'progress', 'g1')]
    expect(foldActivities([...marks, ...runs], Infinity).map(({ kind }) => kind)).toEqual(['one', 'one', 'run'])
  })

  test('an unfolded list has an item for each activity', () => {
    const all = [make('sol', 'progress', 'g1'), make('sol', 'progress', 'g1')]
    expect(unfolded(all)).toEqual(all.map((activity) => ({ kind: 'one', key: activity.id, activity })))
    expect([...unfolded(all), ...foldActivities(all)].flatMap(activitiesOf)).toEqual([...all, ...all])
  })

  test('a wanted game that was deleted is not folded', () => {
    expect(kinds(...['g1', null, 'g2'].map((game) => make('sol', 'want_to_play', game)))).toEqual(
      Array(3).fill('one 1'),
    )
  })

  test('the newest of others are by two members, or both by the only one, and about games', () => {
    const newest = (...activities: Activity[]) => {
      const items = foldActivities(activities)
      const keys = newestOfOthers(items, 'ann', 2)
      return items.filter(({ key }) => keys.includes(key)).flatMap((item) => activitiesOf(item)[0]?.user_id)
    }
    const by = (user: string, game = 'g1') => make(user, 'progress', game)
    expect(newest(by('ann'), by('sol', 'g1'), by('sol', 'g2'), by('ann'), by('ola'))).toEqual(['sol', 'ola'])
    expect(newest(by('sol', 'g1'), by('ann'), by('sol', 'g2'), by('sol', 'g3'))).toEqual(['sol', 'sol'])
    expect(newest(by('ann'), { ...by('sol'), game: null }, { ...by('ola'), isHidden: true })).toEqual([])
  })

  test('no activity is lost, and the newest gives the item its key', () => {
    const all = [make('sol', 'progress', 'g1'), make('sol', 'progress', 'g1'), make('ann', 'completed', 'g1')]
    const items = foldActivities(all)
    expect(items.flatMap((item) => (item.kind === 'one' ? [item.activity] : item.activities))).toEqual(all)
    expect(items[0]?.key).toBe(all[0]?.id)
  })
})

test('new activities are counted up to the size of a page of the feed', () => {
  expect([1, 2, 19, 20, 60].map(newsText)).toEqual([
    '1 new activity',
    '2 new activities',
    '19 new activities',
    '20+ new activities',
    '20+ new activities',
  ])
})

import { describe, expect, test } from 'vitest'
import { hoursAndMinutes } from '#shared/dates.ts'
import {
  activityOfChoice,
  activityOfLog,
  defaultOrder,
  hoursText,
  isFinished,
  lastPlayedAfterLog,
  libraryTotals,
  memberStats,
  ratingOf,
  STATUS_LABELS,
  STATUSES,
  starsOf,
  statusAfterPlaying,
  statusAfterProgress,
  statusOfProgress,
  stoppedBefore,
} from './library.rules.ts'

test('there are four statuses with their labels [R-LIB-01]', () => {
  expect(STATUSES.map((status) => [status, STATUS_LABELS[status]])).toEqual([
    ['want_to_play', 'Want to Play'],
    ['playing', 'Currently Playing'],
    ['completed', 'Completed'],
    ['dropped', 'Dropped'],
  ])
})

describe('the status of the progress button', () => {
  test('100 % is completed, whatever the hours [R-PROG-01]', () => {
    expect(statusOfProgress(0, 100)).toBe('completed')
    expect(statusOfProgress(12, 100)).toBe('completed')
    expect(statusOfProgress(12, 99.99)).not.toBe('completed')
  })

  test('any hours or any completion is playing [R-PROG-02]', () => {
    expect(statusOfProgress(0.1, 0)).toBe('playing')
    expect(statusOfProgress(0, 1)).toBe('playing')
    expect(statusOfProgress(40, 60)).toBe('playing')
  })

  test('no progress is want_to_play [R-PROG-03]', () => {
    expect(statusOfProgress(0, 0)).toBe('want_to_play')
  })
})

describe('the status after a progress update', () => {
  test('100 % completes, anything else preserves the status, and a new entry is playing [R-PROG-06]', () => {
    expect(statusAfterProgress({ sent: undefined, completion: 100, current: 'dropped' })).toBe('completed')
    expect(statusAfterProgress({ sent: undefined, completion: 40, current: 'dropped' })).toBe('dropped')
    expect(statusAfterProgress({ sent: undefined, completion: 40, current: null })).toBe('playing')
    expect(statusAfterProgress({ sent: undefined, completion: undefined, current: null })).toBe('playing')
  })

  test('a status in the request wins (C07)', () => {
    expect(statusAfterProgress({ sent: 'dropped', completion: 100, current: 'playing' })).toBe('dropped')
    expect(statusAfterProgress({ sent: 'completed', completion: 80, current: 'playing' })).toBe('completed')
  })

  test('more time makes every game playing except a completed one', () => {
    expect([null, ...STATUSES].map(statusAfterPlaying)).toEqual([
      'playing',
      'playing',
      'playing',
      'completed',
      'playing',
    ])
  })
})

describe('a save publishes at most one activity', () => {
  const log = { status: 'playing', previous: 'playing', completion: 0, isStatusChosen: false } as const

  test('100 % publishes completed [R-PROG-07]', () => {
    expect(activityOfLog({ ...log, status: 'completed', completion: 100 })).toBe('completed')
  })

  test('a percentage below 100 publishes progress, also when the game became playing [R-PROG-08]', () => {
    expect(activityOfLog({ ...log, completion: 1 })).toBe('progress')
    expect(activityOfLog({ ...log, previous: 'want_to_play', completion: 61 })).toBe('progress')
  })

  test('completed by hand below 100 % publishes completed alone (C07) [R-LIB-09]', () => {
    expect(activityOfLog({ ...log, status: 'completed', completion: 80, isStatusChosen: true })).toBe('completed')
  })

  test('hours alone publish nothing for a new entry, and started_playing for one that became playing (C70)', () => {
    expect(activityOfLog({ ...log, previous: null })).toBeNull()
    expect(activityOfLog({ ...log, previous: null, isStatusChosen: true })).toBe('started_playing')
    expect(activityOfLog({ ...log, previous: 'want_to_play' })).toBe('started_playing')
    expect(activityOfLog(log)).toBeNull()
    expect(activityOfLog({ ...log, status: 'dropped', previous: 'want_to_play' })).toBeNull()
  })

  test('the menu publishes adding and starting, and nothing else [R-LIB-03] [R-LIB-10]', () => {
    expect(activityOfChoice({ status: 'want_to_play', previous: null })).toBe('want_to_play')
    expect(activityOfChoice({ status: 'playing', previous: null })).toBe('started_playing')
    expect(activityOfChoice({ status: 'playing', previous: 'dropped' })).toBe('started_playing')
    expect(activityOfChoice({ status: 'completed', previous: null })).toBe('completed')
    expect(activityOfChoice({ status: 'dropped', previous: 'playing' })).toBeNull()
    expect(activityOfChoice({ status: 'dropped', previous: null })).toBeNull()
    expect(activityOfChoice({ status: 'completed', previous: 'playing' })).toBeNull()
    expect(activityOfChoice({ status: 'want_to_play', previous: 'playing' })).toBeNull()
  })
})

describe('the totals of a library', () => {
  const one = { want_to_play: 1, playing: 1, completed: 1, dropped: 1 }
  const none = { want_to_play: 0, playing: 0, completed: 0, dropped: 0 }

  test("a member's played games are the completed and the current ones [R-STAT-03]", () => {
    expect(memberStats({ all: one, thisYear: none }).total_played).toBe(2)
  })

  test("the library's own view counts dropped games as played too [R-STAT-04]", () => {
    expect(libraryTotals({ all: one, thisYear: none }, 0).total_played).toBe(3)
  })

  test('the games being played are the played ones without the completed ones, never below 0 [R-STAT-07]', () => {
    expect(memberStats({ all: { ...none, completed: 2, playing: 3 }, thisYear: none }).playing).toBe(3)
    expect(memberStats({ all: { ...none, completed: 4 }, thisYear: none }).playing).toBe(0)
  })

  test('hours are converted to whole minutes and shown as Xh Ym [R-STAT-10]', () => {
    expect(libraryTotals({ all: one, thisYear: none }, 1.5).totalPlaytime).toBe(90)
    expect(libraryTotals({ all: one, thisYear: none }, 0.01).totalPlaytime).toBe(1)
    expect([90, 0, 1390].map(hoursAndMinutes)).toEqual(['1h 30m', '0h 0m', '23h 10m'])
  })

  test('the hours of one game have the shortest possible text', () => {
    expect([8, 0.5, 1.5, 0, 23.17, 1262].map(hoursText)).toEqual(['8h', '30m', '1h 30m', '0m', '23h 10m', '1,262h'])
  })
})

test('half stars are stored as whole numbers, and no rating as null (C22)', () => {
  expect([1, 9, 10, null].map(starsOf)).toEqual([0.5, 4.5, 5, null])
  expect([0.5, 4.5, 5, 0, null].map(ratingOf)).toEqual([1, 9, 10, null, null])
})

test('names are sorted from A, and everything else from the latest or highest', () => {
  expect(['name', 'added', 'rating'].map(defaultOrder)).toEqual(['asc', 'desc', 'desc'])
})

test('completed and dropped games are finished', () => {
  expect([...STATUSES, null].map(isFinished)).toEqual([false, false, true, true, false])
})

describe('an undo that restores the previous status', () => {
  const [then, change] = [new Date('2026-01-01T12:00:00Z'), new Date('2026-11-21T12:00:00Z')]

  test('removes the time of finishing that the undone change has set', () => {
    const finished = { status: 'completed', stopped_playing_at: change, updated_at: change }
    expect(stoppedBefore(finished, 'playing')).toBeNull()
    expect(stoppedBefore(finished, 'dropped')).toBe(change)
  })

  test('retains a time of finishing from before the undone change', () => {
    expect(stoppedBefore({ status: 'completed', stopped_playing_at: then, updated_at: change }, 'playing')).toBe(then)
    expect(stoppedBefore({ status: 'playing', stopped_playing_at: change, updated_at: change }, 'playing')).toBe(change)
    expect(stoppedBefore({ status: 'dropped', stopped_playing_at: null, updated_at: change }, 'playing')).toBeNull()
  })
})

describe('when a game was last played, after a log', () => {
  const [early, now] = [new Date('2020-06-01T12:00:00Z'), new Date('2026-11-21T12:00:00Z')]
  const log = { status: 'completed', previous: null, grownAt: now, finished: null, known: null } as const
  const finished = (at: Date, more: { containsKnown?: boolean; isNewPlaythrough?: boolean } = {}) => ({
    at,
    containsKnown: false,
    isNewPlaythrough: false,
    ...more,
  })

  test('a game that is not finished was played when its hours or percentage have grown', () => {
    expect(lastPlayedAfterLog({ ...log, status: 'playing', finished: finished(early) })).toBe(now)
    expect(lastPlayedAfterLog({ ...log, status: 'playing', grownAt: undefined })).toBeUndefined()
  })

  test('a game that is added as finished without a date was played at an unknown time', () => {
    expect(lastPlayedAfterLog(log)).toBeUndefined()
    expect(lastPlayedAfterLog({ ...log, previous: 'want_to_play' })).toBeUndefined()
    for (const previous of ['playing', 'completed', 'dropped'] as const)
      expect(lastPlayedAfterLog({ ...log, previous })).toBe(now)
  })

  test('the date of finishing counts, also one before the known time', () => {
    expect(lastPlayedAfterLog({ ...log, finished: finished(early) })).toBe(early)
    expect(lastPlayedAfterLog({ ...log, finished: finished(early), known: now })).toBe(early)
    expect(lastPlayedAfterLog({ ...log, finished: finished(early, { containsKnown: true }) })).toBe(early)
  })

  test('a less exact date that contains the known time changes nothing', () => {
    const same = finished(early, { containsKnown: true })
    expect(lastPlayedAfterLog({ ...log, finished: same, known: early })).toBeUndefined()
  })

  test('of several playthroughs the latest counts', () => {
    const another = (at: Date) => finished(at, { isNewPlaythrough: true })
    expect(lastPlayedAfterLog({ ...log, finished: another(early), known: now })).toBeUndefined()
    expect(lastPlayedAfterLog({ ...log, finished: another(now), known: early })).toBe(now)
    expect(lastPlayedAfterLog({ ...log, finished: another(now), known: now })).toBe(now)
  })
})

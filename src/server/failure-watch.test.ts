import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DatabaseAwayError } from '#db/failures.ts'
import { createFailureWatch, type FailureWatch } from './failure-watch.ts'
import { createLog, type Log } from './log.ts'

let lines: { level: string; msg: string; [name: string]: unknown }[]
let watch: FailureWatch
let log: Log

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-28T03:00:00Z') })
  lines = []
  watch = createFailureWatch(() => new Date())
  log = createLog('info', { write: (line) => lines.push(JSON.parse(line)) }, watch)
})
afterEach(() => {
  vi.useRealTimers()
})

/** Also moves the time forward. */
const later = (seconds: number) => vi.advanceTimersByTime(seconds * 1000)
const coded = (code: string, message: string) => Object.assign(new Error(message), { code })
const REFUSED = Object.assign(coded('ECONNREFUSED', 'connect ECONNREFUSED 10.0.0.5:5432'), { syscall: 'connect' })
const words = () => lines.map(({ level, msg }) => `${level} ${msg}`)

test('while the database is away the log has one line, and one when it is back, however many calls fail', () => {
  for (let call = 0; call < 5_000; call += 1) {
    log.error({ err: call === 0 ? REFUSED : new DatabaseAwayError(), requestId: 'r' }, 'The database is not responding')
    if (call === 10) watch.setAnswering(false)
    if (call % 500 === 0) later(1)
  }
  watch.setAnswering(false)
  later(600)
  expect(words()).toEqual(['error the database is down; Savepoint continues by itself when it is back'])
  expect(lines[0]).toMatchObject({ since: '2026-11-28T03:00:00.000Z', reason: 'connect ECONNREFUSED 10.0.0.5:5432' })
  watch.setAnswering(true)
  watch.setAnswering(true)
  expect(words().slice(1)).toEqual(['warn the database is back'])
  expect(lines[1]).toMatchObject({ since: '2026-11-28T03:00:00.000Z', seconds: 610, failures: 5_000 })
  // The second outage has its own lines.
  watch.setAnswering(false)
  watch.setAnswering(true)
  expect(lines).toHaveLength(4)
})

test('connections that end while the database responds are one line a minute', () => {
  for (let minute = 0; minute < 3; minute += 1) {
    for (let call = 0; call < 7; call += 1) log.warn({ err: coded('57P01', 'terminating connection') }, 'lost')
    later(30)
  }
  expect(words()).toEqual(
    Array.from({ length: 2 }, () => 'warn connections to the database ended, and others were opened'),
  )
  expect(lines[0]).toMatchObject({ times: 7, reason: 'terminating connection' })
})

test('a full disk is one line a minute, however many calls fail with it', () => {
  for (let second = 0; second < 120; second += 1) {
    const error = coded(second % 2 === 0 ? '53100' : 'ENOSPC', 'no space left')
    // The connection notes what the call then fails with.
    watch.note(error)
    for (let call = 0; call < 3; call += 1) log.error({ err: error }, 'There is no room left to save this')
    later(1)
  }
  expect(words()).toEqual(
    Array.from({ length: 2 }, () => 'error the disk is full: nothing can be saved until there is room'),
  )
  expect(lines.map(({ times }) => times)).toEqual([1, 61])
  expect([watch.count(), watch.isFull()]).toEqual([120, true])
  later(60)
  expect(watch.isFull()).toBe(false)
})

test('when a full disk has room again, the log has one line about it', () => {
  const fail = () => log.error({ err: coded('53100', 'no space left') }, 'There is no room left to save this')
  fail()
  later(50)
  fail()
  later(59)
  expect(words()).toEqual(['error the disk is full: nothing can be saved until there is room'])
  later(1)
  later(600)
  expect(words().slice(1)).toEqual(['warn the disk has room again: no write has failed for a minute'])
  expect(lines[1]).toMatchObject({ since: '2026-11-28T03:00:00.000Z', seconds: 50, failures: 2 })
  // It has its own lines when it is full again, and counts its own failures.
  fail()
  later(60)
  expect(words().slice(2)).toEqual(words().slice(0, 2))
  expect(lines[3]).toMatchObject({ seconds: 0, failures: 1 })
})

test('of too much going on the log has the first call of a minute, with all that is known of it', () => {
  for (let second = 0; second < 90; second += 1) {
    log.error({ err: coded('57014', 'canceling statement'), method: 'GET', path: '/api/games' }, 'Too much is going on')
    later(1)
  }
  expect(lines).toHaveLength(2)
  expect(lines[0]).toMatchObject({ method: 'GET', path: '/api/games', err: { code: '57014' } })
})

test('errors of other kinds, and lines below a warning, are written as they are', () => {
  for (let call = 0; call < 3; call += 1) log.error({ err: new TypeError('a bug') }, 'broken')
  log.info({ err: REFUSED }, 'a game source does not answer')
  expect(lines).toHaveLength(4)
})

test('level debug shows each failure that the watch reports', () => {
  const all: string[] = []
  const loud = createLog(
    'debug',
    { write: (line) => all.push(line) },
    createFailureWatch(() => new Date()),
  )
  for (let call = 0; call < 3; call += 1) loud.error({ err: new DatabaseAwayError(), requestId: `r${call}` }, 'away')
  expect(all.map((line) => JSON.parse(line))).toMatchObject(
    [0, 1, 2].map((call) => ({ level: 'debug', msg: 'away', requestId: `r${call}` })),
  )
})

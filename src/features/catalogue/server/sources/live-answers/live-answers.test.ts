import { expect, test, vi } from 'vitest'
import { useTestApp } from '#tests/support/test-app.ts'
import { createLiveAnswers, type Question } from './live-answers.ts'
import { createSourceDeadlines } from './source-deadlines.ts'

const app = useTestApp()
const log = { warn: vi.fn(), error: vi.fn() }

function open() {
  const deadlines: number[] = []
  const live = createLiveAnswers({
    db: app.db,
    clock: () => app.time.now,
    log: log as never,
    // Every deadline passes at once.
    deadlines: createSourceDeadlines(async (milliseconds) => {
      deadlines.push(milliseconds)
    }),
  })
  return { live, deadlines }
}
const question = (text: string, ask: () => Promise<string>): Question<string> => ({
  text,
  sources: ['igdb'],
  lifetimeMs: 300_000,
  timeoutMs: 2_500,
  parse: (stored) => (typeof stored === 'string' ? stored : null),
  ask,
})
const never = () => new Promise<string>(() => {})

test('while a query is late, callers of the next one wait a quarter of a second', async () => {
  const { live, deadlines } = open()
  expect(await live.ask(question('one', never))).toEqual({
    answer: null,
    state: 'stored',
    cache: 'miss',
    hasFailed: false,
  })
  await live.ask(question('two', never))
  await live.ask(question('one', never))
  expect(deadlines).toEqual([2_500, 250, 250])
})

test('the number of pending queries is limited, so that an unresponsive source cannot fill the memory', async () => {
  const { live } = open()
  const ask = vi.fn(never)
  for (let n = 0; n < 70; n++) await live.ask(question(`full ${n}`, ask))
  // The deadline does not cover the lookup in the database that precedes each query.
  await expect.poll(() => ask.mock.calls.length).toBeGreaterThanOrEqual(64)
  expect(ask).toHaveBeenCalledTimes(64)
})

test('a response of a source is in the database for every node', async () => {
  const patient = createLiveAnswers({
    db: app.db,
    clock: () => app.time.now,
    log: log as never,
    deadlines: createSourceDeadlines(async () => {
      await never()
    }),
  })
  expect(await patient.ask(question('shared', async () => 'answered'))).toMatchObject({
    answer: 'answered',
    cache: 'miss',
  })
  expect(await open().live.ask(question('shared', never))).toEqual({ answer: 'answered', state: 'live', cache: 'hit' })
})

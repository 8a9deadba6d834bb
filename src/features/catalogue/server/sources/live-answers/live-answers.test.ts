import { expect, test, vi } from 'vitest'
import { useTestApp } from '#tests/support/test-app.ts'
import { createLiveAnswers, type Question } from './live-answers.ts'
import { createSourceDeadlines } from './source-deadlines.ts'

const app = useTestApp()
const log = { warn: vi.fn(), error: vi.fn() }

function open() {
  const patience: number[] = []
  const live = createLiveAnswers({
    db: app.db,
    clock: () => app.time.now,
    log: log as never,
    // Nobody has any.
    patience: createSourceDeadlines(async (milliseconds) => {
      patience.push(milliseconds)
    }),
  })
  return { live, patience }
}
const question = (text: string, ask: () => Promise<string>): Question<string> => ({
  text,
  sources: ['igdb'],
  lifetimeMs: 300_000,
  patienceMs: 2_500,
  parse: (kept) => (typeof kept === 'string' ? kept : null),
  ask,
})
const never = () => new Promise<string>(() => {})

test('while a question is late, the readers of the next one wait a quarter of a second', async () => {
  const { live, patience } = open()
  expect(await live.ask(question('one', never))).toEqual({
    answer: null,
    state: 'stored',
    cache: 'miss',
    hasFailed: false,
  })
  await live.ask(question('two', never))
  await live.ask(question('one', never))
  expect(patience).toEqual([2_500, 250, 250])
})

test('so many questions may be under way and no more: what does not answer cannot fill the memory', async () => {
  const { live } = open()
  const ask = vi.fn(never)
  for (let n = 0; n < 70; n++) await live.ask(question(`full ${n}`, ask))
  // Readers do not wait for the lookup in the database that comes before each question.
  await vi.waitFor(() => expect(ask.mock.calls.length).toBeGreaterThanOrEqual(64), { timeout: 10_000 })
  expect(ask).toHaveBeenCalledTimes(64)
})

test('what a source has answered is in the database for every node', async () => {
  const patient = createLiveAnswers({
    db: app.db,
    clock: () => app.time.now,
    log: log as never,
    patience: createSourceDeadlines(async () => {
      await never()
    }),
  })
  expect(await patient.ask(question('shared', async () => 'told'))).toMatchObject({ answer: 'told', cache: 'miss' })
  expect(await open().live.ask(question('shared', never))).toEqual({ answer: 'told', state: 'live', cache: 'hit' })
})

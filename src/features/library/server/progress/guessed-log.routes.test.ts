import { expect, test } from 'vitest'
import { stopGuessing } from '#db/guesses.ts'
import { useLibraryApp } from '#tests/support/library-app.ts'
import type { Member } from '#tests/support/members.ts'

const [GAME, OTHER] = ['rawg_900', 'rawg_901'] as const
const { t, fresh, rowsOf, historyRowsOf, shelve, log, later } = useLibraryApp([GAME, OTHER])

interface Standing {
  status?: string
  logs?: object[]
}

const STANDINGS: [name: string, standing: Standing | null][] = [
  ['not in the library', null],
  ['playing, without a history', { status: 'playing' }],
  ['playing for two hours', { status: 'playing', logs: [{ play_time: 2, completion_percentage: 20 }] }],
  ['playing, after a correction', { status: 'playing', logs: [{ play_time: 9 }, { play_time: 2, correct: true }] }],
  ['playing, after a session', { status: 'playing', logs: [{ play_time: 2 }, { played: { minutes: 30 } }] }],
  ['completed', { logs: [{ play_time: 2, completion_percentage: 100 }] }],
  ['dropped', { status: 'dropped', logs: [{ play_time: 2 }] }],
  ['wanted', { status: 'want_to_play' }],
]
const DRAFTS = [
  { play_time: 3 },
  { play_time: 2 },
  { play_time: 0, completion_percentage: 0 },
  { completion_percentage: 30 },
  { play_time: 2.004, completion_percentage: 20 },
  { play_time: 1, completion_percentage: 90 },
  { play_time: 4, completion_percentage: 50 },
  { play_time: 4, completion_percentage: 100 },
  { play_time: 4, status: 'completed' },
  { play_time: 4, status: 'dropped', user_rating: 6, is_liked: true, notes: ' Twice. ' },
  { play_time: 4, status: 'playing' },
]

test.each(STANDINGS)(
  'a log by guess leaves the same as one that reads first: %s [R-PROG-06] [R-PROG-10]',
  async (_, standing) => {
    for (const draft of DRAFTS) {
      const [guessing, reading] = await Promise.all([prepared(standing), prepared(standing)])
      stopGuessing(reading.user.id)
      later(1)
      const outcomeOf = async (who: Member) => {
        const { status, body } = await log(who, GAME, draft)
        expect(status).toBe(200)
        return { created: body.created, entry: withoutIds(body.entry), ...(await stored(who)) }
      }
      expect(await outcomeOf(guessing), JSON.stringify(draft)).toEqual(await outcomeOf(reading))
    }
  },
)

async function prepared(standing: Standing | null): Promise<Member> {
  const who = await fresh()
  if (standing?.status) await shelve(who, GAME, { status: standing.status })
  for (const draft of standing?.logs ?? []) expect((await log(who, GAME, draft)).status).toBe(200)
  return who
}

const withoutIds = ({ id, user_id, entry_id, created_at, ...rest }: Record<string, unknown>) => rest
/** The history by time; its ids ascend. */
const historyOf = async (who: Member) =>
  (await historyRowsOf(who))
    .toSorted((a, b) => a.created_at.getTime() - b.created_at.getTime() || (a.id < b.id ? -1 : 1))
    .map(({ play_time, completion_percentage }) => [play_time, completion_percentage])
const stored = async (who: Member) => ({
  rows: (await rowsOf(who)).map(withoutIds),
  history: await historyOf(who),
})

test('a log of a game that grows waits once for the database', async () => {
  const who = await fresh()
  await shelve(who, GAME, { status: 'playing' })
  for (const play_time of [1, 2]) await log(who, GAME, { play_time })
  expect(await t.countRoundTrips(() => log(who, GAME, { play_time: 3 }))).toBe(1)
  expect((await historyOf(who)).map(([hours]) => hours)).toEqual([1, 2, 3])
})

test('a wrong guess about the growth of a game stops no other guess', async () => {
  const who = await fresh()
  for (const game of [GAME, OTHER]) await shelve(who, game, { status: 'playing' })
  await log(who, GAME, { play_time: 5 })
  expect((await log(who, GAME, { play_time: 4 })).body.entry.play_time).toBe(4)
  const waits = (game: string) => t.countRoundTrips(() => log(who, game, { play_time: 6 }))
  expect(await waits(GAME)).toBe(2)
  expect(await waits(OTHER)).toBe(1)
  expect(await t.countRoundTrips(() => who.patch(`/api/library/${GAME}`, { is_liked: true }))).toBe(1)
})

test('logs of one entry that arrive together run one after the other', async () => {
  const who = await fresh()
  await shelve(who, GAME, { status: 'playing' })
  const hours = [1, 2, 3, 4, 5, 6]
  const answers = await Promise.all(hours.map((play_time) => log(who, GAME, { play_time })))
  expect(answers.map(({ status }) => status)).toEqual(hours.map(() => 200))
  const logged = (await historyOf(who)).map(([hours]) => hours)
  expect(logged.toSorted()).toEqual(hours)
  expect((await rowsOf(who))[0]?.play_time).toBe(logged.at(-1))
})

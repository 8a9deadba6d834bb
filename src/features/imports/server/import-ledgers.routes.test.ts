import { expect, test } from 'vitest'
import { MAX_IMPORTED_POINTS } from '#features/library/imported-history.rules.ts'
import { MAX_IMPORTED_SESSIONS } from '#features/play-log/imported-sessions.rules.ts'
import { useImportsApp } from '#tests/support/imports-app.ts'

// Games of our own export with thousands of play sessions and points of their history.
const { app, ann, read, step, rowsOf, library } = useImportsApp()

const GAME = { game_id: 'igdb_1', game_name: 'Marmot Quest' }
const DAY_MS = 86_400_000
const BEGINNING = Date.parse('2010-01-01T20:00:00.000Z')
const instant = (n: number) => new Date(BEGINNING + n * DAY_MS).toISOString()
const dayOf = (n: number) => instant(n).slice(0, 10)
const SURPLUS = 2
const upTo = <T>(count: number, one: (n: number) => T): T[] => Array.from({ length: count }, (_, n) => one(n))

/** An export that lists the newest sessions and points first; its last points are an hour each. */
function exportOf(count: number): string {
  const sessions = upTo(count, (n) => ({
    ...GAME,
    playthrough_id: 'run',
    played_on: dayOf(n),
    minutes: 1,
    note: `Evening ${n}`,
    origin: 'typed',
    ended_at: instant(n),
  }))
  const points = upTo(count, (n) => ({
    ...GAME,
    play_time: n / 100,
    completion_percentage: 0,
    undated_hours: n / 100,
    created_at: instant(n),
  }))
  return JSON.stringify({
    format: 'savepoint-export',
    version: 1,
    data: {
      user_games: [
        { ...GAME, status: 'playing', play_time: (count - 1) / 100, completion_percentage: 0, is_liked: false },
      ],
      playthroughs: [{ ...GAME, id: 'run', platform: 'PC', finish_level: 'unfinished', is_replay: false }],
      play_sessions: sessions.toReversed(),
      game_progress_history: points.toReversed(),
    },
  })
}
const pointsOfAnn = () =>
  app.db.selectFrom('game_progress_history').select(['created_at', 'play_time']).orderBy('created_at').execute()
const sessionsOfAnn = () => app.db.selectFrom('play_sessions').select('note').orderBy('ended_at').execute()

test('of too many sessions and points the newest come, whatever order the file has', async () => {
  const count = Math.max(MAX_IMPORTED_POINTS, MAX_IMPORTED_SESSIONS) + SURPLUS
  const id = await read(ann, exportOf(count), 'data.json')
  const [row] = await rowsOf(ann, id)
  expect(row.losses).toEqual([expect.stringContaining(`“${SURPLUS}”`), expect.stringContaining(`“${SURPLUS}”`)])
  await step(ann, id, 'apply')
  const points = await pointsOfAnn()
  expect([points.length, points[0]?.created_at.toISOString(), points.at(-1)?.created_at.toISOString()]).toEqual([
    MAX_IMPORTED_POINTS,
    instant(SURPLUS),
    instant(count - 1),
  ])
  const sessions = await sessionsOfAnn()
  expect([sessions.length, sessions[0]?.note, sessions.at(-1)?.note]).toEqual([
    MAX_IMPORTED_SESSIONS,
    `Evening ${SURPLUS}`,
    `Evening ${count - 1}`,
  ])
  await step(ann, id, 'undo')
  expect([await library(ann), await pointsOfAnn(), await sessionsOfAnn()]).toEqual([[], [], []])
})

test('a page of rows says how many come and reads none of them', async () => {
  const id = await read(ann, exportOf(300), 'data.json')
  const changes = async () =>
    (await rowsOf(ann, id))[0].changes.map(({ field, after }: { field: string; after: string }) => [field, after])
  const expected = expect.arrayContaining([
    ['Play sessions', '300'],
    ['Points in the history of hours', '300'],
  ])
  expect(await changes()).toEqual(expected)
  // A statement that reads the sessions or the history of the row fails now.
  await app.db
    .updateTable('import_rows')
    .set({ ledger: JSON.stringify('unread') })
    .execute()
  expect(await changes()).toEqual(expected)
})

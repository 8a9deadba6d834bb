import { expect, test } from 'vitest'
import { useLibraryApp } from '#tests/support/library-app.ts'
import { useMember } from '#tests/support/members.ts'

const [g0, g1] = ['rawg_900', 'rawg_901'] as const
const UNKNOWN = 'rawg_999999'
const { t, fresh, rowsOf, historyRowsOf, shelve, log, later } = useLibraryApp([g0, g1])
const other = useMember(t)

test('logging a game that is not in the library adds it as playing [R-PROG-05]', async () => {
  const who = await fresh()
  const answer = await log(who, g0, { play_time: 2 })
  expect(answer.status).toBe(200)
  expect(answer.body).toMatchObject({ created: true, entry: { status: 'playing', play_time: 2, is_liked: false } })
})

test('below 100 % the status stays, 100 % completes, and a status in the request wins [R-PROG-06]', async () => {
  const who = await fresh()
  await shelve(who, g0, { status: 'dropped' })
  expect((await log(who, g0, { completion_percentage: 40 })).body).toMatchObject({
    created: false,
    entry: { status: 'dropped', progress: 40 },
  })
  expect((await log(who, g0, { completion_percentage: 100 })).body.entry.status).toBe('completed')
  expect((await log(who, g0, { play_time: 3 })).body.entry.status).toBe('completed')
  expect((await log(who, g0, { completion_percentage: 80, status: 'completed' })).body.entry.status).toBe('completed')
  expect((await log(who, g1, { completion_percentage: 100, status: 'want_to_play' })).body.entry.status).toBe(
    'want_to_play',
  )
})

test('one save writes a whole log: status, figures, rating, heart and notes [R-LIB-09]', async () => {
  const who = await fresh()
  const draft = { status: 'completed', completion_percentage: 100, play_time: 12.5, user_rating: 8 }
  const { body } = await log(who, g0, { ...draft, is_liked: true, notes: 'Twice.' })
  expect(body.entry).toMatchObject({ ...draft, is_liked: true, notes: 'Twice.' })
  expect(await historyRowsOf(who)).toMatchObject([{ play_time: 12.5, completion_percentage: 100 }])
})

test('every update with new values writes one history row, oldest first [R-PROG-10] [R-PROG-12]', async () => {
  const who = await fresh()
  await log(who, g0, { play_time: 1 })
  later(1)
  await log(who, g0, { play_time: 1 })
  await log(who, g0, { completion_percentage: 10 })
  later(1)
  await log(who, g0, { play_time: 0.5 })
  // It rounds to the hours that are stored.
  await log(who, g0, { play_time: 0.504 })
  const { body } = await who.get(`/api/library/${g0}/history`)
  expect(
    body.playTimeHistory.map((row: Record<string, unknown>) => [row.play_time, row.completion_percentage]),
  ).toEqual([
    [1, 0],
    [1, 10],
    [0.5, 10],
  ])
  expect(body.achievementHistory).toEqual([])
  const times = body.playTimeHistory.map((row: { created_at: string }) => row.created_at)
  expect(times).toEqual(times.toSorted())
})

test('every update with a new number of achievements writes a history row [R-PROG-11]', async () => {
  const who = await fresh()
  await log(who, g0, { achievements_completed: 3 })
  await log(who, g0, { achievements_completed: 3 })
  await log(who, g0, { play_time: 1 })
  await log(who, g0, { achievements_completed: 7 })
  const { body } = await who.get(`/api/library/${g0}/history`)
  expect(body.achievementHistory.map((row: Record<string, unknown>) => row.achievements_completed)).toEqual([3, 7])
  expect(body.playTimeHistory).toHaveLength(1)
})

test('progress is returned with its histories; zeros for a game that is not in the library [R-PROG-14]', async () => {
  const who = await fresh()
  expect((await who.get(`/api/library/${g0}/progress`)).body).toEqual({
    play_time: 0,
    completion_percentage: 0,
    achievements_completed: 0,
    playTimeHistory: [],
    achievementHistory: [],
  })
  await log(who, g0, { play_time: 2, completion_percentage: 20, achievements_completed: 1 })
  expect((await who.get(`/api/library/${g0}/progress`)).body).toMatchObject({
    play_time: 2,
    completion_percentage: 20,
    achievements_completed: 1,
    playTimeHistory: [{ play_time: 2, completion_percentage: 20 }],
    achievementHistory: [{ achievements_completed: 1 }],
  })
  expect((await other.get(`/api/library/${g0}/progress`)).body.playTimeHistory).toEqual([])
  expect((await t.visitor().get(`/api/library/${g0}/progress`)).status).toBe(401)
  expect((await t.visitor().get(`/api/library/${g0}/history`)).status).toBe(401)
})

test('a correction changes the newest own row; another member is refused [R-PROG-13]', async () => {
  const who = await fresh()
  await log(who, g0, { play_time: 1, achievements_completed: 1 })
  later(1)
  await log(who, g0, { play_time: 20, achievements_completed: 2 })
  await log(who, g0, { play_time: 2, achievements_completed: 3, correct: true })
  expect((await who.get(`/api/library/${g0}/progress`)).body).toMatchObject({
    play_time: 2,
    playTimeHistory: [{ play_time: 1 }, { play_time: 2 }],
    achievementHistory: [{ achievements_completed: 1 }, { achievements_completed: 3 }],
  })
  const refused = await other.put(`/api/library/${g0}/progress`, {
    play_time: 9,
    correct: true,
    user_id: who.user.id,
  })
  expect(refused.status).toBe(403)
  expect(refused.body).toMatchObject({ code: '42501', error: 'You can only change your own library' })
  expect((await who.get(`/api/library/${g0}`)).body.entry.play_time).toBe(2)
  expect((await other.get(`/api/library/${g0}`)).status).toBe(404)
})

test('a correction that undoes everything restores the history and last_played_at', async () => {
  const who = await fresh()
  const first = (await log(who, g0, { play_time: 1 })).body.entry
  later(10)
  expect((await log(who, g0, { play_time: 1.5 })).body.entry.last_played_at).toBe(t.time.now.toISOString())
  const undone = (await log(who, g0, { play_time: 1, correct: true })).body.entry
  expect(undone).toMatchObject({ play_time: 1, last_played_at: first.last_played_at })
  const gone = (await log(who, g0, { play_time: 0, correct: true })).body.entry
  expect(gone).toMatchObject({ play_time: 0, last_played_at: null })
  expect(await historyRowsOf(who)).toEqual([])
})

test('the histories never go back in time, although the clocks of two nodes differ', async () => {
  const who = await fresh()
  const start = t.time.now.getTime()
  const at = (minutes: number) => new Date(start + minutes * 60_000)
  for (const [minutes, number] of [
    [0, 1],
    [-2, 2],
    [3, 3],
  ] as const) {
    t.time.now = at(minutes)
    await log(who, g0, { play_time: number, achievements_completed: number })
  }
  const { body } = await who.get(`/api/library/${g0}/history`)
  const times = [0, 0, 3].map((minutes) => ({ created_at: at(minutes).toISOString() }))
  expect(body.playTimeHistory).toMatchObject(times.map((time, index) => ({ ...time, play_time: index + 1 })))
  expect(body.achievementHistory).toMatchObject(
    times.map((time, index) => ({ ...time, achievements_completed: index + 1 })),
  )
})

test('a correction that restores the previous number of achievements removes the row in between', async () => {
  const who = await fresh()
  const numbers = async () =>
    (await who.get(`/api/library/${g0}/progress`)).body.achievementHistory.map(
      (row: { achievements_completed: number }) => row.achievements_completed,
    )
  for (const achievements_completed of [2, 3, 5]) await log(who, g0, { achievements_completed })
  await log(who, g0, { achievements_completed: 3, correct: true })
  expect(await numbers()).toEqual([2, 3])
  for (const achievements_completed of [2, 0]) await log(who, g0, { achievements_completed, correct: true })
  expect(await numbers()).toEqual([])
})

test('last_played_at moves only when hours or percentage grow', async () => {
  const who = await fresh()
  const at = (answer: { body: { entry: { last_played_at: string | null } } }) => answer.body.entry.last_played_at
  expect(at(await log(who, g0, { achievements_completed: 1 }))).toBeNull()
  later(1)
  const grown = at(await log(who, g0, { completion_percentage: 5 }))
  expect(grown).toBe(t.time.now.toISOString())
  later(1)
  expect(at(await log(who, g0, { completion_percentage: 4 }))).toBe(grown)
  const played = at(await log(who, g0, { play_time: 1 }))
  expect(played).toBe(t.time.now.toISOString())
  later(1)
  expect(at(await log(who, g0, { play_time: 0.5 }))).toBe(played)
})

test.each([
  [{ completion_percentage: 101 }, 'Completion percentage must be between 0 and 100', '[R-PROG-15]'],
  [{ completion_percentage: -1 }, 'Completion percentage must be between 0 and 100', '[R-PROG-15]'],
  [{ play_time: -1 }, 'Play time cannot be negative', '[R-PROG-16]'],
  [{ play_time: 100_001 }, 'Play time cannot be more than 100000 hours', ''],
  [{ achievements_completed: -1 }, 'Achievements completed cannot be negative', '[R-PROG-17]'],
  [{ achievements_completed: 1.5 }, 'Achievements completed must be a whole number', ''],
  [{}, 'Progress data is required', '[R-PROG-18]'],
  [{ correct: true }, 'Progress data is required', '[R-PROG-18]'],
])('%j is refused: %s, and nothing is written %s', async (draft, message, _rule) => {
  const who = await fresh()
  const answer = await log(who, g0, draft)
  expect(answer.status).toBe(400)
  expect(answer.body.error).toBe(message)
  expect(await rowsOf(who)).toEqual([])
  expect(await historyRowsOf(who)).toEqual([])
})

test('requires a session and an existing game [R-PROG-19]', async () => {
  expect((await t.visitor().put(`/api/library/${g0}/progress`, { play_time: 1 })).status).toBe(401)
  expect((await log(other, '%20', { play_time: 1 })).status).toBe(400)
  expect((await log(other, UNKNOWN, { play_time: 1 })).status).toBe(404)
})

test('two concurrent saves run one after the other: one entry, both in the history, the later values remain', async () => {
  const who = await fresh()
  const hours = [1, 2, 3, 4, 5, 6]
  const answers = await Promise.all(hours.map((play_time) => log(who, g0, { play_time })))
  expect(answers.map(({ status }) => status)).toEqual(hours.map(() => 200))
  expect(answers.filter(({ body }) => body.created)).toHaveLength(1)
  const { body } = await who.get(`/api/library/${g0}/progress`)
  const logged = body.playTimeHistory.map((row: { play_time: number }) => row.play_time)
  expect(logged.toSorted()).toEqual(hours)
  expect(body.play_time).toBe(logged.at(-1))
})

import { beforeAll, describe, expect, test } from 'vitest'
import { addGames } from '#tests/support/fixtures.ts'
import { type Member, signUp } from '#tests/support/members.ts'
import { useTestApp } from '#tests/support/test-app.ts'

const t = useTestApp()

const G = 'rawg_900'
const H = 'rawg_901'

beforeAll(async () => {
  await addGames(t, [G, H])
  t.time.now = new Date('2026-11-20T20:00:00Z')
})

const fresh = () => signUp(t)
const later = (minutes: number) => {
  t.time.now = new Date(t.time.now.getTime() + minutes * 60_000)
}
const add = (who: Member, body: object, game = G) => who.post(`/api/user/games/${game}/sessions`, body)
const change = (who: Member, id: string, body: object, game = G) =>
  who.patch(`/api/user/games/${game}/sessions/${id}`, body)
const drop = (who: Member, id: string, game = G) => who.delete(`/api/user/games/${game}/sessions/${id}`)
const merge = (who: Member, session_ids: string[], game = G) =>
  who.post(`/api/user/games/${game}/sessions/merge`, { session_ids })
const start = (who: Member, body: object = {}, game = G) => who.post(`/api/user/games/${game}/playthroughs`, body)
const list = async (who: Member, game = G) => (await who.get(`/api/user/games/${game}/sessions`)).body
const playLog = async (who: Member, game = G) => (await who.get(`/api/user/games/${game}/play-log`)).body
const entryOf = async (who: Member, game = G) => (await who.get(`/api/library/${game}`)).body.entry
const type = (who: Member, body: object, game = G) => who.put(`/api/library/${game}/progress`, body)
const hoursHistory = async (who: Member, game = G) =>
  (await who.get(`/api/library/${game}/history`)).body.playTimeHistory.map(
    (row: { play_time: number }) => row.play_time,
  )
const rowsOf = (who: Member) =>
  t.db.selectFrom('play_sessions').select(['id', 'minutes']).where('user_id', '=', who.user.id).execute()

describe('a play session', () => {
  test('writing a session sets hours, last day, history and a first playthrough', async () => {
    const who = await fresh()
    const { status, body } = await add(who, { minutes: 90, note: ' To the lighthouse. ' })
    expect(status).toBe(201)
    expect(body.session).toMatchObject({
      game_id: G,
      played_on: '2026-11-20',
      minutes: 90,
      note: 'To the lighthouse.',
      origin: 'typed',
    })
    expect(body.entry).toMatchObject({ status: 'playing', play_time: 1.5, last_played_at: t.time.now.toISOString() })
    expect(await hoursHistory(who)).toEqual([1.5])
    expect(await playLog(who)).toEqual({
      totals: { play_time: 1.5, session_count: 1, session_minutes: 90, undated_hours: 0 },
      playthroughs: [
        {
          id: body.session.playthrough_id,
          game_id: G,
          platform: null,
          started_on: '2026-11-20',
          finished_on: null,
          finish_level: 'unfinished',
          is_replay: false,
          session_count: 1,
          session_minutes: 90,
        },
      ],
    })
  })

  test('a session makes a wanted game playing; a dropped one stays dropped', async () => {
    const who = await fresh()
    await who.post('/api/library', { game_id: G })
    await who.post('/api/library', { game_id: H, status: 'dropped' })
    expect((await add(who, { minutes: 1 })).body.entry.status).toBe('playing')
    expect((await add(who, { minutes: 1 }, H)).body.entry.status).toBe('dropped')
  })

  test('a session of another day counts for noon of that day, and a future day is refused', async () => {
    const who = await fresh()
    const past = await add(who, { minutes: 60, played_on: '2026-11-01' })
    expect(past.body.entry.last_played_at).toBe('2026-11-01T12:00:00.000Z')
    // The far east has the next day already.
    const ahead = await add(who, { minutes: 60, played_on: '2026-11-21' })
    expect(ahead.status).toBe(201)
    expect(ahead.body.entry.last_played_at).toBe(t.time.now.toISOString())
  })

  test.each([
    [{ minutes: 0 }, 'A session is at least 1 minute'],
    [{ minutes: 1441 }, 'A session is at most 24 hours'],
    [{ minutes: 1.5 }, 'A duration is whole minutes'],
    [{ minutes: '90' }, 'A duration is required'],
    [{}, 'A duration is required'],
    [{ minutes: 30, played_on: '1969-12-31' }, 'A day cannot be before 1970'],
    [{ minutes: 30, played_on: '2026-02-30' }, 'This is not a valid date'],
    [{ minutes: 30, played_on: '2026-11-22' }, 'This day is in the future'],
    [{ minutes: 30, note: 'x'.repeat(501) }, 'A note must be 500 characters or less'],
    [{ minutes: 30, note: 'a\0b' }, 'The text contains characters that cannot be stored'],
    [{ minutes: 30, playthrough_id: 'first' }, 'Invalid playthrough id'],
  ])('%j is refused: %s, and nothing is written', async (body, message) => {
    const who = await fresh()
    const answer = await add(who, body)
    expect([answer.status, answer.body.error]).toEqual([400, message])
    expect(await rowsOf(who)).toEqual([])
    expect((await who.get(`/api/library/${G}`)).status).toBe(404)
  })

  test("a session defaults to the member's day; a day that has begun in some time zone is accepted, for travellers (G58)", async () => {
    const who = await fresh()
    const settings = JSON.stringify({ onboarded: true, timezone: 'America/Los_Angeles' })
    await t.db.updateTable('profiles').set({ settings }).where('id', '=', who.user.id).execute()
    t.time.now = new Date('2026-11-21T03:00:00Z')
    expect((await add(who, { minutes: 30 })).body.session.played_on).toBe('2026-11-20')
    expect((await add(who, { minutes: 30, played_on: '2026-11-21' })).body.session.played_on).toBe('2026-11-21')
    expect((await add(who, { minutes: 30, played_on: '2026-11-22' })).status).toBe(400)
    t.time.now = new Date('2026-11-20T20:00:00Z')
  })

  test('a session of an unknown game is refused', async () => {
    const who = await fresh()
    expect((await add(who, { minutes: 30 }, 'rawg_999999')).status).toBe(404)
  })

  test('a session beyond the limits is refused, and nothing is written', async () => {
    const who = await fresh()
    await type(who, { play_time: 100_000 })
    const answer = await add(who, { minutes: 1 })
    expect([answer.status, answer.body.code]).toEqual([400, 'too_many_hours'])
    expect(await rowsOf(who)).toEqual([])
    expect((await entryOf(who)).play_time).toBe(100_000)
  })

  test('changing minutes, day, note or playthrough leaves the other fields unchanged', async () => {
    const who = await fresh()
    const { id } = (await add(who, { minutes: 60, note: 'one' })).body.session
    const other = (await start(who, { platform: 'Switch' })).body.playthrough
    const { status, body } = await change(who, id, {
      minutes: 45,
      played_on: '2026-11-10',
      playthrough_id: other.id,
    })
    expect(status).toBe(200)
    expect(body.session).toMatchObject({
      minutes: 45,
      played_on: '2026-11-10',
      note: 'one',
      playthrough_id: other.id,
    })
    expect(body.entry).toMatchObject({ play_time: 0.75, last_played_at: '2026-11-10T12:00:00.000Z' })
    expect((await change(who, id, { note: ' ' })).body.session.note).toBeNull()
    expect((await change(who, id, {})).status).toBe(400)
    expect((await change(who, id, { minutes: 2000 })).status).toBe(400)
    expect((await change(who, id, { played_on: '2027-01-01' })).status).toBe(400)
    expect(await hoursHistory(who)).toEqual([1, 0.75])
  })

  test('deleting a session reduces hours and last_played_at, and restoring it leaves the history unchanged', async () => {
    const who = await fresh()
    await add(who, { minutes: 60, played_on: '2026-11-01' })
    const { session } = (await add(who, { minutes: 30 })).body
    const gone = await drop(who, session.id)
    expect(gone.body.entry).toMatchObject({ play_time: 1, last_played_at: '2026-11-01T12:00:00.000Z' })
    expect((await who.get('/api/library/stats')).body).toMatchObject({ totalPlaytime: 60 })
    const { played_on, minutes, note, playthrough_id } = session
    await add(who, { played_on, minutes, note, playthrough_id, correct: true })
    expect(await hoursHistory(who)).toEqual([1, 1.5])
    expect((await entryOf(who)).play_time).toBe(1.5)
    expect((await drop(who, session.id)).status).toBe(404)
  })

  test('restoring a session restores the total also where a typed total was less than the sum of the sessions', async () => {
    const who = await fresh()
    const { session } = (await add(who, { minutes: 180 })).body
    await type(who, { play_time: 1 })
    later(1)
    expect((await drop(who, session.id)).body.entry.play_time).toBe(0)
    const { played_on, minutes, note, playthrough_id } = session
    const back = { played_on, minutes, note, playthrough_id, correct: true, undated_hours: -2 }
    expect((await add(who, back)).body.entry.play_time).toBe(1)
    expect((await playLog(who)).totals).toMatchObject({ play_time: 1, session_minutes: 180, undated_hours: -2 })
    expect(await hoursHistory(who)).toEqual([3, 1])
    // The total changes nothing else, and later additions remain.
    expect((await add(who, { minutes: 60, correct: true, undated_hours: 0 })).body.entry.play_time).toBe(2)
    expect((await add(who, { minutes: 60, undated_hours: -100 })).body.entry.play_time).toBe(3)
    expect((await add(who, { minutes: 60, correct: true, undated_hours: -100_000 })).body.entry.play_time).toBe(0)
    await type(who, { play_time: 40 })
    expect((await add(who, { minutes: 60, correct: true, undated_hours: -2 })).body.entry.play_time).toBe(41)
    for (const undated_hours of [1, -100_001, '0'])
      expect((await add(who, { minutes: 60, correct: true, undated_hours })).status).toBe(400)
  })

  test('deleting the session of the last day restores the day that was logged without a session', async () => {
    const who = await fresh()
    const logged = (await type(who, { play_time: 2 })).body.entry.last_played_at
    later(60)
    const { session, entry } = (await add(who, { minutes: 30 })).body
    expect(entry.last_played_at).toBe(t.time.now.toISOString())
    expect((await drop(who, session.id)).body.entry).toMatchObject({ play_time: 2, last_played_at: logged })
  })

  test("another member's session cannot be changed, deleted, merged or used", async () => {
    const [who, other] = [await fresh(), await fresh()]
    const { session } = (await add(who, { minutes: 30 })).body
    const second = (await add(who, { minutes: 30 })).body.session
    const own = (await add(other, { minutes: 5 })).body.session
    for (const answer of [
      await change(other, session.id, { minutes: 1 }),
      await drop(other, session.id),
      await merge(other, [session.id, second.id]),
      await merge(other, [session.id, own.id]),
      await add(other, { minutes: 5, playthrough_id: session.playthrough_id }),
      await change(other, own.id, { playthrough_id: session.playthrough_id }),
      // The viewer's own session under another game.
      await change(who, session.id, { minutes: 1 }, H),
    ])
      expect(answer.status).toBe(404)
    expect((await rowsOf(who)).map((row) => row.minutes)).toEqual([30, 30])
    expect((await rowsOf(other)).map((row) => row.minutes)).toEqual([5])
    expect((await list(other)).total).toBe(1)
  })

  test('sessions are listed by day, latest first, in pages, in two queries', async () => {
    const who = await fresh()
    for (const day of ['03', '01', '02']) await add(who, { minutes: 30, played_on: `2026-11-${day}` })
    const { body } = await who.get(`/api/user/games/${G}/sessions?limit=2`)
    expect(body.data.map((row: { played_on: string }) => row.played_on)).toEqual(['2026-11-03', '2026-11-02'])
    expect([body.total, body.hasMore]).toEqual([3, true])
    expect((await who.get(`/api/user/games/${G}/sessions?limit=2&page=2`)).body).toMatchObject({ hasMore: false })
    expect(await t.countQueries(() => who.get(`/api/user/games/${G}/sessions`))).toBe(2)
    expect(await t.countQueries(() => who.get(`/api/user/games/${G}/play-log`))).toBe(2)
  })

  test('a game outside the library has an empty list, not an error', async () => {
    const who = await fresh()
    expect(await list(who)).toEqual({ data: [], total: 0, hasMore: false })
    expect(await playLog(who)).toEqual({
      totals: { play_time: 0, session_count: 0, session_minutes: 0, undated_hours: 0 },
      playthroughs: [],
    })
  })
})

describe('the undated balance', () => {
  test('a typed total is the total: the balance is its part outside the sessions', async () => {
    const who = await fresh()
    await add(who, { minutes: 90 })
    expect((await type(who, { play_time: 10 })).body.entry.play_time).toBe(10)
    expect((await playLog(who)).totals).toMatchObject({ play_time: 10, session_minutes: 90, undated_hours: 8.5 })
    // The next session adds to the total.
    expect((await add(who, { minutes: 60 })).body.entry.play_time).toBe(11)
  })

  test('a total below the sum of the sessions is stored as a negative balance, which can be set to zero', async () => {
    const who = await fresh()
    const { session } = (await add(who, { minutes: 180 })).body
    expect((await type(who, { play_time: 1 })).body.entry.play_time).toBe(1)
    expect((await playLog(who)).totals).toMatchObject({ play_time: 1, session_minutes: 180, undated_hours: -2 })
    expect((await add(who, { minutes: 60 })).body.entry.play_time).toBe(2)
    expect((await type(who, { play_time: 4 })).body.entry.play_time).toBe(4)
    expect((await playLog(who)).totals.undated_hours).toBe(0)
    await type(who, { play_time: 0.5 })
    // It subtracts no more than there is.
    expect((await drop(who, session.id)).body.entry.play_time).toBe(0)
    expect((await playLog(who)).totals).toMatchObject({ play_time: 0, session_minutes: 60, undated_hours: -1 })
  })

  test('three sessions of twenty minutes are one hour', async () => {
    const who = await fresh()
    const answers = [20, 20, 20].map(() => ({ minutes: 20 }))
    const totals: number[] = []
    for (const body of answers) totals.push((await add(who, body)).body.entry.play_time)
    expect(totals).toEqual([0.33, 0.67, 1])
  })
})

describe('"+ 30 min"', () => {
  const press = (who: Member, more: object = {}) =>
    type(who, { play_time: 0.5, played: { minutes: 30, played_on: '2026-11-20' }, ...more })

  test('writes a session of today and ignores a total sent with it; undo removes it completely', async () => {
    const who = await fresh()
    const first = (await type(who, { play_time: 3 })).body.entry
    later(30)
    const { entry, session } = (await press(who)).body
    expect(entry).toMatchObject({ play_time: 3.5, last_played_at: t.time.now.toISOString() })
    expect((await list(who)).data).toMatchObject([{ id: session.id, minutes: 30, origin: 'quick' }])
    expect(await hoursHistory(who)).toEqual([3, 3.5])
    const undo = { play_time: 3, status: 'playing', correct: true, take_back: session.id }
    const undone = (await type(who, undo)).body.entry
    expect(undone).toMatchObject({ play_time: 3, last_played_at: first.last_played_at })
    expect(await hoursHistory(who)).toEqual([3])
    expect((await list(who)).total).toBe(0)
    // A repeated undo changes nothing.
    expect((await type(who, undo)).body.entry.play_time).toBe(3)
  })

  test('an undo in one of two tabs leaves the session of the other tab', async () => {
    const who = await fresh()
    await type(who, { play_time: 1 })
    const one = (await press(who)).body.session
    await press(who)
    const undone = await type(who, { play_time: 1, status: 'playing', correct: true, take_back: one.id })
    expect(undone.body.entry.play_time).toBe(1.5)
    expect((await list(who)).total).toBe(1)
  })

  test('every one of many concurrent presses becomes a session', async () => {
    const who = await fresh()
    const answers = await Promise.all(Array.from({ length: 60 }, () => press(who)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(answers.filter(({ body }) => body.created)).toHaveLength(1)
    expect((await entryOf(who)).play_time).toBe(30)
    const { totals, playthroughs } = await playLog(who)
    expect(totals).toEqual({ play_time: 30, session_count: 60, session_minutes: 1800, undated_hours: 0 })
    expect(playthroughs).toHaveLength(1)
    expect((await hoursHistory(who)).length).toBe(60)
  })

  test("another member's session cannot be deleted", async () => {
    const [who, other] = [await fresh(), await fresh()]
    const { session } = (await press(who)).body
    await type(other, { play_time: 1, correct: true, take_back: session.id })
    expect(await rowsOf(who)).toHaveLength(1)
  })
})

describe('merging sessions', () => {
  test('merges several sessions into one; hours and history stay unchanged', async () => {
    const who = await fresh()
    const ids: string[] = []
    for (const [day, note] of [
      ['01', 'first'],
      ['03', null],
      ['02', 'then'],
    ])
      ids.push((await add(who, { minutes: 20, played_on: `2026-11-${day}`, note })).body.session.id)
    const before = await hoursHistory(who)
    const { status, body } = await merge(who, ids)
    expect(status).toBe(200)
    expect(body.session).toMatchObject({ minutes: 60, played_on: '2026-11-03', note: 'first\nthen' })
    expect(body.entry).toMatchObject({ play_time: 1, last_played_at: '2026-11-03T12:00:00.000Z' })
    expect((await list(who)).total).toBe(1)
    expect(await hoursHistory(who)).toEqual(before)
  })

  const undo = (who: Member, undo_id: string, game = G) =>
    who.post(`/api/user/games/${game}/sessions/merge/undo`, { undo_id })
  const exactly = async (who: Member) => ({
    sessions: (await rowsOf(who)).toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    entry: await t.db.selectFrom('user_games').selectAll().where('user_id', '=', who.user.id).executeTakeFirst(),
    history: await hoursHistory(who),
  })

  test('undo restores every session, the entry and the history exactly, once', async () => {
    const who = await fresh()
    const ids: string[] = []
    for (const [minutes, note] of [
      [20, 'first'],
      [700, null],
      [25, 'then'],
    ] as const) {
      later(7)
      ids.push((await add(who, { minutes, note })).body.session.id)
    }
    await type(who, { play_time: 3 })
    const before = await exactly(who)
    later(5)
    const { undo_id } = (await merge(who, [ids[1] ?? '', ids[0] ?? '', ids[2] ?? ''])).body
    expect((await rowsOf(who)).map((row) => row.minutes)).toEqual([745])
    // Another member, another game, an unknown id.
    const other = await fresh()
    await add(other, { minutes: 5 })
    await add(who, { minutes: 5 }, H)
    for (const answer of [await undo(other, undo_id), await undo(who, undo_id, H)]) expect(answer.status).toBe(404)
    expect((await undo(who, 'drop')).status).toBe(400)
    await who.delete(`/api/library/${H}`)
    expect((await list(who)).total).toBe(1)
    later(5)
    // Concurrent presses in many tabs undo it once.
    const answers = await Promise.all(Array.from({ length: 6 }, () => undo(who, undo_id)))
    const done = answers.filter(({ status }) => status === 200)
    expect(done.map(({ body }) => body.entry.play_time)).toEqual([3])
    expect(await exactly(who)).toEqual(before)
    const again = await undo(who, undo_id)
    expect([again.status, again.body.code]).toEqual([404, 'merge_not_found'])
    expect(await exactly(who)).toEqual(before)
  })

  test('merge and undo preserve the hours also where a typed total is less than the sum of the sessions', async () => {
    const who = await fresh()
    const ids: string[] = []
    for (const minutes of [30, 381, 98]) ids.push((await add(who, { minutes })).body.session.id)
    await type(who, { play_time: 0.18 })
    later(1)
    const before = await exactly(who)
    later(1)
    const { entry, undo_id } = (await merge(who, ids)).body
    expect(entry.play_time).toBe(0.18)
    expect(await hoursHistory(who)).toEqual(before.history)
    expect((await undo(who, undo_id)).body.entry.play_time).toBe(0.18)
    expect(await exactly(who)).toEqual(before)
  })

  test('undo is refused when the merged session was changed, merged again or deleted since; nothing changes', async () => {
    const who = await fresh()
    const some = async () => {
      const ids: string[] = []
      for (const minutes of [10, 15]) ids.push((await add(who, { minutes })).body.session.id)
      later(1)
      return (await merge(who, ids)).body
    }
    const [one, two] = [await some(), await some()]
    later(1)
    const joined = (await merge(who, [one.session.id, two.session.id])).body
    const merged = await exactly(who)
    for (const { undo_id } of [one, two]) expect((await undo(who, undo_id)).body.code).toBe('merge_not_found')
    expect(await exactly(who)).toEqual(merged)
    // Undoing the second merge restores the session of the first one, so the first one can be undone too.
    expect((await undo(who, joined.undo_id)).status).toBe(200)
    expect((await undo(who, one.undo_id)).status).toBe(200)
    expect((await rowsOf(who)).map((row) => row.minutes).toSorted()).toEqual([10, 15, 25])
    const third = await some()
    later(1)
    await change(who, third.session.id, { note: 'a word' })
    expect((await undo(who, third.undo_id)).status).toBe(404)
    await drop(who, third.session.id)
    expect((await undo(who, third.undo_id)).status).toBe(404)
    expect((await rowsOf(who)).map((row) => row.minutes).toSorted()).toEqual([10, 15, 25])
    expect((await entryOf(who)).play_time).toBe(0.83)
  })

  test('each of the latest twenty merges can be undone, in two concurrent tabs only once', async () => {
    const who = await fresh()
    const undos: string[] = []
    for (let at = 0; at < 21; at++) {
      const ids: string[] = []
      for (const minutes of [1, 2]) ids.push((await add(who, { minutes })).body.session.id)
      undos.push((await merge(who, ids)).body.undo_id)
    }
    expect((await undo(who, undos[0] ?? '')).status).toBe(404)
    const twice = await Promise.all([undo(who, undos[1] ?? ''), undo(who, undos[1] ?? '')])
    expect(twice.map(({ status }) => status).toSorted()).toEqual([200, 404])
    expect((await undo(who, undos[9] ?? '')).status).toBe(200)
    expect(await rowsOf(who)).toHaveLength(23)
  })

  test('one session, sessions of two playthroughs, and more than a day are refused; nothing changes', async () => {
    const who = await fresh()
    const one = (await add(who, { minutes: 800 })).body.session
    const two = (await add(who, { minutes: 700 })).body.session
    const { playthrough } = (await start(who)).body
    const three = (await add(who, { minutes: 5, playthrough_id: playthrough.id })).body.session
    for (const ids of [[], [one.id], [one.id, one.id], [one.id, three.id], [one.id, two.id]]) {
      const answer = await merge(who, ids)
      expect([answer.status, answer.body.code]).toEqual([409, 'sessions_cannot_merge'])
    }
    expect((await merge(who, [one.id, playthrough.id])).status).toBe(404)
    expect((await rowsOf(who)).map((row) => row.minutes).toSorted()).toEqual([5, 700, 800])
  })
})

describe('a playthrough', () => {
  test('a second playthrough gets the next session', async () => {
    const who = await fresh()
    const first = (await add(who, { minutes: 30 })).body.session
    const done = { finish_level: 'main_story', finished_on: '2026-11-20', platform: ' PC ' }
    const path = `/api/user/games/${G}/playthroughs/${first.playthrough_id}`
    expect((await who.patch(path, done)).body.playthrough).toMatchObject({
      ...done,
      platform: 'PC',
      session_minutes: 30,
    })
    const { playthrough } = (await start(who, { platform: 'Switch', started_on: '2026-11-20' })).body
    expect((await add(who, { minutes: 10 })).body.session.playthrough_id).toBe(playthrough.id)
    expect((await who.patch(path, { platform: '' })).body.playthrough).toMatchObject({
      platform: null,
      finish_level: 'main_story',
    })
  })

  test('starting one leaves status and completion unchanged, but a wanted game becomes playing', async () => {
    const who = await fresh()
    await who.post('/api/library', { game_id: G, status: 'completed' })
    await start(who)
    expect(await entryOf(who)).toMatchObject({ status: 'completed', completion_percentage: 0 })
    await start(who, {}, H)
    expect(await entryOf(who, H)).toMatchObject({ status: 'playing', play_time: 0, last_played_at: null })
    expect(await hoursHistory(who, H)).toEqual([])
  })

  test.each([
    [{ started_on: '2026-11-02', finished_on: '2026-11-01', finish_level: 'main_story' }, 'days_in_wrong_order'],
    [{ finished_on: '2026-11-01' }, 'unfinished_has_no_end'],
    [{ started_on: '2026-12-01' }, 'day_in_future'],
    [{ started_on: '1969-12-31' }, 'validation_failed'],
    [{ finish_level: 'won' }, 'validation_failed'],
    [{ platform: 'x'.repeat(61) }, 'validation_failed'],
  ])('%j is refused: %s', async (body, code) => {
    const who = await fresh()
    const answer = await start(who, body)
    expect([answer.status, answer.body.code]).toEqual([400, code])
    expect((await who.get(`/api/library/${G}`)).status).toBe(404)
  })

  test('deleting one deletes its sessions and their hours, and nothing else', async () => {
    const [who, other] = [await fresh(), await fresh()]
    await type(who, { play_time: 5 })
    const first = (await add(who, { minutes: 60 })).body.session
    const { playthrough } = (await start(who)).body
    await add(who, { minutes: 30, playthrough_id: playthrough.id })
    const path = `/api/user/games/${G}/playthroughs/${first.playthrough_id}`
    expect((await other.delete(path)).status).toBe(404)
    expect((await who.delete(path)).status).toBe(204)
    expect((await entryOf(who)).play_time).toBe(5.5)
    expect((await list(who)).total).toBe(1)
    expect((await who.delete(path)).status).toBe(404)
  })

  test('a game can have fifty playthroughs', async () => {
    const who = await fresh()
    for (let at = 0; at < 50; at++) expect((await start(who)).status).toBe(201)
    expect((await start(who)).body.code).toBe('too_many_playthroughs')
  })
})

test('removing the game removes its play log and the timer', async () => {
  const who = await fresh()
  await add(who, { minutes: 30 })
  await add(who, { minutes: 30 }, H)
  await who.post('/api/user/timer', { game_id: G })
  expect((await who.delete(`/api/library/${G}`)).status).toBe(204)
  expect(await rowsOf(who)).toHaveLength(1)
  expect((await playLog(who)).playthroughs).toEqual([])
  expect((await who.get('/api/user/timer')).body).toEqual({ timer: null })
})

test('the data export contains the play log', async () => {
  const who = await fresh()
  await add(who, { minutes: 30, note: 'mine' })
  await who.post('/api/user/timer', { game_id: G })
  const { body } = await who.get('/api/user/export')
  expect(body.data).toMatchObject({
    play_sessions: [{ minutes: 30, note: 'mine' }],
    playthroughs: [{ game_id: G }],
    play_timers: [{ game_id: G }],
  })
})

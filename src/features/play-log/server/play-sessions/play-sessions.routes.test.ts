import { describe, expect, test } from 'vitest'
import type { Member } from '#tests/support/members.ts'
import { usePlaySessionsApp } from '#tests/support/play-sessions-app.ts'

const { t, G, H, fresh, later, add, change, drop, merge, start, list, playLog, entryOf, type, hoursHistory, rowsOf } =
  usePlaySessionsApp()

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
    const last_played_at = t.time.now.toISOString()
    expect(body.entry).toMatchObject({ status: 'playing', play_time: 1.5, is_liked: false, last_played_at })
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
          kind: 'first',
          rating: null,
          review_id: null,
          bookmark: null,
          bookmarked_at: null,
          is_paused: false,
          drop_reason: null,
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
    await type(who, { play_time: 99_999 })
    expect((await add(who, { minutes: 60 })).body.entry.play_time).toBe(100_000)
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
    for (const note of [' ', null]) expect((await change(who, id, { note })).body.session.note).toBeNull()
    expect((await change(who, id, {})).status).toBe(400)
    expect((await change(who, id, { minutes: 2000 })).status).toBe(400)
    expect((await change(who, id, { played_on: '2027-01-01' })).status).toBe(400)
    expect(await hoursHistory(who)).toEqual([1, 0.75])
  })

  test('a change that names the same day leaves the time of the session unchanged', async () => {
    const who = await fresh()
    const { session, entry } = (await add(who, { minutes: 60 })).body
    later(10)
    const changed = await change(who, session.id, { minutes: 45, played_on: session.played_on })
    expect(changed.body.entry).toMatchObject({ play_time: 0.75, last_played_at: entry.last_played_at })
  })

  test('changing a session leaves the other sessions of the game unchanged', async () => {
    const who = await fresh()
    await add(who, { minutes: 60, note: 'one' })
    const { session } = (await add(who, { minutes: 30 })).body
    await change(who, session.id, { minutes: 45, note: 'two' })
    expect((await list(who)).data).toMatchObject([
      { minutes: 45, note: 'two' },
      { minutes: 60, note: 'one' },
    ])
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

  test('a session of another member or another game cannot be changed, deleted, merged or used', async () => {
    const [who, other] = [await fresh(), await fresh()]
    const { session } = (await add(who, { minutes: 30 })).body
    const second = (await add(who, { minutes: 30 })).body.session
    const own = (await add(other, { minutes: 5 })).body.session
    const ofOtherGame = (await add(who, { minutes: 15 }, H)).body.session
    const { playthrough_id } = session
    const sentences = {
      session_not_found: 'This session does not exist',
      playthrough_not_found: 'This playthrough does not exist',
    }
    for (const [answer, code] of [
      [await change(other, session.id, { minutes: 1 }), 'session_not_found'],
      [await drop(other, session.id), 'session_not_found'],
      [await merge(other, [session.id, second.id]), 'session_not_found'],
      [await merge(other, [session.id, own.id]), 'session_not_found'],
      [await add(other, { minutes: 5, playthrough_id }), 'playthrough_not_found'],
      [await change(other, own.id, { playthrough_id }), 'playthrough_not_found'],
      [await change(who, session.id, { minutes: 1 }, H), 'session_not_found'],
      [await drop(who, session.id, H), 'session_not_found'],
      [await merge(who, [session.id, second.id], H), 'session_not_found'],
      [await add(who, { minutes: 5, playthrough_id }, H), 'playthrough_not_found'],
      [await change(who, ofOtherGame.id, { playthrough_id }, H), 'playthrough_not_found'],
    ] as const)
      expect([answer.status, answer.body.code, answer.body.error]).toEqual([404, code, sentences[code]])
    expect((await rowsOf(who)).map((row) => row.minutes)).toEqual([30, 30, 15])
    expect((await rowsOf(other)).map((row) => row.minutes)).toEqual([5])
    expect((await list(other)).total).toBe(1)
  })

  test('sessions are listed by day, latest first, in pages, in two queries', async () => {
    const who = await fresh()
    for (const day of ['03', '01', '02']) await add(who, { minutes: 30, played_on: `2026-11-${day}` })
    await add(who, { minutes: 30, played_on: '2026-11-04' }, H)
    const { body } = await who.get(`/api/user/games/${G}/sessions?limit=2`)
    expect(body.data.map((row: { played_on: string }) => row.played_on)).toEqual(['2026-11-03', '2026-11-02'])
    expect([body.total, body.hasMore]).toEqual([3, true])
    expect((await who.get(`/api/user/games/${G}/sessions?limit=2&page=2`)).body).toMatchObject({
      data: [{ played_on: '2026-11-01' }],
      total: 3,
      hasMore: false,
    })
    expect(await t.countQueries(() => who.get(`/api/user/games/${G}/sessions`))).toBe(2)
    expect(await t.countQueries(() => who.get(`/api/user/games/${G}/play-log`))).toBe(2)
  })

  test('the play log sums the sessions of each playthrough of a game, oldest first', async () => {
    const who = await fresh()
    for (const minutes of [60, 30]) await add(who, { minutes })
    await start(who, { platform: 'Switch' })
    await add(who, { minutes: 6 }, H)
    const { totals, playthroughs } = await playLog(who)
    expect(totals).toEqual({ play_time: 1.5, session_count: 2, session_minutes: 90, undated_hours: 0 })
    expect(playthroughs).toMatchObject([
      { platform: null, session_count: 2, session_minutes: 90 },
      { platform: 'Switch', session_count: 0, session_minutes: 0 },
    ])
    expect((await playLog(who, H)).totals).toMatchObject({ play_time: 0.1, session_count: 1, session_minutes: 6 })
  })

  test('of the sessions of one day the one that was written last is listed first', async () => {
    const who = await fresh()
    for (const minutes of [1, 2, 3]) await add(who, { minutes })
    expect((await list(who)).data.map((row: { minutes: number }) => row.minutes)).toEqual([3, 2, 1])
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
    // Restoring the session restores the whole balance.
    expect((await add(who, { minutes: 180, correct: true, undated_hours: -3.5 })).body.entry.play_time).toBe(0.5)
    expect((await playLog(who)).totals).toMatchObject({ session_minutes: 240, undated_hours: -3.5 })
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

  test('undo restores the day of the earlier session, not the time when that one was written', async () => {
    const who = await fresh()
    const { entry } = (await add(who, { minutes: 60, played_on: '2026-11-01' })).body
    later(30)
    const { session } = (await press(who)).body
    const undone = await type(who, { play_time: 1, correct: true, take_back: session.id })
    expect(undone.body.entry).toMatchObject({ play_time: 1, last_played_at: entry.last_played_at })
  })

  test('a day in the future, which a wrong clock of the device sends, is replaced by today', async () => {
    const who = await fresh()
    const { status, body } = await press(who, { played: { minutes: 30, played_on: '2026-12-24' } })
    expect([status, body.entry.last_played_at]).toEqual([200, t.time.now.toISOString()])
    expect((await list(who)).data).toMatchObject([{ played_on: '2026-11-20' }])
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

  test("another member's session, or one of another game, cannot be deleted", async () => {
    const [who, other] = [await fresh(), await fresh()]
    const { session } = (await press(who)).body
    await type(other, { play_time: 1, correct: true, take_back: session.id })
    await type(who, { play_time: 1, correct: true, take_back: session.id }, H)
    expect(await rowsOf(who)).toHaveLength(1)
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

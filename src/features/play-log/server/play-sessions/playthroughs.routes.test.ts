import { describe, expect, test } from 'vitest'
import { duringTransaction } from '#tests/support/locks.ts'
import type { Member } from '#tests/support/members.ts'
import { usePlaySessionsApp } from '#tests/support/play-sessions-app.ts'

const { t, G, H, fresh, later, add, change, drop, merge, start, list, playLog, entryOf, type, hoursHistory, rowsOf } =
  usePlaySessionsApp()

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
  const exactly = async (who: Member, game = G) => {
    const sessions = t.db.selectFrom('play_sessions').where('user_id', '=', who.user.id).where('game_id', '=', game)
    const entry = t.db.selectFrom('user_games').where('user_id', '=', who.user.id).where('game_id', '=', game)
    return {
      sessions: await sessions.selectAll().orderBy('id').execute(),
      entry: await entry.selectAll().executeTakeFirst(),
      history: await hoursHistory(who, game),
    }
  }

  test('undo restores every session, the entry and the history exactly, once', async () => {
    const who = await fresh()
    const ids: string[] = []
    for (const [minutes, note, played_on] of [
      [20, 'first', '2026-11-18'],
      [700, null, '2026-11-19'],
      [25, 'then', '2026-11-20'],
    ] as const) {
      later(7)
      ids.push((await add(who, { minutes, note, played_on })).body.session.id)
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
    const others = async () => [await exactly(other), await exactly(who, H)]
    const untouched = await others()
    expect((await list(who)).total).toBe(1)
    later(5)
    // Concurrent presses in many tabs undo it once.
    const answers = await Promise.all(Array.from({ length: 6 }, () => undo(who, undo_id)))
    const done = answers.filter(({ status }) => status === 200)
    expect(done.map(({ body }) => body.entry.play_time)).toEqual([3])
    expect(await exactly(who)).toEqual(before)
    const again = await undo(who, undo_id)
    expect(again.status).toBe(404)
    expect(again.body).toMatchObject({ code: 'merge_not_found', error: 'This merge can no longer be undone' })
    expect(await exactly(who)).toEqual(before)
    expect(await others()).toEqual(untouched)
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
    // The clock of another node is behind.
    const fourth = await some()
    later(-1)
    await change(who, fourth.session.id, { note: 'a word' })
    later(1)
    expect((await undo(who, fourth.undo_id)).status).toBe(404)
    await drop(who, fourth.session.id)
    expect((await rowsOf(who)).map((row) => row.minutes).toSorted()).toEqual([10, 15, 25])
    expect((await entryOf(who)).play_time).toBe(0.83)
  })

  test('undo leaves the time of an entry unchanged that was changed since the merge', async () => {
    const who = await fresh()
    const ids: string[] = []
    for (const minutes of [10, 15]) ids.push((await add(who, { minutes })).body.session.id)
    later(1)
    const { undo_id } = (await merge(who, ids)).body
    later(1)
    await who.patch(`/api/library/${G}`, { user_rating: 7 })
    const updated_at = t.time.now.toISOString()
    later(1)
    expect((await undo(who, undo_id)).body.entry).toMatchObject({ user_rating: 7, updated_at })
  })

  test('a merge waits for a concurrent change of its sessions', async () => {
    const who = await fresh()
    const ids: string[] = []
    for (const minutes of [10, 15]) ids.push((await add(who, { minutes })).body.session.id)
    const { body } = await duringTransaction(
      t.db,
      (tx) =>
        tx
          .updateTable('play_sessions')
          .set({ minutes: 40 })
          .where('id', '=', ids[1] ?? '')
          .execute(),
      () => merge(who, ids),
    )
    expect(body.session.minutes).toBe(50)
  })

  test('each of the latest twenty merges of a member can be undone, in two concurrent tabs only once', async () => {
    const [who, other] = [await fresh(), await fresh()]
    const undos: string[] = []
    const mergeTwo = async (member: Member) => {
      const ids: string[] = []
      for (const minutes of [1, 2]) ids.push((await add(member, { minutes })).body.session.id)
      return (await merge(member, ids)).body.undo_id
    }
    for (let at = 0; at < 21; at++) {
      undos.push(await mergeTwo(who))
      await mergeTwo(other)
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
    later(1)
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
    expect((await playLog(who)).playthroughs[1]).toMatchObject({ platform: 'Switch', finish_level: 'unfinished' })
    const { updated_at } = await t.db
      .selectFrom('playthroughs')
      .select('updated_at')
      .where('id', '=', first.playthrough_id)
      .executeTakeFirstOrThrow()
    expect(updated_at).toEqual(t.time.now)
  })

  test('of another member or another game cannot be changed', async () => {
    const [who, other] = [await fresh(), await fresh()]
    const { playthrough_id } = (await add(who, { minutes: 30 })).body.session
    await add(other, { minutes: 5 })
    await add(who, { minutes: 5 }, H)
    for (const [client, game] of [
      [other, G],
      [await fresh(), G],
      [who, H],
    ] as const) {
      const answer = await client.patch(`/api/user/games/${game}/playthroughs/${playthrough_id}`, { platform: 'PC' })
      expect([answer.status, answer.body.code]).toEqual([404, 'playthrough_not_found'])
    }
    expect((await playLog(who)).playthroughs).toMatchObject([{ id: playthrough_id, platform: null }])
  })

  test('starting one leaves status and completion unchanged, but a wanted game becomes playing', async () => {
    const who = await fresh()
    await who.post('/api/library', { game_id: G, status: 'completed' })
    await start(who)
    expect(await entryOf(who)).toMatchObject({ status: 'completed', completion_percentage: 100 })
    await start(who, {}, H)
    expect(await entryOf(who, H)).toMatchObject({
      status: 'playing',
      play_time: 0,
      is_liked: false,
      last_played_at: null,
    })
    expect(await hoursHistory(who, H)).toEqual([])
  })

  test.each([
    [
      { started_on: '2026-11-02', finished_on: '2026-11-01', finish_level: 'main_story' },
      'days_in_wrong_order',
      'A playthrough cannot end before it started',
    ],
    [{ finished_on: '2026-11-01' }, 'unfinished_has_no_end', 'An unfinished playthrough has no last day'],
    [{ started_on: '2026-12-01' }, 'day_in_future', 'This day is in the future'],
    [{ started_on: '1969-12-31' }, 'validation_failed', 'A date cannot be before 1970'],
    [{ finish_level: 'won' }, 'validation_failed', 'This is not a finish level'],
    [{ platform: 'x'.repeat(61) }, 'validation_failed', 'A platform must be 60 characters or less'],
  ])('%j is refused: %s', async (body, code, sentence) => {
    const who = await fresh()
    const answer = await start(who, body)
    expect([answer.status, answer.body.code, answer.body.error]).toEqual([400, code, sentence])
    expect((await who.get(`/api/library/${G}`)).status).toBe(404)
  })

  test('deleting one deletes its sessions and their hours, and nothing else', async () => {
    const [who, other] = [await fresh(), await fresh()]
    await type(who, { play_time: 5 })
    const first = (await add(who, { minutes: 60 })).body.session
    const { playthrough } = (await start(who)).body
    await add(who, { minutes: 30, playthrough_id: playthrough.id })
    const path = `/api/user/games/${G}/playthroughs/${first.playthrough_id}`
    // Both games are in the libraries.
    await add(other, { minutes: 5 })
    await add(who, { minutes: 5 }, H)
    const missing = [404, 'playthrough_not_found', 'This playthrough does not exist']
    for (const answer of [await other.delete(path), await who.delete(path.replace(G, H))])
      expect([answer.status, answer.body.code, answer.body.error]).toEqual(missing)
    expect((await who.delete(path)).status).toBe(204)
    expect(await hoursHistory(who)).toEqual([5, 6, 6.5, 5.5])
    expect((await entryOf(who)).play_time).toBe(5.5)
    expect((await list(who)).total).toBe(1)
    expect((await who.delete(path)).status).toBe(404)
  })

  test('a game can have fifty playthroughs', async () => {
    const who = await fresh()
    for (let at = 0; at < 50; at++) expect((await start(who)).status).toBe(201)
    const { body } = await start(who)
    expect([body.code, body.error]).toEqual(['too_many_playthroughs', 'A game can have at most 50 playthroughs'])
  })

  test('a pause lasts until it is played or ends, and only a dropped one has a reason', async () => {
    const who = await fresh()
    const { playthrough } = (await start(who, { is_paused: true, drop_reason: 'Too long' })).body
    expect(playthrough).toMatchObject({ is_paused: true, drop_reason: null })
    const path = `/api/user/games/${G}/playthroughs/${playthrough.id}`
    const marked = async (mark: string) => (await who.get(`/api/library?mark=${mark}`)).body.total
    expect([await marked('paused'), await marked('replaying'), await marked('nothing')]).toEqual([1, 0, 1])
    await add(who, { minutes: 10 })
    expect([(await playLog(who)).playthroughs[0].is_paused, await marked('paused')]).toEqual([false, 0])
    await who.patch(path, { is_paused: true, is_replay: true })
    expect([await marked('paused'), await marked('replaying')]).toEqual([1, 1])
    const dropped = await who.patch(path, { finish_level: 'dropped', drop_reason: '  Too long ' })
    expect(dropped.body.playthrough).toMatchObject({ is_paused: false, drop_reason: 'Too long' })
    expect([await marked('paused'), await marked('replaying'), await marked('reasoned')]).toEqual([0, 0, 1])
    expect((await who.patch(path, { drop_reason: '' })).body.playthrough.drop_reason).toBeNull()
    expect(await marked('reasoned')).toBe(0)
    const long = await who.patch(path, { drop_reason: 'x'.repeat(301) })
    expect([long.status, long.body.error]).toEqual([400, 'A reason must be 300 characters or less'])
  })

  test('others cannot filter a library by marks', async () => {
    const who = await fresh()
    await start(who, { is_paused: true })
    await who.post('/api/library', { game_id: H })
    const total = async (path: string, client: Pick<typeof who, 'get'>) => (await client.get(path)).body.total
    const path = `/api/profiles/${who.user.id}/games?mark=paused`
    expect([await total(path, who), await total(path, t.visitor()), await total(path, await fresh())]).toEqual([
      1, 2, 2,
    ])
  })
})

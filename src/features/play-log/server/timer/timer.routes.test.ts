import { beforeAll, expect, test } from 'vitest'
import { addGames } from '#tests/support/fixtures.ts'
import { type Member, signUp } from '#tests/support/members.ts'
import { useTestApp } from '#tests/support/test-app.ts'

const t = useTestApp()
const G = 'rawg_910'
const H = 'rawg_911'

beforeAll(async () => {
  await addGames(t, [G, H])
  t.time.now = new Date('2026-11-20T20:00:00Z')
})

const fresh = () => signUp(t)
const later = (minutes: number) => {
  t.time.now = new Date(t.time.now.getTime() + minutes * 60_000)
}
const start = (who: Member, game = G, more: object = {}) => who.post('/api/user/timer', { game_id: game, ...more })
const run = (who: Member, isRunning: boolean) => who.patch('/api/user/timer', { isRunning })
const stop = (who: Member, body: object = {}) => who.post('/api/user/timer/stop', body)
const timerOf = async (who: Member) => (await who.get('/api/user/timer')).body.timer
const sessionsOf = async (who: Member, game = G) => (await who.get(`/api/user/games/${game}/sessions`)).body.data

test('a timer counts on the server, pauses, resumes, and becomes a session', async () => {
  const who = await fresh()
  expect(await timerOf(who)).toBeNull()
  const started = await start(who)
  expect(started.status).toBe(201)
  expect(started.body).toMatchObject({
    timer: { game: { id: G, name: 'Game 910' }, isRunning: true, elapsed_ms: 0, isForgotten: false },
    entry: { status: 'playing', play_time: 0, last_played_at: null },
  })
  later(20)
  expect((await run(who, false)).body.timer).toMatchObject({ isRunning: false, elapsed_ms: 20 * 60_000 })
  later(60)
  // A repeated call changes nothing.
  expect((await run(who, false)).body.timer.elapsed_ms).toBe(20 * 60_000)
  expect((await run(who, true)).body.timer.isRunning).toBe(true)
  later(25)
  expect((await timerOf(who)).elapsed_ms).toBe(45 * 60_000)
  const { status, body } = await stop(who)
  expect(status).toBe(200)
  expect(body).toMatchObject({
    session: { minutes: 45, played_on: '2026-11-20', origin: 'timer' },
    entry: { play_time: 0.75, last_played_at: t.time.now.toISOString() },
  })
  expect(await timerOf(who)).toBeNull()
})

test('a member has one timer: a second one is refused and leaves no trace', async () => {
  const who = await fresh()
  await start(who)
  const second = await start(who, H)
  expect([second.status, second.body.code]).toEqual([409, 'timer_exists'])
  expect((await who.get(`/api/library/${H}`)).status).toBe(404)
  expect((await timerOf(who)).game.id).toBe(G)
})

test('concurrent starts create one timer; concurrent stops create one session', async () => {
  const who = await fresh()
  const started = await Promise.all(Array.from({ length: 8 }, (_, at) => start(who, at % 2 ? G : H)))
  expect(started.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409, 409, 409, 409, 409])
  later(30)
  const stopped = await Promise.all(Array.from({ length: 8 }, () => stop(who)))
  expect(stopped.map(({ status }) => status).toSorted()).toEqual([200, 404, 404, 404, 404, 404, 404, 404])
  expect([...(await sessionsOf(who, G)), ...(await sessionsOf(who, H))]).toMatchObject([{ minutes: 30 }])
})

test('a session over midnight has the day on which it started, unless the browser knows better', async () => {
  const who = await fresh()
  t.time.now = new Date('2026-11-20T23:30:00Z')
  await start(who)
  later(60)
  expect((await stop(who)).body.session.played_on).toBe('2026-11-20')
  await start(who)
  later(60)
  expect((await stop(who, { played_on: '2026-11-20' })).body.session.played_on).toBe('2026-11-20')
  expect((await stop(who)).status).toBe(404)
})

test('less than a minute is no session', async () => {
  const who = await fresh()
  await start(who)
  later(0.9)
  expect((await stop(who)).body).toEqual({ session: null, entry: null })
  expect(await timerOf(who)).toBeNull()
  expect(await sessionsOf(who)).toEqual([])
})

test('a forgotten timer requires the real duration, even if it was paused', async () => {
  const who = await fresh()
  await start(who)
  later(12 * 60)
  expect((await timerOf(who)).isForgotten).toBe(true)
  await run(who, false)
  const asked = await stop(who)
  expect([asked.status, asked.body.code]).toEqual([409, 'timer_forgotten'])
  expect((await stop(who, { minutes: 25 * 60 })).status).toBe(400)
  expect(await sessionsOf(who)).toEqual([])
  const begun = t.time.now.getTime() - 12 * 60 * 60_000
  const { body } = await stop(who, { minutes: 90 })
  expect(body.session.minutes).toBe(90)
  expect(body.entry.last_played_at).toBe(new Date(begun + 90 * 60_000).toISOString())
})

test('a timer can be discarded; nothing is logged', async () => {
  const who = await fresh()
  await start(who)
  later(30)
  expect((await who.delete('/api/user/timer')).status).toBe(204)
  expect((await who.delete('/api/user/timer')).status).toBe(204)
  expect(await sessionsOf(who)).toEqual([])
  expect((await run(who, true)).status).toBe(404)
})

test('the session goes to the chosen playthrough, or to the open one if the chosen one was deleted', async () => {
  const who = await fresh()
  const { playthrough } = (await who.post(`/api/user/games/${G}/playthroughs`, {})).body
  await start(who, G, { playthrough_id: playthrough.id })
  later(10)
  await who.delete(`/api/user/games/${G}/playthroughs/${playthrough.id}`)
  const { session } = (await stop(who)).body
  expect(session.minutes).toBe(10)
  expect(session.playthrough_id).not.toBe(playthrough.id)
})

test("another member's timer and playthrough are inaccessible", async () => {
  const [who, other] = [await fresh(), await fresh()]
  const { playthrough } = (await who.post(`/api/user/games/${G}/playthroughs`, {})).body
  await start(who)
  expect(await timerOf(other)).toBeNull()
  expect((await stop(other)).status).toBe(404)
  expect((await start(other, G, { playthrough_id: playthrough.id })).status).toBe(404)
  expect(await timerOf(who)).not.toBeNull()
  for (const body of [{}, { game_id: 'drop' }, { game_id: 'rawg_999999' }])
    expect([400, 404]).toContain((await other.post('/api/user/timer', body)).status)
  expect((await other.patch('/api/user/timer', {})).body.error).toBe('Say whether the timer runs')
})

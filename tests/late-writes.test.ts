import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addGames, record } from '#tests/support/fixtures.ts'
import { signUp } from '#tests/support/members.ts'
import { type Answer, useTestApp } from '#tests/support/test-app.ts'

const t = useTestApp()
const GAME = 'rawg_940'
const HOUR_MS = 3_600_000

beforeAll(() => addGames(t, [GAME]))
beforeEach(() => {
  t.time.now = new Date('2026-11-20T20:00:00Z')
})

const fresh = () => signUp(t)
/** The headers of what a device sends so many hours after the member did it. */
const late = (key: string, hours = 0) => ({
  'idempotency-key': key,
  ...(hours > 0 && { 'done-ago': String(hours * HOUR_MS) }),
})
const ago = (hours: number) => new Date(t.time.now.getTime() - hours * HOUR_MS).toISOString()

/** Sends a write twice at the same moment and once more. Returns the answer, which is the same each time. */
async function thrice(send: () => Promise<Answer>): Promise<Answer> {
  const [one, two] = await Promise.all([send(), send()])
  const three = await send()
  expect(new Set([one, two, three].map(({ body }) => JSON.stringify(body))).size).toBe(1)
  return one
}

describe('a device that sends again what the member did without a network', () => {
  test('writes one comment, as the latest of those that have arrived', async () => {
    const [who, other] = [await fresh(), await fresh()]
    const path = `/api/activities/${await record(t, other)}/comments`
    t.time.now = new Date('2026-11-20T19:00:00Z')
    await other.post(path, { content: 'While who was in the train' })
    t.time.now = new Date('2026-11-20T20:00:00Z')
    const answer = await thrice(() => who.post(path, { content: 'From the train' }, late('comment', 3)))
    expect(answer).toMatchObject({ status: 201, body: { comment: { created_at: ago(0) } } })
    const { data } = (await other.get(path)).body
    expect(data).toMatchObject([
      { content: 'While who was in the train' },
      { content: 'From the train', created_at: ago(0) },
    ])
    expect((await other.get('/api/notifications')).body.data[0].created_at).toBe(ago(0))
  })

  test('sends one message, which stands below those that were there before it', async () => {
    const [who, other] = [await fresh(), await fresh()]
    const body = { userId: other.user.id, content: 'In a tunnel' }
    t.time.now = new Date('2026-11-20T19:00:00Z')
    await other.post('/api/messages', { userId: who.user.id, content: 'Where are you?' })
    t.time.now = new Date('2026-11-20T20:00:00Z')
    await thrice(() => who.post('/api/messages', body, late('message', 2)))
    const { messages } = (await other.get(`/api/messages?userId=${who.user.id}`)).body
    expect(messages).toMatchObject([
      { content: 'Where are you?' },
      { content: 'In a tunnel', created_at: ago(0), read_at: null },
    ])
  })

  test('deletes a message, a comment and a review once', async () => {
    const [who, other] = [await fresh(), await fresh()]
    const { message } = (await who.post('/api/messages', { userId: other.user.id, content: 'Oh' })).body
    const path = `/api/activities/${await record(t, other)}/comments`
    const { comment } = (await who.post(path, { content: 'Hm' })).body
    const review = { rating: 4, review_text: 'Good.', is_public: true, game_id: GAME }
    const written = (await who.post('/api/reviews', review)).body.review
    const paths = [
      `/api/messages/${message.id}`,
      `/api/activities/comments/${comment.id}`,
      `/api/reviews/${written.id}`,
    ]
    for (const one of paths)
      expect((await thrice(() => who.delete(one, undefined, late(`delete ${one}`, 5)))).status, one).toBe(204)
    expect((await other.get(`/api/messages?userId=${who.user.id}`)).body.messages).toMatchObject([{ content: null }])
    expect((await other.get(path)).body.data).toEqual([])
    expect((await who.get(`/api/reviews/${written.id}`)).status).toBe(404)
  })

  test('adds one journal entry, on the day on which it was written', async () => {
    const who = await fresh()
    const entry = { type: 'daily', content: 'Rain.', date: '2026-11-16' }
    expect((await who.post('/api/journal', entry)).status).toBe(400)
    expect((await thrice(() => who.post('/api/journal', entry, late('journal', 96)))).status).toBe(201)
    const undated = { type: 'daily', content: 'Sun.' }
    await who.post('/api/journal', undated, late('journal without a day', 48))
    const { entries } = (await who.get('/api/journal')).body
    expect(entries.map(({ date, content }: { date: string; content: string }) => [date, content])).toEqual([
      ['2026-11-18', 'Sun.'],
      ['2026-11-16', 'Rain.'],
    ])
  })

  test('changes and deletes a journal entry once', async () => {
    const who = await fresh()
    const draft = { type: 'daily', content: 'Rain.' }
    const { entry } = (await who.post('/api/journal', draft)).body
    const path = `/api/journal/${entry.id}`
    t.time.now = new Date('2026-11-20T20:05:00Z')
    const change = { ...draft, content: 'Sun.', updated_at: entry.updatedAt }
    const changed = await thrice(() => who.put(path, change, late('change of the journal', 4)))
    expect(changed).toMatchObject({ status: 200, body: { entry: { content: 'Sun.', date: entry.date } } })
    // A later version is not overwritten, and the refusal carries it.
    expect(await who.put(path, change, late('a second change', 3))).toMatchObject({
      status: 409,
      body: { code: 'changed_by_somebody', entry: { content: 'Sun.' } },
    })
    expect((await thrice(() => who.delete(path, undefined, late('deletion from the journal', 2)))).status).toBe(204)
    expect((await who.get('/api/journal')).body.entries).toEqual([])
  })

  test('logs one session, on the day on which it was typed', async () => {
    const who = await fresh()
    const path = `/api/user/games/${GAME}/sessions`
    const answer = await thrice(() => who.post(path, { minutes: 90 }, late('session', 48)))
    expect(answer).toMatchObject({
      status: 201,
      body: { session: { minutes: 90, played_on: '2026-11-18' }, entry: { play_time: 1.5, updated_at: ago(0) } },
    })
    expect((await who.get(path)).body).toMatchObject({ total: 1, data: [{ played_on: '2026-11-18' }] })
  })

  test('writes one review, and of an edit the first', async () => {
    const who = await fresh()
    const draft = { rating: 4, review_text: 'Good.', is_public: true }
    const made = await thrice(() => who.post('/api/reviews', { ...draft, game_id: GAME }, late('review')))
    expect(made.status).toBe(201)
    const { id, updated_at } = made.body.review
    t.time.now = new Date('2026-11-20T20:05:00Z')
    const edit = { ...draft, review_text: 'Very good.', updated_at }
    const edited = await thrice(() => who.put(`/api/reviews/${id}`, edit, late('edit')))
    expect(edited).toMatchObject({ status: 200, body: { review: { source_text: 'Very good.' } } })
  })

  test('puts a game on a shelf once', async () => {
    const who = await fresh()
    await who.post('/api/library', { game_id: GAME })
    const change = { game_ids: [GAME], shelf_id: 'queue', is_on: true }
    const put = () => who.post('/api/library/bulk/shelf', change, late('shelf'))
    expect((await thrice(put)).body).toMatchObject({ changed: 1, undo_id: expect.any(String) })
    await who.post('/api/library/bulk/shelf', { ...change, is_on: false })
    await put()
    expect((await who.get('/api/library/queue')).body.total).toBe(0)
  })

  test('starts, pauses, resumes and stops the timer as of when the member did', async () => {
    const who = await fresh()
    const start = await thrice(() => who.post('/api/user/timer', { game_id: GAME }, late('start', 30)))
    expect(start).toMatchObject({ status: 201, body: { timer: { started_at: ago(30) } } })
    await thrice(() => who.patch('/api/user/timer', { isRunning: false }, late('pause', 29)))
    await thrice(() => who.patch('/api/user/timer', { isRunning: true }, late('resume', 28)))
    const stop = await thrice(() => who.post('/api/user/timer/stop', { played_on: '2026-11-19' }, late('stop', 26)))
    expect(stop.body).toMatchObject({
      session: { minutes: 180, played_on: '2026-11-19' },
      // Apps that ask for what has changed since their last call get it.
      entry: { play_time: 3, last_played_at: ago(26), updated_at: ago(0) },
    })
    await thrice(() => who.post('/api/user/timer', { game_id: GAME }, late('again')))
    const discard = () => who.delete('/api/user/timer', undefined, late('discard'))
    expect([(await discard()).status, (await discard()).status]).toEqual([204, 204])
    expect((await who.get('/api/user/timer')).body.timer).toBeNull()
  })
})

test('a timer of another game stays when a device is late', async () => {
  const who = await fresh()
  await who.post('/api/user/timer', { game_id: GAME })
  const other = { game_id: 'rawg_941' }
  expect((await who.patch('/api/user/timer', { ...other, isRunning: false }, late('pause'))).status).toBe(404)
  expect((await who.post('/api/user/timer/stop', other, late('stop'))).status).toBe(404)
  expect((await who.delete('/api/user/timer?game_id=rawg_941', undefined, late('discard'))).status).toBe(204)
  expect((await who.get('/api/user/timer')).body.timer).toMatchObject({ isRunning: true, game: { id: GAME } })
})

test.each(['-1', '1e99', 'yesterday', `${31 * 24 * HOUR_MS}`])('a time ago of %s is not believed', async (given) => {
  const who = await fresh()
  const headers = { 'idempotency-key': `ago ${given}`, 'done-ago': given }
  const { entry } = (await who.post('/api/journal', { type: 'daily', content: 'Now' }, headers)).body
  expect(entry.date).toBe('2026-11-20')
})

test('without a key nobody writes at an earlier time', async () => {
  const who = await fresh()
  const draft = { type: 'daily', content: 'Now' }
  const { entry } = (await who.post('/api/journal', draft, { 'done-ago': String(48 * HOUR_MS) })).body
  expect(entry.date).toBe('2026-11-20')
})

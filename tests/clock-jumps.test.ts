import { beforeAll, beforeEach, expect, test } from 'vitest'
import { addGames } from './support/fixtures.ts'
import { useMember } from './support/members.ts'
import { useTestApp } from './support/test-app.ts'

// The clock of a machine may be set right by an hour. Nothing is lost, and nobody is signed out or let in.
const app = useTestApp()
const ann = useMember(app)
const GAME = 'igdb_1'
const jump = (hours: number) => {
  app.time.now = new Date(app.time.now.getTime() + hours * 3_600_000)
}

beforeAll(() => addGames(app, [GAME]))
beforeEach(() => {
  app.time.now = new Date()
})

test.each([1, -1])('a member stays signed in and writes while the clock jumps by %i hours', async (hours) => {
  const { list } = (await ann.post('/api/lists', { title: 'Before', is_shared: true })).body
  jump(hours)
  expect((await ann.get('/api/profiles/me')).status).toBe(200)
  const later = await ann.put(`/api/lists/${list.id}`, { title: 'After', is_shared: true, updated_at: list.updated_at })
  expect(later.status).toBe(200)
  jump(-hours)
  const { updated_at } = later.body.list
  const last = await ann.put(`/api/lists/${list.id}`, { title: 'Last', is_shared: true, updated_at })
  expect(last.status).toBe(200)
  expect((await app.visitor().get(`/api/lists/${list.id}`)).body.list.title).toBe('Last')
  await ann.delete(`/api/lists/${list.id}`)
})

test('a version of a clock that was ahead differs from the one after it', async () => {
  jump(1)
  const text = { game_id: GAME, rating: 4, is_public: true }
  const { review } = (await ann.post('/api/reviews', { ...text, review_text: 'First' })).body
  jump(-1)
  const edit = (review_text: string, updated_at: string) =>
    ann.put(`/api/reviews/${review.id}`, { ...text, review_text, updated_at })
  expect((await edit('Second', review.updated_at)).status).toBe(200)
  const stale = await edit('Third', review.updated_at)
  expect([stale.status, stale.body.review.review_text]).toEqual([409, 'Second'])
})

test('a timer that started on a clock ahead logs no negative time and can be stopped', async () => {
  jump(1)
  expect((await ann.post('/api/user/timer', { game_id: GAME })).status).toBe(201)
  jump(-1)
  const { timer } = (await ann.get('/api/user/timer')).body
  expect(timer.elapsed_ms).toBeGreaterThanOrEqual(0)
  const stopped = await ann.post('/api/user/timer/stop', {})
  expect([stopped.status, stopped.body.session]).toEqual([200, null])
  expect((await ann.get('/api/user/timer')).body.timer).toBe(null)
})

import { beforeEach, expect, test } from 'vitest'
import { type Member, signUp } from '#tests/support/members.ts'
import { useTestApp } from '#tests/support/test-app.ts'

const app = useTestApp({ RATE_LIMITS: 'on' })
// The tests sign up more members than one address may within an hour.
beforeEach(() => app.db.deleteFrom('rate_limits').where('key', 'like', 'sign-up%').execute())

const start = (member: Member, title: string) =>
  member.post('/api/forum/threads', { category: 'general', title, body: 'Tell us what you play this week.' })

test('a member starts one thread a minute; the next is refused with the seconds to wait, and not written (G16)', async () => {
  const [mara, juno] = [await signUp(app), await signUp(app)]
  expect((await start(mara, 'What do you play?')).status).toBe(201)
  const refused = await start(mara, 'What did you play?')
  expect([refused.status, refused.body.code]).toEqual([429, 'rate_limit_exceeded'])
  // More than the wait for a post.
  expect(refused.body.retryAfter).toBeGreaterThan(10)
  expect(refused.body.retryAfter).toBeLessThanOrEqual(60)
  expect(refused.headers.get('retry-after')).toBe(String(refused.body.retryAfter))
  expect((await mara.get('/api/forum/threads?category=general')).body.total).toBe(1)
  expect((await start(juno, 'What will you play?')).status).toBe(201)
})

test('a member writes one post in ten seconds, in all threads together (G16)', async () => {
  const [mara, juno] = [await signUp(app), await signUp(app)]
  const one = (await start(mara, 'The first thread')).body.thread.id
  const two = (await start(juno, 'The second thread')).body.thread.id
  const reply = (member: Member, id: string, content: string) =>
    member.post(`/api/forum/threads/${id}/posts`, { content })
  // A thread does not use the budget of posts.
  expect((await reply(mara, one, 'The first post')).status).toBe(201)
  for (const id of [one, two]) {
    const refused = await reply(mara, id, 'The second post')
    expect([refused.status, refused.body.code]).toEqual([429, 'rate_limit_exceeded'])
    expect(refused.body.retryAfter).toBeGreaterThan(0)
    expect(refused.body.retryAfter).toBeLessThanOrEqual(10)
    expect(refused.headers.get('retry-after')).toBe(String(refused.body.retryAfter))
  }
  expect((await mara.get(`/api/forum/threads/${one}/posts`)).body.data).toHaveLength(1)
  expect((await mara.get(`/api/forum/threads/${two}/posts`)).body.data).toHaveLength(0)
  expect((await reply(juno, one, 'Another member may write')).status).toBe(201)
})

test('a refused thread or post uses the budget of writes, and the next one can be posted at once (G16)', async () => {
  const [mara, juno] = [await signUp(app), await signUp(app)]
  expect((await start(mara, 'Hey')).body.details).toEqual({ title: 'A title must have 5 to 120 characters' })
  expect((await mara.post('/api/forum/threads', { title: 'What do you play?' })).body.details).toMatchObject({
    category: 'Please choose a category',
  })
  const begun = await start(mara, 'What do you play?')
  expect(begun.status).toBe(201)
  expect((await start(mara, 'What did you play?')).status).toBe(429)
  const reply = (content: string, id: string = begun.body.thread.id) =>
    juno.post(`/api/forum/threads/${id}/posts`, { content })
  expect((await reply('')).status).toBe(400)
  expect((await reply('A thread that nobody has written', juno.user.id)).status).toBe(404)
  expect((await reply('The first post')).status).toBe(201)
  expect((await reply('The second post')).status).toBe(429)
})

test('a member who sends refused posts without end is refused by the budget of writes', async () => {
  const juno = await signUp(app)
  const reply = () => juno.post(`/api/forum/threads/${juno.user.id}/posts`, { content: 'Nobody reads this' })
  const statuses = []
  for (let sent = 0; sent < 63; sent += 1) statuses.push((await reply()).status)
  expect(statuses.slice(0, 60)).toEqual(Array.from({ length: 60 }, () => 404))
  expect(statuses.at(-1)).toBe(429)
})

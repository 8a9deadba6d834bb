import { expect, test } from 'vitest'
import { type Member, signUp } from '#tests/support/members.ts'
import { useTestApp } from '#tests/support/test-app.ts'

const app = useTestApp({ RATE_LIMITS: 'on' })

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

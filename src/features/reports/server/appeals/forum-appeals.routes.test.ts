import { beforeEach, describe, expect, test } from 'vitest'
import { useForumApp } from '#tests/support/forum-app.ts'
import type { Member } from '#tests/support/members.ts'

const { app, members: m, thread, post, posts, read } = useForumApp()
const WHY = 'It was a quotation of a game.'

beforeEach(async () => {
  await app.db.deleteFrom('appeals').execute()
})

const hide = async (type: string, id: string) => {
  await m.tobi.post('/api/reports', { item_type: type, item_id: id, reason: 'spam' })
  expect((await m.moderator.put(`/api/admin/reports/${type}/${id}`, { action: 'hide' })).status).toBe(200)
}
const appeal = async (who: Member, type: string, id: string) =>
  expect((await who.post('/api/appeals', { type, id, text: WHY })).status).toBe(201)
const waiting = async (who: Member) => (await who.get('/api/admin/appeals')).body.data
const stored = () => app.db.selectFrom('appeals').select(['subject_id', 'state']).execute()

describe('a moderator', () => {
  test('reads and answers appeals about texts of the forum', async () => {
    const { id } = await thread(m.mara)
    const reply = await post(m.juno, id, 'Cheap keys')
    await hide('post', reply.id)
    await hide('thread', id)
    await appeal(m.juno, 'post', reply.id)
    await appeal(m.mara, 'thread', id)
    const listed = await waiting(m.moderator)
    expect(listed).toMatchObject([
      { type: 'post', content: { text: expect.stringContaining('Cheap keys') }, decision: { is_own: true } },
      { type: 'thread', author: { username: 'mara' } },
    ])
    for (const one of listed)
      expect((await m.moderator.put(`/api/admin/appeals/${one.id}`, { decision: 'accept' })).status).toBe(200)
    expect((await read(app.visitor(), id)).status).toBe(200)
    expect(JSON.stringify(await posts(app.visitor(), id))).toContain('Cheap keys')
    expect((await stored()).map(({ state }) => state)).toEqual(['accepted', 'accepted'])
  })
})

describe('a text that is deleted takes its appeal along', () => {
  test('a post', async () => {
    const { id } = await thread(m.mara)
    const reply = await post(m.juno, id, 'Cheap keys')
    await hide('post', reply.id)
    await appeal(m.juno, 'post', reply.id)
    expect((await m.juno.delete(`/api/forum/posts/${reply.id}`)).status).toBeLessThan(300)
    expect(await stored()).toEqual([])
  })

  test('a thread, with those of its posts', async () => {
    const { id } = await thread(m.mara)
    const reply = await post(m.juno, id, 'Cheap keys')
    await hide('post', reply.id)
    await hide('thread', id)
    await appeal(m.juno, 'post', reply.id)
    await appeal(m.mara, 'thread', id)
    expect((await m.admin.delete(`/api/forum/threads/${id}`)).status).toBeLessThan(300)
    expect(await stored()).toEqual([])
  })
})

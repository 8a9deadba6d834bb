import { describe, expect, test } from 'vitest'
import { useForumApp } from '#tests/support/forum-app.ts'

const t = useForumApp()
const { app, members: m, later, thread, post, read, list, block, bell } = t

describe('subscribers', () => {
  test('cost a reply no statement, and it sends few', async () => {
    const { id } = await thread(m.mara)
    await post(m.juno, id, 'First')
    const alone = await app.countQueries(() => post(m.juno, id, 'Second'))
    for (const member of [m.tobi, m.sol]) await post(member, id, 'Me too')
    expect(await app.countQueries(() => post(m.juno, id, 'Third'))).toBe(alone)
    expect(alone).toBeLessThanOrEqual(11)
  })

  test('are notified by a job, one line for a thread, without those who are mentioned', async () => {
    const { id } = await thread(m.mara)
    await post(m.juno, id, 'First')
    await m.tobi.put(`/api/forum/threads/${id}/subscription`)
    await app.work()
    const lines = async (who: typeof m.juno) => (await bell(who)).map(({ type, subject }) => [type, subject.type])
    expect(await lines(m.mara)).toEqual([['forum_reply', 'thread']])
    await post(m.sol, id, 'Second, @juno')
    await app.work()
    expect(await lines(m.mara)).toEqual([['forum_reply', 'thread']])
    expect(await lines(m.tobi)).toEqual([['forum_reply', 'thread']])
    expect(await lines(m.juno)).toEqual([['mention', 'post']])
    expect(await lines(m.sol)).toEqual([])
  })

  test('in a block with the author of the post or of the thread are not notified', async () => {
    const { id } = await thread(m.mara)
    for (const who of [m.juno, m.tobi]) await who.put(`/api/forum/threads/${id}/subscription`)
    await block(m.juno, m.sol)
    await block(m.mara, m.tobi)
    await post(m.sol, id, 'Hello')
    await app.work()
    const told = await app.db.selectFrom('notifications').select(['user_id', 'type']).execute()
    expect(told).toEqual([{ user_id: m.mara.user.id, type: 'forum_reply' }])
  })

  test('who unsubscribed stay so after a reply, and a deleted post withdraws its line', async () => {
    const { id } = await thread(m.mara)
    await m.mara.delete(`/api/forum/threads/${id}/subscription`)
    await post(m.mara, id, 'My own')
    expect((await read(m.mara, id)).body.thread.is_subscribed).toBe(false)
    const made = await post(m.juno, id, 'Hello')
    await app.work()
    expect(await bell(m.mara)).toEqual([])
    await m.mara.put(`/api/forum/threads/${id}/subscription`)
    expect((await list(m.mara, 'subscribed=1')).data).toMatchObject([{ id }])
    const next = await post(m.juno, id, 'Again')
    await app.work()
    expect(await bell(m.mara)).toHaveLength(1)
    await m.juno.delete(`/api/forum/posts/${next.id}`)
    expect(await bell(m.mara)).toHaveLength(1)
    await m.juno.delete(`/api/forum/posts/${made.id}`)
    expect(await bell(m.mara)).toEqual([])
  })
})

describe('what a member has read', () => {
  test('counts the posts since then, and never goes back', async () => {
    const { id } = await thread(m.mara)
    for (const text of ['One', 'Two', 'Three']) await post(m.juno, id, text)
    const row = async (who = m.tobi) => (await list(who)).data[0]
    const joined = (who: typeof m.tobi, created_at: string) =>
      app.db
        .updateTable('profiles')
        .set({ created_at: new Date(created_at) })
        .where('id', '=', who.user.id)
        .execute()
    await joined(m.tobi, '2026-02-01T12:00:00Z')
    await joined(m.sol, '2026-03-01T12:00:01Z')
    expect(await row()).toMatchObject({ unread: null, is_new: true })
    // A thread from before a member joined is not new to the member, and nothing is new to a visitor.
    expect(await row(m.sol)).toMatchObject({ unread: null, is_new: false })
    expect((await list(app.visitor())).data[0]).toMatchObject({ unread: null, is_new: false })
    const mark = (number: number) => m.tobi.put(`/api/forum/threads/${id}/read`, { number })
    expect((await mark(2)).body).toEqual({ read_number: 2 })
    expect((await mark(1)).body).toEqual({ read_number: 2 })
    expect(await row()).toMatchObject({ unread: 1, is_new: false })
    expect((await mark(900)).body).toEqual({ read_number: 3 })
    expect((await read(m.tobi, id)).body.thread.read_number).toBe(3)
    await post(m.juno, id, 'Four')
    const other = await thread(m.mara, { title: 'Another thread' })
    // What one member has read is still new to another.
    await m.juno.post('/api/forum/read')
    expect((await list(m.tobi)).data.map((one: { is_new: boolean }) => one.is_new)).toEqual([true, false])
    await m.tobi.post('/api/forum/read')
    expect((await list(m.tobi)).data).toMatchObject([
      { id: other.id, unread: null, is_new: false },
      { id, unread: 0, is_new: false },
    ])
    later()
    const fresh = await thread(m.mara, { title: 'A new thread' })
    expect((await list(m.tobi)).data).toMatchObject([
      { id: fresh.id, is_new: true },
      { id: other.id, is_new: false },
      { id, is_new: false },
    ])
  })

  test('includes later posts that the member never receives, because of a block', async () => {
    const { id } = await thread(m.mara)
    await post(m.juno, id, 'One')
    await post(m.sol, id, 'Two')
    await block(m.tobi, m.sol)
    const unread = async () => (await list(m.tobi)).data[0].unread
    const mark = async (number: number) =>
      (await m.tobi.put(`/api/forum/threads/${id}/read`, { number })).body.read_number
    expect(await mark(0)).toBe(0)
    expect(await mark(1)).toBe(2)
    expect(await unread()).toBe(0)
    await post(m.sol, id, 'Three')
    await post(m.juno, id, 'Four')
    expect([await mark(2), await unread()]).toEqual([2, 2])
    expect([await mark(4), await unread()]).toEqual([4, 0])
  })
})

import { expect, test } from 'vitest'
import { announce } from '#server/changes.ts'
import { tag } from '#server/tags.ts'
import { type OpenStream, useStreams } from '#tests/support/event-stream.ts'
import { useForumApp } from '#tests/support/forum-app.ts'
import type { Member } from '#tests/support/members.ts'

const t = useForumApp()
const { app, members: m, thread, post, block } = t
const { listen } = useStreams(app)

/** Waits until the stream of this member has received everything that was announced before. */
async function allDelivered(stream: OpenStream, member: Member): Promise<void> {
  await announce(app.db, [tag.notifications(member.user.id)])
  await stream.next('notifications')
}

const event = (id: string, number: number) => ({ table: 'forum_threads', action: 'UPDATE', id, number })

test('visitors and members receive the number of each changed post of the thread, without its text (G16)', async () => {
  const { id } = await thread(m.mara)
  const channel = `thread:${id}`
  const streams = [await listen(null, [channel]), await listen(m.juno, [channel])]
  const bothReceive = async (number: number, work: () => Promise<unknown>) => {
    await work()
    for (const stream of streams) expect((await stream.next(channel)).data).toEqual(event(id, number))
  }
  let second = ''
  await bothReceive(1, () => post(m.tobi, id, 'A secret word'))
  await bothReceive(2, async () => {
    second = (await post(m.sol, id, 'Another secret word')).id
  })
  await bothReceive(2, () => m.sol.patch(`/api/forum/posts/${second}`, { content: 'A changed secret word' }))
  await bothReceive(2, () => m.sol.delete(`/api/forum/posts/${second}`))
  // The thread itself has no number of a post.
  await bothReceive(0, () => m.moderator.patch(`/api/forum/threads/${id}`, { locked: true }))
  for (const stream of streams) expect(stream.text()).not.toMatch(/secret/)
})

test('nobody receives a post of another thread', async () => {
  const [one, two] = [await thread(m.mara), await thread(m.juno, { title: 'Another thread' })]
  const stream = await listen(m.sol, [`thread:${one.id}`, 'notifications'])
  await post(m.tobi, two.id, 'Elsewhere')
  await allDelivered(stream, m.sol)
  expect(stream.events().map((one) => one.event)).toEqual(['notifications'])
})

test('a member in a block with the author of the thread receives nothing of it, and others do', async () => {
  const { id } = await thread(m.mara)
  const channel = `thread:${id}`
  const blocked = await listen(m.juno, [channel, 'notifications'])
  const other = await listen(m.sol, [channel])
  await block(m.mara, m.juno)
  await post(m.tobi, id, 'Well played')
  expect((await other.next(channel)).data).toEqual(event(id, 1))
  await allDelivered(blocked, m.juno)
  expect(blocked.events().map((one) => one.event)).toEqual(['notifications'])
})

test('nobody receives a change of a hidden thread', async () => {
  const { id } = await thread(m.mara)
  const stream = await listen(m.juno, [`thread:${id}`, 'notifications'])
  await app.db.updateTable('forum_threads').set({ hidden_at: app.time.now }).where('id', '=', id).execute()
  expect((await m.moderator.patch(`/api/forum/threads/${id}`, { pinned: true })).status).toBe(200)
  await allDelivered(stream, m.juno)
  expect(stream.events().map((one) => one.event)).toEqual(['notifications'])
})

test('a channel of something else than a thread’s id is refused', async () => {
  for (const channel of ['thread', 'thread:1', `thread:${m.mara.user.id.toUpperCase()}`])
    expect((await listen(null, [channel])).status).toBe(400)
})

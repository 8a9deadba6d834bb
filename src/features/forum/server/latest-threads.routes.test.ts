import { expect, test } from 'vitest'
import { useForumApp } from '#tests/support/forum-app.ts'

const forum = useForumApp()

test('the latest threads come from all categories by their last post, pinned ones not first (G16)', async () => {
  const { members, thread, later, post } = forum
  const first = await thread(members.mara, { title: 'The first thread', category: 'help' })
  later()
  const second = await thread(members.mara, { title: 'The second thread', category: 'general' })
  later()
  const pinned = await thread(members.juno, { title: 'A pinned thread', category: 'off-topic' })
  await members.moderator.patch(`/api/forum/threads/${pinned.id}`, { pinned: true })
  later()
  await post(members.juno, first.id, 'This one is alive.')
  const { status, body } = await forum.members.sol.get('/api/forum/threads?latest=1')
  expect(status).toBe(200)
  expect(body.data.map(({ id }: { id: string }) => id)).toEqual([first.id, pinned.id, second.id])
  expect([body.total, body.hasMore, body.nextCursor]).toEqual([3, false, null])
})

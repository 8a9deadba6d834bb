import { expect, test } from 'vitest'
import type { Member } from '#tests/support/members.ts'
import { useReviewsApp } from '#tests/support/reviews-app.ts'
import type { Client } from '#tests/support/test-app.ts'
import { REVIEWS_PAGE_SIZE } from '../reviews.endpoints.ts'

const t = useReviewsApp()
const { app, ONE, TWO, members: m, later, written, block, disable, manyReviews } = t

const browse = async (show: string, who: Pick<Client, 'get'> = app.visitor(), cursor = '') =>
  (await who.get(`/api/reviews/browse?show=${show}${cursor && `&cursor=${cursor}`}`)).body
const ids = async (...of: Parameters<typeof browse>) =>
  (await browse(...of)).data.map(({ id }: { id: string }) => id) as string[]
const follow = (from: Member, to: Member) =>
  app.db.insertInto('followers').values({ follower_id: from.user.id, following_id: to.user.id }).execute()

test('everybody’s public reviews are listed, the newest first', async () => {
  const first = await written(m.mara)
  later()
  const second = await written(m.juno)
  await written(m.tobi, { is_public: false })
  expect(await ids('new')).toEqual([second.id, first.id])
  expect(await ids('anything')).toEqual([second.id, first.id])
})

test('the most helpful come first, and none without a mark', async () => {
  const liked = await written(m.mara)
  const saved = await written(m.juno)
  await written(m.tobi)
  await m.sol.post(`/api/reviews/${liked.id}/like`)
  await m.sol.post(`/api/reviews/${saved.id}/bookmark`)
  expect(await ids('helpful')).toEqual([saved.id, liked.id])
})

test('a member reads those of friends and followed members; a visitor has none', async () => {
  const followed = await written(m.mara)
  later()
  const friend = await written(m.juno)
  await written(m.tobi)
  expect(await ids('friends', m.sol)).toEqual([])
  await follow(m.sol, m.mara)
  await t.befriend(m.juno, m.sol)
  expect(await ids('friends', m.sol)).toEqual([friend.id, followed.id])
  expect((await app.visitor().get('/api/reviews/browse?show=friends')).status).toBe(401)
})

test.each(['new', 'helpful', 'friends'])(
  'nobody reads what is hidden, blocked or by a disabled member: %s',
  async (show) => {
    const { id } = await written(m.mara)
    await m.juno.post(`/api/reviews/${id}/like`)
    await follow(m.sol, m.mara)
    expect(await ids(show, m.sol)).toEqual([id])
    await app.db.updateTable('reviews').set({ hidden_at: app.time.now }).execute()
    expect(await ids(show, m.sol)).toEqual([])
    await app.db.updateTable('reviews').set({ hidden_at: null }).execute()
    await block(m.mara, m.sol)
    expect(await ids(show, m.sol)).toEqual([])
    await app.db.deleteFrom('user_blocks').execute()
    await disable(m.mara)
    expect(await ids(show, m.sol)).toEqual([])
  },
)

test.each(['new', 'helpful'])('the list is read part by part, each review once: %s', async (show) => {
  const many = REVIEWS_PAGE_SIZE + 4
  await manyReviews(many, (at) => ({ likes_count: (at % 3) + 1 }))
  const first = await browse(show)
  const second = await browse(show, app.visitor(), first.nextCursor)
  expect([first.data.length, second.data.length, second.nextCursor]).toEqual([REVIEWS_PAGE_SIZE, 4, null])
  expect(new Set([...first.data, ...second.data].map(({ id }: { id: string }) => id)).size).toBe(many)
})

test('the games with the most reviews of a week are counted', async () => {
  const games = async () =>
    (await app.visitor().get('/api/reviews/games')).body.data.map(
      ({ game, reviews }: { game: { id: string }; reviews: number }) => [game.id, reviews],
    )
  await written(m.mara, { game_id: TWO })
  for (const member of [m.mara, m.juno]) await written(member)
  await written(m.tobi, { game_id: TWO, is_public: false })
  expect(await games()).toEqual([
    [ONE, 2],
    [TWO, 1],
  ])
  later(8 * 24 * 60)
  expect(await games()).toEqual([])
})

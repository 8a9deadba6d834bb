import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { tag } from '#server/tags.ts'
import { useReviewsApp } from '#tests/support/reviews-app.ts'
import type { Client } from '#tests/support/test-app.ts'

const t = useReviewsApp()
const { app, ONE, TWO, members: m, later, written, shelve, block, befriend, disable, manyReviews } = t

interface Listed {
  id: string
  rating: number
  source_text: string | null
  review_text: string
}
/** Reads what is stored now, also what the test has written past the routes. */
const fresh = async (client: Client, path: string) => {
  await app.settle([tag.reviewsOf(ONE)])
  return (await client.get(path)).body
}
const list = (client: Client, query = '') => fresh(client, `/api/games/${ONE}/reviews${query}`)
const idsOf = ({ data }: { data: Listed[] }) => data.map(({ id }) => id)
const NOBODY_HAS_IT = { added: 0, playing: 0, finished: 0, dropped: 0 }
const summary = (client: Client) => fresh(client, `/api/games/${ONE}/reviews/summary`)

/** Counts the reviews of the game by their rows, for comparison with the histogram. */
async function histogramFromRows(): Promise<number[]> {
  const { rows } = await sql<{ half: number; count: number }>`
    select (rating * 2)::int as half, count(*)::int as count from reviews where game_id = ${ONE} and is_listed group by 1
  `.execute(app.db)
  return Array.from({ length: 10 }, (_, at) => rows.find(({ half }) => half === at + 1)?.count ?? 0)
}

async function platformsFromRows(): Promise<{ name: string; count: number }[]> {
  const { rows } = await sql<{ name: string; count: number }>`
    select platform as name, count(*)::int as count from reviews
    where game_id = ${ONE} and is_listed and platform is not null
    group by 1 order by 2 desc, 1`.execute(app.db)
  return rows
}

describe('the reviews of a game', () => {
  test('are sorted by helpfulness, age and rating; ties are newest first [G28]', async () => {
    const a = await written(m.mara, { rating: 3 })
    later()
    const b = await written(m.juno, { rating: 5 })
    later()
    const c = await written(m.tobi, { rating: 3 })
    await m.sol.post(`/api/reviews/${a.id}/bookmark`)
    await m.sol.post(`/api/reviews/${b.id}/like`)
    const order = async (sort: string) => idsOf(await list(app.visitor(), sort))
    expect(await order('')).toEqual([a.id, b.id, c.id])
    expect(await order('?sort=helpful')).toEqual([a.id, b.id, c.id])
    expect(await order('?sort=newest')).toEqual([c.id, b.id, a.id])
    expect(await order('?sort=highest')).toEqual([b.id, c.id, a.id])
    expect(await order('?sort=lowest')).toEqual([c.id, a.id, b.id])
    expect(await order('?sort=nonsense')).toEqual([a.id, b.id, c.id])
  })

  test('are filtered by rating and platform, and so is the total; an invalid filter is ignored', async () => {
    const a = await written(m.mara, { rating: 3, platform: 'Switch' })
    later()
    const b = await written(m.juno, { rating: 3, platform: 'PC' })
    later()
    const c = await written(m.tobi, { rating: 4.5, platform: 'PC' })
    for (const [query, ids] of [
      ['?sort=newest&rating=3', [b.id, a.id]],
      ['?sort=newest&platform=PC', [c.id, b.id]],
      ['?sort=newest&platform=PC&rating=4.5', [c.id]],
      ['?platform=Dreamcast', []],
      ['?sort=newest&rating=3.2', [c.id, b.id, a.id]],
    ] as const) {
      const found = await list(app.visitor(), query)
      expect([query, idsOf(found), found.total, found.hasMore]).toEqual([query, ids, ids.length, false])
    }
  })

  test('are returned in pages without gaps or duplicates', async () => {
    await manyReviews(23, (at) => ({ rating: (at % 10) / 2 + 0.5 }))
    for (const sort of ['helpful', 'newest', 'highest', 'lowest']) {
      const pages = await Promise.all(
        [1, 2, 3, 4].map((page) => list(app.visitor(), `?sort=${sort}&limit=10&page=${page}`)),
      )
      expect(pages.map(({ data, total, hasMore }) => [data.length, total, hasMore])).toEqual([
        [10, 23, true],
        [10, 23, true],
        [3, 23, false],
        [0, 23, false],
      ])
      expect(new Set(pages.flatMap(idsOf)).size).toBe(23)
    }
  })

  test('exclude members in a block with the viewer, also from total, histogram, average and platforms', async () => {
    await written(m.mara, { rating: 1, platform: 'PC' })
    const b = await written(m.juno, { rating: 5, platform: 'Switch' })
    await written(m.tobi, { rating: 2, platform: 'PC', game_id: TWO })
    await block(m.sol, m.mara)
    await block(m.juno, m.tobi)
    expect(await list(m.sol)).toMatchObject({ data: [{ id: b.id }], total: 1 })
    expect(await summary(m.sol)).toMatchObject({
      average: 5,
      total: 1,
      histogram: [0, 0, 0, 0, 0, 0, 0, 0, 0, 1],
      platforms: [{ name: 'Switch', count: 1 }],
    })
    expect(await list(m.sol, '?rating=1')).toMatchObject({ data: [], total: 0 })
    expect((await list(m.tobi)).total).toBe(1)
    expect((await list(app.visitor())).total).toBe(2)
    expect(await summary(app.visitor())).toMatchObject({ average: 3, total: 2 })
  })

  test('exclude private and hidden ones and those of disabled members, also for their author', async () => {
    const a = await written(m.mara, { rating: 1 })
    await written(m.juno, { is_public: false })
    await written(m.tobi)
    const hidden = await written(m.sol)
    await disable(m.tobi)
    await app.db.updateTable('reviews').set({ hidden_at: app.time.now }).where('id', '=', hidden.id).execute()
    for (const client of [app.visitor(), m.juno, m.sol, m.admin])
      expect(await list(client)).toMatchObject({ data: [{ id: a.id }], total: 1 })
    expect(await summary(m.juno)).toMatchObject({ total: 1, mine: { rating: 4.5 } })
    expect((await m.sol.get(`/api/reviews/${hidden.id}`)).body.review.isHidden).toBe(true)
    expect((await m.admin.get(`/api/reviews/${hidden.id}`)).status).toBe(404)
  })

  test('take as many statements for twenty reviews as for one', async () => {
    await manyReviews(1, () => ({}))
    const few = await app.countQueries(() => list(m.mara, '?limit=20'))
    await manyReviews(20, () => ({ spoils_to: 50 }))
    expect(await app.countQueries(() => list(m.mara, '?limit=20'))).toBe(few)
  })
})

describe('what visitors read of a game', () => {
  const paths = [`/api/games/${ONE}/reviews`, `/api/games/${ONE}/reviews/summary`]

  test('is shared by all of them until a review changes', async () => {
    const { id } = await written(m.mara)
    await app.settle([tag.reviewsOf(ONE)])
    for (const path of paths) {
      const first = await app.visitor().get(path)
      const etag = first.headers.get('etag') ?? ''
      expect(first.headers.get('cache-control')).toBe('private, max-age=0, must-revalidate')
      const queries = await app.countQueries(async () => {
        expect((await app.visitor().get(path)).body).toEqual(first.body)
        expect((await app.visitor().get(path, { 'if-none-match': etag })).status).toBe(304)
      })
      expect([path, queries]).toEqual([path, 0])
      await m.mara.put(`/api/reviews/${id}`, t.draft({ rating: path.endsWith('summary') ? 1 : 2 }))
      await app.settle()
      expect((await app.visitor().get(path, { 'if-none-match': etag })).status).toBe(200)
    }
  })

  test('is not what members get', async () => {
    const { id } = await written(m.mara)
    await m.juno.post(`/api/reviews/${id}/like`)
    await block(m.mara, m.sol)
    await app.settle([tag.reviewsOf(ONE)])
    for (const path of paths) await app.visitor().get(path)
    const totals = async (client: Client) => Promise.all(paths.map(async (path) => (await client.get(path)).body.total))
    expect(await totals(app.visitor())).toEqual([1, 1])
    expect(await totals(m.sol)).toEqual([0, 0])
    const answer = await m.juno.get(paths[0] as string)
    expect(answer.headers.get('cache-control')).toBe('private, no-store')
    expect(answer.body.data[0].is_liked).toBe(true)
    expect((await app.visitor().get(paths[0] as string)).body.data[0].is_liked).toBe(false)
    expect((await m.mara.get(paths[1] as string)).body.mine).toMatchObject({ id })
  })
})

describe('the summary of a game', () => {
  test('has the average, ten counts and the platforms, most frequent first', async () => {
    await manyReviews(7, (at) => ({
      rating: [0.5, 2, 4, 4, 4.5, 5, 5][at],
      platform: ['PC', 'PC', 'Switch', null][at % 4],
    }))
    expect(await summary(app.visitor())).toEqual({
      average: 3.57,
      ratings: 7,
      total: 7,
      histogram: [1, 0, 0, 1, 0, 0, 0, 2, 1, 2],
      platforms: [
        { name: 'PC', count: 4 },
        { name: 'Switch', count: 2 },
      ],
      members: NOBODY_HAS_IT,
      mine: null,
      myStars: null,
      friends: [],
    })
  })

  test('of a game without reviews is empty', async () => {
    expect(await summary(m.mara)).toEqual({
      ...{ average: null, ratings: 0, total: 0, histogram: Array(10).fill(0), platforms: [] },
      ...{ members: NOBODY_HAS_IT, mine: null, myStars: null, friends: [] },
    })
  })

  test('contains the viewer’s own review, also a private one', async () => {
    const { id } = await written(m.mara, { is_public: false, rating: 2.5 })
    expect((await summary(m.mara)).mine).toEqual({ id, rating: 2.5 })
    expect((await summary(m.juno)).mine).toBeNull()
  })

  test('equals the rows after every kind of change', async () => {
    const agrees = async () => {
      const { histogram, platforms } = await summary(app.visitor())
      expect(histogram).toEqual(await histogramFromRows())
      expect(platforms).toEqual(await platformsFromRows())
    }
    const { id } = await written(m.mara, { rating: 1 })
    await written(m.juno, { rating: 1, platform: 'PC' })
    await agrees()
    await m.mara.put(`/api/reviews/${id}`, t.draft({ rating: 3, platform: 'PC' }))
    await agrees()
    await m.mara.put(`/api/reviews/${id}`, t.draft({ rating: 3, platform: 'Switch' }))
    await agrees()
    await m.mara.put(`/api/reviews/${id}`, t.draft({ rating: 3, is_public: false }))
    await agrees()
    await m.mara.put(`/api/reviews/${id}`, t.draft({ rating: 3 }))
    await disable(m.mara)
    await agrees()
    await disable(m.mara, null)
    await agrees()
    await m.mara.delete(`/api/reviews/${id}`)
    await agrees()
  })

  test('lists the ratings of friends and followed members that the viewer may see', async () => {
    // A friend with a review, a friend with stars only, a followed member, and a stranger.
    await befriend(m.mara, m.juno)
    await befriend(m.tobi, m.mara)
    await app.db.insertInto('followers').values({ follower_id: m.mara.user.id, following_id: m.sol.user.id }).execute()
    const review = await written(m.juno, { rating: 4.5 })
    await shelve(m.tobi, { user_rating: 6 })
    await shelve(m.sol, { user_rating: 2 })
    await shelve(m.admin, { user_rating: 10 })
    const friends = async () =>
      (await summary(m.mara)).friends.map(
        ({ user, rating, review_id }: { user: { username: string }; rating: number; review_id: string | null }) => [
          user.username,
          rating,
          review_id,
        ],
      )
    const byName = (rows: unknown[][]) => rows.toSorted((a, b) => String(a[0]).localeCompare(String(b[0])))
    expect(byName(await friends())).toEqual([
      ['juno', 4.5, review.id],
      ['sol', 1, null],
      ['tobi', 3, null],
    ])
    // Friends come before followed members.
    expect((await friends()).at(-1)?.[0]).toBe('sol')
    // A private library hides its stars; a public review remains visible.
    await t.showTo(m.sol, 'friends')
    await t.showTo(m.tobi, 'friends')
    await t.showTo(m.juno, 'private')
    expect(byName(await friends()).map(([name]) => name)).toEqual(['juno', 'tobi'])
    await block(m.tobi, m.mara)
    await disable(m.juno)
    expect(await friends()).toEqual([])
  })
})

describe('the reviews of a member', () => {
  test('of one game are filtered by the member and the game, also the private ones of the owner', async () => {
    const one = await written(m.mara)
    later()
    const two = await written(m.mara, { game_id: TWO })
    await written(m.juno)
    const of = async (client: Client, more = '') => {
      const { body } = await client.get(`/api/reviews?user_id=${m.mara.user.id}${more}`)
      return [idsOf(body), body.total]
    }
    expect(await of(app.visitor())).toEqual([[two.id, one.id], 2])
    expect(await of(app.visitor(), `&game_id=${ONE}`)).toEqual([[one.id], 1])
    expect(await of(app.visitor(), `&game_id=${TWO}`)).toEqual([[two.id], 1])
    expect(await of(app.visitor(), '&game_id=igdb_999')).toEqual([[], 0])
    await m.mara.put(`/api/reviews/${one.id}`, { rating: 4, review_text: 'Good.', is_public: false })
    expect(await of(app.visitor(), `&game_id=${ONE}`)).toEqual([[], 0])
    expect(await of(m.mara, `&game_id=${ONE}`)).toEqual([[one.id], 1])
  })

  test('are listed newest first, private ones only for the owner', async () => {
    const a = await written(m.mara)
    later()
    const b = await written(m.mara, { game_id: TWO, is_public: false })
    const of = async (client: Client, query = '') => (await client.get(`/api/profiles/mara/reviews${query}`)).body
    expect(await of(m.mara)).toMatchObject({ data: [{ id: b.id }, { id: a.id }], total: 2, hasMore: false })
    expect(await of(m.mara, '?limit=1')).toMatchObject({ data: [{ id: b.id }], total: 2, hasMore: true })
    for (const client of [app.visitor(), m.juno, m.admin])
      expect(await of(client)).toMatchObject({ data: [{ id: a.id }], total: 1 })
    // The owner's preview shows what others see.
    expect(await of(m.mara, '?as=guest')).toMatchObject({ data: [{ id: a.id, source_text: null }], total: 1 })
    const named = await m.juno.get(`/api/reviews?user_id=${m.mara.user.id}`)
    expect(named.body).toMatchObject({ data: [{ id: a.id }], total: 1 })
  })

  test('are visible to those who may see the profile', async () => {
    await written(m.mara)
    await t.showTo(m.mara, 'friends')
    await befriend(m.mara, m.tobi)
    const status = async (client: Client) => (await client.get('/api/profiles/mara/reviews')).status
    expect([await status(app.visitor()), await status(m.juno), await status(m.tobi)]).toEqual([403, 403, 200])
    expect((await m.juno.get(`/api/reviews?user_id=${m.mara.user.id}`)).status).toBe(403)
  })

  test('that the viewer has bookmarked are listed by bookmark, without those that are no longer visible', async () => {
    const a = await written(m.mara)
    const b = await written(m.juno)
    const c = await written(m.tobi)
    for (const { id } of [b, a, c]) {
      await m.sol.post(`/api/reviews/${id}/bookmark`)
      later()
    }
    const saved = async () => (await m.sol.get('/api/reviews?saved=1')).body
    expect(idsOf(await saved())).toEqual([c.id, a.id, b.id])
    expect((await saved()).total).toBe(3)
    await m.tobi.put(`/api/reviews/${c.id}`, t.draft({ is_public: false }))
    await block(m.juno, m.sol)
    expect(await saved()).toMatchObject({ data: [{ id: a.id }], total: 1, hasMore: false })
    expect((await app.visitor().get('/api/reviews?saved=1')).status).toBe(401)
  })

  test('of everybody are public ones, the latest first, without members in a block', async () => {
    const own = await written(m.mara)
    later()
    const other = await written(m.juno, { game_id: TWO })
    later()
    await written(m.tobi, { is_public: false })
    const latest = async (client: Client, more = '') => (await client.get(`/api/reviews?latest=1${more}`)).body
    const ids = ({ data }: { data: { id: string }[] }) => data.map(({ id }) => id)
    for (const client of [app.visitor(), m.sol, m.tobi]) expect(ids(await latest(client))).toEqual([other.id, own.id])
    expect(await latest(app.visitor(), '&limit=1')).toMatchObject({ data: [{ id: other.id }], hasMore: false })
    await block(m.juno, m.sol)
    expect(ids(await latest(m.sol))).toEqual([own.id])
    await disable(m.mara)
    expect(ids(await latest(app.visitor()))).toEqual([other.id])
  })

  test('can be filtered by game, and a list without game or member is refused', async () => {
    const { id } = await written(m.mara)
    expect((await app.visitor().get(`/api/reviews?game_id=${ONE}`)).body).toMatchObject({ data: [{ id }], total: 1 })
    expect((await app.visitor().get('/api/reviews')).status).toBe(400)
    expect((await app.visitor().get('/api/reviews?game_id=nonsense')).status).toBe(400)
  })
})

describe('a review with a spoiler mark', () => {
  const SECRET = 'The butler did it'
  const seenBy = async (client: Client, id: string, query = '') => (await client.get(`/api/reviews/${id}${query}`)).body

  test('is folded for readers who have not come that far, and no response contains its text', async () => {
    await shelve(m.mara, { completion_percentage: 80 })
    const { id } = await written(m.mara, { review_text: SECRET, spoils_to: 60 })
    await shelve(m.juno, { completion_percentage: 35 })
    await shelve(m.tobi, { completion_percentage: 60 })
    await shelve(m.sol, { status: 'completed' })
    expect((await seenBy(m.juno, id)).review).toMatchObject({ fold: { writtenAt: 60, readerAt: 35 }, review_text: '' })
    expect((await seenBy(app.visitor(), id)).review.fold).toEqual({ writtenAt: 60, readerAt: null })
    expect((await seenBy(m.admin, id)).review.fold).toEqual({ writtenAt: 60, readerAt: 0 })
    for (const client of [m.tobi, m.sol, m.mara])
      expect((await seenBy(client, id)).review).toMatchObject({ fold: null, review_text: SECRET })
    for (const path of [`/api/reviews/${id}`, `/api/games/${ONE}/reviews`, '/api/profiles/mara/reviews'])
      for (const client of [m.juno, app.visitor()])
        expect([path, JSON.stringify(await fresh(client, path)).includes('butler')]).toEqual([path, false])
    expect((await seenBy(m.juno, id, '?reveal=1')).review).toMatchObject({ fold: null, review_text: SECRET })
  })

  test('in a list is folded when it was written further into the game, for readers who chose that', async () => {
    await shelve(m.mara, { completion_percentage: 80 })
    const { id } = await written(m.mara, { review_text: SECRET })
    await shelve(m.juno, { completion_percentage: 35 })
    expect((await seenBy(m.juno, id)).review.fold).toBeNull()
    await app.db
      .updateTable('profiles')
      .set({ settings: JSON.stringify({ spoilers: 'further' }) })
      .where('id', '=', m.juno.user.id)
      .execute()
    expect((await seenBy(m.juno, id)).review).toMatchObject({ fold: { writtenAt: 80, readerAt: 35 }, review_text: '' })
    expect((await list(m.juno)).data).toMatchObject([{ review_text: '', isLong: false }])
  })

  test('was written when its text was: other edits leave its share, and a new text has the furthest of all', async () => {
    await shelve(m.mara, { completion_percentage: 30 })
    const { id } = await written(m.mara, { review_text: SECRET })
    const writtenAt = async (changes: object) => {
      const { status, body } = await m.mara.put(`/api/reviews/${id}`, {
        ...{ rating: 4, review_text: SECRET, is_public: true },
        ...changes,
      })
      expect(status).toBe(200)
      return body.review.written_at
    }
    const progress = (completion_percentage: number) =>
      m.mara.put(`/api/library/${ONE}/progress`, { completion_percentage })
    await progress(80)
    expect(await writtenAt({ rating: 3 })).toBe(30)
    expect(await writtenAt({ review_text: `${SECRET}, with the candlestick` })).toBe(80)
    await progress(20)
    expect(await writtenAt({ review_text: SECRET })).toBe(80)
    await m.mara.delete(`/api/library/${ONE}`)
    expect(await writtenAt({ review_text: `${SECRET} again` })).toBe(80)
  })

  test('states whether it is long while it is folded [R-REV-18]', async () => {
    const { id } = await written(m.mara, { review_text: `<b>${'x'.repeat(151)}</b>`, spoils_to: 60 })
    expect((await seenBy(m.juno, id)).review).toMatchObject({ review_text: '', isLong: true })
  })
})

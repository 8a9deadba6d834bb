import { beforeAll, expect, test } from 'vitest'
import { seededRandom } from '#db/seed/seeded-random.ts'
import { addAchievements } from '#tests/support/fixtures.ts'
import { useImportsApp } from '#tests/support/imports-app.ts'
import type { Member } from '#tests/support/members.ts'

// Ann imports copies, shelves, reviews and ticks, edits, and undoes the import. Bob only edits what he has. In the end Ann
// has what Bob has, and of the import only what she has changed.
const { app, ann, bob, read, step, stateOf } = useImportsApp()
type Random = ReturnType<typeof seededRandom>

const GAMES = ['igdb_1', 'igdb_4', 'igdb_5', 'igdb_6', 'igdb_7', 'igdb_8']
const NAMES = ['Marmot Quest', 'Badgers & Bees', 'Heron', 'Lynx Patrol', 'Marten and Co', 'Stoat Story']
const STORES = ['Steam', 'GOG', 'itch.io']
const SHELVES = ['Couch', 'Co-op', 'Sums']
const achievements = new Map<string, string[]>()

beforeAll(async () => {
  for (const game of GAMES) achievements.set(game, await addAchievements(app, game, ['First', 'Second']))
})

const of = <T>(random: Random, list: readonly T[]): T => list[random.whole(0, list.length - 1)] as T
const later = () => {
  app.time.now = new Date(app.time.now.getTime() + 60_000)
}
async function must(answer: Promise<{ status: number; body: unknown }>) {
  const { status, body } = await answer
  if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`)
  return body as Record<string, { id: string }>
}

const put = async (member: Member, name: string, game_id: string) => {
  const { shelves } = (await member.get('/api/library/shelves')).body
  const found = shelves.find((shelf: { name: string }) => shelf.name === name)
  const { id } = found ?? (await must(member.post('/api/library/shelves', { name }))).shelf
  await must(member.post('/api/library/bulk/shelf', { game_ids: [game_id], shelf_id: id, is_on: true }))
}

/** Gives both members the same things. */
async function fill(random: Random): Promise<void> {
  for (const game_id of GAMES) {
    const isIn = random.chance(0.6)
    const store = random.chance(0.4) ? of(random, STORES) : null
    const shelf = random.chance(0.4) ? of(random, SHELVES) : null
    const review = random.chance(0.3) ? `Mine of ${game_id}` : null
    const tick = random.chance(0.4) ? achievements.get(game_id)?.[0] : null
    for (const member of [ann, bob]) {
      if (isIn) await must(member.post('/api/library', { game_id, status: 'playing' }))
      if (isIn && store) await must(member.post(`/api/library/${game_id}/copies`, { is_physical: false, store }))
      if (isIn && shelf) await put(member, shelf, game_id)
      if (review) await must(member.post('/api/reviews', { game_id, rating: 3, review_text: review, is_public: false }))
      if (isIn && tick) await must(member.put(`/api/achievements/${tick}/unlock`, {}))
    }
    later()
  }
}

/** An export of somebody who has much of all of this. */
function randomFile(random: Random): string {
  const games = GAMES.flatMap((game_id, at) => (random.chance(0.15) ? [] : [{ game_id, game_name: NAMES[at] }]))
  const entries = games.filter(() => random.chance(0.8))
  const some = <T extends object>(more: (game_id: string) => T) =>
    entries.filter(() => random.chance(0.6)).map(({ game_id, ...rest }) => ({ game_id, ...rest, ...more(game_id) }))
  return JSON.stringify({
    format: 'savepoint-export',
    version: 1,
    data: {
      user_games: entries.map((game) => ({
        ...game,
        status: of(random, ['want_to_play', 'completed']),
        user_rating: random.chance(0.5) ? random.whole(1, 10) : null,
        play_time: random.whole(0, 20),
      })),
      own_shelf_games: [...some(() => ({})), ...some(() => ({}))].map((row) => ({
        ...row,
        shelf_name: of(random, [...SHELVES, 'New']),
      })),
      game_copies: [...some(() => ({})), ...some(() => ({}))].map((row) => ({
        ...row,
        store: of(random, STORES),
        is_physical: false,
      })),
      user_achievements: some((game_id) => ({
        achievement_id: achievements.get(game_id)?.[random.whole(0, 1)],
        achievement_name: 'First',
        unlocked_at: '2024-05-06T07:08:09.010Z',
      })),
      reviews: games
        .filter(() => random.chance(0.6))
        .map((game) => ({
          ...game,
          rating: random.whole(1, 10) / 2,
          review_text: `Imported of ${game.game_id}`,
          is_public: random.chance(0.5),
          created_at: '2024-05-06T07:08:09.010Z',
        })),
    },
  })
}

type Things = Record<'copies' | 'shelves' | 'reviews' | 'ticks' | 'games', string[]>
async function things(member: Member): Promise<Things> {
  const mine = { user_id: member.user.id }
  const [copies, shelves, reviews, ticks, games] = await Promise.all([
    app.db
      .selectFrom('game_copies')
      .where('user_id', '=', mine.user_id)
      .select(['game_id', 'store', 'edition'])
      .execute(),
    app.db
      .selectFrom('own_shelf_games as held')
      .innerJoin('own_shelves as shelf', 'shelf.id', 'held.shelf_id')
      .where('held.user_id', '=', mine.user_id)
      .select(['held.game_id', 'shelf.name'])
      .execute(),
    app.db.selectFrom('reviews').where('user_id', '=', mine.user_id).select(['game_id', 'review_text']).execute(),
    app.db
      .selectFrom('user_achievements')
      .where('user_id', '=', mine.user_id)
      .select(['game_id', 'achievement_id'])
      .execute(),
    app.db
      .selectFrom('user_games')
      .where('user_id', '=', mine.user_id)
      .select(['game_id', 'achievements_completed'])
      .execute(),
  ])
  const texts = (rows: readonly object[]) => rows.map((row) => JSON.stringify(row)).toSorted()
  return {
    copies: texts(copies),
    shelves: texts(shelves),
    reviews: texts(reviews),
    ticks: texts(ticks),
    games: texts(games),
  }
}

/** What the import has brought: ids that Ann has and had not before. */
const idsOf = async (table: 'game_copies' | 'reviews') =>
  new Set(
    (await app.db.selectFrom(table).where('user_id', '=', ann.user.id).select('id').execute()).map(({ id }) => id),
  )

test('after an import, edits and an undo there is of the import only what was changed since', async () => {
  let [kept, undone] = [0, 0]
  for (let round = 0; round < 16; round += 1) {
    const random = seededRandom(`undo parts ${round}`)
    const label = `round ${round}`
    for (const table of ['imports', 'user_games', 'own_shelves', 'reviews', 'journal_entries'] as const)
      await app.db.deleteFrom(table).execute()
    await fill(random)
    const before = { copies: await idsOf('game_copies'), reviews: await idsOf('reviews'), things: await things(ann) }
    const file = randomFile(random)
    const id = await read(ann, file, 'data.json')
    const { rules } = await stateOf(ann, id)
    await must(ann.put(`/api/imports/${id}/rules`, { ...rules, review: of(random, ['private', 'file']) }))
    await app.work()
    if ((await stateOf(ann, id)).counts.waiting === 0) continue
    await step(ann, id, 'apply')
    const imported = await things(ann)
    // The same file a second time changes nothing.
    const again = await read(ann, file, 'again.json')
    expect((await stateOf(ann, again)).counts, label).toMatchObject({ new: 0, changed: 0 })
    await must(ann.delete(`/api/imports/${again}`))
    later()
    const extra: { game_id: string; copies: string[]; reviews: string[] }[] = []
    const copies = await app.db.selectFrom('game_copies').where('user_id', '=', ann.user.id).selectAll().execute()
    for (const copy of copies) {
      if (before.copies.has(copy.id) || random.chance(0.7)) continue
      const edition = `Edited ${round}`
      await must(
        ann.put(`/api/library/${copy.game_id}/copies/${copy.id}`, { is_physical: false, store: copy.store, edition }),
      )
      const { game_id, store } = copy
      extra.push({ game_id, copies: [JSON.stringify({ game_id, store, edition })], reviews: [] })
    }
    const reviews = await app.db.selectFrom('reviews').where('user_id', '=', ann.user.id).selectAll().execute()
    for (const review of reviews) {
      const { game_id, rating } = review
      if (before.reviews.has(review.id)) continue
      // New stars in the library change the review as well, but it goes: they are not its own.
      const isIn = imported.games.some((text) => JSON.parse(text).game_id === game_id)
      if (isIn && random.chance(0.3))
        await must(ann.patch(`/api/library/${game_id}`, { user_rating: ((rating * 2) % 10) + 1 }))
      if (random.chance(0.7)) continue
      const review_text = `Edited of ${game_id}`
      await must(ann.put(`/api/reviews/${review.id}`, { rating, review_text, is_public: false }))
      extra.push({ game_id, copies: [], reviews: [JSON.stringify({ game_id, review_text })] })
    }
    await step(ann, id, 'undo')
    const [now, bobs] = [await things(ann), await things(bob)]
    expect(now.copies, label).toEqual([...bobs.copies, ...extra.flatMap(({ copies }) => copies)].toSorted())
    expect(now.reviews, label).toEqual([...bobs.reviews, ...extra.flatMap(({ reviews }) => reviews)].toSorted())
    expect(now.shelves, label).toEqual(bobs.shelves)
    expect(now.ticks, label).toEqual(bobs.ticks)
    expect(now.games, label).toEqual(expect.arrayContaining(bobs.games))
    kept += extra.length
    undone += imported.copies.length + imported.reviews.length - before.things.copies.length
  }
  expect([kept > 10, undone > 50]).toEqual([true, true])
}, 240_000)

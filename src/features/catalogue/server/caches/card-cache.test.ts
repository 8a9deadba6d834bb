import { beforeAll, expect, test, vi } from 'vitest'
import { inTransaction } from '#db/transaction.ts'
import { gameActivitiesTag } from '#features/activity/server/activity.service.ts'
import { announce } from '#server/changes.ts'
import type { GameId } from '#shared/ids.ts'
import { useTestApp } from '#tests/support/test-app.ts'
import { loadGameCards } from '../catalogue.service.ts'
import { NOTHING_KNOWN } from '../sources/source.ts'
import { storeGames } from '../stored-games/store-games.ts'

const app = useTestApp()
const ONE = 'igdb_1' as GameId
const TWO = 'igdb_2' as GameId
const named = (id: GameId, name: string) => ({ ...NOTHING_KNOWN, id, name })
const nameOf = async (id: GameId) => (await loadGameCards(app.db, [id])).get(id)?.name

beforeAll(() => storeGames(app.db, [named(ONE, 'One'), named(TWO, 'Two')], 'local'))

test('a card is read once for any number of pages', async () => {
  await loadGameCards(app.db, [ONE])
  expect(await app.countQueries(() => loadGameCards(app.db, [ONE, ONE]))).toBe(0)
  expect(await app.countQueries(() => loadGameCards(app.db, [ONE, TWO]))).toBe(1)
  expect([...(await loadGameCards(app.db, [ONE, TWO])).keys()].sort()).toEqual([ONE, TWO])
})

test.each(['games', `game:${ONE}`])('is read again after %s was announced', async (tag) => {
  expect(await nameOf(ONE)).not.toBe(`New by ${tag}`)
  await inTransaction({ db: app.db }, async ({ db }) => {
    await storeGames(db, [named(ONE, `New by ${tag}`)], 'local')
    await announce(db, [tag])
  })
  await vi.waitFor(async () => expect(await nameOf(ONE)).toBe(`New by ${tag}`))
})

test('a card stays cached while members do something with the game', async () => {
  const other = 'igdb_4' as GameId
  await storeGames(app.db, [named(other, 'Four')], 'local')
  await loadGameCards(app.db, [ONE, other])
  await announce(app.db, [gameActivitiesTag(ONE), 'feed'])
  await storeGames(app.db, [named(other, 'Four, after it')], 'local')
  await announce(app.db, [`game:${other}`])
  // Waits until the last published tag has arrived.
  await vi.waitFor(async () => expect(await nameOf(other)).toBe('Four, after it'))
  expect(await app.countQueries(() => loadGameCards(app.db, [ONE]))).toBe(0)
})

test('a game that is not stored is looked up each time, so that it is found as soon as it is stored', async () => {
  const three = 'igdb_3' as GameId
  expect(await nameOf(three)).toBeUndefined()
  await storeGames(app.db, [named(three, 'Three')], 'local')
  expect(await nameOf(three)).toBe('Three')
})

test('a transaction bypasses the cache', async () => {
  await loadGameCards(app.db, [TWO])
  await inTransaction({ db: app.db }, async ({ db }) => {
    await storeGames(db, [named(TWO, 'Two, not committed')], 'local')
    expect((await loadGameCards(db, [TWO])).get(TWO)?.name).toBe('Two, not committed')
    expect(await nameOf(TWO)).toBe('Two')
  })
})

import { beforeAll, expect, test } from 'vitest'
import { inTransaction } from '#db/transaction.ts'
import { announce } from '#server/changes.ts'
import { type Tag, tag } from '#server/tags.ts'
import type { GameId } from '#shared/ids.ts'
import { useTestApp } from '#tests/support/test-app.ts'
import { loadGameCards } from '../cards/game-cards.ts'
import { NOTHING_KNOWN } from '../sources/source.ts'
import { storeGames } from '../stored-games/store-games.ts'
import { cacheCards } from './card-cache.ts'

const app = useTestApp()
const ONE = 'igdb_1' as GameId
const TWO = 'igdb_2' as GameId
const named = (id: GameId, name: string) => ({ ...NOTHING_KNOWN, id, name })
const nameOf = async (id: GameId) => (await loadGameCards(app, [id])).get(id)?.name

beforeAll(() => storeGames(app.db, [named(ONE, 'One'), named(TWO, 'Two')], 'local'))

test('a card is read once for any number of pages', async () => {
  await loadGameCards(app, [ONE])
  expect(await app.countQueries(() => loadGameCards(app, [ONE, ONE]))).toBe(0)
  expect(await app.countQueries(() => loadGameCards(app, [ONE, TWO]))).toBe(1)
  expect([...(await loadGameCards(app, [ONE, TWO])).keys()].sort()).toEqual([ONE, TWO])
})

test('a card follows the year, and so the years of plausible releases', async () => {
  const far = Date.UTC(2031, 5) / 1000
  await storeGames(app.db, [{ ...named(TWO, 'Two'), firstReleaseDate: far }], 'local')
  await announce(app.db, [tag.game(TWO)])
  const yearIn = async (now: string) => (await loadGameCards(app, [TWO], new Date(now))).get(TWO)?.year
  await expect.poll(() => yearIn('2030-01-01')).toBe(2031)
  expect(await yearIn('2010-01-01')).toBeNull()
  expect(await yearIn('2030-01-01')).toBe(2031)
})

test.each([tag.games, tag.game(ONE)])('a card is read again after %s was published', async (announced) => {
  expect(await nameOf(ONE)).not.toBe(`New by ${announced}`)
  await inTransaction({ db: app.db }, async ({ db }) => {
    await storeGames(db, [named(ONE, `New by ${announced}`)], 'local')
    await announce(db, [announced])
  })
  await expect.poll(() => nameOf(ONE)).toBe(`New by ${announced}`)
})

test('a card stays cached while members do something with the game', async () => {
  const other = 'igdb_4' as GameId
  await storeGames(app.db, [named(other, 'Four')], 'local')
  await loadGameCards(app, [ONE, other])
  await announce(app.db, [tag.activitiesAbout(ONE), tag.feed])
  await storeGames(app.db, [named(other, 'Four, after it')], 'local')
  await announce(app.db, [tag.game(other)])
  // Waits until the last published tag has arrived.
  await expect.poll(() => nameOf(other)).toBe('Four, after it')
  expect(await app.countQueries(() => loadGameCards(app, [ONE]))).toBe(0)
})

test('a game that is not stored is looked up each time, so that it is found as soon as it is stored', async () => {
  const three = 'igdb_3' as GameId
  expect(await nameOf(three)).toBeUndefined()
  await storeGames(app.db, [named(three, 'Three')], 'local')
  expect(await nameOf(three)).toBe('Three')
})

test('a full cache drops the cards that were read first, and no others', async () => {
  const read = cacheCards(app.db, { isLive: () => true, subscribe: () => () => {} }, 2)
  const ids = [ONE, TWO, 'igdb_5' as GameId]
  await storeGames(app.db, [named(ids[2] as GameId, 'Five')], 'local')
  for (const id of ids) await read([id])
  expect(await app.countQueries(() => read(ids.slice(1)))).toBe(0)
  expect(await app.countQueries(() => read([ONE]))).toBe(1)
})

test('a card that changes while it is read is not cached, and none is read from memory while the feed is down', async () => {
  const feed = { isLive: true }
  let hear: (tags: Tag[]) => void = () => {}
  const read = cacheCards(app.db, {
    isLive: () => feed.isLive,
    subscribe: (listener) => {
      hear = listener as typeof hear
      return () => {}
    },
  })
  const reading = read([ONE])
  hear([tag.game(ONE)])
  await reading
  expect(await app.countQueries(() => read([ONE]))).toBe(1)
  expect(await app.countQueries(() => read([ONE]))).toBe(0)
  feed.isLive = false
  expect(await app.countQueries(() => read([ONE]))).toBe(1)
})

test('a transaction bypasses the cache', async () => {
  await loadGameCards(app, [TWO])
  await inTransaction({ db: app.db }, async ({ db }) => {
    await storeGames(db, [named(TWO, 'Two, not committed')], 'local')
    expect((await loadGameCards({ db, catalogue: app.catalogue }, [TWO])).get(TWO)?.name).toBe('Two, not committed')
    expect(await nameOf(TWO)).toBe('Two')
  })
})

import { beforeEach, expect, test } from 'vitest'
import type { GameId } from '#shared/ids.ts'
import { gameOf, scriptedSource } from '#tests/support/scripted-source.ts'
import { useTestApp } from '#tests/support/test-app.ts'
import type { RelationShelf } from '../../game-facts.contract.ts'
import { storeGames } from '../stored-games/store-games.ts'

const igdb = scriptedSource('igdb')
const app = useTestApp({}, { catalogueEdges: { sources: [igdb] } })

beforeEach(async () => {
  igdb.reset()
  await app.db.deleteFrom('games').execute()
  await app.settle()
})

async function dlcOf(id: string): Promise<string[]> {
  const { body } = await app.visitor().get(`/api/games/${id}/facts`)
  await app.catalogue.related.settled()
  await app.settle()
  return body.data.relations.flatMap((shelf: RelationShelf) => shelf.games.map((game) => game.id))
}
const withDlc = (id: string, ...dlc: number[]) =>
  gameOf(id, 'Whole', {
    relations: dlc.map((number) => ({ kind: 'dlc', role: 'part', id: `igdb_${number}` as GameId })),
  })

test('related games that are not stored are fetched in one request, and the next reader sees them', async () => {
  igdb.games = [gameOf('igdb_490002', 'Two'), gameOf('igdb_490003', 'Three')]
  await storeGames(app.db, [withDlc('igdb_490001', 490002, 490003, 490004)], 'igdb')
  expect(await dlcOf('igdb_490001')).toEqual([])
  expect(igdb.asked).toEqual([['fetchGames', ['igdb_490002', 'igdb_490003', 'igdb_490004']]])
  expect(await dlcOf('igdb_490001')).toEqual(['igdb_490002', 'igdb_490003'])
  // Not again on the same day, and not for what the source does not know.
  expect(igdb.times()).toBe(1)
})

test('a source that fails changes nothing', async () => {
  igdb.fail('server')
  await storeGames(app.db, [withDlc('igdb_490011', 490012)], 'igdb')
  expect(await dlcOf('igdb_490011')).toEqual([])
  igdb.fail('bug')
  await storeGames(app.db, [withDlc('igdb_490013', 490014)], 'igdb')
  expect(await dlcOf('igdb_490013')).toEqual([])
})

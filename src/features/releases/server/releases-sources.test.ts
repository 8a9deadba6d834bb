import { beforeEach, expect, test } from 'vitest'
import { RELEASES_NOW } from '#tests/support/releases-app.ts'
import { gameOf, instantSleep, scriptedSource } from '#tests/support/scripted-source.ts'
import { useTestApp } from '#tests/support/test-app.ts'

const igdb = scriptedSource('igdb')
const { sleep } = instantSleep(() => igdb.isHanging())
const app = useTestApp({}, { catalogueEdges: { sources: [igdb], sleep } })
const secondsAt = (day: string) => Date.parse(`${day}T00:00:00Z`) / 1000
const names = async (query = '') => {
  const { status, body } = await app.visitor().get(`/api/releases${query}`)
  expect(status).toBe(200)
  return body.groups.flatMap(({ games }: { games: { name: string }[] }) => games.map(({ name }) => name))
}

let minutes = 0
beforeEach(async () => {
  // The cached answers of the source and of the page expire.
  minutes += 10
  app.time.now = new Date(RELEASES_NOW.getTime() + minutes * 60_000)
  igdb.fail(null)
  igdb.reset()
  await app.db.deleteFrom('games').execute()
})

test('a source is asked for what comes next, and its games are stored', async () => {
  igdb.games = [gameOf('igdb_1', 'From the source', { firstReleaseDate: secondsAt('2026-12-03') })]
  expect(await names()).toEqual(['From the source'])
  expect(igdb.asked.filter(([method]) => method === 'listGames')).toHaveLength(1)
  expect(await app.db.selectFrom('games').select('id').execute()).toEqual([{ id: 'igdb_1' }])
})

test('the past is read from the stored games alone', async () => {
  expect(await names('?span=out')).toEqual([])
  expect(igdb.asked).toEqual([])
})

test('while the source fails, the stored games are shown', async () => {
  igdb.games = [gameOf('igdb_1', 'From the source', { firstReleaseDate: secondsAt('2026-12-03') })]
  await names()
  app.time.now = new Date(app.time.now.getTime() + 10 * 60_000)
  igdb.fail('unreachable')
  expect(await names()).toEqual(['From the source'])
})

import { beforeAll, expect, test } from 'vitest'
import { NOTHING_KNOWN, type SourceGame } from '#features/catalogue/server/sources/source.ts'
import { storeGames } from '#features/catalogue/server/stored-games/store-games.ts'
import type { GameId } from '#shared/ids.ts'
import { useMember } from '#tests/support/members.ts'
import { useTestApp } from '#tests/support/test-app.ts'

const app = useTestApp()
const ann = useMember(app)
const admin = useMember(app, { becomeAdmin: true })

const game = (id: string, name: string, year: number, steam?: string, more: Partial<SourceGame> = {}): SourceGame => ({
  ...NOTHING_KNOWN,
  ...{ id: id as GameId, name, firstReleaseDate: Date.UTC(year, 3, 1) / 1000 },
  externalIds: steam === undefined ? [] : [{ source: 'steam', uid: steam }],
  platforms: [{ id: 6, name: 'PC (Microsoft Windows)' }],
  ...more,
})

beforeAll(async () => {
  await storeGames(
    app.db,
    [
      game('local_900000000011', 'Marmot Castle', 2019, '11'),
      game('local_900000000012', 'Heron', 2020, '12'),
      game('local_900000000013', 'The Heron', 2021, '13'),
      game('local_900000000014', 'Otter', 2018, '14'),
      game('local_77', 'Lynx', 2018),
    ],
    'import',
  )
})

test('a game of the list becomes the one that a source brings, with the entries of members', async () => {
  for (const id of ['local_900000000011', 'local_900000000013'])
    expect((await ann.post('/api/library', { game_id: id, status: 'playing' })).status).toBeLessThan(300)
  await storeGames(
    app.db,
    [
      game('igdb_11', 'Marmot Castle: Gold', 2020, '11', { summary: 'A castle.' }),
      game('igdb_12', 'Heron', 2020),
      game('igdb_13', 'Heron', 2021),
      game('igdb_14', 'Otter', 2018, '99'),
      game('igdb_15', 'Lynx', 2018),
    ],
    'igdb',
  )
  await app.run('join-listed-games')
  const ids = (await app.db.selectFrom('games').select('id').orderBy('id').execute()).map(({ id }) => id)
  expect(ids.filter((id) => id.startsWith('local_'))).toEqual([
    ...['local_77', 'local_900000000013', 'local_900000000014'],
  ])
  const entries = await app.db
    .selectFrom('user_games')
    .select(['game_id', 'status'])
    .where('user_id', '=', ann.user.id)
    .orderBy('game_id')
    .execute()
  expect(entries.map(({ game_id }) => game_id)).toEqual(['igdb_11', 'local_900000000013'])
  expect((await app.visitor().get('/api/games/local_900000000011')).body.game.id).toBe('igdb_11')
  await app.run('join-listed-games')
  expect(await app.db.selectFrom('game_merges').select('from_id').execute()).toHaveLength(2)
})

test('members with both games are notified, and games that an admin has split stay apart', async () => {
  await storeGames(app.db, [game('local_900000000021', 'Stoat', 2017, '21')], 'import')
  await storeGames(app.db, [game('igdb_21', 'Stoat', 2017, '21')], 'igdb')
  for (const id of ['local_900000000021', 'igdb_21'])
    expect((await ann.post('/api/library', { game_id: id, status: 'playing' })).status).toBeLessThan(300)
  await app.run('join-listed-games')
  const told = await app.db.selectFrom('notifications').select('type').where('user_id', '=', ann.user.id).execute()
  expect(told).toContainEqual({ type: 'entries_joined' })
  expect((await admin.post('/api/admin/merges/local_900000000021/split')).status).toBe(201)
  await app.run('join-listed-games')
  const entries = await app.db.selectFrom('user_games').select('game_id').where('game_id', 'like', '%21').execute()
  expect(entries.map(({ game_id }) => game_id).toSorted()).toEqual(['igdb_21', 'local_900000000021'])
})

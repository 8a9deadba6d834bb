import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import type { Db } from '#db/db.ts'
import type { PlaylistId, UserId } from '#shared/ids.ts'
import { type Member, signUp } from '#tests/support/members.ts'
import { planOf, storeRows } from '#tests/support/query-plan.ts'
import { useTestApp } from '#tests/support/test-app.ts'
import { listTakenSlugs } from './admin/slugs.queries.ts'
import * as queries from './playlists.queries.ts'

const app = useTestApp()
let ann: Member
let id: PlaylistId

beforeAll(async () => {
  ann = await signUp(app)
  await sql`
    insert into games (id, data_source, source_id, name, search_text)
    select 'igdb_' || n, 'igdb', n, 'Game ' || n, '| game ' || n || ' |' from generate_series(1, 1000) n`.execute(
    app.db,
  )
  await sql`
    insert into playlists (title, type, slug, is_published, published_at, games_count, created_at)
    select 'Playlist ' || n, (array['featured', 'collection', 'event', 'genre', 'custom'])[1 + n % 5], 'playlist-' || n,
      n % 10 > 0, now(), 100, now() - n * interval '1 hour'
    from generate_series(1, 2000) n`.execute(app.db)
  await storeRows(app, (db) =>
    sql`
      insert into playlist_games (playlist_id, game_id, display_order)
      select playlists.id, 'igdb_' || (1 + (substr(slug, 10)::integer + n) % 1000), n
      from playlists, generate_series(1, 100) n`.execute(db),
  )
  await sql`insert into playlist_slugs (slug, playlist_id) select slug, id from playlists`.execute(app.db)
  await sql`vacuum (analyze) games, playlists, playlist_games, playlist_slugs`.execute(app.db)
  const row = await app.db
    .selectFrom('playlists')
    .select('id')
    .where('slug', '=', 'playlist-11')
    .executeTakeFirstOrThrow()
  id = row.id as PlaylistId
})

const PART = { limit: 24, offset: 0 }
const visible = { seesDrafts: false, most: 100 }

test.each([
  ['all public playlists', (db: Db) => queries.listPublic(db, undefined, PART), 'playlists_public'],
  ['public playlists of a type', (db: Db) => queries.listPublic(db, 'genre', PART), 'playlists_public_type'],
  ['all playlists', (db: Db) => queries.listAll(db, { type: undefined, search: '' }, PART), 'playlists_all'],
  ['featured playlists', (db: Db) => queries.listFeatured(db, 10), 'playlists_public_type'],
  ['the latest playlist', (db: Db) => queries.findLatest(db), 'playlists_latest'],
  ['a playlist by its id', (db: Db) => queries.findPlaylist(db, id, visible), 'playlists_pkey'],
  ['a playlist by its slug', (db: Db) => queries.findPlaylist(db, 'playlist-11', visible), 'playlist_slugs_pkey'],
  ['the games', (db: Db) => queries.findPlaylist(db, id, visible), 'playlist_games_playlist_id_display_order_key'],
  [
    'progress',
    (db: Db) => queries.findProgress(db, { id, userId: ann.user.id as UserId, seesDrafts: false }),
    'playlist_games',
  ],
  ['games that no list shows', (db: Db) => queries.listUnlistedGames(db, id), 'playlist_games'],
  ['taken slugs', (db: Db) => listTakenSlugs(db, 'playlist-1', id), 'playlist_slugs'],
])('%s are read by an index, with 2,000 playlists of 100 games', async (_, query, index) => {
  const plan = await planOf(app, query)
  expect(plan).toContain(index)
  // The count beside a page reads the table where an open transaction has hindered the vacuum. It is `playlist_1` then.
  expect(plan).not.toMatch(/Seq Scan on (playlist_|playlists playlist )/)
})

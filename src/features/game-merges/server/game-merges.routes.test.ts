import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { MOVED_KINDS } from '#features/catalogue/merge-games.rules.ts'
import { gameMerged } from '#features/catalogue/server/catalogue.events.ts'
import { NOTHING_KNOWN, type SourceGame } from '#features/catalogue/server/sources/source.ts'
import { storeSourceGames } from '#features/catalogue/server/stored-games/store-source-games.ts'
import { type MatchableRecord, matchRecords } from '#features/imports/server/matching/match-records.ts'
import { on } from '#server/events.ts'
import { defineFeature } from '#server/feature.ts'
import type { GameId } from '#shared/ids.ts'
import { addAchievements, addGames } from '#tests/support/fixtures.ts'
import { type Member, useMember } from '#tests/support/members.ts'
import { newScript } from '#tests/support/public-api-app.ts'
import { useTestApp } from '#tests/support/test-app.ts'

/** Runs at the end of a merge, before its commit. */
let atTheEnd: (db: Parameters<Parameters<typeof on<object>>[1]>[0]['db']) => Promise<unknown> = async () => {}
const watching = defineFeature({
  name: 'made-up-watcher',
  subscribes: [on(gameMerged, async ({ db }) => void (await atTheEnd(db)))],
})
const app = useTestApp({}, { features: [watching] })
const admin = useMember(app, { becomeAdmin: true })
const ann = useMember(app)
const bob = useMember(app)

const GONE = 'igdb_101'
const STAYS = 'igdb_102'
const OTHER = 'igdb_103'

beforeAll(async () => {
  await sql`delete from games`.execute(app.db)
})
beforeEach(async () => {
  atTheEnd = async () => {}
  for (const table of [
    'game_merges',
    'mutes',
    'profile_pins',
    'challenges',
    'forum_threads',
    'playlists',
    'lists',
    'journal_entries',
    'friend_activities',
    'reviews',
    'imports',
    'user_games',
    'game_progress_history',
    'game_achievement_history',
    'profile_favourites',
    'own_shelves',
    'steam_links',
    'audit_log',
    'reports',
  ] as const)
    await app.db.deleteFrom(table).execute()
  await app.db.deleteFrom('games').execute()
  await addGames(app, [GONE, STAYS, OTHER])
  await app.settle()
})

const merge = (from = GONE, to = STAYS, by: Pick<Member, 'post'> = admin) => by.post('/api/admin/merges', { from, to })
const shelve = (member: Member, game_id: string, more: object = {}) =>
  member.post('/api/library', { game_id, status: 'playing', ...more })
const entriesOf = async (member: Member) =>
  app.db.selectFrom('user_games').selectAll().where('user_id', '=', member.user.id).orderBy('game_id').execute()
const textsOf = async (member: Member) =>
  (
    await app.db
      .selectFrom('journal_entries')
      .select(['title', 'content', 'type', 'game_id'])
      .where('user_id', '=', member.user.id)
      .where('type', '=', 'daily')
      .orderBy('id')
      .execute()
  ).map((row) => ({ ...row }))
const counts = async (place: string, id: string) => {
  const [table = '', column = ''] = place.split('.')
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${sql.table(table)} where ${sql.ref(column)} = ${id}`.execute(app.db)
  return rows[0]?.count ?? 0
}

const isAnybodyWaiting = async () => {
  const { rows } = await sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(app.db)
  return rows.length > 0
}

const sourceGame = (more: Partial<SourceGame>): SourceGame => ({
  ...NOTHING_KNOWN,
  id: GONE as GameId,
  name: 'Of a source',
  ...more,
})

/** Columns that refer to a game and move with the others, but say nothing to an admin. */
const MOVED_UNSEEN = [
  'challenges.cover_game_id',
  'game_achievement_history.game_id',
  'game_import_keys.game_id',
  'game_merges.into_id',
  'game_progress_history.game_id',
  'games.parent_id',
  'import_changes.game_id',
  'mutes.game_id',
  'own_game_keys.game_id',
  'play_timers.game_id',
  'recommendations.game_id',
  'release_notices.game_id',
  'steam_games.game_id',
]

/** Columns whose rows are counts or indexes of the others, or undo a move: they are computed again, or go with the game. */
const RECOUNTED = [
  'achievement_counts.game_id',
  'achievement_member_counts.game_id',
  'entry_moves.from_id',
  'entry_moves.into_id',
  'game_achievements.game_id',
  'game_facet_changes.game_id',
  'game_keys.game_id',
  'game_member_counts.game_id',
  'game_numbers.game_id',
  'game_play_times.game_id',
  'game_relations.stated_by',
  'game_review_counts.game_id',
  'game_star_counts.game_id',
  'game_views.game_id',
  'play_time_changes.game_id',
  'public_stars.game_id',
]

const KNOWN = [...Object.values(MOVED_KINDS), ...MOVED_UNSEEN, ...RECOUNTED]

test('a merge knows every column that refers to a game', async () => {
  const { rows } = await sql<{ place: string }>`
    select held.conrelid::regclass || '.' || attribute.attname as place
    from pg_constraint held
    cross join lateral unnest(held.conkey, held.confkey) as pair (own, other)
    join pg_attribute attribute on attribute.attrelid = held.conrelid and attribute.attnum = pair.own
    join pg_attribute named on named.attrelid = held.confrelid and named.attnum = pair.other
    where held.contype = 'f' and (
      held.confrelid = 'games'::regclass or named.attname = 'game_id'
    )
    union
    select class.relname || '.' || attribute.attname
    from pg_attribute attribute join pg_class class on class.oid = attribute.attrelid
    where class.relkind = 'r' and class.relnamespace = 'public'::regnamespace and attribute.atttypid = 'text'::regtype
      and (attribute.attname like '%game_id' or (class.relname = 'games' and attribute.attname = 'parent_id'))
    order by 1`.execute(app.db)
  expect(rows.map(({ place }) => place)).toEqual(KNOWN.toSorted())
})

const recommend = (from: Member, to: Member, gameId: string) =>
  sql`
    insert into recommendations (sender_id, recipient_id, game_id, created_at)
    values (${from.user.id}, ${to.user.id}, ${gameId}, now())`.execute(app.db)

/** Writes a row of each kind about the game. */
async function fillEverything(): Promise<void> {
  const { db } = app
  await shelve(ann, GONE, { user_rating: 8 })
  const user_id = ann.user.id
  const { rows: runs } = await sql<{ id: string }>`
    insert into playthroughs (user_id, game_id) values (${user_id}, ${GONE}) returning id`.execute(db)
  const playthrough_id = runs[0]?.id
  await sql`
    insert into play_sessions (user_id, game_id, playthrough_id, played_on, minutes, origin, ended_at)
    values (${user_id}, ${GONE}, ${playthrough_id}, '2026-11-02', 60, 'typed', now())`.execute(db)
  await sql`
    insert into play_timers (user_id, game_id, started_at) values (${user_id}, ${GONE}, now())
    on conflict do nothing`.execute(db)
  expect((await ann.post('/api/mutes', { kind: 'game', game_id: GONE, until: 'ever' })).status).toBe(201)
  await recommend(bob, ann, GONE)
  await sql`
    insert into game_copies (user_id, game_id, is_physical, created_at)
    values (${user_id}, ${GONE}, true, now())`.execute(db)
  await sql`
    with shelf as (insert into own_shelves (user_id, name, color, position) values (${user_id}, 'Cosy', 'red', 0) returning id)
    insert into own_shelf_games (shelf_id, user_id, game_id, added_at)
    select id, ${user_id}, ${GONE}, now() from shelf`.execute(db)
  const [first] = await addAchievements(app, GONE, ['First', 'Second'])
  await sql`
    insert into user_achievements (user_id, achievement_id, game_id) values (${user_id}, ${first}, ${GONE})`.execute(db)
  await ann.post('/api/reviews', { game_id: GONE, rating: 4, review_text: 'Good.', is_public: true })
  await sql`
    insert into journal_entries (user_id, type, date, content, game_id)
    values (${user_id}, 'daily', '2026-11-01', 'A day', ${GONE})`.execute(db)
  await sql`
    insert into friend_activities (user_id, game_id, activity_type) values (${user_id}, ${GONE}, 'completed')`.execute(
    db,
  )
  await sql`
    with list as (insert into lists (user_id, title, games_count) values (${user_id}, 'Best', 1) returning id)
    insert into list_games (list_id, game_id, position) select id, ${GONE}, 1 from list`.execute(db)
  await sql`insert into profile_favourites (user_id, position, game_id) values (${user_id}, 1, ${GONE})`.execute(db)
  await sql`
    insert into forum_threads (category_id, author_id, game_id, title, body, body_html)
    select id, ${user_id}, ${GONE}, 'About it', 'What do you think?', '' from forum_categories limit 1`.execute(db)
  await sql`
    with challenge as (
      insert into challenges (title, starts_at, ends_at, cover_game_id)
      values ('Play it', now(), now() + interval '1 day', ${GONE}) returning id
    )
    insert into challenge_goals (challenge_id, position, type, target, game_id)
    select id, 1, 'play_time', 10, ${GONE} from challenge`.execute(db)
  await sql`
    with playlist as (
      insert into playlists (slug, title, games_count) values ('best', 'Best', 1) returning id
    )
    insert into playlist_games (playlist_id, game_id, display_order) select id, ${GONE}, 1 from playlist`.execute(db)
  await sql`
    with import as (
      insert into imports (user_id, file_name, preset, state, rules, created_at)
      values (${user_id}, 'a.csv', 'savepoint', 'ready', '{}', now()) returning id
    ), rows as (
      insert into import_rows (import_id, n, title, state, game_id) select id, 1, 'Game', 'ready', ${GONE} from import
    )
    insert into import_changes (import_id, game_id, playthrough_ids) select id, ${GONE}, '[]' from import`.execute(db)
  await sql`insert into game_external_ids (source, uid, game_id) values ('steam', '4711', ${GONE})`.execute(db)
  await sql`insert into game_import_keys (key, game_id) values ('key', ${GONE}) on conflict do nothing`.execute(db)
  await sql`insert into game_merges (from_id, into_id, name, moved) values ('igdb_100', ${GONE}, 'Oldest', '{}')`.execute(
    db,
  )
  await sql`update games set parent_id = ${GONE} where id = ${OTHER}`.execute(db)
  await sql`
    insert into own_game_keys (user_id, key, game_id) values (${user_id}, 'key', ${GONE})
    on conflict do nothing`.execute(db)
  await sql`
    insert into release_notices (user_id, game_id, notified_at) values (${user_id}, ${GONE}, now())`.execute(db)
  await sql`
    with link as (
      insert into steam_links (user_id, steam_id, name, linked_at)
      values (${user_id}, '76561198000000001', 'ann', now())
    )
    insert into steam_games (user_id, app_id, name, minutes, game_id) values (${user_id}, 4711, 'Game', 60, ${GONE})`.execute(
    db,
  )
  for (const table of ['game_progress_history', 'game_achievement_history'] as const)
    await db
      .insertInto(table)
      .values(
        table === 'game_progress_history'
          ? ({ user_id, game_id: GONE, play_time: 3, completion_percentage: 10 } as never)
          : ({ user_id, game_id: GONE, achievements_completed: 1 } as never),
      )
      .execute()
  await sql`insert into game_views (game_id, views) values (${GONE}, 5), (${STAYS}, 2)`.execute(db)
}

test('a row of every kind moves, and none is left', async () => {
  await fillEverything()
  const before = await Promise.all(KNOWN.map(async (place) => [place, await counts(place, GONE)] as const))
  const moved = [...Object.values(MOVED_KINDS), ...MOVED_UNSEEN] as string[]
  expect(before.filter(([place, count]) => moved.includes(place) && count === 0).map(([place]) => place)).toEqual([])
  const [entry] = await entriesOf(ann)

  const answer = await merge()
  expect(answer).toMatchObject({ status: 201, body: { game: { id: STAYS }, moved: { entries: 1, reviews: 1 } } })

  for (const [place, count] of before) {
    // The bits of filters keep the number of a game that is deleted.
    if (!['game_facet_changes.game_id', 'game_numbers.game_id'].includes(place))
      expect([place, await counts(place, GONE)]).toEqual([place, 0])
    // The merge itself leads to the game that stays, too.
    const own = place === 'game_merges.into_id' ? 1 : 0
    if (moved.includes(place)) expect([place, await counts(place, STAYS)]).toEqual([place, count + own])
  }
  expect(await entriesOf(ann)).toEqual([{ ...entry, game_id: STAYS }])
  expect(
    (await app.db.selectFrom('game_views').selectAll().execute()).map(({ game_id, views }) => [game_id, views]),
  ).toEqual([[STAYS, 7]])
})

test('counts and averages are those of the game that stays', async () => {
  await shelve(ann, GONE)
  await ann.post('/api/reviews', { game_id: GONE, rating: 4, review_text: 'Good.', is_public: true })
  await bob.post('/api/reviews', { game_id: STAYS, rating: 2, review_text: 'Bad.', is_public: true })
  await shelve(admin, GONE, { user_rating: 10 })
  const summary = async (id: string) => (await app.visitor().get(`/api/games/${id}/reviews/summary`)).body
  await summary(GONE)
  await summary(STAYS)
  await merge()
  await app.settle()
  const rows = async (table: 'game_review_counts' | 'game_star_counts') =>
    (await app.db.selectFrom(table).selectAll().execute()).filter((row) => Number(Object.values(row).at(-1)) !== 0)
  expect((await rows('game_review_counts')).map(({ game_id, half_stars }) => [game_id, half_stars])).toEqual(
    expect.arrayContaining([
      [STAYS, 8],
      [STAYS, 4],
    ]),
  )
  expect((await rows('game_star_counts')).map((row) => [row.game_id, row.half_stars]).toSorted()).toEqual(
    [
      [STAYS, 8],
      [STAYS, 4],
      [STAYS, 10],
    ].toSorted(),
  )
  expect(await summary(STAYS)).toMatchObject({ total: 2 })
})

test('the stars of a review count for the game that stays, also without an entry', async () => {
  await ann.post('/api/reviews', { game_id: GONE, rating: 3.5, review_text: 'Good.', is_public: true })
  await app.db.deleteFrom('user_games').execute()
  await sql`insert into public_stars (user_id, game_id, half_stars) values (${ann.user.id}, ${GONE}, 7)
    on conflict do nothing`.execute(app.db)
  await merge()
  expect(await app.db.selectFrom('public_stars').select(['game_id', 'half_stars']).execute()).toEqual([
    { game_id: STAYS, half_stars: 7 },
  ])
})

test('of two entries one stays with the furthest status, sessions of both and hours that are not counted twice', async () => {
  await shelve(ann, GONE, { user_rating: 9 })
  await shelve(ann, STAYS, { is_liked: true })
  const { db } = app
  await sql`
    update user_games set status = 'completed', play_time = 30, notes = 'Of the first' where game_id = ${GONE}`.execute(
    db,
  )
  await sql`update user_games set play_time = 20, notes = 'Of the second' where game_id = ${STAYS}`.execute(db)
  for (const [game_id, minutes] of [
    [GONE, 120],
    [STAYS, 60],
  ] as const) {
    const { rows } = await sql<{ id: string }>`
      insert into playthroughs (user_id, game_id) values (${ann.user.id}, ${game_id}) returning id`.execute(db)
    await sql`
      insert into play_sessions (user_id, game_id, playthrough_id, played_on, minutes, origin, ended_at)
      values (${ann.user.id}, ${game_id}, ${rows[0]?.id}, '2026-11-02', ${minutes}, 'typed', now())`.execute(db)
    await sql`
      insert into game_copies (user_id, game_id, is_physical, created_at)
      values (${ann.user.id}, ${game_id}, true, now())`.execute(db)
  }
  const before = await entriesOf(ann)
  await ann.put('/api/profiles/me/pins', { items: [{ item_type: 'entry', item_id: before[0]?.id }] })
  expect((await admin.get(`/api/admin/merges/preview?from=${GONE}&to=${STAYS}`)).body).toMatchObject({
    from: { game: { id: GONE }, rows: { entries: 1, copies: 1 } },
    to: { game: { id: STAYS }, rows: { entries: 1 } },
    both: { entries: 1, reviews: 0 },
  })

  expect((await merge()).status).toBe(201)

  const [entry, ...more] = await entriesOf(ann)
  expect(more).toEqual([])
  expect(entry).toMatchObject({
    id: before[1]?.id,
    game_id: STAYS,
    status: 'completed',
    completion_percentage: 100,
    user_rating: 9,
    is_liked: true,
    session_minutes: 180,
    undated_hours: 30,
    play_time: 33,
    notes: 'Of the second\n\nOf the first',
  })
  expect(await counts('playthroughs.game_id', STAYS)).toBe(2)
  expect(await counts('game_copies.game_id', STAYS)).toBe(2)
  expect(await app.db.selectFrom('profile_pins').select('entry_id').execute()).toEqual([{ entry_id: entry?.id }])
})

test('notes that do not fit into one entry are preserved in the journal, whole', async () => {
  const long = Array.from({ length: 500 }, (_, at) => `word${at}`).join(' ')
  await shelve(ann, GONE)
  await shelve(ann, STAYS)
  await sql`update user_games set notes = ${long} where game_id = ${GONE}`.execute(app.db)
  await sql`update user_games set notes = ${'x'.repeat(4900)} where game_id = ${STAYS}`.execute(app.db)
  await merge()
  const texts = await textsOf(ann)
  expect(texts.map(({ content }) => content).join(' ')).toBe(long)
  expect(texts[0]).toMatchObject({ title: `Notes on Game 101 (1 of ${texts.length})`, game_id: STAYS })
})

test('of two reviews the later one stays with the marks and comments of both, and the journal keeps the other one', async () => {
  const write = async (game_id: string, rating: number, review_text: string) =>
    (await ann.post('/api/reviews', { game_id, rating, review_text, is_public: true })).body.review.id as string
  const earlier = await write(STAYS, 2, 'The earlier text.')
  app.time.now = new Date(app.time.now.getTime() + 60_000)
  const later = await write(GONE, 4.5, 'The later text.')
  await bob.post(`/api/reviews/${earlier}/like`)
  await bob.post(`/api/reviews/${later}/like`)
  await admin.post(`/api/reviews/${earlier}/like`)
  await admin.post(`/api/reviews/${earlier}/bookmark`)
  await bob.post(`/api/reviews/${earlier}/comments`, { content: 'I agree.' })
  await ann.put('/api/profiles/me/pins', { items: [{ item_type: 'review', item_id: earlier }] })

  expect((await merge()).status).toBe(201)

  const reviews = await app.db.selectFrom('reviews').selectAll().execute()
  expect(reviews).toMatchObject([
    { id: later, game_id: STAYS, rating: 4.5, review_text: 'The later text.', likes_count: 2, bookmarks_count: 1 },
  ])
  expect((await bob.get(`/api/reviews/${later}/comments`)).body.data).toMatchObject([{ content: 'I agree.' }])
  expect(await textsOf(ann)).toEqual([
    {
      title: 'Earlier review of Game 102, 2 of 5 stars',
      content: 'The earlier text.',
      type: 'daily',
      game_id: STAYS,
    },
  ])
  expect(await app.db.selectFrom('profile_pins').select('review_id').execute()).toEqual([{ review_id: later }])
  expect(await app.db.selectFrom('game_review_counts').select(['game_id', 'half_stars', 'reviews']).execute()).toEqual([
    { game_id: STAYS, half_stars: 9, reviews: 1 },
  ])
})

test('a list, a playlist, a shelf and favourites with both games keep one place, without a gap', async () => {
  const { db } = app
  const user_id = ann.user.id
  await shelve(ann, GONE)
  await shelve(ann, STAYS)
  const draft = { title: 'Best', description: '', is_shared: true, is_ranked: true, game_ids: [GONE, STAYS, OTHER] }
  const { id } = (await ann.post('/api/lists', draft)).body.list
  await sql`update list_games set note = game_id`.execute(db)
  await sql`
    with playlist as (
      insert into playlists (slug, title, games_count) values ('both', 'Both', 3) returning id
    )
    insert into playlist_games (playlist_id, game_id, display_order)
    select id, game, n from playlist, unnest(array[${GONE}, ${STAYS}, ${OTHER}]) with ordinality as one (game, n)`.execute(
    db,
  )
  await sql`
    with shelf as (insert into own_shelves (user_id, name, color, position) values (${user_id}, 'Cosy', 'red', 0) returning id)
    insert into own_shelf_games (shelf_id, user_id, game_id, added_at)
    select id, ${user_id}, game, now() from shelf, unnest(array[${GONE}, ${STAYS}]) game`.execute(db)
  await sql`
    insert into profile_favourites (user_id, position, game_id)
    values (${user_id}, 1, ${GONE}), (${user_id}, 2, ${STAYS})`.execute(db)

  expect((await merge()).status).toBe(201)

  expect(await db.selectFrom('list_games').select(['game_id', 'position']).orderBy('position').execute()).toEqual([
    { game_id: STAYS, position: 1 },
    { game_id: OTHER, position: 2 },
  ])
  expect((await ann.get(`/api/lists/${id}`)).body.list).toMatchObject({ games_count: 2 })
  expect(await textsOf(ann)).toMatchObject([{ title: 'Note in the list Best', content: GONE }])
  expect(
    await db.selectFrom('playlist_games').select(['game_id', 'display_order']).orderBy('display_order').execute(),
  ).toEqual([
    { game_id: STAYS, display_order: 1 },
    { game_id: OTHER, display_order: 2 },
  ])
  expect(await db.selectFrom('playlists').select('games_count').execute()).toEqual([{ games_count: 2 }])
  expect(await counts('own_shelf_games.game_id', STAYS)).toBe(1)
  expect(await counts('profile_favourites.game_id', STAYS)).toBe(1)
})

test('reports of wrong facts wait at the game that stays', async () => {
  const report = (member: Member, id: string) =>
    member.post('/api/reports/facts', { item_type: 'game', item_id: id, fact: 'date', text: 'It came out in 2018' })
  for (const [member, id] of [
    [ann, GONE],
    [bob, GONE],
    [bob, STAYS],
  ] as const)
    expect((await report(member, id)).status).toBe(201)
  expect((await merge()).status).toBe(201)
  const { items } = (await admin.get('/api/admin/reports')).body
  // Bob has reported both, and may have one open report of a game.
  expect(items.map((item: { item_id: string; count: number }) => [item.item_id, item.count]).toSorted()).toEqual([
    [GONE, 1],
    [STAYS, 2],
  ])
  expect((await report(ann, STAYS)).status).toBe(409)
})

test('a mute goes on for the game that stays, once for a member who has muted both', async () => {
  const mute = (member: Member, id: string) => member.post('/api/mutes', { kind: 'game', game_id: id, until: 'ever' })
  for (const [member, id] of [
    [ann, GONE],
    [bob, GONE],
    [bob, STAYS],
  ] as const)
    expect((await mute(member, id)).status).toBe(201)
  expect((await merge()).status).toBe(201)
  for (const member of [ann, bob])
    expect((await member.get('/api/mutes')).body.data.map((one: { game: { id: string } }) => one.game.id)).toEqual([
      STAYS,
    ])
})

test('a recommendation goes on for the game that stays, once between the same two members', async () => {
  await recommend(ann, bob, GONE)
  await recommend(bob, ann, GONE)
  await recommend(bob, ann, STAYS)
  expect((await merge()).status).toBe(201)
  for (const member of [ann, bob])
    expect(
      (await member.get('/api/recommendations')).body.data.map((one: { game: { id: string } }) => one.game.id),
    ).toEqual([STAYS])
})

test('ticks move to the same achievement by name, and each counts once', async () => {
  const [ofGone, onlyThere] = await addAchievements(app, GONE, ['The end', 'Only there', 'Unticked'])
  await app.db
    .insertInto('game_achievements')
    .values({ game_id: STAYS, external_id: 'other', name: 'the END', display_order: 0 })
    .execute()
  await shelve(ann, GONE)
  for (const id of [ofGone, onlyThere])
    await sql`
      insert into user_achievements (user_id, achievement_id, game_id) values (${ann.user.id}, ${id}, ${GONE})`.execute(
      app.db,
    )
  expect((await merge()).status).toBe(201)
  const { rows } = await sql`
    select name, members, (select count(*) from user_achievements where achievement_id = known.id) as ticks
    from game_achievements known left join achievement_counts on achievement_id = known.id
    where known.game_id = ${STAYS} order by display_order`.execute(app.db)
  expect(rows).toEqual([
    { name: 'the END', members: 1, ticks: 1 },
    { name: 'Only there', members: 1, ticks: 1 },
  ])
  const members = await app.db.selectFrom('achievement_member_counts').selectAll().execute()
  expect(members.filter(({ members }) => members > 0)).toEqual([{ game_id: STAYS, members: 1 }])
})

test('an undo of the import that brought one of two entries does not remove the other one', async () => {
  await shelve(ann, GONE)
  await shelve(ann, STAYS)
  const [gone, stays] = await entriesOf(ann)
  await sql`
    with import as (
      insert into imports (user_id, file_name, preset, state, rules, created_at)
      values (${ann.user.id}, 'a.csv', 'savepoint', 'done', '{}', now()) returning id
    )
    insert into import_changes (import_id, game_id, entry_id, after, playthrough_ids)
    select id, ${GONE}, ${gone?.id}, '{}', '[]' from import`.execute(app.db)
  await merge()
  expect(await app.db.selectFrom('import_changes').select(['game_id', 'entry_id', 'before']).execute()).toMatchObject([
    { game_id: STAYS, entry_id: stays?.id, before: { status: 'playing' } },
  ])
})

test('two admins merge crosswise at once: one wins, the other reads why not', async () => {
  await shelve(ann, GONE)
  await shelve(bob, STAYS)
  const answers = await Promise.all([merge(GONE, STAYS), merge(STAYS, GONE)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409])
  expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
    code: 'merged_meanwhile',
    error: 'Another admin has merged one of these games meanwhile. Look at both again.',
  })
  const [left] = await app.db.selectFrom('games').select('id').where('id', '<>', OTHER).execute()
  expect((await app.db.selectFrom('user_games').select('game_id').execute()).map(({ game_id }) => game_id)).toEqual([
    left?.id,
    left?.id,
  ])
})

test('a server that dies in the midst of a merge has changed nothing', async () => {
  await fillEverything()
  const before = await Promise.all(KNOWN.map(async (place) => [place, await counts(place, GONE)] as const))
  atTheEnd = (db) => sql`select pg_terminate_backend(pg_backend_pid())`.execute(db)
  expect((await merge()).status).toBeGreaterThanOrEqual(500)
  for (const [place, count] of before) expect([place, await counts(place, GONE)]).toEqual([place, count])
  expect((await app.db.selectFrom('audit_log').selectAll().execute()).length).toBe(0)
  atTheEnd = async () => {}
  expect((await merge()).status).toBe(201)
})

test('a write that waits for a merge is refused with a sentence, and writes nothing', async () => {
  const [reached, goesOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  atTheEnd = () => {
    reached.resolve()
    return goesOn.promise
  }
  const merging = merge()
  await reached.promise
  const waiting = shelve(bob, GONE)
  await expect
    .poll(() => isAnybodyWaiting(), { timeout: 30_000 })
    .toBe(true)
    .finally(goesOn.resolve)
  expect((await merging).status).toBe(201)
  expect(await waiting).toMatchObject({ status: 409, body: { code: 'removed_meanwhile' } })
  expect(await entriesOf(bob)).toEqual([])
})

test('the old id leads to the game that stays, also after it was merged itself', async () => {
  const visitor = app.visitor()
  await visitor.get(`/api/games/${GONE}`)
  await merge(GONE, STAYS)
  await merge(STAYS, OTHER)
  await app.settle()
  expect((await visitor.get(`/api/games/${GONE}`)).body).toMatchObject({ game: { id: OTHER } })
  expect((await visitor.get(`/api/games/${STAYS}`)).body).toMatchObject({ game: { id: OTHER } })
  expect((await visitor.get(`/api/games/search?query=${GONE}`)).body.games).toMatchObject([{ id: OTHER }])
  expect((await visitor.post('/api/games/bulk', { ids: [GONE, OTHER] })).body.games).toMatchObject([
    { id: OTHER },
    { id: OTHER },
  ])
  expect(await shelve(ann, GONE)).toMatchObject({
    status: 404,
    body: { code: 'game_not_found', mergedInto: OTHER, error: 'This game is now part of another one' },
  })
  expect((await admin.get('/api/admin/merges')).body.merges).toMatchObject([
    { from: STAYS, into: { id: OTHER, name: 'Game 103' } },
    { from: GONE, name: 'Game 101', into: { id: OTHER } },
  ])
  expect(await merge(GONE, OTHER)).toMatchObject({ status: 409 })
})

test('scripts and imports that name a merged game find the one that stays', async () => {
  await app.db.insertInto('game_external_ids').values({ source: 'steam', uid: '4711', game_id: GONE }).execute()
  await merge()
  const script = await newScript(app, ann)
  for (const path of [`/api/v1/games/${GONE}`, '/api/v1/games/igdb/101', '/api/v1/games/steam/4711'])
    expect([path, (await script.get(path)).body]).toMatchObject([path, { data: { id: STAYS } }])
  const nothing = { release_year: null, platforms: [], playthroughs: [], copies: [] } as const
  const [byIgdb] = await matchRecords({ db: app.db, words: app.catalogue.words }, [
    { ...nothing, title: 'Game 102', ids: { igdb: 101 } } as unknown as MatchableRecord,
  ])
  expect(byIgdb).toMatchObject({ state: 'matched', gameId: STAYS })
})

test('a source does not bring a merged game back: its facts are left, its ids elsewhere go to the game that stays', async () => {
  await merge()
  const games = [
    sourceGame({ id: GONE as GameId, externalIds: [{ source: 'steam', uid: '99' }] }),
    sourceGame({ id: OTHER as GameId }),
  ]
  const ids = await storeSourceGames(app.db, games, { isMerged: true, now: app.time.now })
  expect(ids).toEqual([STAYS, OTHER])
  expect(await counts('games.id', GONE)).toBe(0)
  expect(await app.db.selectFrom('game_external_ids').select(['uid', 'game_id']).execute()).toEqual([
    { uid: '99', game_id: STAYS },
  ])
})

test('only admins merge, and only two games of the catalogue', async () => {
  expect((await merge(GONE, STAYS, ann)).status).toBe(403)
  expect(await merge(GONE, GONE)).toMatchObject({ status: 400, body: { code: 'same_game' } })
  expect(await merge(GONE, 'igdb_999999')).toMatchObject({ status: 404, body: { code: 'game_not_found' } })
  expect((await merge(GONE, 'local_1000000000001')).status).toBe(400)
  expect(await counts('games.id', GONE)).toBe(1)
  await merge()
  expect((await admin.get('/api/admin/audit-log')).body.entries).toMatchObject([
    {
      words: 'merged another game into',
      about: 'Game 102',
      reason: 'Game 101 (igdb_101) is now part of it',
      href: '/game/igdb_102',
    },
  ])
})

/** Gives new members both games with notes that do not fit together, two reviews, and a list with a note on each. */
async function addFans(count: number): Promise<void> {
  await sql`
    with made as (
      insert into "user" (name, email) select 'Fan', gen_random_uuid() || '@example.org' from generate_series(1, ${count}::int)
      returning id
    )
    insert into profiles (id, username) select id, 'fan_' || right(id::text, 12) from made`.execute(app.db)
  const fans = sql`profiles where username like 'fan\\_%'`
  // Who has all badges reaches none by the merge.
  await sql`insert into user_badges (user_id, badge_id, earned_at) select profiles.id, badges.id, now() from badges, ${fans}`.execute(
    app.db,
  )
  for (const game of [GONE, STAYS]) {
    await sql`
      insert into user_games (user_id, game_id, status, notes)
      select id, ${game}, 'playing', repeat(right(${game}, 1), 4000) from ${fans}`.execute(app.db)
    await sql`
      insert into reviews (user_id, game_id, rating, review_text, review_html)
      select id, ${game}, 4, ${game}, ${game} from ${fans}`.execute(app.db)
  }
  await sql`insert into lists (user_id, title, games_count) select id, 'Both', 2 from ${fans}`.execute(app.db)
  await sql`
    insert into list_games (list_id, game_id, position, note)
    select lists.id, game, at, game
    from lists, unnest(array[${GONE}, ${STAYS}]) with ordinality place (game, at)`.execute(app.db)
}

test('a merge runs as many statements for thirty members who have both games as for three', async () => {
  const statements: number[] = []
  for (const count of [3, 30]) {
    await app.db.deleteFrom('user').where('name', '=', 'Fan').execute()
    for (const table of ['game_merges', 'lists', 'reviews', 'user_games', 'journal_entries', 'notifications'] as const)
      await app.db.deleteFrom(table).execute()
    await app.db.deleteFrom('games').execute()
    await addGames(app, [GONE, STAYS])
    await addFans(count)
    await app.settle()
    statements.push(await app.countQueries(async () => expect((await merge()).status).toBe(201)))
    const { rows } = await sql`
      select title, count(*) from journal_entries where type = 'daily' group by title having count(*) % ${count} <> 0`.execute(
      app.db,
    )
    expect(rows).toEqual([])
    expect(await counts('user_games.game_id', STAYS)).toBe(count)
    expect(await counts('list_games.position', '1')).toBe(count)
    expect(await counts('notifications.type', 'entries_joined')).toBe(count)
  }
  expect(statements[1]).toBe(statements[0])
  await app.db.deleteFrom('user').where('name', '=', 'Fan').execute()
})

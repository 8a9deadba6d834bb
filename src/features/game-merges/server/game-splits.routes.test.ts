import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { type SeededRandom, seededRandom } from '#db/seed/seeded-random.ts'
import { RECORDED_KINDS } from '#features/catalogue/server/merging/recorded-kinds.ts'
import { addAchievements, addGames } from '#tests/support/fixtures.ts'
import { type Member, useMember } from '#tests/support/members.ts'
import { useTestApp } from '#tests/support/test-app.ts'

const app = useTestApp()
const admin = useMember(app, { becomeAdmin: true })
const ann = useMember(app)
const bob = useMember(app)

const GONE = 'igdb_101'
const STAYS = 'igdb_102'
const OTHER = 'igdb_103'
const GAMES = [GONE, STAYS]
/** More of them with `SEEDS=100`. */
const SEEDS = Number(process.env.SEEDS ?? 6)

beforeAll(async () => {
  await sql`delete from games`.execute(app.db)
})

async function clear(): Promise<void> {
  for (const table of [
    'game_merges',
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
    'public_stars',
    'activity_comments',
    'activity_reactions',
    'audit_log',
    'notifications',
  ] as const)
    await app.db.deleteFrom(table).execute()
  await app.db.deleteFrom('games').execute()
  await addGames(app, [GONE, STAYS, OTHER])
  for (const id of GAMES) await addAchievements(app, id, ['The end', `Only in ${id}`])
  await app.settle()
}
beforeEach(clear)

const merge = (from = GONE, to = STAYS) => admin.post('/api/admin/merges', { from, to })
const split = (from = GONE) => admin.post(`/api/admin/merges/${from}/split`)
const later = () => {
  app.time.now = new Date(app.time.now.getTime() + 60_000)
}

/** What triggers and services count from the other rows. */
const COUNTED = ['public_stars', 'game_star_counts', 'game_review_counts', 'achievement_counts'] as const

/** Returns all rows of the tables that a merge changes, as texts in order. */
async function world(): Promise<Record<string, string[]>> {
  const tables = [
    ...Object.keys(RECORDED_KINDS).filter((name) => name !== 'game_merges'),
    ...COUNTED,
    'lists',
    'playlists',
  ]
  const all: Record<string, string[]> = {}
  for (const table of tables) {
    const { rows } = await sql<{ row: Record<string, unknown> }>`
      select to_jsonb(t) as row from ${sql.table(table)} t`.execute(app.db)
    all[table] = rows
      .map(({ row }) => row)
      .filter((row) => !('members' in row && row.members === 0) && !('reviews' in row && row.reviews === 0))
      .map((row) => JSON.stringify(row))
      .toSorted()
  }
  return all
}

interface Library {
  has: boolean
  status: string
  stars: number | null
  notes: string | null
  undated: number
  minutes: number[]
  copies: number
  review: { rating: number; text: string; liked: boolean[] } | null
  ticks: boolean[]
  note: string | null
  isListed: boolean
  isFavourite: boolean
  isShelved: boolean
  isPinned: boolean
}

/** Returns the same libraries for the same seed. */
function randomLibrary({ next: chance }: SeededRandom): Library {
  const pick = <T>(...of: readonly T[]): T => of[Math.floor(chance() * of.length)] as T
  const is = () => chance() < 0.6
  const review = () => ({
    rating: pick(0.5, 2, 3.5, 5),
    text: pick('Good.', 'Not for me.', 'Long. '.repeat(100)),
    liked: [is(), is()],
  })
  return {
    has: chance() < 0.8,
    status: pick('want_to_play', 'playing', 'completed', 'dropped'),
    stars: is() ? pick(1, 4, 7, 10) : null,
    notes: pick(null, 'Short', 'x'.repeat(4900), 'Another one'),
    undated: pick(0, 0, 12, 40),
    minutes: Array.from({ length: pick(0, 1, 3) }, () => pick(10, 45, 300)),
    copies: pick(0, 1, 2),
    review: is() ? review() : null,
    ticks: [is(), is()],
    note: pick(null, 'First', 'Second'),
    isListed: is(),
    isFavourite: is(),
    isShelved: is(),
    isPinned: is(),
  }
}

/** Writes what a member has of a game. `list` is the member's list. */
async function write(member: Member, game: string, of: Library, list: string): Promise<void> {
  const { db } = app
  const user = member.user.id
  later()
  if (of.has) await writeEntry(member, game, of)
  if (of.review) {
    const { rating, text, liked } = of.review
    const review = { game_id: game, rating, review_text: text, is_public: true }
    const { id } = (await member.post('/api/reviews', review)).body.review
    for (const [at, reader] of [admin, member === ann ? bob : ann].entries())
      if (liked[at]) {
        await reader.post(`/api/reviews/${id}/like`)
        await reader.post(`/api/reviews/${id}/comments`, { content: `A comment on ${game}` })
        await reader.post(`/api/reviews/${id}/reactions`, { emoji: '👍' })
      }
  }
  await sql`
    insert into journal_entries (user_id, type, date, content, game_id)
    values (${user}, 'daily', '2026-11-01', ${`A day with ${game}`}, ${game})`.execute(db)
  if (of.isListed)
    await sql`
      with place as (
        insert into list_games (list_id, game_id, position, note)
        select ${list}, ${game}, 1 + count(*), ${of.note} from list_games where list_id = ${list}
      )
      update lists set games_count = games_count + 1 where id = ${list}`.execute(db)
  if (of.isFavourite)
    await sql`
      insert into profile_favourites (user_id, position, game_id) values (${user}, ${game === GONE ? 2 : 3}, ${game})`.execute(
      db,
    )
}

async function writeEntry(member: Member, game: string, of: Library): Promise<void> {
  const { db } = app
  const user = member.user.id
  const draft = { game_id: game, status: of.status, ...(of.stars && { user_rating: of.stars }) }
  expect((await member.post('/api/library', draft)).status).toBe(201)
  await sql`
    update user_games set play_time = ${of.undated}, notes = ${of.notes}
    where user_id = ${user} and game_id = ${game}`.execute(db)
  for (const minutes of of.minutes)
    await sql`
      with run as (insert into playthroughs (user_id, game_id) values (${user}, ${game}) returning id)
      insert into play_sessions (user_id, game_id, playthrough_id, played_on, minutes, origin, ended_at)
      select ${user}, ${game}, id, '2026-11-02', ${minutes}, 'typed', ${app.time.now} from run`.execute(db)
  for (let at = 0; at < of.copies; at += 1)
    await sql`
      insert into game_copies (user_id, game_id, is_physical, created_at)
      values (${user}, ${game}, true, now())`.execute(db)
  const { rows } = await sql<{ id: string }>`
    select id from game_achievements where game_id = ${game} order by display_order`.execute(db)
  for (const [at, { id }] of rows.entries())
    if (of.ticks[at])
      await sql`
        insert into user_achievements (user_id, achievement_id, game_id, unlocked_at)
        values (${user}, ${id}, ${game}, ${new Date(2020, 1, 1 + at)})`.execute(db)
  if (of.isShelved)
    await sql`
      insert into own_shelf_games (shelf_id, user_id, game_id, added_at)
      select id, user_id, ${game}, now() from own_shelves where user_id = ${user}`.execute(db)
  if (of.isPinned)
    await sql`
      insert into profile_pins (user_id, position, entry_id)
      select user_id, ${game === GONE ? 1 : 2}, id from user_games where user_id = ${user} and game_id = ${game}`.execute(
      db,
    )
}

/** Writes two libraries with both games, lists, a playlist, activities and a thread. */
async function fill(libraries: readonly Library[]): Promise<void> {
  const { db } = app
  for (const [at, member] of [ann, bob].entries()) {
    const user = member.user.id
    await sql`insert into own_shelves (user_id, name, color, position) values (${user}, 'Cosy', 'red', 0)`.execute(db)
    const { rows } = await sql<{ id: string }>`
      insert into lists (user_id, title, games_count) values (${user}, 'Best', 1) returning id`.execute(db)
    const list = rows[0]?.id as string
    await sql`insert into list_games (list_id, game_id, position) values (${list}, ${OTHER}, 1)`.execute(db)
    for (const [n, game] of GAMES.entries()) await write(member, game, libraries[at * 2 + n]!, list)
    await sql`
      insert into friend_activities (user_id, game_id, activity_type) values (${user}, ${GONE}, 'completed')`.execute(
      db,
    )
  }
  await sql`
    with playlist as (insert into playlists (slug, title, games_count) values ('all', 'All', 3) returning id)
    insert into playlist_games (playlist_id, game_id, display_order)
    select id, game, n from playlist, unnest(${[GONE, OTHER, STAYS]}::text[]) with ordinality as one (game, n)`.execute(
    db,
  )
  await sql`update games set parent_id = ${GONE} where id = ${OTHER}`.execute(db)
  await sql`insert into game_views (game_id, views) values (${GONE}, 5)`.execute(db)
  if (libraries[0]?.isPinned) await sql`insert into game_views (game_id, views) values (${STAYS}, 2)`.execute(db)
  await sql`
    insert into game_external_ids (source, uid, game_id)
    values ('steam', '1', ${GONE}), ('steam', '2', ${GONE}), ('steam', '2', ${STAYS})`.execute(db)
}

test.for(Array.from({ length: SEEDS }, (_, at) => at))(
  'of random libraries (seed %i) a merge and a split leave everything as it was',
  async (seed) => {
    const random = seededRandom(`split ${seed}`)
    await fill(Array.from({ length: 4 }, () => randomLibrary(random)))
    const before = await world()
    expect((await merge()).status).toBe(201)
    const merged = await world()
    expect(merged.friend_activities).not.toEqual(before.friend_activities)
    expect((await split()).status).toBe(201)
    expect(await world()).toEqual(before)
    await app.settle()
    for (const id of GAMES) expect((await app.visitor().get(`/api/games/${id}`)).body).toMatchObject({ game: { id } })
  },
)

/** Returns what members have, whichever game it is about. */
async function possessions(): Promise<Record<string, string[]>> {
  const all: Record<string, string[]> = {}
  const read = async (name: string, of: string) => {
    const { rows } = await sql<{ one: string }>`select one::text from (${sql.raw(of)}) as rows (one)`.execute(app.db)
    all[name] = rows.map(({ one }) => one)
  }
  for (const table of ['playthroughs', 'play_sessions', 'game_copies', 'activity_comments', 'friend_activities'])
    await read(table, `select id from ${table}`)
  await read(
    'texts',
    "select user_id || review_text from reviews union select user_id || content from journal_entries where type = 'daily'",
  )
  await read('ticks', 'select user_id::text || achievement_id || unlocked_at from user_achievements')
  await read('notes', 'select user_id || notes from user_games where notes is not null')
  await read('places', 'select list_id::text || note from list_games where note is not null')
  return all
}

test.for(Array.from({ length: SEEDS }, (_, at) => at))(
  'what members have written between a merge and a split (seed %i) stays, and what was there before returns',
  async (seed) => {
    const random = seededRandom(`later ${seed}`)
    const libraries = Array.from({ length: 4 }, () => randomLibrary(random))
    await fill(libraries)
    const before = await possessions()
    await merge()
    const merged = await possessions()
    later()
    for (const member of [ann, bob]) await writeMore(member, random)
    const written = await possessions()
    const answer = await split()
    expect(answer.status, JSON.stringify(answer.body)).toBe(201)
    const after = await possessions()
    for (const [name, ones] of Object.entries(before)) {
      // After the merge a member may delete rows of both games.
      const isDeleted = (one: string) => merged[name]?.includes(one) && !written[name]?.includes(one)
      expect([name, ones.filter((one) => !after[name]?.includes(one) && !isDeleted(one))]).toEqual([name, []])
    }
    for (const name of ['playthroughs', 'play_sessions', 'game_copies', 'activity_comments'] as const)
      expect([name, after[name]?.toSorted()]).toEqual([name, written[name]?.toSorted()])
    const { rows: wrong } = await sql`
      select entry.game_id from user_games entry where session_minutes <> (
        select coalesce(sum(minutes), 0) from play_sessions session
        where session.user_id = entry.user_id and session.game_id = entry.game_id
      )`.execute(app.db)
    expect(wrong).toEqual([])
    const { rows: later_ones } = await sql<{ game_id: string }>`
      select game_id from journal_entries where content = 'Since the merge'`.execute(app.db)
    expect(later_ones.every(({ game_id }) => game_id === STAYS)).toBe(true)
  },
)

/** Writes about the game that stays, as a member does after a merge. */
async function writeMore(member: Member, random: SeededRandom): Promise<void> {
  const { db } = app
  const user = member.user.id
  if (random.chance(0.5)) await member.post('/api/library', { game_id: STAYS, status: 'playing' })
  if (random.chance(0.5)) await member.patch(`/api/library/${STAYS}`, { status: 'completed', user_rating: 3 })
  if (random.chance(0.5))
    await sql`
      with run as (
        insert into playthroughs (user_id, game_id)
        select user_id, game_id from user_games where user_id = ${user} and game_id = ${STAYS} returning id
      )
      insert into play_sessions (user_id, game_id, playthrough_id, played_on, minutes, origin, ended_at)
      select ${user}, ${STAYS}, id, '2026-11-03', 77, 'typed', ${app.time.now} from run`.execute(db)
  if (random.chance(0.5))
    await sql`
      insert into game_copies (user_id, game_id, is_physical, created_at)
      select user_id, game_id, false, ${app.time.now} from user_games where user_id = ${user} and game_id = ${STAYS}`.execute(
      db,
    )
  if (random.chance(0.5)) {
    const { rows } = await sql<{ id: string }>`
      select id from reviews where user_id = ${user} and game_id = ${STAYS}`.execute(db)
    if (!rows[0])
      await member.post('/api/reviews', { game_id: STAYS, rating: 3, review_text: 'A later review.', is_public: true })
    else if (random.chance(0.5)) await member.delete(`/api/reviews/${rows[0].id}`)
  }
  await sql`
    insert into journal_entries (user_id, type, date, content, game_id)
    values (${user}, 'daily', '2026-11-04', 'Since the merge', ${STAYS})`.execute(db)
}

test('a preview counts what returns and what stays, and the audit log says who has split', async () => {
  await ann.post('/api/library', { game_id: GONE, status: 'playing' })
  await bob.post('/api/library', { game_id: GONE, status: 'dropped' })
  await bob.post('/api/library', { game_id: STAYS, status: 'completed' })
  await merge()
  later()
  await admin.post('/api/library', { game_id: STAYS, status: 'playing' })
  await ann.post('/api/reviews', { game_id: STAYS, rating: 4, review_text: 'Since then.', is_public: true })
  expect((await admin.get('/api/admin/merges')).body.merges).toMatchObject([{ from: GONE, can_split: true }])
  expect((await admin.get(`/api/admin/merges/${GONE}/split`)).body).toMatchObject({
    from: { id: GONE, name: 'Game 101' },
    into: { id: STAYS },
    returns: { entries: 2, reviews: 0 },
    stays: { entries: 1, reviews: 1 },
  })
  expect(await split()).toMatchObject({ status: 201, body: { game: { id: GONE, name: 'Game 101' } } })
  // The stars of her review of after the merge are in an entry of the game that stays.
  const { rows } = await sql`
    select user_id, game_id, status from user_games where user_id <> ${ann.user.id} or game_id = ${GONE}
    order by game_id, status`.execute(app.db)
  expect(rows).toEqual([
    { user_id: bob.user.id, game_id: GONE, status: 'dropped' },
    { user_id: ann.user.id, game_id: GONE, status: 'playing' },
    { user_id: bob.user.id, game_id: STAYS, status: 'completed' },
    { user_id: admin.user.id, game_id: STAYS, status: 'playing' },
  ])
  expect((await admin.get('/api/admin/audit-log')).body.entries[0]).toMatchObject({
    words: 'split another game from',
    about: 'Game 102',
    reason: 'Game 101 (igdb_101) is split from it',
  })
  expect((await admin.get('/api/admin/merges')).body.merges).toEqual([])
  expect(await split()).toMatchObject({ status: 404, body: { code: 'merge_not_found' } })
})

test('hours and stars of after the merge stay with the game that stays, in an entry of its own', async () => {
  await ann.post('/api/library', { game_id: GONE, status: 'playing', user_rating: 4 })
  await ann.put(`/api/library/${GONE}/progress`, { play_time: 10 })
  await merge()
  later()
  await ann.put(`/api/library/${STAYS}/progress`, { play_time: 13 })
  await ann.patch(`/api/library/${STAYS}`, { user_rating: 9 })
  await split()
  const { rows } = await sql`
    select game_id, status, user_rating, play_time from user_games order by game_id`.execute(app.db)
  expect(rows).toEqual([
    { game_id: GONE, status: 'playing', user_rating: 4, play_time: 10 },
    { game_id: STAYS, status: 'playing', user_rating: 9, play_time: 3 },
  ])
})

test('merges are split in the opposite order, and one without a record is refused', async () => {
  await ann.post('/api/library', { game_id: GONE, status: 'playing' })
  await merge(GONE, STAYS)
  await merge(STAYS, OTHER)
  expect(await split(GONE)).toMatchObject({ status: 409, body: { code: 'later_merge_first' } })
  expect((await split(STAYS)).status).toBe(201)
  await app.settle()
  expect((await app.visitor().get(`/api/games/${GONE}`)).body).toMatchObject({ game: { id: STAYS } })
  expect((await split(GONE)).status).toBe(201)
  expect(await app.db.selectFrom('user_games').select('game_id').execute()).toEqual([{ game_id: GONE }])

  await merge(GONE, STAYS)
  await app.db.updateTable('game_merges').set({ recorded_at: null }).execute()
  expect((await admin.get('/api/admin/merges')).body.merges).toMatchObject([{ can_split: false }])
  expect(await split()).toMatchObject({ status: 409, body: { code: 'merge_not_recorded' } })
})

test('only admins split; of two at once one does', async () => {
  await merge()
  expect((await ann.post(`/api/admin/merges/${GONE}/split`)).status).toBe(403)
  const answers = await Promise.all([split(), split()])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 404])
})

test('members with two entries that became one are notified once, with the address of the game', async () => {
  for (const id of GAMES) await ann.post('/api/library', { game_id: id, status: 'playing' })
  await bob.post('/api/library', { game_id: GONE, status: 'playing' })
  await merge()
  const linesOf = async (member: Member) => (await member.get('/api/notifications')).body.data
  expect(await linesOf(bob)).toEqual([])
  expect(await linesOf(ann)).toMatchObject([
    {
      type: 'entries_joined',
      subject: { type: 'game', id: STAYS },
      sentence: 'Your entries of Game 101 and Game 102 are one now, because both are the same game',
    },
  ])
})

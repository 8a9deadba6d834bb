import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { type SeededRandom, seededRandom } from '#db/seed/seeded-random.ts'
import { shortDate } from '#shared/dates.ts'
import { type Member, useMember } from '#tests/support/members.ts'
import {
  clearLibraries,
  fillLibraries,
  GAMES,
  GONE,
  OTHER,
  type RandomLibrary,
  randomLibrary,
  STAYS,
  storedRows,
} from '#tests/support/random-libraries.ts'
import { useTestApp } from '#tests/support/test-app.ts'

const app = useTestApp()
const admin = useMember(app, { becomeAdmin: true })
const ann = useMember(app)
const bob = useMember(app)

/** More of them with `SEEDS=100`. */
const SEEDS = Number(process.env.SEEDS ?? 6)

beforeAll(async () => {
  await sql`delete from games`.execute(app.db)
})

beforeEach(() => clearLibraries(app))

const merge = (from = GONE, to = STAYS) => admin.post('/api/admin/merges', { from, to })
const split = (from = GONE) => admin.post(`/api/admin/merges/${from}/split`)
const later = () => {
  app.time.now = new Date(app.time.now.getTime() + 60_000)
}

const fill = (libraries: readonly RandomLibrary[]) =>
  fillLibraries({ app, members: [ann, bob], reader: admin }, libraries)
const world = () => storedRows(app)

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

test('a merge can be split for 180 days; then a job deletes the texts of before, and the refusal names the date', async () => {
  await ann.post('/api/reviews', { game_id: GONE, rating: 4, review_text: 'Of before.', is_public: true })
  await merge()
  const records = async () => (await app.db.selectFrom('game_merge_rows').select('kind').execute()).length
  const wasMerged = async (days: number) => {
    const merged_at = new Date(app.time.now.getTime() - days * 86_400_000)
    await app.db.updateTable('game_merges').set({ merged_at }).execute()
    await app.run('prune-merge-records')
    return (await admin.get('/api/admin/merges')).body.merges[0]
  }
  const inDays = (days: number) => new Date(app.time.now.getTime() + days * 86_400_000).toISOString()
  expect(await wasMerged(179)).toMatchObject({ can_split: true, split_until: inDays(1) })
  expect(await records()).toBeGreaterThan(0)
  expect(await wasMerged(181)).toMatchObject({ can_split: false, split_until: inDays(-1) })
  expect(await records()).toBe(0)
  const refused = await split()
  expect(refused).toMatchObject({ status: 409, body: { code: 'merge_record_deleted' } })
  expect(refused.body.error).toContain(`kept until ${shortDate(new Date(inDays(-1)))}`)
  expect((await admin.get(`/api/admin/merges/${GONE}/split`)).status).toBe(409)
})

test('the name of the game that went finds the one that stays, also after a source has renewed it, until the split', async () => {
  const found = async (words: string) =>
    (await app.visitor().get(`/api/games/search?query=${words}`)).body.games.map(({ id }: { id: string }) => id)
  await app.db.updateTable('games').set({ name: 'Quokka', search_text: '| quokka |' }).where('id', '=', GONE).execute()
  await app.db.updateTable('games').set({ name: 'Wombat', search_text: '| wombat |' }).where('id', '=', STAYS).execute()
  await merge()
  await app.settle()
  expect(await found('quokka')).toEqual([STAYS])
  await app.db.updateTable('games').set({ search_text: '| wombat | w2 |' }).where('id', '=', STAYS).execute()
  await merge(STAYS, OTHER)
  await app.settle()
  expect(await found('quokka')).toEqual([OTHER])
  await split(STAYS)
  await app.settle()
  expect(await found('quokka')).toEqual([STAYS])
  await split(GONE)
  await app.settle()
  expect(await found('quokka')).toEqual([GONE])
  const texts = await app.db.selectFrom('games').select(['id', 'search_text']).orderBy('id').execute()
  expect(texts.slice(0, 2)).toEqual([
    { id: GONE, search_text: '| quokka |' },
    { id: STAYS, search_text: '| wombat | w2 |' },
  ])
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

import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { seededRandom } from '#db/seed/seeded-random.ts'
import { type Member, useMember } from '#tests/support/members.ts'
import {
  clearLibraries,
  fillLibraries,
  GAMES,
  OTHER,
  STAYS as RIGHT,
  randomLibrary,
  storedRows,
  GONE as WRONG,
} from '#tests/support/random-libraries.ts'
import { useTestApp } from '#tests/support/test-app.ts'

const app = useTestApp()
const admin = useMember(app, { becomeAdmin: true })
const ann = useMember(app)
const bob = useMember(app)

/** More of them with `SEEDS=100`. */
const SEEDS = Number(process.env.SEEDS ?? 8)

beforeAll(async () => {
  await sql`delete from games`.execute(app.db)
})
beforeEach(async () => {
  await app.db.deleteFrom('entry_moves').execute()
  await clearLibraries(app)
})

const later = () => {
  app.time.now = new Date(app.time.now.getTime() + 60_000)
}
const move = (from: string | string[] = WRONG, to: string | null = RIGHT, who: Member = ann) =>
  who.post('/api/library/moves', { from: [from].flat(), to })
const preview = (from = WRONG, to: string | null = RIGHT, who: Member = ann) =>
  who.get(`/api/library/moves?from=${from}${to ? `&to=${to}` : ''}`)
const undo = (undo_ids: string[], who: Member = ann) => who.post('/api/library/moves/undo', { undo_ids })
const add = (game_id: string, more: object = {}, who: Member = ann) =>
  who.post('/api/library', { game_id, status: 'playing', ...more })
const entries = async () => {
  const { rows } = await sql<{ who: string; game_id: string; status: string }>`
    select user_id as who, game_id, status from user_games order by game_id, status`.execute(app.db)
  return rows.map(({ who, game_id, status }) => [who === ann.user.id ? 'ann' : 'bob', game_id, status])
}

/** Returns the rows that name the member, and the others. */
async function rowsOf(member: Member): Promise<Record<'own' | 'others', Record<string, string[]>>> {
  const all = await storedRows(app)
  const { rows } = await sql<{ id: string }>`
    select id from lists where user_id = ${member.user.id}
    union select id from reviews where user_id = ${member.user.id}`.execute(app.db)
  const marks = [member.user.id, ...rows.map(({ id }) => id)]
  const of = (isOwn: boolean) =>
    Object.fromEntries(
      Object.entries(all)
        .filter(([table]) => !table.endsWith('_counts'))
        .map(([table, ones]) => [table, ones.filter((one) => marks.some((mark) => one.includes(mark)) === isOwn)]),
    )
  return { own: of(true), others: of(false) }
}

describe('of random libraries', () => {
  test.for(Array.from({ length: SEEDS }, (_, at) => at))(
    'a move and its undo leave everything as it was, and of others nothing moves (seed %i)',
    async (seed) => {
      const random = seededRandom(`move ${seed}`)
      const libraries = Array.from({ length: 4 }, () => randomLibrary(random))
      libraries[0]!.has = true
      await fillLibraries({ app, members: [ann, bob], reader: admin }, libraries)
      const before = await storedRows(app)
      const { others } = await rowsOf(ann)
      const moved = await move()
      expect(moved.status, JSON.stringify(moved.body)).toBe(200)
      const after = await rowsOf(ann)
      expect(after.others).toEqual(others)
      const left = Object.entries(after.own).flatMap(([table, ones]) =>
        table === 'game_external_ids' ? [] : ones.filter((one) => one.includes(`"game_id":"${WRONG}"`)),
      )
      expect(left).toEqual([])
      await expectCounted()
      expect((await undo(moved.body.undo_ids)).body).toEqual({ restored: 1 })
      expect(await storedRows(app)).toEqual(before)
      expect(await app.db.selectFrom('entry_move_rows').selectAll().execute()).toEqual([])
    },
  )

  test.for([1, 2, 3])('a move keeps every session, copy and text (seed %i)', async (seed) => {
    const random = seededRandom(`kept ${seed}`)
    const libraries = Array.from({ length: 4 }, () => ({ ...randomLibrary(random), has: true }))
    await fillLibraries({ app, members: [ann, bob], reader: admin }, libraries)
    const kept = async () => {
      const all: unknown[] = []
      for (const table of ['playthroughs', 'play_sessions', 'game_copies', 'activity_comments', 'friend_activities'])
        all.push((await sql`select id from ${sql.table(table)} order by id`.execute(app.db)).rows)
      const { rows } = await sql<{ hours: number }>`
        select sum(session_minutes)::int as hours from user_games where user_id = ${ann.user.id}`.execute(app.db)
      return [...all, rows]
    }
    const { rows: texts } = await sql<{ text: string }>`
      select review_text as text from reviews where user_id = ${ann.user.id}
      union select note from list_games join lists on lists.id = list_id where user_id = ${ann.user.id} and note is not null`.execute(
      app.db,
    )
    const before = await kept()
    await move()
    expect(await kept()).toEqual(before)
    const all = JSON.stringify((await rowsOf(ann)).own)
    for (const { text } of texts) expect(all.includes(text.trim().slice(0, 50))).toBe(true)
  })
})

/** What triggers count is what the rows say. */
async function expectCounted(): Promise<void> {
  const { rows: stars } = await sql`
    select game_id, half_stars, count(*)::int as members from public_stars group by 1, 2 order by 1, 2`.execute(app.db)
  const { rows: counted } = await sql`
    select game_id, half_stars, members from game_star_counts where members > 0 order by 1, 2`.execute(app.db)
  expect(counted).toEqual(stars)
  const { rows: reviews } = await sql`
    select game_id, sum(reviews)::int as reviews from game_review_counts where reviews > 0 group by 1 order by 1`.execute(
    app.db,
  )
  const { rows: listed } = await sql`
    select game_id, count(*)::int as reviews from reviews where is_listed group by 1 order by 1`.execute(app.db)
  expect(reviews).toEqual(listed)
  const { rows: wrong } = await sql`
    select entry.game_id from user_games entry where session_minutes <> (
      select coalesce(sum(minutes), 0) from play_sessions session
      where session.user_id = entry.user_id and session.game_id = entry.game_id
    )`.execute(app.db)
  expect(wrong).toEqual([])
}

describe('a move', () => {
  test('takes the entry along, and the pages of both games follow', async () => {
    await add(WRONG, { user_rating: 8 })
    await add(WRONG, { user_rating: 4 }, bob)
    await ann.post('/api/reviews', { game_id: WRONG, rating: 4, review_text: 'Fine so far.', is_public: true })
    await app.settle()
    const reviewsOf = async (id: string) => (await app.visitor().get(`/api/games/${id}/reviews`)).body.data.length
    expect([await reviewsOf(WRONG), await reviewsOf(RIGHT)]).toEqual([1, 0])
    expect((await move()).status).toBe(200)
    await app.settle()
    expect([await reviewsOf(WRONG), await reviewsOf(RIGHT)]).toEqual([0, 1])
    expect(await entries()).toEqual([
      ['bob', WRONG, 'playing'],
      ['ann', RIGHT, 'playing'],
    ])
    expect((await ann.get(`/api/library/${RIGHT}`)).body.entry).toMatchObject({ user_rating: 8 })
    await expectCounted()
  })

  test('keeps in the journal what was ticked and what the other game does not have', async () => {
    await add(WRONG)
    await sql`update game_achievements set external_id = game_id || name`.execute(app.db)
    const { rows } = await sql<{ id: string }>`
      select id from game_achievements where game_id = ${WRONG} order by display_order`.execute(app.db)
    for (const { id } of rows)
      await sql`
        insert into user_achievements (user_id, achievement_id, game_id, unlocked_at)
        values (${ann.user.id}, ${id}, ${WRONG}, '2020-02-01')`.execute(app.db)
    const before = await storedRows(app)
    const { undo_ids } = (await move()).body
    const ticks = await sql`
      select name from game_achievements join user_achievements on achievement_id = game_achievements.id`.execute(
      app.db,
    )
    expect(ticks.rows).toEqual([{ name: 'The end' }])
    const { rows: texts } = await sql`select title, content, game_id from journal_entries`.execute(app.db)
    expect(texts).toEqual([{ title: 'Ticked in Game 101', content: `Only in ${WRONG}`, game_id: RIGHT }])
    await undo(undo_ids)
    expect(await storedRows(app)).toEqual(before)
  })

  test('says before what it takes along and what becomes one', async () => {
    await add(WRONG)
    await ann.post(`/api/user/games/${WRONG}/sessions`, { minutes: 60 })
    expect((await preview()).body.moves).toMatchObject([
      {
        from: { id: WRONG },
        to: { id: RIGHT },
        rows: { entries: 1, sessions: 1 },
        joins: { entry: false, review: false },
      },
    ])
    await add(RIGHT)
    for (const game_id of GAMES)
      await ann.post('/api/reviews', { game_id, rating: 4, review_text: 'Fine so far.', is_public: true })
    expect((await preview()).body.moves).toMatchObject([{ joins: { entry: true, review: true } }])
    expect((await preview(WRONG, RIGHT, bob)).status).toBe(404)
    expect(await preview(WRONG, WRONG)).toMatchObject({ status: 400, body: { code: 'same_game' } })
  })

  test('of an edition leads to its main game', async () => {
    await sql`update games set parent_id = ${RIGHT} where id = ${WRONG}`.execute(app.db)
    await add(WRONG)
    await add(OTHER)
    expect((await preview(`${WRONG},${OTHER}`, null)).body.moves).toMatchObject([{ to: { id: RIGHT } }, { to: null }])
    const { body } = await move([WRONG, OTHER], null)
    expect(body.undo_ids).toHaveLength(1)
    expect(await entries()).toEqual([
      ['ann', RIGHT, 'playing'],
      ['ann', OTHER, 'playing'],
    ])
    expect(await move([OTHER], null)).toMatchObject({ status: 404 })
  })

  test('takes several entries at once, and one undo restores all of them', async () => {
    await add(WRONG, { user_rating: 3 })
    await add(OTHER, { status: 'completed', user_rating: 9 })
    await add(RIGHT, { status: 'want_to_play' })
    const before = await storedRows(app)
    later()
    const { body } = await move([WRONG, OTHER])
    expect(body.undo_ids).toHaveLength(2)
    expect(await entries()).toEqual([['ann', RIGHT, 'completed']])
    expect((await undo(body.undo_ids)).body).toEqual({ restored: 2 })
    expect(await storedRows(app)).toEqual(before)
  })
})

describe('a move is refused', () => {
  test.each([
    ['of a game to itself', () => move(RIGHT, RIGHT), 400, 'same_game'],
    ['of an entry of somebody else', () => move(WRONG, RIGHT, bob), 404, 'entry_not_found'],
    ['to a game that is not there', () => move(WRONG, 'igdb_499999'), 404, 'game_not_found'],
    ['of a game that is not there', () => move('igdb_499999', RIGHT), 404, 'game_not_found'],
    ['to a game of a member', () => move(WRONG, 'local_1000000000009'), 400, undefined],
    ['of a game of a member', () => move('local_1000000000009', RIGHT), 400, undefined],
    ['of no game', () => move([], RIGHT), 400, undefined],
    [
      'of too many games',
      () =>
        move(
          Array.from({ length: 21 }, () => WRONG),
          RIGHT,
        ),
      400,
      undefined,
    ],
  ])('%s', async (_what, call, status, code) => {
    await add(WRONG)
    await add(RIGHT, {}, ann)
    const before = await storedRows(app)
    const answer = await call()
    expect([answer.status, answer.body.code]).toEqual([status, code ?? answer.body.code])
    expect(await storedRows(app)).toEqual(before)
    expect(await app.db.selectFrom('entry_moves').selectAll().execute()).toEqual([])
  })

  test('once the game was merged into another one', async () => {
    await add(WRONG)
    await admin.post('/api/admin/merges', { from: RIGHT, to: OTHER })
    await app.settle()
    expect(await move()).toMatchObject({ status: 404, body: { code: 'game_not_found' } })
  })

  test('the second time, of two at once', async () => {
    await add(WRONG)
    const answers = await Promise.all([move(), move(), move()])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404, 404])
    expect(await entries()).toEqual([['ann', RIGHT, 'playing']])
  })
})

describe('an undo', () => {
  test('is for the member alone, once; of two at once one does it', async () => {
    await add(WRONG)
    const { undo_ids } = (await move()).body
    expect(await undo(undo_ids, bob)).toMatchObject({ status: 404, body: { code: 'move_not_found' } })
    const answers = await Promise.all([undo(undo_ids), undo(undo_ids)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404])
    expect(await entries()).toEqual([['ann', WRONG, 'playing']])
    expect((await undo(['x'])).status).toBe(400)
  })

  test('leaves at the other game what was written since', async () => {
    await add(WRONG, { user_rating: 4 })
    await ann.put(`/api/library/${WRONG}/progress`, { play_time: 10 })
    const { undo_ids } = (await move()).body
    later()
    await ann.patch(`/api/library/${RIGHT}`, { status: 'completed' })
    await ann.post(`/api/user/games/${RIGHT}/sessions`, { minutes: 90 })
    expect((await undo(undo_ids)).status).toBe(200)
    expect(await entries()).toEqual([
      ['ann', WRONG, 'playing'],
      ['ann', RIGHT, 'completed'],
    ])
    const { rows } = await sql`select game_id, play_time from user_games order by game_id`.execute(app.db)
    expect(rows).toEqual([
      { game_id: WRONG, play_time: 10 },
      { game_id: RIGHT, play_time: 1.5 },
    ])
  })

  test('goes the opposite way of later moves, and ends with a merge of one of the games', async () => {
    await add(WRONG)
    const first = (await move(WRONG, RIGHT)).body.undo_ids
    const second = (await move(RIGHT, OTHER)).body.undo_ids
    expect(await undo(first)).toMatchObject({ status: 409, body: { code: 'later_move_first' } })
    expect((await undo([...first, ...second])).body).toEqual({ restored: 2 })
    expect(await entries()).toEqual([['ann', WRONG, 'playing']])
    const again = (await move(WRONG, RIGHT)).body.undo_ids
    await admin.post('/api/admin/merges', { from: RIGHT, to: OTHER })
    expect(await undo(again)).toMatchObject({ status: 404, body: { code: 'move_not_found' } })
    expect(await entries()).toEqual([['ann', OTHER, 'playing']])
  })

  test('is stored for the latest moves of a member only', async () => {
    await add(WRONG)
    await sql`
      insert into entry_moves (user_id, from_id, into_id, moved_at)
      select ${ann.user.id}, ${RIGHT}, ${OTHER}, now() from generate_series(1, 60)`.execute(app.db)
    const { undo_ids } = (await move()).body
    const { rows } = await sql<{ id: string }>`select id from entry_moves order by id desc`.execute(app.db)
    expect([rows.length, rows[0]?.id]).toEqual([50, undo_ids[0]])
  })
})

import { sql } from 'kysely'
import { expect } from 'vitest'
import type { SeededRandom } from '#db/seed/seeded-random.ts'
import { RECORDED_KINDS } from '#features/catalogue/server/merging/recorded-kinds.ts'
import { addAchievements, addGames } from './fixtures.ts'
import type { Member } from './members.ts'
import type { TestApp } from './test-app.ts'

/** Random libraries of two members with two games, for the tests of merges of games and of moves of entries. */
export const GONE = 'igdb_101'
export const STAYS = 'igdb_102'
export const OTHER = 'igdb_103'
export const GAMES = [GONE, STAYS]

/** Empties the tables and adds the games. */
export async function clearLibraries(app: TestApp): Promise<void> {
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
/** What triggers and services count from the other rows. */
const COUNTED = ['public_stars', 'game_star_counts', 'game_review_counts', 'achievement_counts'] as const

/** Returns all rows of the tables that a merge changes, as texts in order. */
export async function storedRows(app: TestApp): Promise<Record<string, string[]>> {
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

export interface RandomLibrary {
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
export function randomLibrary({ next: chance }: SeededRandom): RandomLibrary {
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
async function write(world: Filled, member: Member, game: string, of: RandomLibrary, list: string): Promise<void> {
  const { app, members, reader: third } = world
  const { db } = app
  const user = member.user.id
  app.time.now = new Date(app.time.now.getTime() + 60_000)
  if (of.has) await writeEntry(app, member, game, of)
  if (of.review) {
    const { rating, text, liked } = of.review
    const review = { game_id: game, rating, review_text: text, is_public: true }
    const { id } = (await member.post('/api/reviews', review)).body.review
    for (const [at, reader] of [third, ...members.filter((one) => one !== member)].entries())
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

async function writeEntry(app: TestApp, member: Member, game: string, of: RandomLibrary): Promise<void> {
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

export interface Filled {
  app: TestApp
  members: readonly [Member, Member]
  /** Likes and comments on what they write, too. */
  reader: Member
}

/** Writes two libraries with both games, lists, a playlist, activities and a thread. */
export async function fillLibraries(world: Filled, libraries: readonly RandomLibrary[]): Promise<void> {
  const { db } = world.app
  for (const [at, member] of world.members.entries()) {
    const user = member.user.id
    await sql`insert into own_shelves (user_id, name, color, position) values (${user}, 'Cosy', 'red', 0)`.execute(db)
    const { rows } = await sql<{ id: string }>`
      insert into lists (user_id, title, games_count) values (${user}, 'Best', 1) returning id`.execute(db)
    const list = rows[0]?.id as string
    await sql`insert into list_games (list_id, game_id, position) values (${list}, ${OTHER}, 1)`.execute(db)
    for (const [n, game] of GAMES.entries()) await write(world, member, game, libraries[at * 2 + n]!, list)
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

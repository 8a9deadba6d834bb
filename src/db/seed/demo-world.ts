import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { inTransaction } from '#db/transaction.ts'
import { DAY_MS } from '#shared/durations.ts'
import { ascending } from '#shared/order.ts'
import { insertAchievements } from './demo-achievements.ts'
import { dateHistory, insertChallenges } from './demo-challenges.ts'
import { insertForum } from './demo-forum.ts'
import { insertJournals } from './demo-journal.ts'
import { type DemoGame, makeLibrary } from './demo-library.ts'
import { insertLists } from './demo-lists.ts'
import { DEMO_HOST, DEMO_MEMBERS, DEMO_PASSWORD, type DemoMember, MAIN_MEMBER, NEWCOMER } from './demo-members.ts'
import { insertMessages } from './demo-messages.ts'
import { insertWaitingText } from './demo-moderation.ts'
import { insertNotifications } from './demo-notifications.ts'
import { insertPlaylists } from './demo-playlists.ts'
import { insertReactionsAndComments } from './demo-reactions-and-comments.ts'
import { insertRecommendations } from './demo-recommendations.ts'
import { insertRegistration } from './demo-registration.ts'
import { insertRelationships } from './demo-relationships.ts'
import { DEMO_REVIEWS } from './demo-review-texts.ts'
import { insertReviews, makeReviews } from './demo-reviews.ts'
import { insertFinishedRuns } from './demo-runs.ts'
import { insertSessions } from './demo-sessions.ts'
import { insertShelves } from './demo-shelves.ts'
import { insertRows } from './insert-rows.ts'
import { seededRandom, uuidAt } from './seeded-random.ts'

export interface DemoAccount {
  email: string
  password: string
}

/** The account to sign in as; all members of the demo world have this password. */
export const DEMO_ACCOUNT: DemoAccount = { email: `${MAIN_MEMBER}@${DEMO_HOST}`, password: DEMO_PASSWORD }

export const DEMO_HINT = [
  '',
  `  This is a demo world. Sign in as ${DEMO_ACCOUNT.email} with the password ${DEMO_PASSWORD}`,
  `  (or as ${NEWCOMER}@${DEMO_HOST}, who has just arrived, with the same password).`,
  '',
].join('\n')

const NAME = 'demo-world'
/** IGDB's theme. */
const OPEN_WORLD = 38
/** An arbitrary number that all nodes share. */
const LOAD_LOCK = 5_430_003

/** A member with an empty library, to show the first steps. */
const NEWCOMER_MEMBER: DemoMember = {
  username: NEWCOMER,
  name: 'Noor',
  bio: null,
  location: null,
  joined: 0.02,
  games: 0,
  likes: {},
  years: [1975, 2026],
  kindness: 0,
  activity: 0,
}

interface Person extends DemoMember {
  id: string
  joinedAt: Date
}

/**
 * Fills the database with members, libraries, histories and activities, once; a later start finds them. Deterministic
 * except for `now`, on which all times depend. Requires the starter catalogue. `hash` is the password hash function of
 * the accounts feature. Returns 'not empty' and writes nothing if there are members already: demo members never mix
 * with real ones.
 */
export async function loadDemoWorld(
  db: Db,
  given: { now: Date; hash: (password: string) => Promise<string> },
): Promise<'loaded' | 'already there' | 'not empty'> {
  if (await isLoaded(db)) return 'already there'
  const passwordHash = await given.hash(DEMO_PASSWORD)
  return inTransaction({ db }, async ({ db }) => {
    await sql`select pg_advisory_xact_lock(${LOAD_LOCK})`.execute(db)
    if (await isLoaded(db)) return 'already there'
    if (await db.selectFrom('user').select('id').limit(1).executeTakeFirst()) return 'not empty'
    await fill(db, given.now, passwordHash)
    await db.insertInto('loaded_data').values({ name: NAME, content_hash: '1' }).execute()
    return 'loaded'
  })
}

async function isLoaded(db: Db): Promise<boolean> {
  const row = await db.selectFrom('loaded_data').select('name').where('name', '=', NAME).executeTakeFirst()
  return row !== undefined
}

async function fill(db: Db, now: Date, passwordHash: string): Promise<void> {
  const random = seededRandom('savepoint')
  const people: Person[] = [...DEMO_MEMBERS, NEWCOMER_MEMBER].map((member) => {
    const joinedAt = new Date(now.getTime() - member.joined * DAY_MS)
    return { ...member, joinedAt, id: uuidAt(joinedAt, random) }
  })
  const games = await listGames(db)
  await insertPeople(db, people, now, passwordHash)
  await insertRelationships(db, people, now)
  await insertProfiles(db, people, games, now)
  const libraries = people.map((person) => ({
    person,
    library: makeLibrary(person, games, now, seededRandom(person.username)),
  }))
  const rowsOf = <T extends object>(list: (library: ReturnType<typeof makeLibrary>) => readonly T[]) =>
    libraries.flatMap(({ person, library }) => list(library).map((row) => ({ user_id: person.id, ...row })))
  await insertRows(
    db,
    'user_games',
    rowsOf((library) => library.entries),
    `
    user_id uuid, game_id text, status text, play_time numeric, completion_percentage numeric,
    achievements_completed integer, user_rating smallint, is_liked boolean, notes text,
    last_played_at timestamptz, stopped_playing_at timestamptz, created_at timestamptz, updated_at timestamptz`,
  )
  await insertRows(
    db,
    'game_progress_history',
    rowsOf((library) => library.progress),
    `
    user_id uuid, game_id text, play_time numeric, completion_percentage numeric, created_at timestamptz`,
  )
  await insertRows(
    db,
    'game_achievement_history',
    rowsOf((library) => library.achievements),
    `
    user_id uuid, game_id text, achievements_completed integer, created_at timestamptz`,
  )
  const main = libraries.find(({ person }) => person.username === MAIN_MEMBER)
  const sessionIds = seededRandom('sessions')
  if (main)
    await insertSessions(db, {
      userId: main.person.id,
      entries: main.library.entries,
      games,
      idAt: (at) => uuidAt(at, sessionIds),
      random: sessionIds,
    })
  await insertFinishedRuns(db, main?.person.id)
  await dateHistory(db)
  const written = seededRandom('reviews')
  const reviews = makeReviews(
    DEMO_REVIEWS,
    {
      members: new Map(people.map(({ username, id }) => [username, id])),
      games: new Map(games.map(({ name, id }) => [name, id])),
    },
    now,
    (at) => uuidAt(at, written),
    written,
  )
  await insertReviews(db, reviews)
  const shelfIds = seededRandom('shelves')
  if (main) await insertShelves(db, main.person.id, now, (at) => uuidAt(at, shelfIds))
  await insertAchievements(db, seededRandom('achievements'))
  // Ordered by time, so that ids and times agree.
  const activities = [...rowsOf((library) => library.activities), ...reviews.activities].sort(
    ascending(({ created_at }) => created_at),
  )
  await insertRows(
    db,
    'friend_activities',
    activities,
    `
    user_id uuid, game_id text, activity_type text, details jsonb, created_at timestamptz`,
  )
  await insertReactionsAndComments(db, now)
  await insertMessages(db, people, MAIN_MEMBER, now)
  await insertRecommendations(db, MAIN_MEMBER, now)
  await insertNotifications(db, now)
  const members = people.filter(({ username }) => username !== NEWCOMER).map(({ id }) => id)
  await insertChallenges(db, members, main?.person.id, now, seededRandom('challenges'))
  await insertLists(db, people, now)
  await insertPlaylists(db, people, now)
  const journalIds = seededRandom('journals')
  await insertJournals(db, people, games, now, (at) => uuidAt(at, journalIds))
  const forumIds = seededRandom('forum')
  await insertForum(db, people, { main: MAIN_MEMBER, now, uuidAt: (at) => uuidAt(at, forumIds) })
  const doorIds = seededRandom('registration')
  const guest = people.find(({ username }) => username === NEWCOMER)?.id
  const author = people.find(({ username }) => username === 'grumblefoot')?.id
  const heldIds = seededRandom('moderation')
  if (main && author)
    await insertWaitingText(db, { now, host: main.person.id, author, idAt: (at) => uuidAt(at, heldIds) })
  if (main) await insertRegistration(db, { now, host: main.person.id, guest, idAt: (at) => uuidAt(at, doorIds) })
}

/** Inserts the profile data outside the library. */
async function insertProfiles(db: Db, people: readonly Person[], games: readonly DemoGame[], now: Date): Promise<void> {
  const idOf = new Map(games.map(({ name, id }) => [name, id]))
  const favourites = people.flatMap(({ id, favourites = [] }) =>
    favourites
      .flatMap((name) => idOf.get(name) ?? [])
      .map((game_id, at) => ({ user_id: id, position: at + 1, game_id })),
  )
  await insertRows(db, 'profile_favourites', favourites, 'user_id uuid, position smallint, game_id text')
  const days = people.flatMap(({ id, streak = 0 }) =>
    Array.from({ length: streak }, (_, at) => ({ user_id: id, day: new Date(now.getTime() - at * DAY_MS) })),
  )
  await insertRows(db, 'user_active_days', days, 'user_id uuid, day date')
}

async function listGames(db: Db): Promise<DemoGame[]> {
  const { rows } = await sql<DemoGame>`
    select id, name, renown, total_rating as rating,
      ${OPEN_WORLD} = any(theme_ids) as "isOpenWorld",
      extract(year from to_timestamp(first_release_date))::int as year,
      array(select genre ->> 'name' from jsonb_array_elements(genres) genre) as genres
    from games
    order by id`.execute(db)
  return rows
}

async function insertPeople(db: Db, people: readonly Person[], now: Date, passwordHash: string): Promise<void> {
  const random = seededRandom('people')
  const users = people.map(({ id, name, username, joinedAt }) => ({
    id,
    name,
    email: `${username}@${DEMO_HOST}`,
    // Demo addresses receive no mail, so nobody could follow a confirmation link.
    emailVerified: true,
    createdAt: joinedAt,
    updatedAt: joinedAt,
  }))
  await insertRows(
    db,
    'user',
    users,
    `
    id uuid, name text, email text, "emailVerified" boolean, "createdAt" timestamptz, "updatedAt" timestamptz`,
  )
  const accounts = users.map(({ id, createdAt }) => ({
    userId: id,
    accountId: id,
    providerId: 'credential',
    password: passwordHash,
    createdAt,
    updatedAt: createdAt,
  }))
  await insertRows(
    db,
    'account',
    accounts,
    `
    "userId" uuid, "accountId" text, "providerId" text, password text, "createdAt" timestamptz,
    "updatedAt" timestamptz`,
  )
  const profiles = people.map((person) => ({
    id: person.id,
    username: person.username,
    display_name: person.name,
    bio: person.bio,
    location: person.location,
    website: person.website ?? null,
    pronouns: person.pronouns ?? null,
    pinned_line: person.pinnedLine ?? null,
    more_links: person.moreLinks ?? null,
    settings: { onboarded: person.username !== NEWCOMER, ...(person.visibility && { visibility: person.visibility }) },
    last_seen_at: new Date(now.getTime() - random.next() ** 3 * 6 * DAY_MS),
    created_at: person.joinedAt,
    updated_at: person.joinedAt,
  }))
  await insertRows(
    db,
    'profiles',
    profiles,
    `
    id uuid, username text, display_name text, bio text, location text, website text, pronouns text,
    pinned_line text, more_links text, settings jsonb, last_seen_at timestamptz, created_at timestamptz, updated_at timestamptz`,
  )
}

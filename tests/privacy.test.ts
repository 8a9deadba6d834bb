import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { createOwnGames } from '#features/catalogue/server/catalogue.service.ts'
import { tag } from '#server/tags.ts'
import type { UserId } from '#shared/ids.ts'
import { loadAccess } from './support/access.ts'
import { addAchievements } from './support/fixtures.ts'
import { type Member, signUp } from './support/members.ts'
import { ids, type Line, MEMBERS, NOW, type Part, SECRETS, WHO, type Who } from './support/privacy.ts'
import { type Client, useTestApp } from './support/test-app.ts'

/**
 * Tests which data of another member each viewer gets, at every endpoint that reads (G22, C58; decision 0030). Each
 * part of Ada's data contains a secret. Every viewer sends a request to every endpoint under every setting, and the
 * test checks for each secret whether the response may contain it. The features declare what each endpoint shows
 * (`x.access.ts`).
 */

const world = useTestApp()

type Visibility = 'public' | 'friends' | 'private'
interface Settings {
  visibility?: Visibility
  sections?: Partial<Record<'library' | 'activity' | 'friends' | 'badges', Visibility>>
  presence?: boolean
}
const SETTINGS: Settings[] = [
  {},
  { visibility: 'friends' },
  { visibility: 'private' },
  ...(['library', 'activity', 'friends', 'badges'] as const).flatMap((section): Settings[] => [
    { sections: { [section]: 'friends' } },
    { sections: { [section]: 'private' } },
  ]),
  // A section is never more visible than the whole profile.
  { visibility: 'private', sections: { library: 'public', activity: 'public', friends: 'public', badges: 'public' } },
  { presence: false },
]

/**
 * Returns whether the viewer may see the part, by the test's own logic. Admins see everything about one member, but not
 * in lists of many members.
 */
function sees(who: Who, part: Part, settings: Settings, isList: boolean): boolean {
  if (part === 'nobody') return false
  // Robots fetch pictures for link previews, so a picture shows what a visitor may see, to everybody without a block.
  if (part === 'picture') return sees('visitor', 'profile', settings, isList) && sees(who, 'profile', settings, isList)
  if (part === 'libraryBadges') return sees(who, 'badges', settings, isList) && sees(who, 'library', settings, isList)
  if (part === 'review') return who !== 'blocked' && who !== 'blocker' && who !== 'blockedAdmin'
  if (part === 'forum') return who !== 'blocked' && who !== 'blocker'
  if (part === 'presence' && settings.presence === false) return false
  if (who === 'blocked' || who === 'blocker' || (who === 'blockedAdmin' && isList)) return false
  if ((who === 'admin' || who === 'blockedAdmin') && !isList) return true
  const level = { public: 0, friends: 1, private: 2 }
  const whole = level[settings.visibility ?? 'public']
  const own = part === 'profile' || part === 'presence' ? 0 : level[settings.sections?.[part] ?? 'public']
  const need = Math.max(whole, own)
  return need === 0 || (need === 1 && who === 'friend')
}

const people = {} as Record<Who, Client> & Record<Exclude<Who, 'visitor'>, Member>

const declared = await loadAccess()
/** Endpoints that return data of another member. */
const LINES: Record<string, Line | Line[]> = Object.assign({}, ...declared.map(({ showsOthers }) => showsOthers))
/** Endpoints that read, but return no data of another member. A new endpoint belongs either to these or to the others. */
const OWN = declared.flatMap(({ readsOwnData = [] }) => readsOwnData)
/** Documents about members, which are no endpoints with a contract. */
const DOCUMENTS = [
  ...['reviews', 'lists', 'activity'].map((kind) => `GET /feeds/:userId/${kind}.atom`),
  'GET /feeds/lists/:listId/games.atom',
  ...['csv', 'json'].map((file) => `GET /api/lists/:listId/games.${file}`),
  ...['members', 'lists', 'reviews', 'years'].map((kind) => `GET /sitemaps/${kind}-1.xml`),
]
/** Endpoints about games, the service, or whether an address is taken. */
const NOT_OF_MEMBERS =
  /^GET \/api\/(health|games|rawg|challenges|playlists|releases)(?!.*(activities|friends|for-me|participants|mine|calendar|reviews))|^POST \/api\/rpc\/check_user_exists$/
const READS = /^GET |^POST \/api\/rpc\//

let ada: Member
let tie: Member

beforeAll(async () => {
  world.time.now = NOW
  ada = await signUp(world, { username: 'ada-the-first', email: 'secret-address@example.org' })
  tie = await signUp(world, { username: 'tie', displayName: 'Secret tie' })
  // This member sends Ada a request, which nobody else may learn.
  const asker = await signUp(world, { username: 'asker', displayName: 'Secret request' })
  const answerer = await signUp(world)
  ids.ada = ada.user.id
  ids.tie = tie.user.id
  people.visitor = world.visitor()
  for (const who of MEMBERS) {
    const isAdmin = who === 'admin' || who === 'blockedAdmin'
    people[who] = await signUp(world, { username: `${who}-viewer`, becomeAdmin: isAdmin })
  }
  const id = (who: Exclude<Who, 'visitor'>) => people[who].user.id
  const { db } = world
  // Their presence must not be a reason to suggest them.
  await db
    .updateTable('profiles')
    .set({ settings: JSON.stringify({ presence: false }) })
    .execute()
  const games = [
    [ids.SHELF, 'Secret shelf'],
    [ids.PLAYED, 'Played'],
    [ids.FAVOURITE, 'Secret favourite'],
  ] as const
  await db
    .insertInto('games')
    .values(
      games.map(([game, name], at) => ({
        id: game,
        data_source: 'igdb',
        source_id: 201 + at,
        name,
        search_text: name,
        // Ada's library has a game to come, for the release calendar.
        first_release_date: game === ids.PLAYED ? Date.UTC(2026, 3, 1) / 1000 : null,
      })),
    )
    .execute()
  const shelf = { status: 'playing', play_time: 0, created_at: NOW, updated_at: NOW }
  await db
    .insertInto('user_games')
    .values([
      { ...shelf, user_id: ada.user.id, game_id: ids.SHELF, notes: 'Secret notes' },
      // Completed before it was started again, so Ada is playing it now.
      {
        ...shelf,
        user_id: ada.user.id,
        game_id: ids.PLAYED,
        // With the session below 123.25.
        play_time: 123,
        status: 'completed',
        updated_at: new Date(NOW.getTime() - 3_600_000),
      },
      // Gives Ada a game in common with everybody.
      ...MEMBERS.map((who) => ({ ...shelf, user_id: id(who), game_id: ids.SHELF, status: 'completed' })),
    ])
    .execute()
  await sql`
    with run as (
      insert into playthroughs (user_id, game_id, platform) values (${ada.user.id}, ${ids.PLAYED}, 'Secret platform')
      returning id, user_id, game_id
    )
    insert into play_sessions (user_id, game_id, playthrough_id, played_on, minutes, origin, ended_at)
    select user_id, game_id, id, '2026-02-14', 15, 'typed', '2026-02-13T23:00:00Z' from run`.execute(db)
  await db
    .insertInto('own_shelves')
    .values(
      ['Secret shown shelf', 'Secret hidden shelf'].map((name, position) => ({
        user_id: ada.user.id,
        name,
        color: 'grey',
        is_shown: position === 0,
        position,
      })),
    )
    .execute()
  // A game of her own, which is the last that she has finished and played longest, and which stands on a shown shelf.
  const [own] = await createOwnGames(db, ada.user.id as UserId, [
    { name: 'Secret own game', platform: 'Secret own platform', year: 1999 },
  ])
  ids.own = own as string
  await db
    .insertInto('user_games')
    .values({ ...shelf, user_id: ada.user.id, game_id: ids.own, status: 'completed', user_rating: 9, play_time: 7.5 })
    .execute()
  await sql`
    with run as (
      insert into playthroughs (user_id, game_id, platform, finished_on, finish_level)
      values (${ada.user.id}, ${ids.own}, 'Secret run', '2026-02-14', 'main_story') returning id, user_id, game_id
    )
    insert into play_sessions (user_id, game_id, playthrough_id, played_on, minutes, origin, ended_at)
    select user_id, game_id, id, '2026-02-14', 60, 'typed', '2026-02-13T22:00:00Z' from run`.execute(db)
  await sql`
    insert into own_shelf_games (shelf_id, user_id, game_id, added_at)
    select id, user_id, ${ids.own}, ${NOW} from own_shelves where is_shown`.execute(db)
  await db
    .insertInto('game_copies')
    .values({
      user_id: ada.user.id,
      game_id: ids.SHELF,
      is_physical: true,
      store: 'Secret borrower',
      lent_to: 'Secret borrower',
      created_at: NOW,
    })
    .execute()
  const [achievement] = await addAchievements(world, ids.SHELF, ['Secret achievement'])
  await db
    .insertInto('user_achievements')
    .values({ user_id: ada.user.id, achievement_id: achievement as string, game_id: ids.SHELF, unlocked_at: NOW })
    .execute()
  await db
    .insertInto('profile_favourites')
    .values({ user_id: ada.user.id, position: 1, game_id: ids.FAVOURITE })
    .execute()
  const done = { user_id: ada.user.id, game_id: ids.PLAYED, created_at: new Date(NOW.getTime() - 600_000) }
  await db
    .insertInto('friend_activities')
    .values({ ...done, activity_type: 'started_playing' })
    .execute()
  ids.activity = (
    await db
      .insertInto('friend_activities')
      .values({
        ...done,
        activity_type: 'completed',
        details: JSON.stringify({ text: 'Secret words' }),
        created_at: NOW,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id
  await sql`
    insert into profile_pins (user_id, position, entry_id, activity_id)
    select ${ada.user.id}::uuid, 1, id, null from user_games where user_id = ${ada.user.id} and game_id = ${ids.SHELF}
    union all
    select ${ada.user.id}::uuid, 2, null, ${ids.activity}::uuid`.execute(db)
  const comment = { subject_type: 'activity', subject_id: ids.activity, user_id: answerer.user.id }
  const answered = db
    .insertInto('activity_comments')
    .values({ ...comment, content: 'Secret answer' })
    .returning('id')
  ids.comment = (await answered.executeTakeFirstOrThrow()).id
  await addReply(ids.comment)
  const written = { user_id: ada.user.id, rating: 4, created_at: NOW }
  const reviews = await db
    .insertInto('reviews')
    .values([
      { ...written, game_id: ids.PLAYED, review_text: 'Secret verdict', review_html: 'Secret verdict' },
      { ...written, game_id: ids.SHELF, review_text: 'Secret draft', review_html: 'Secret draft', is_public: false },
    ])
    .returning('id')
    .execute()
  // Everybody has bookmarked both while they could see them.
  await db
    .insertInto('review_bookmarks')
    .values(MEMBERS.flatMap((who) => reviews.map((review) => ({ review_id: review.id, user_id: id(who) }))))
    .execute()
  ids.review = reviews[0]!.id
  await db.insertInto('profile_pins').values({ user_id: ada.user.id, position: 3, review_id: ids.review }).execute()
  const started = db
    .insertInto('forum_threads')
    .values({
      ...{ category_id: 1, author_id: ada.user.id, title: 'Secret thread', body: 'Words of Ada', body_html: 'Words' },
      ...{ posts_count: 1, last_number: 1, shown_number: 1 },
    })
    .returning('id')
  ids.thread = (await started.executeTakeFirstOrThrow()).id
  const said = { content: 'Secret post', content_html: 'Secret post', excerpt: 'Secret post' }
  const posted = db
    .insertInto('forum_posts')
    .values({ thread_id: ids.thread, number: 1, author_id: ada.user.id, ...said })
    .returning('id')
  ids.post = (await posted.executeTakeFirstOrThrow()).id
  const remark = db
    .insertInto('activity_comments')
    .values({ subject_type: 'review', subject_id: ids.review, user_id: answerer.user.id, content: 'Secret remark' })
    .returning('id')
  ids.reviewComment = (await remark.executeTakeFirstOrThrow()).id
  await addReply(ids.reviewComment)
  await db
    .insertInto('friends')
    .values([
      { user_id: ada.user.id, friend_id: id('friend'), status: 'accepted' },
      { user_id: ada.user.id, friend_id: tie.user.id, status: 'accepted' },
      { user_id: asker.user.id, friend_id: ada.user.id, status: 'pending' },
    ])
    .execute()
  // Everybody follows Ada, even members with a block: no list may rely on a block having ended the follow.
  await db
    .insertInto('followers')
    .values([
      ...MEMBERS.flatMap((who) => [
        { follower_id: id(who), following_id: ada.user.id },
        { follower_id: ada.user.id, following_id: id(who) },
      ]),
      { follower_id: ada.user.id, following_id: tie.user.id },
      { follower_id: tie.user.id, following_id: ada.user.id },
    ])
    .execute()
  await db
    .insertInto('user_blocks')
    .values([
      { blocker_id: ada.user.id, blocked_id: id('blocked') },
      { blocker_id: ada.user.id, blocked_id: id('blockedAdmin') },
      { blocker_id: id('blocker'), blocked_id: ada.user.id },
    ])
    .execute()
  await tie.post('/api/messages', { userId: ada.user.id, content: 'Secret message' })
  // Gives each member a conversation with Ada.
  for (const who of ['member', 'friend', 'admin'] as const)
    await people[who].post('/api/messages', { userId: ada.user.id, content: 'Hello' })
  const span = { starts_at: new Date(0), ends_at: new Date('2027-01-01T00:00:00.000Z') }
  const made = db
    .insertInto('challenges')
    .values({ title: 'Together', ...span })
    .returning('id')
  ids.challenge = (await made.executeTakeFirstOrThrow()).id
  await db
    .insertInto('challenge_participants')
    .values({
      user_id: ada.user.id,
      challenge_id: ids.challenge,
      progress: JSON.stringify({ goal: 123.25 }),
      joined_at: NOW,
      reached_at: NOW,
    })
    .execute()
  const addList = async (title: string, is_shared: boolean) => {
    const list = db
      .insertInto('lists')
      .values({ user_id: ada.user.id, title, is_shared, games_count: 1 })
      .returning('id')
    const { id: list_id } = await list.executeTakeFirstOrThrow()
    const note = is_shared ? 'Secret note on a game' : 'Secret private list'
    await db.insertInto('list_games').values({ list_id, game_id: ids.PLAYED, position: 1, note }).execute()
    return list_id
  }
  ids.list = await addList('Secret list', true)
  ids.privateList = await addList('Secret private list', false)
  const reply = db
    .insertInto('activity_comments')
    .values({ subject_type: 'list', subject_id: ids.list, user_id: answerer.user.id, content: 'Secret reply' })
    .returning('id')
  ids.listComment = (await reply.executeTakeFirstOrThrow()).id
  await addReply(ids.listComment)
  const entry = db
    .insertInto('journal_entries')
    .values({ user_id: ada.user.id, type: 'daily', date: '2026-02-28', game_id: ids.PLAYED, content: 'Secret diary' })
    .returning('id')
  ids.entry = (await entry.executeTakeFirstOrThrow()).id
  const badges = await db
    .insertInto('badges')
    .values(
      [null, '{"kind": "games_played", "threshold": 99}'].map((rule, at) => ({
        key: `secret-${at}`,
        name: at === 0 ? 'Secret badge' : 'Secret milestone',
        description: 'x',
        icon: 'award',
        level: 1,
        rule,
        display_order: 0,
      })),
    )
    .returning('id')
    .execute()
  await db
    .insertInto('user_badges')
    .values(badges.map((badge) => ({ user_id: ada.user.id, badge_id: badge.id, earned_at: NOW })))
    .execute()
  await db.insertInto('user_active_days').values({ user_id: ada.user.id, day: '2026-03-01' }).execute()
})

/** What visitors share of Ada, which the caches must forget after a change in the database. */
const sharedTags = () => [tag.member(ids.ada), tag.reviewsOf(ids.PLAYED), tag.peopleLists]

/** Adds a reply with the same words. */
async function addReply(commentId: string): Promise<void> {
  await sql`
    insert into activity_comments (subject_type, subject_id, user_id, content, parent_id)
    select subject_type, subject_id, user_id, content, id from activity_comments where id = ${commentId}`.execute(
    world.db,
  )
}

async function show(settings: Settings): Promise<void> {
  await world.db
    .updateTable('profiles')
    .set({
      settings: JSON.stringify({ ...settings, timezone: 'Secret/Zone' }),
      bio: 'Secret bio',
      location: 'Secret location',
      website: 'https://secret-website.example',
      last_seen_at: new Date('2026-03-01T11:58:58.500Z'),
      disabled_at: null,
    })
    .where('id', '=', ids.ada)
    .execute()
  await world.settle(sharedTags())
}

test('the tables contain exactly the endpoints that read', () => {
  const reads = world.routes
    .filter(({ endpoint }) => endpoint.access !== 'admin' && endpoint.scope === null)
    .map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`)
    .filter((name) => READS.test(name) && !NOT_OF_MEMBERS.test(name))
  expect([...Object.keys(LINES), ...OWN].sort()).toEqual([...reads, ...DOCUMENTS].sort())
})

describe.each(SETTINGS.map((settings) => [JSON.stringify(settings), settings] as const))('%s', (_name, settings) => {
  beforeAll(() => show(settings))

  test.each(Object.entries(LINES).flatMap(([name, lines]) => [lines].flat().map((line) => [name, line] as const)))(
    '%s (G22)',
    async (name, line) => {
      const { isList = false, who: asks = WHO } = line
      for (const who of asks) {
        const may = (part: Part) => sees(line.isForVisitors ? 'visitor' : who, part, settings, isList)
        const { status, body } = line.body
          ? await people[who].post(line.path(), line.body())
          : await people[who].get(line.path())
        const text = JSON.stringify(body)
        const isRefused = [line.opens ?? []].flat().some((part) => !may(part))
        expect([name, who, status]).toEqual([name, who, isRefused ? (line.refused ?? 403) : 200])
        for (const part of Object.keys(SECRETS) as Part[])
          for (const secret of SECRETS[part]) {
            const isIn = text.includes(secret)
            const isAllowed = !isRefused && may(part)
            if (isIn && !isAllowed) expect.fail(`${name} tells ${who} of ${part}: ${secret}`)
            if (!isIn && isAllowed && line.has[part]?.includes(secret))
              expect.fail(`${name} keeps ${part} from ${who}: ${secret}`)
          }
        if (!isRefused) line.check?.(body, may, who)
      }
    },
  )
})

test('the journal has only one reader and one author', async () => {
  const journal = Object.entries(LINES).filter(([name]) => name.startsWith('GET /api/journal'))
  expect(journal).toHaveLength(5)
  for (const line of journal.flatMap(([, lines]) => lines)) {
    const own = await ada.get(line.path())
    expect([line.path(), own.status]).toEqual([line.path(), 200])
    expect(Object.values(own.body).filter(Array.isArray).flat()).not.toEqual([])
    expect((await people.visitor.get(line.path())).status).toBe(401)
  }
  const change = { type: 'daily', content: 'Mine now' }
  for (const who of WHO) {
    const { status: changed } = await people[who].put(`/api/journal/${ids.entry}`, change)
    const { status: deleted } = await people[who].delete(`/api/journal/${ids.entry}`)
    const expected = who === 'visitor' ? 401 : 404
    expect([who, changed, deleted]).toEqual([who, expected, expected])
  }
  expect(JSON.stringify((await ada.get('/api/journal')).body)).toContain('Secret diary')
})

test('no endpoint reveals anything about a disabled member', async () => {
  await show({})
  await world.db.updateTable('profiles').set({ disabled_at: NOW }).where('id', '=', ids.ada).execute()
  await world.settle(sharedTags())
  for (const line of Object.values(LINES).flat())
    for (const who of line.who ?? WHO) {
      const { body } = line.body ? await people[who].post(line.path(), line.body()) : await people[who].get(line.path())
      const text = JSON.stringify(body)
      // The words in the forum stay, by 'Unknown User' (G55): their author's name and id do not.
      const { forum: _words, ...parts } = SECRETS
      const isForum = line.path().startsWith('/api/forum')
      for (const secret of [...Object.values(parts).flat(), ...(isForum ? [ids.ada, 'ada-the-first'] : [])])
        if (text.includes(secret)) expect.fail(`${line.path()} tells ${who}: ${secret}`)
    }
})

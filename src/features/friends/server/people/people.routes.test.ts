import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addGames } from '#tests/support/fixtures.ts'
import { type Member, signUp, useMember } from '#tests/support/members.ts'
import { type Answer, useTestApp } from '#tests/support/test-app.ts'

const app = useTestApp()
const ann = useMember(app, { username: 'ann', displayName: 'Ann Lee' })
const bob = useMember(app, { username: 'bob', displayName: 'Bob' })
const cleo = useMember(app, { username: 'cleo-annova', displayName: 'Cléo Ångström' })
const dora = useMember(app, { username: 'dora', displayName: '田中 Dora' })
const NOBODY = '00000000-0000-7000-8000-000000000000'

beforeAll(async () => {
  await addGames(app, ['igdb_1', 'igdb_2', 'igdb_3', 'igdb_4'])
})

beforeEach(async () => {
  for (const table of ['followers', 'friends', 'user_blocks', 'user_games'] as const)
    await app.db.deleteFrom(table).execute()
  await app.db
    .updateTable('profiles')
    .set({ settings: '{}', disabled_at: null, bio: null, last_seen_at: null })
    .execute()
  app.time.now = new Date('2026-03-01T12:00:00Z')
})

const befriend = (from: Member, to: Member, status = 'accepted') =>
  app.db.insertInto('friends').values({ user_id: from.user.id, friend_id: to.user.id, status }).execute()
const follow = (from: Member, to: Member) =>
  app.db.insertInto('followers').values({ follower_id: from.user.id, following_id: to.user.id }).execute()
const block = (from: Member, to: Member) =>
  app.db.insertInto('user_blocks').values({ blocker_id: from.user.id, blocked_id: to.user.id }).execute()
/** Lets somebody of a crowd block the member. */
const blockedBy = (username: string, { user }: Member) =>
  app.db
    .insertInto('user_blocks')
    .columns(['blocker_id', 'blocked_id'])
    .expression((eb) =>
      eb
        .selectFrom('profiles')
        .where('username', '=', username)
        .select(['id', eb.val(user.id).as('blocked_id')]),
    )
    .execute()
const play = (member: Member, ...games: number[]) =>
  app.db
    .insertInto('user_games')
    .values(games.map((game) => ({ user_id: member.user.id, game_id: `igdb_${game}`, status: 'playing' })))
    .execute()
const change = (
  member: Member,
  values: {
    settings?: string
    disabled_at?: Date
    bio?: string
    last_seen_at?: Date
    username?: string | null
    display_name?: string
  },
) => app.db.updateTable('profiles').set(values).where('id', '=', member.user.id).execute()
const showTo = (member: Member, visibility: string) => change(member, { settings: JSON.stringify({ visibility }) })
const namesOf = (answer: Answer): string[] => answer.body.data.map(({ username }: { username: string }) => username)
const search = async (who: { get: Member['get'] }, text: string) =>
  namesOf(await who.get(`/api/profiles?search=${encodeURIComponent(text)}`))

/** Inserts members without a session, named zed-10, zed-11 …; they are deleted with their `user.name`. */
async function crowd(length: number, name: string, more: { last_seen_at?: Date } = {}): Promise<void> {
  const users = await app.db
    .insertInto('user')
    .values(Array.from({ length }, () => ({ name, email: `${crypto.randomUUID()}@example.org` })))
    .returning('id')
    .execute()
  await app.db
    .insertInto('profiles')
    .values(users.map(({ id }, at) => ({ id, username: `${name}-${10 + at}`, ...more })))
    .execute()
}

describe('search', () => {
  test('finds members by the beginning of a username, by words and by parts, the best match first', async () => {
    expect(await search(bob, 'ann')).toEqual(['ann', 'cleo-annova'])
    expect(await search(bob, 'AN')).toEqual(['ann', 'cleo-annova'])
    expect(await search(bob, 'lee')).toEqual(['ann'])
    expect(await search(bob, 'nnov')).toEqual(['cleo-annova'])
    expect(await search(bob, 'angstrom')).toEqual(['cleo-annova'])
    expect(await search(bob, 'CLÉO')).toEqual(['cleo-annova'])
    expect(await search(bob, '田中')).toEqual(['dora'])
  })

  test('finds a text without three letters in a row only where words begin, and then a longer one anywhere', async () => {
    await change(ann, { display_name: 'Ann B Leeds' })
    expect(await search(bob, 'b l')).toEqual(['ann'])
    expect(await search(bob, 'n b')).toEqual([])
    expect(await search(bob, 'n b lee')).toEqual(['ann'])
    const found = async (text: string) =>
      (await bob.get(`/api/search?q=${encodeURIComponent(text)}`)).body.groups.map(
        ({ group }: { group: string }) => group,
      )
    expect([await found('n b'), await found('n b lee')]).toEqual([[], ['members']])
    await change(ann, { display_name: 'Ann Lee' })
  })

  test('requires two characters, and matches special characters literally', async () => {
    for (const text of ['', 'a', ' a ', '田']) expect(await search(bob, text)).toEqual([])
    for (const text of ['%%', '__', 'a%', '\\\\', "'; drop table profiles; --"])
      expect(await search(bob, text)).toEqual([])
    expect((await bob.get(`/api/profiles?search=${'x'.repeat(101)}`)).status).toBe(400)
    expect((await bob.get('/api/profiles')).body).toEqual({ data: [] })
  })

  test('shows names to a visitor, and to a member also the relationships', async () => {
    await follow(bob, ann)
    await befriend(ann, bob, 'pending')
    await change(ann, { bio: 'Plays slowly.' })
    const card = { id: ann.user.id, username: 'ann', display_name: 'Ann Lee', avatar_url: null, bio: 'Plays slowly.' }
    expect((await bob.get('/api/profiles?search=ann%20lee')).body.data).toEqual([
      { ...card, isFollowing: true, isFollowedBy: false, friendStatus: 'pending_received' },
    ])
    expect((await app.visitor().get('/api/profiles?search=ann%20lee')).body.data).toEqual([
      { ...card, isFollowing: false, isFollowedBy: false, friendStatus: 'none' },
    ])
  })

  test('hides the bio of a private profile, and excludes disabled members', async () => {
    await change(ann, { bio: 'Plays slowly.' })
    const bioFor = async (who: { get: Member['get'] }) => (await who.get('/api/profiles?search=ann')).body.data[0].bio
    await showTo(ann, 'friends')
    expect([await bioFor(bob), await bioFor(app.visitor()), await bioFor(ann)]).toEqual([null, null, 'Plays slowly.'])
    await befriend(ann, bob)
    expect(await bioFor(bob)).toBe('Plays slowly.')
    await showTo(ann, 'private')
    expect(await bioFor(bob)).toBe(null)
    await change(ann, { disabled_at: new Date() })
    expect(await search(bob, 'ann')).toEqual(['cleo-annova'])
  })

  test('hides two members in a block from each other, and from nobody else', async () => {
    await block(ann, bob)
    expect(await search(bob, 'ann')).toEqual(['cleo-annova'])
    expect(await search(ann, 'bob')).toEqual([])
    expect(await search(cleo, 'ann')).toEqual(['ann', 'cleo-annova'])
    expect(await search(app.visitor(), 'bob')).toEqual(['bob'])
  })

  test('returns the best twenty matches (G45)', async () => {
    await crowd(25, 'zed')
    const found = await search(bob, 'zed')
    expect([found.length, found.slice(0, 2)]).toEqual([20, ['zed-10', 'zed-11']])
    await search(bob, 'zed-34').then((names) => expect(names).toEqual(['zed-34']))
    // A member who has blocked the viewer takes no place among them.
    await blockedBy('zed-10', bob)
    const others = await search(bob, 'zed')
    expect([others.length, others[0]]).toEqual([20, 'zed-11'])
    await app.db.deleteFrom('user').where('name', '=', 'zed').execute()
  })

  test('passes over any number of members that the viewer may not see (G45)', async () => {
    await crowd(120, 'zed')
    const palette = async (who: { get: Member['get'] }, text: string) =>
      (await who.get(`/api/search?q=${text}`)).body.groups.flatMap(
        ({ group, items }: { group: string; items: unknown[] }) => (group === 'members' ? items : []),
      )
    await sql`insert into user_blocks (blocker_id, blocked_id)
      select ${ann.user.id}::uuid, id from profiles where username like 'zed-%'`.execute(app.db)
    await crowd(1, 'zedlast')
    expect([await search(ann, 'zed'), (await search(bob, 'zed')).length]).toEqual([['zedlast-10'], 20])
    expect([await search(ann, 'ze'), (await palette(ann, 'zed')).length]).toEqual([['zedlast-10'], 1])
    // That one reader finds nobody does not mean that nobody does.
    await app.db.deleteFrom('user').where('name', '=', 'zedlast').execute()
    expect(await palette(ann, 'zed')).toEqual([])
    expect((await palette(bob, 'zed-1')).length).toBeGreaterThan(0)
    await app.db.deleteFrom('user_blocks').execute()
    await crowd(1, 'zedlast')
    await sql`update profiles set disabled_at = now() where username like 'zed-%'`.execute(app.db)
    expect([await search(bob, 'zed'), await search(app.visitor(), 'ze')]).toEqual([['zedlast-10'], ['zedlast-10']])
    await app.db.deleteFrom('user').where('name', 'in', ['zed', 'zedlast']).execute()
  })

  test('takes two queries', async () => {
    // The sample of names is in memory for a minute.
    await search(bob, 'ann')
    expect(await app.countQueries(() => bob.get('/api/profiles?search=ann'))).toBeLessThanOrEqual(2)
  })
})

describe('suggestions', () => {
  const suggestedTo = (member: Member) => member.get('/api/profiles/suggestions')
  const reasons = async (member: Member) =>
    (await suggestedTo(member)).body.data.map((row: { username: string; reason: { kind: string; count: number } }) => [
      row.username,
      row.reason.kind,
      row.reason.count,
    ])

  test('are friends of friends first, then members with the same games, then active members', async () => {
    await befriend(ann, bob)
    await befriend(cleo, bob)
    await play(ann, 1, 2, 3)
    await play(dora, 2, 3)
    await play(cleo, 1)
    const eve = await signUp(app, { username: 'eve' })
    await change(eve, { last_seen_at: new Date(app.time.now.getTime() - 1000) })
    await play(eve, 4)
    expect(await reasons(ann)).toEqual([
      ['cleo-annova', 'mutual_friends', 1],
      ['dora', 'same_games', 2],
      ['eve', 'active', 1],
    ])
    await app.db.deleteFrom('user').where('id', '=', eve.user.id).execute()
  })

  test('rank friends of friends by the number of common friends', async () => {
    await befriend(ann, bob)
    await befriend(ann, cleo)
    await befriend(dora, bob)
    await befriend(cleo, dora)
    expect(await reasons(ann)).toEqual([['dora', 'mutual_friends', 2]])
  })

  test.each([
    ['a friend', () => befriend(ann, bob)],
    ['who was asked', () => befriend(ann, bob, 'pending')],
    ['who asks', () => befriend(bob, ann, 'pending')],
    ['who declined', () => befriend(ann, bob, 'declined')],
    ['who is blocked', () => block(ann, bob)],
    ['who blocks', () => block(bob, ann)],
    ['who is disabled', () => change(bob, { disabled_at: new Date() })],
    ['who keeps to themselves', () => showTo(bob, 'private')],
  ])('exclude %s', async (_what, make) => {
    await play(ann, 1)
    await play(bob, 1)
    expect((await reasons(ann)).map(([name]: [string]) => name)).toEqual(['bob'])
    await make()
    expect(await reasons(ann)).toEqual([])
  })

  test('exclude members who hide their friends from the suggestions by common friends', async () => {
    await befriend(ann, bob)
    await befriend(bob, cleo)
    await play(ann, 1)
    await play(cleo, 1)
    expect(await reasons(ann)).toEqual([['cleo-annova', 'mutual_friends', 1]])
    const showFriendsTo = (member: Member, friends: string) =>
      change(member, { settings: JSON.stringify({ sections: { friends } }) })
    await showFriendsTo(cleo, 'friends')
    expect(await reasons(ann)).toEqual([['cleo-annova', 'same_games', 1]])
    // The common friend decides, too.
    await showFriendsTo(cleo, 'public')
    await showFriendsTo(bob, 'friends')
    expect(await reasons(ann)).toEqual([['cleo-annova', 'mutual_friends', 1]])
    await showFriendsTo(bob, 'private')
    expect(await reasons(ann)).toEqual([['cleo-annova', 'same_games', 1]])
  })

  test('exclude members who hide their presence from the suggestions by activity', async () => {
    await change(bob, { last_seen_at: new Date(0), settings: JSON.stringify({ presence: false }) })
    await change(cleo, { last_seen_at: new Date(0) })
    await play(bob, 1)
    await play(cleo, 1)
    expect(await reasons(ann)).toEqual([['cleo-annova', 'active', 1]])
  })

  test('rank members without anything in common by their number of games, and exclude those without a username, a game or a visible library', async () => {
    for (const member of [bob, cleo, dora]) await change(member, { last_seen_at: app.time.now })
    await play(cleo, 1)
    await play(dora, 1, 2, 3)
    expect(await reasons(ann)).toEqual([
      ['dora', 'active', 3],
      ['cleo-annova', 'active', 1],
    ])
    await change(dora, { settings: JSON.stringify({ sections: { library: 'friends' } }) })
    await change(cleo, { username: null })
    expect(await reasons(ann)).toEqual([])
    await change(cleo, { username: 'cleo-annova' })
  })

  test('are ten, however many members there are (G45)', async () => {
    await crowd(25, 'zed', { last_seen_at: app.time.now })
    await app.db.executeQuery(
      sql`insert into user_games (user_id, game_id, status) select id, 'igdb_4', 'playing' from profiles where last_seen_at is not null`.compile(
        app.db,
      ),
    )
    const found = await reasons(ann)
    expect(found).toHaveLength(10)
    const [first = ''] = found[0] ?? []
    await blockedBy(String(first), ann)
    const others = await reasons(ann)
    expect([others.length, others.flat().includes(first)]).toEqual([10, false])
    await app.db.deleteFrom('user').where('name', '=', 'zed').execute()
  })

  test('are for members, and take two queries', async () => {
    expect((await app.visitor().get('/api/profiles/suggestions')).status).toBe(401)
    await befriend(ann, bob)
    await befriend(cleo, bob)
    expect(await app.countQueries(() => suggestedTo(ann))).toBeLessThanOrEqual(2)
  })
})

describe('relationship', () => {
  const between = async (from: Member, to: Member) => (await from.get(`/api/profiles/${to.user.id}/relationship`)).body
  const MAY = { follow: true, befriend: true, block: true, unblock: false }

  test('contains the state between two members [R-FRIEND-07]', async () => {
    expect(await between(ann, bob)).toEqual({
      isFollowing: false,
      isFollowedBy: false,
      friendStatus: 'none',
      blocked: false,
      viewerCan: MAY,
    })
    await follow(ann, bob)
    await befriend(ann, bob, 'pending')
    expect(await between(ann, bob)).toMatchObject({
      isFollowing: true,
      isFollowedBy: false,
      friendStatus: 'pending_sent',
    })
    expect(await between(bob, ann)).toMatchObject({
      isFollowing: false,
      isFollowedBy: true,
      friendStatus: 'pending_received',
    })
    await app.db.updateTable('friends').set({ status: 'accepted' }).execute()
    for (const answer of [await between(ann, bob), await between(bob, ann)])
      expect(answer.friendStatus).toBe('accepted')
    await app.db.updateTable('friends').set({ status: 'declined' }).execute()
    for (const answer of [await between(ann, bob), await between(bob, ann)]) expect(answer.friendStatus).toBe('none')
  })

  test('shows a block to both, and only its author may remove it', async () => {
    await block(ann, bob)
    const may = { follow: false, befriend: false }
    expect(await between(ann, bob)).toMatchObject({ blocked: true, viewerCan: { ...may, block: false, unblock: true } })
    expect(await between(bob, ann)).toMatchObject({ blocked: true, viewerCan: { ...may, block: true, unblock: false } })
  })

  test("is negative for the member's own id, 404 for an unknown id, and refused to a visitor", async () => {
    expect((await between(ann, ann)).viewerCan).toEqual({
      follow: false,
      befriend: false,
      block: false,
      unblock: false,
    })
    expect((await ann.get(`/api/profiles/${NOBODY}/relationship`)).status).toBe(404)
    expect((await ann.get('/api/profiles/bob/relationship')).status).toBe(400)
    expect((await app.visitor().get(`/api/profiles/${bob.user.id}/relationship`)).status).toBe(401)
    await change(bob, { disabled_at: new Date() })
    expect((await ann.get(`/api/profiles/${bob.user.id}/relationship`)).status).toBe(404)
  })
})

describe('following and followers', () => {
  test('are listed newest first, without disabled members and those with a block', async () => {
    const followAt = (from: Member, to: Member, at: number) =>
      app.db
        .insertInto('followers')
        .values({ follower_id: from.user.id, following_id: to.user.id, created_at: new Date(at) })
        .execute()
    await followAt(ann, bob, 1)
    await followAt(ann, cleo, 2)
    await followAt(dora, ann, 3)
    const following = await ann.get('/api/followers')
    expect([namesOf(following), following.body.total, following.body.nextCursor]).toEqual([
      ['cleo-annova', 'bob'],
      2,
      null,
    ])
    expect(namesOf(await ann.get('/api/followers?list=followers'))).toEqual(['dora'])
    expect(namesOf(await ann.get('/api/followers?list=nonsense'))).toEqual(['cleo-annova', 'bob'])
    await change(cleo, { disabled_at: new Date() })
    expect(namesOf(await ann.get('/api/followers'))).toEqual(['bob'])
    // A block ends a follow; what is left of one shows nobody.
    await block(bob, ann)
    expect(namesOf(await ann.get('/api/followers'))).toEqual([])
    expect((await app.visitor().get('/api/followers')).status).toBe(401)
  })

  test('continue after their first page, with each member once', async () => {
    const users = await app.db
      .insertInto('user')
      .values(Array.from({ length: 70 }, (_, at) => ({ name: `M${at}`, email: `many${at}@example.org` })))
      .returning('id')
      .execute()
    await app.db
      .insertInto('profiles')
      .values(users.map(({ id }) => ({ id })))
      .execute()
    await app.db
      .insertInto('followers')
      .values(
        users.map(({ id }, at) => ({
          follower_id: id,
          following_id: ann.user.id,
          created_at: new Date(Math.floor(at / 25) * 1000),
        })),
      )
      .execute()
    const seen: string[] = []
    let cursor = ''
    for (let page = 0; page < 3; page += 1) {
      const { body } = await ann.get(`/api/followers?list=followers${cursor}`)
      seen.push(...body.data.map(({ id }: { id: string }) => id))
      cursor = `&cursor=${body.nextCursor}`
    }
    expect([seen.length, new Set(seen).size, cursor]).toEqual([70, 70, '&cursor=null'])
    expect(namesOf(await ann.get('/api/followers?list=followers&cursor=nonsense'))).toHaveLength(30)
  })
})

import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { loadStarterCatalogue } from '#features/catalogue/server/catalogue.service.ts'
import { saveSettings } from '#tests/support/fixtures.ts'
import { type Member, signUp } from '#tests/support/members.ts'
import { type Client, useTestApp } from '#tests/support/test-app.ts'
import { FAVOURITES_CHANGED_ELSEWHERE } from '../profiles.texts.ts'

const world = useTestApp()
const NOBODY = '01900000-0000-7000-8000-000000000000'
let games: string[]
let owner: Member
let friend: Member
let stranger: Member
let admin: Member
let visitor: Client

const at = (member: Member, part = '') => `/api/profiles/${member.user.id}${part}`

beforeAll(async () => {
  await loadStarterCatalogue(world.db)
  games = (await world.db.selectFrom('games').select('id').orderBy('id').limit(30).execute()).map(({ id }) => id)
  owner = await signUp(world, { username: 'Ona', displayName: 'Ona Ek' })
  friend = await signUp(world, { displayName: 'Fia' })
  stranger = await signUp(world)
  admin = await signUp(world, { becomeAdmin: true })
  visitor = world.visitor()
  // Stored in the other direction, so that both halves of a friendship are tested.
  await world.db
    .insertInto('friends')
    .values({ user_id: friend.user.id, friend_id: owner.user.id, status: 'accepted' })
    .execute()
  await world.db
    .insertInto('followers')
    .values([
      { follower_id: stranger.user.id, following_id: owner.user.id },
      { follower_id: friend.user.id, following_id: owner.user.id },
      { follower_id: owner.user.id, following_id: friend.user.id },
    ])
    .execute()
  const statuses = ['completed', 'completed', 'playing', 'want_to_play', 'dropped']
  for (const [index, status] of statuses.entries())
    await owner.post('/api/library', { game_id: games[index], status, user_rating: 8 })
  await owner.put(`/api/library/${games[0]}/progress`, { play_time: 12.5, achievements_completed: 7 })
  await owner.patch(`/api/library/${games[0]}`, { notes: 'a secret of mine' })
  await owner.post('/api/friends/activities/create', { activity_type: 'completed', game_id: games[0] })
})
beforeEach(() => saveSettings(world, owner, { onboarded: true }))

test('a profile has its documented fields; only its owner sees email and settings [R-PROF-01, R-PROF-26]', async () => {
  await world.db
    .updateTable('profiles')
    .set({ bio: 'Maps.', location: 'Umeå', website: 'https://example.org' })
    .where('id', '=', owner.user.id)
    .execute()
  const own = (await owner.get(at(owner))).body.profile
  expect(own).toMatchObject({
    ...{ id: owner.user.id, username: 'Ona', display_name: 'Ona Ek', avatar_url: null },
    ...{ bio: 'Maps.', location: 'Umeå', website: 'https://example.org' },
    email: owner.user.email,
    settings: { onboarded: true },
    is_online: true,
    viewerCan: { edit: true },
  })
  expect(Object.keys(own)).toEqual(expect.arrayContaining(['created_at', 'last_seen_at', 'updated_at']))
  for (const other of [visitor, friend, stranger, admin]) {
    const { profile } = (await other.get(at(owner))).body
    expect([profile.email, profile.settings, profile.viewerCan.edit]).toEqual([null, null, false])
    expect(JSON.stringify(profile)).not.toContain(owner.user.email)
  }
})

test('a profile is also found by its username, in any letter case', async () => {
  expect((await visitor.get('/api/profiles/oNA')).body.profile.id).toBe(owner.user.id)
})

test('an unknown id is refused with 404 PGRST116 [R-MODAL-08]', async () => {
  const { status, body } = await visitor.get(`/api/profiles/${NOBODY}`)
  expect([status, body.code, body.error]).toEqual([
    404,
    'PGRST116',
    'This profile is not available or may have been removed.',
  ])
})

test.each(['not-a-uuid', 'no%20name', '%27%3B--', 'x'.repeat(101)])(
  'the malformed handle %s is refused with 400 [R-MODAL-11]',
  async (handle) => {
    const { status, body } = await visitor.get(`/api/profiles/${handle}`)
    expect(status).toBe(400)
    if (handle.length < 101) expect(body.error).toBe('Invalid profile information provided.')
  },
)

test('a disabled member is not found anywhere', async () => {
  const gone = await signUp(world)
  await world.db.updateTable('profiles').set({ disabled_at: new Date() }).where('id', '=', gone.user.id).execute()
  for (const part of ['', '/stats', '/games', '/activities', '/followers'])
    expect((await visitor.get(at(gone, part))).status).toBe(404)
})

test('the statistics of the dialog have both documented names [R-MODAL-02, R-MODAL-04]', async () => {
  const figures = {
    gamesPlayed: 3,
    gamesCompleted: 2,
    completionPercentage: 67,
    totalHours: 12.5,
    achievementsUnlocked: 7,
    reviewsWritten: 0,
    friendsCount: 1,
    followersCount: 2,
    followingCount: 1,
  }
  expect((await visitor.get(at(owner, '/stats'))).body).toMatchObject(figures)
  const named = await visitor.post('/api/rpc/get_user_profile_stats', { user_uuid: owner.user.id })
  expect([named.status, named.body]).toEqual([200, figures])
  expect((await visitor.post('/api/rpc/get_user_profile_stats', { user_uuid: 'me' })).status).toBe(400)
})

test('requests, disabled friends and private reviews are in no count that others see', async () => {
  const [member, asked, asking, gone] = [
    await signUp(world),
    await signUp(world),
    await signUp(world),
    await signUp(world),
  ]
  const tie = (user_id: string, friend_id: string, status: string) => ({ user_id, friend_id, status })
  await world.db
    .insertInto('friends')
    .values([
      tie(member.user.id, asked.user.id, 'pending'),
      tie(asking.user.id, member.user.id, 'pending'),
      tie(member.user.id, gone.user.id, 'accepted'),
    ])
    .execute()
  await world.db.updateTable('profiles').set({ disabled_at: new Date() }).where('id', '=', gone.user.id).execute()
  await member.post('/api/reviews', { game_id: games[0], rating: 4, review_text: 'Mine.', is_public: false })
  expect((await visitor.get(at(member, '/stats'))).body).toMatchObject({ friendsCount: 0, reviewsWritten: 0 })
  expect((await member.get(at(member, '/stats'))).body).toMatchObject({ friendsCount: 0, reviewsWritten: 1 })
})

test('a hidden activity names no game that its member plays now', async () => {
  const member = await signUp(world)
  const presence = async () => (await visitor.get(at(member))).body.profile.presence
  await member.post('/api/friends/activities/create', { activity_type: 'started_playing', game_id: games[3] })
  await world.db
    .updateTable('friend_activities')
    .set({ hidden_at: new Date() })
    .where('user_id', '=', member.user.id)
    .execute()
  expect(await presence()).toEqual({ status: 'online', currentGame: null })
})

test('the header statistics follow their own definition, and are the same in both responses [R-PROF-06, R-PROF-15]', async () => {
  const header = { total_played: 3, played_this_year: 1, backlog: 1, completion: 75, level: 1, title: null }
  const { profile } = (await visitor.get(at(owner))).body
  expect(profile.stats).toEqual({ ...header, badges: ['Perfectionist'] })
  expect((await visitor.get(at(owner, '/stats'))).body).toMatchObject(header)
  expect(profile.counts).toEqual({ want_to_play: 1, playing: 1, completed: 2, dropped: 1 })
})

test('an entry of last year does not count for this year on a profile either [R-STAT-05, R-PROF-06]', async () => {
  const member = await signUp(world)
  const now = world.time.now
  const year = now.getUTCFullYear()
  for (const [index, at] of [Date.UTC(year - 1, 11, 31, 23, 59, 59), Date.UTC(year, 0, 1)].entries())
    await world.db
      .insertInto('user_games')
      .values({ user_id: member.user.id, game_id: games[index] ?? '', status: 'playing', created_at: new Date(at) })
      .execute()
  const expected = { total_played: 2, played_this_year: 1 }
  expect((await visitor.get(at(member))).body.profile.stats).toMatchObject(expected)
  expect((await visitor.get(at(member, '/stats'))).body).toMatchObject(expected)
  expect((await member.get('/api/user/stats')).body).toMatchObject(expected)
})

test('others read a library without its notes, filtered and in order [R-PROF-27]', async () => {
  const { body } = await visitor.get(at(owner, '/games?status=completed&sort=hours'))
  expect([body.total, body.hasMore, body.data.map((row: { game_id: string }) => row.game_id)]).toEqual([
    2,
    false,
    [games[0], games[1]],
  ])
  expect(JSON.stringify(body)).not.toContain('notes')
  expect(JSON.stringify(body)).not.toContain('a secret of mine')
  const played = (await visitor.get(at(owner, '/games?sort=played'))).body
  expect([played.total, played.data[0].game_id]).toEqual([1, games[0]])
  const paged = (await visitor.get(at(owner, '/games?limit=2&page=3'))).body
  expect([paged.data.length, paged.total, paged.hasMore]).toEqual([1, 5, false])
})

test('friends, followers and followed members are readable for a profile [R-PROF-27]', async () => {
  const names = async (part: string) =>
    (await visitor.get(at(owner, part))).body.data.map((row: { id: string }) => row.id)
  expect(await names('/friends')).toEqual([friend.user.id])
  expect(new Set(await names('/followers'))).toEqual(new Set([friend.user.id, stranger.user.id]))
  expect(await names('/following')).toEqual([friend.user.id])
  expect((await visitor.get(at(owner, '/followers?limit=1'))).body).toMatchObject({ total: 2, hasMore: true })
})

describe('the visibility of profiles [R-MODAL-09]', () => {
  const PARTS = ['', '/stats', '/games', '/activities', '/friends', '/followers', '/following']
  const who = () => ({ visitor, stranger, friend, owner, admin })
  const answers = async (part: string) =>
    Object.fromEntries(
      await Promise.all(
        Object.entries(who()).map(async ([name, client]) => [name, (await client.get(at(owner, part))).status]),
      ),
    )
  const all = { visitor: 200, stranger: 200, friend: 200, owner: 200, admin: 200 }
  const friends = { ...all, visitor: 403, stranger: 403 }
  const nobody = { ...friends, friend: 403 }

  test.each([
    [undefined, all],
    ['public', all],
    ['friends', friends],
    ['private', nobody],
    // An unknown value counts as private.
    ['secret', nobody],
  ])('a profile that is %s is visible to the right viewers', async (visibility, expected) => {
    await saveSettings(world, owner, { visibility })
    for (const part of PARTS) expect([part, await answers(part)]).toEqual([part, expected])
  })

  test.each([
    ['library', ['/games', '/stats']],
    ['activity', ['/activities']],
    ['friends', ['/friends', '/followers', '/following']],
  ])('a restricted section, %s, restricts no other section', async (section, closed) => {
    for (const [visibility, expected] of [
      ['friends', friends],
      ['private', nobody],
    ] as const) {
      await saveSettings(world, owner, { sections: { [section]: visibility } })
      for (const part of PARTS)
        expect([part, await answers(part)]).toEqual([part, closed.includes(part) ? expected : all])
    }
  })

  test('a section is never more visible than the profile', async () => {
    await saveSettings(world, owner, { visibility: 'private', sections: { library: 'public', activity: 'friends' } })
    expect([await answers('/games'), await answers('/activities')]).toEqual([nobody, nobody])
  })

  test('a private profile is refused with the documented text, and with the card that is always visible', async () => {
    await saveSettings(world, owner, { visibility: 'private' })
    const { body } = await stranger.get(at(owner))
    expect([body.code, body.error]).toEqual(['42501', "You don't have access to view this profile."])
    expect(body.card).toEqual({
      ...{ id: owner.user.id, username: 'Ona', display_name: 'Ona Ek', avatar_url: null },
      ...{ followersCount: 2, followingCount: 1 },
    })
  })

  test('a block hides everything in both directions; an admin still sees it', async () => {
    for (const [blocker, blocked] of [
      [owner, friend],
      [stranger, owner],
    ] as const) {
      const pair = { blocker_id: blocker.user.id, blocked_id: blocked.user.id }
      await world.db.insertInto('user_blocks').values(pair).execute()
      const outside = blocker === owner ? { friend: 403 } : { stranger: 403 }
      for (const part of PARTS) expect([part, await answers(part)]).toEqual([part, { ...all, ...outside }])
      await world.db.deleteFrom('user_blocks').where('blocker_id', '=', blocker.user.id).execute()
    }
  })

  test('a friend request, open or declined, opens nothing to either of the two', async () => {
    await saveSettings(world, owner, { visibility: 'friends' })
    for (const [from, to] of [
      [owner, stranger],
      [stranger, owner],
    ] as const)
      for (const status of ['pending', 'declined']) {
        const pair = { user_id: from.user.id, friend_id: to.user.id }
        await world.db
          .insertInto('friends')
          .values({ ...pair, status })
          .execute()
        for (const part of ['', '/games']) expect([part, await answers(part)]).toEqual([part, friends])
        await world.db.deleteFrom('friends').where('user_id', '=', from.user.id).execute()
      }
  })

  test('a profile states which of its sections are visible, and contains nothing of the hidden ones', async () => {
    await saveSettings(world, owner, { sections: { library: 'private', friends: 'friends' } })
    const { profile } = (await stranger.get(at(owner))).body
    expect(profile.viewerSees).toEqual({ library: false, activity: true, friends: false, badges: true })
    expect([profile.stats, profile.counts, profile.totalHours, profile.friendsCount]).toEqual([null, null, null, null])
    // The activity's own data are visible; data of the library are not.
    const [activity] = (await stranger.get(at(owner, '/activities'))).body.data
    expect([activity.activity_type, activity.rating, activity.play_time]).toEqual(['completed', null, null])
    const [own] = (await owner.get(at(owner, '/activities'))).body.data
    expect([own.rating, own.play_time]).toEqual([4, 12.5])
  })

  test('the feed, a game’s list and a single activity follow the same rule', async () => {
    const { id } = (await owner.get(at(owner, '/activities'))).body.data[0]
    const seen = async (client: Client) => [
      (await client.get('/api/social/activity-feed?from=everyone')).body.activities.filter(
        ({ type }: { type: string }) => type !== 'badge',
      ).length,
      (await client.get(`/api/games/${games[0]}/activities`)).body.data.length,
      (await client.get(`/api/activities/${id}`)).status,
    ]
    for (const settings of [{ visibility: 'friends' }, { sections: { activity: 'friends' } }]) {
      await saveSettings(world, owner, settings)
      for (const client of [visitor, stranger]) expect(await seen(client)).toEqual([0, 0, 403])
      for (const client of [friend, owner]) expect(await seen(client)).toEqual([1, 1, 200])
      // An admin may read one private activity, but lists contain none.
      expect(await seen(admin)).toEqual([0, 0, 200])
    }
  })

  test('the owner previews it as a visitor, a member or a friend; the parameter has no effect for others', async () => {
    await saveSettings(world, owner, { visibility: 'friends', sections: { library: 'private' } })
    const statuses = async (client: Client, part = '') =>
      Promise.all(
        ['guest', 'member', 'friend'].map(async (as) => (await client.get(at(owner, `${part}?as=${as}`))).status),
      )
    expect(await statuses(owner)).toEqual([403, 403, 200])
    expect(await statuses(owner, '/games')).toEqual([403, 403, 403])
    expect(await statuses(owner, '/activities')).toEqual([403, 403, 200])
    expect(await statuses(stranger)).toEqual([403, 403, 403])
    const { profile } = (await owner.get(at(owner, '?as=friend'))).body
    expect([profile.email, profile.settings, profile.viewerCan.edit, profile.seenAs]).toEqual([
      null,
      null,
      false,
      'friend',
    ])
    expect((await friend.get(at(owner, '?as=guest'))).status).toBe(200)
  })
})

test('presence is visible for five minutes, and never when the member has turned it off', async () => {
  const seen = (seconds: number) =>
    world.db
      .updateTable('profiles')
      .set({ last_seen_at: new Date(world.time.now.getTime() - seconds * 1000) })
      .where('id', '=', owner.user.id)
      .execute()
  const presence = async () => {
    const { profile } = (await visitor.get(at(owner))).body
    return [profile.is_online, profile.presence, profile.last_seen_at === null]
  }
  await seen(299)
  expect(await presence()).toEqual([true, { status: 'online', currentGame: null }, false])
  await seen(301)
  expect(await presence()).toEqual([false, { status: 'offline', currentGame: null }, false])
  await seen(1)
  await owner.post('/api/friends/activities/create', { activity_type: 'started_playing', game_id: games[2] })
  expect((await presence())[1]).toMatchObject({ status: 'gaming', currentGame: { id: games[2] } })
  await owner.post('/api/library', { game_id: games[2], status: 'playing' })
  expect((await presence())[1]).toMatchObject({ status: 'gaming' })
  await seen(301)
  expect((await presence())[1]).toEqual({ status: 'offline', currentGame: null })
  await seen(1)
  await saveSettings(world, owner, { sections: { activity: 'private' } })
  expect((await presence())[1]).toEqual({ status: 'online', currentGame: null })
  await saveSettings(world, owner, { presence: false })
  expect(await presence()).toEqual([false, null, true])
  await saveSettings(world, owner, {})
  for (const status of ['completed', 'dropped']) {
    expect((await owner.patch(`/api/library/${games[2]}/status`, { status })).status).toBe(200)
    expect((await presence())[1]).toEqual({ status: 'online', currentGame: null })
  }
  await saveSettings(world, owner, { presence: false })
  expect(await presence()).toEqual([false, null, true])
})

test('the streak counts active days [R-PROF-20]', async () => {
  const member = await signUp(world)
  const streak = async () => (await visitor.get(at(member))).body.profile.streak
  expect(await streak()).toBe(0)
  const began = world.time.now
  try {
    for (const day of [0, 1, 2]) {
      world.time.now = new Date(began.getTime() + day * 86_400_000)
      await member.get('/api/library')
      expect(await streak()).toBe(day + 1)
    }
    world.time.now = new Date(began.getTime() + 4 * 86_400_000)
    expect(await streak()).toBe(0)
    // The owner's own streak is at least 1, because reading the profile makes today active.
    expect((await member.get(at(member))).body.profile.streak).toBe(1)
  } finally {
    world.time.now = began
  }
})

describe('favourites', () => {
  const favourites = async () =>
    (await visitor.get(at(owner))).body.profile.favourites.map((game: { id: string }) => game.id)

  test('are up to four games in the member’s own order, visible to everybody', async () => {
    const chosen = [games[3], games[9], games[1], games[0]]
    expect((await owner.put('/api/profiles/me/favourites', { game_ids: chosen })).status).toBe(200)
    expect(await favourites()).toEqual(chosen)
    await owner.put('/api/profiles/me/favourites', { game_ids: [games[1]] })
    expect(await favourites()).toEqual([games[1]])
  })

  test('stay as they are when a change is refused', async () => {
    await owner.put('/api/profiles/me/favourites', { game_ids: [games[1]] })
    const put = async (body: unknown) => (await owner.put('/api/profiles/me/favourites', body)).status
    expect(await put({ game_ids: games.slice(0, 5) })).toBe(400)
    expect(await put({ game_ids: [games[0], games[0]] })).toBe(400)
    expect(await put({ game_ids: ['nonsense'] })).toBe(400)
    expect(await put({})).toBe(400)
    expect(await put({ game_ids: [games[0], 'igdb_499999'] })).toBe(404)
    expect((await visitor.put('/api/profiles/me/favourites', { game_ids: [] })).status).toBe(401)
    expect(await favourites()).toEqual([games[1]])
  })

  test('that another device has changed are not overwritten', async () => {
    const put = (chosen: unknown[], seen: unknown[]) =>
      owner.put('/api/profiles/me/favourites', { game_ids: chosen, seen })
    await owner.put('/api/profiles/me/favourites', { game_ids: [games[1]] })
    expect((await put([games[1], games[2]], [games[1]])).status).toBe(200)
    const { status, body } = await put([games[1], games[3]], [games[1]])
    expect([status, body.code, body.error]).toEqual([409, 'favourites_changed', FAVOURITES_CHANGED_ELSEWHERE])
    expect(await favourites()).toEqual([games[1], games[2]])
    const both = await Promise.all([4, 5].map((n) => put([games[n]], [games[1], games[2]])))
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })

  test('are replaced one request after the other when several are simultaneous', async () => {
    const answers = await Promise.all(
      games.slice(0, 12).map((id) => owner.put('/api/profiles/me/favourites', { game_ids: [id, games[20]] })),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(await favourites()).toHaveLength(2)
  })
})

test('reading a profile takes the same number of queries whatever it contains', async () => {
  const quiet = await signUp(world)
  const trips = (member: Member) => world.countQueries(() => visitor.get(at(member)))
  expect(await trips(owner)).toBeLessThanOrEqual(6)
  expect(await trips(quiet)).toBeLessThanOrEqual(6)
})

test('the profile and its activity are one query once the counts are in memory', async () => {
  const own = () => owner.get(at(owner))
  await own()
  expect(await world.countQueries(own)).toBe(1)
})

import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { assemble } from '#app/server.ts'
import { openDatabase } from '#db/db.ts'
import { ACTIVITY } from '#features/activity/activity.subject.ts'
import { loadStarterCatalogue } from '#features/catalogue/server/catalogue.service.ts'
import { announce, listenForChanges } from '#server/changes.ts'
import { createLog } from '#server/log.ts'
import { tag } from '#server/tags.ts'
import { fullDate } from '#shared/dates.ts'
import { subjectRef } from '#shared/subject.ts'
import { record } from '#tests/support/fixtures.ts'
import { type Member, PASSWORD, signUp } from '#tests/support/members.ts'
import { mailsTo, newestLink } from '#tests/support/outbox-mails.ts'
import { type Client, ORIGIN, useTestApp } from '#tests/support/test-app.ts'
import { totp } from '#tests/support/totp.ts'

const world = useTestApp()
const GAME = 'igdb_1942'
const DAY = 86_400_000

beforeAll(() => loadStarterCatalogue(world.db))
beforeEach(() => {
  world.time.now = new Date()
})

const deleteAccount = (member: Member, over: Record<string, unknown> = {}) =>
  member.delete('/api/user/account', { username: member.user.username, password: PASSWORD, ...over })
const signIn = (member: Member, client: Client = world.visitor()) =>
  client.post('/api/auth/signin', { email: member.user.email, password: PASSWORD })
const isIn = async (client: Client) => (await client.get('/api/auth/session')).body.authenticated as boolean
const rowOf = ({ user }: Member) =>
  world.db
    .selectFrom('profiles')
    .where('id', '=', user.id)
    .select(['deleted_at', 'disabled_at', 'role'])
    .executeTakeFirst()
const removal = () => world.run('remove-deleted-accounts')
const feedNames = async () =>
  ((await world.visitor().get('/api/social/activity-feed')).body.activities as { username: string }[]).map(
    ({ username }) => username,
  )

/** Creates a member with a game, an activity, a friend and a follow. */
async function createActiveMember(): Promise<Member> {
  const member = await signUp(world)
  const friend = await signUp(world)
  await member.post('/api/library', { game_id: GAME, status: 'playing' })
  await member.put(`/api/library/${GAME}/progress`, {
    play_time: 3,
    completion_percentage: 30,
    achievements_completed: 1,
  })
  await member.post('/api/friends/activities/create', { activity_type: 'want_to_play', game_id: GAME })
  await world.db
    .insertInto('followers')
    .values([
      { follower_id: member.user.id, following_id: friend.user.id },
      { follower_id: friend.user.id, following_id: member.user.id },
    ])
    .execute()
  await world.db
    .insertInto('friends')
    .values({ user_id: friend.user.id, friend_id: member.user.id, status: 'accepted' })
    .execute()
  return member
}

/** Counts the rows of a member in each table. */
async function traces({ user: { id, email } }: Member): Promise<Record<string, number>> {
  const count = async (rows: Promise<unknown[]>) => (await rows).length
  const { db } = world
  return {
    user: await count(db.selectFrom('user').where('id', '=', id).select('id').execute()),
    account: await count(db.selectFrom('account').where('userId', '=', id).select('id').execute()),
    session: await count(db.selectFrom('session').where('userId', '=', id).select('id').execute()),
    profiles: await count(db.selectFrom('profiles').where('id', '=', id).select('id').execute()),
    user_games: await count(db.selectFrom('user_games').where('user_id', '=', id).select('id').execute()),
    progress: await count(db.selectFrom('game_progress_history').where('user_id', '=', id).select('id').execute()),
    achievements: await count(
      db.selectFrom('game_achievement_history').where('user_id', '=', id).select('id').execute(),
    ),
    activities: await count(db.selectFrom('friend_activities').where('user_id', '=', id).select('id').execute()),
    followers: await count(
      db
        .selectFrom('followers')
        .where((is) => is.or([is('follower_id', '=', id), is('following_id', '=', id)]))
        .select('follower_id')
        .execute(),
    ),
    friends: await count(
      db
        .selectFrom('friends')
        .where((is) => is.or([is('user_id', '=', id), is('friend_id', '=', id)]))
        .select('id')
        .execute(),
    ),
    codes: await count(db.selectFrom('verification').where('value', 'like', `${id} %`).select('id').execute()),
    mails: await count(db.selectFrom('outbox').where('recipient', '=', email).select('id').execute()),
  }
}

describe('deleting the account', () => {
  test('requires the username and the password; a refused request changes nothing', async () => {
    const member = await signUp(world)
    const cases: [Record<string, unknown>, number, string, string][] = [
      [{ username: 'somebody' }, 400, 'username_differs', 'username'],
      [{ username: '' }, 400, 'validation_failed', 'username'],
      [{ username: undefined }, 400, 'validation_failed', 'username'],
      [{ password: 'Wrong-horse-7' }, 401, 'invalid_credentials', 'password'],
      [{ password: undefined }, 400, 'password_required', 'password'],
      [{ password: 7 }, 400, 'validation_failed', 'password'],
    ]
    for (const [over, status, code, field] of cases) {
      const answer = await deleteAccount(member, over)
      expect([over, answer.status, answer.body.code]).toEqual([over, status, code])
      expect(Object.keys(answer.body.details)).toEqual([field])
    }
    expect(await isIn(member)).toBe(true)
    expect(await rowOf(member)).toMatchObject({ deleted_at: null, disabled_at: null })
    expect(world.queue).toEqual([])
  })

  test("affects only the member's own account: a visitor has none, and the body cannot name another [R-SESS-21]", async () => {
    const member = await signUp(world)
    const other = await signUp(world)
    const draft = { username: other.user.username, password: PASSWORD, user_id: other.user.id }
    expect((await world.visitor().delete('/api/user/account', draft)).status).toBe(401)
    expect((await member.delete('/api/user/account', draft)).body.code).toBe('username_differs')
    expect(await isIn(other)).toBe(true)
  })

  test('ends every session at once, returns the removal date, and mails it (G55)', async () => {
    const member = await signUp(world)
    const phone = world.visitor()
    await signIn(member, phone)
    world.time.now = new Date(Date.now() + DAY)
    const removedAt = new Date(world.time.now.getTime() + 14 * DAY)
    const { status, body } = await deleteAccount(member, { username: ` ${member.user.username.toUpperCase()} ` })
    expect(status).toBe(200)
    expect(body).toEqual({ success: true, removed_at: removedAt.toISOString() })
    expect(member.cookies.has('savepoint.session_token')).toBe(false)
    expect(await isIn(member)).toBe(false)
    expect(await isIn(phone)).toBe(false)
    const [mail] = await mailsTo(world, member.user.email)
    expect(mail?.subject).toBe('Your Savepoint account is deleted')
    expect(mail?.text).toContain(`On ${fullDate(removedAt)} everything is removed for good.`)
    expect(mail?.text).toContain(`${ORIGIN}/signin`)
  })

  test('hides the member from everybody at once, and frees neither email address nor username', async () => {
    const member = await createActiveMember()
    const { activities } = (await member.get('/api/activities/mine')).body
    expect(await feedNames()).toContain(member.user.username)
    await deleteAccount(member)
    expect(await feedNames()).not.toContain(member.user.username)
    expect((await world.visitor().get(`/api/activities/${activities[0].id}`)).status).toBe(403)
    const { email, username } = member.user
    expect((await world.visitor().post('/api/auth/check-username', { username })).body.available).toBe(false)
    expect((await world.visitor().post('/api/auth/check-email', { email })).body.exists).toBe(true)
  })

  test('removes the member from every count, and signing in adds the member again', async () => {
    const member = await createActiveMember()
    const [other, stranger] = [await signUp(world), await signUp(world)]
    const activity = (await other.post('/api/friends/activities/create', { activity_type: 'completed', game_id: GAME }))
      .body.activity.id
    for (const who of [member, stranger]) {
      await who.post('/api/followers', { following_id: other.user.id })
      await other.post('/api/followers', { following_id: who.user.id })
      await who.post(`/api/activities/${activity}/reactions`, { emoji: '👍' })
      await world.db
        .insertInto('friends')
        .values({ user_id: who.user.id, friend_id: other.user.id, status: 'accepted' })
        .execute()
    }
    const challenge = await world.db
      .insertInto('challenges')
      .values({ title: 'Long December', starts_at: world.time.now, ends_at: new Date(Date.now() + 30 * DAY) })
      .returning('id')
      .executeTakeFirstOrThrow()
    for (const who of [member, stranger]) await who.post(`/api/challenges/${challenge.id}/join`)

    const counts = async () => {
      const { profile } = (await world.visitor().get(`/api/profiles/${other.user.id}`)).body
      const reactions = (await other.get(`/api/activities/${activity}`)).body.activity.reactions
      return {
        friends: profile.friendsCount,
        followers: profile.followersCount,
        following: profile.followingCount,
        ownFriends: (await other.get('/api/friends?status=accepted')).body.total,
        ownFollowers: (await other.get('/api/followers')).body.total,
        listed: (await other.get(`/api/profiles/${other.user.id}/friends`)).body.total,
        reactions: reactions.map(({ count }: { count: number }) => count),
        participants: (await other.get(`/api/challenges/${challenge.id}`)).body.data.participants,
      }
    }
    const all = {
      friends: 2,
      followers: 2,
      following: 2,
      ownFriends: 2,
      ownFollowers: 2,
      listed: 2,
      reactions: [2],
      participants: 2,
    }
    const some = {
      friends: 1,
      followers: 1,
      following: 1,
      ownFriends: 1,
      ownFollowers: 1,
      listed: 1,
      reactions: [1],
      participants: 1,
    }
    expect(await counts()).toEqual(all)
    await deleteAccount(member)
    expect(await counts()).toEqual(some)
    await signIn(member, member)
    expect(await counts()).toEqual(all)
    await deleteAccount(member)
    world.time.now = new Date(Date.now() + 15 * DAY)
    await removal()
    expect(await counts()).toEqual(some)
    await world.db.deleteFrom('user').where('id', '=', stranger.user.id).execute()
    expect((await counts()).followers).toBe(0)
  })

  test('publishes the tags of everything that showed the member, so that no cached page still does', async () => {
    const member = await createActiveMember()
    const other = await signUp(world)
    const [reactedTo, commentedOn] = [await record(world, other), await record(world, other)]
    await member.post(`/api/activities/${reactedTo}/reactions`, { emoji: 'heart' })
    await member.post(`/api/activities/${commentedOn}/comments`, { content: 'Well played' })
    await member.post('/api/messages', { userId: other.user.id, content: 'Hello' })
    const challenge = await world.db
      .insertInto('challenges')
      .values({ title: 'Short January', starts_at: world.time.now, ends_at: new Date(Date.now() + 30 * DAY) })
      .returning('id')
      .executeTakeFirstOrThrow()
    await member.post(`/api/challenges/${challenge.id}/join`)
    const changes = await listenForChanges(world.config.databaseUrl as string, createLog('silent'))
    const publishedTags = new Set<string>()
    changes.subscribe((tags) => {
      for (const tag of tags ?? []) publishedTags.add(tag)
    })
    const expected = [
      tag.member(member.user.id),
      tag.feed,
      tag.peopleLists,
      tag.activitiesAbout(GAME),
      ...[reactedTo, commentedOn].map((id) => tag.subject(subjectRef(ACTIVITY, id))),
      tag.messages(other.user.id),
      tag.challenge(challenge.id),
    ]
    await deleteAccount(member)
    await expect.poll(() => [...publishedTags]).toEqual(expect.arrayContaining(expected))
    publishedTags.clear()
    await signIn(member)
    await expect.poll(() => [...publishedTags]).toEqual(expect.arrayContaining(expected))
    await changes.close()
  })

  test('succeeds for one of two simultaneous requests, with one mail', async () => {
    const member = await signUp(world)
    const answers = await Promise.all([deleteAccount(member), deleteAccount(member)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401])
    expect(await mailsTo(world, member.user.email)).toHaveLength(1)
  })

  test('refuses the last admin; of the last two who delete their accounts simultaneously one succeeds', async () => {
    await world.db.updateTable('profiles').set({ role: 'user' }).execute()
    const boss = await signUp(world, { becomeAdmin: true })
    const alone = await deleteAccount(boss)
    expect([alone.status, alone.body.code]).toEqual([409, 'last_admin'])
    expect(alone.body.error).toBe('You are the only admin. Make somebody else an admin first.')
    expect(await isIn(boss)).toBe(true)
    // A disabled admin does not count.
    const second = await signUp(world, { becomeAdmin: true })
    await world.db.updateTable('profiles').set({ disabled_at: new Date() }).where('id', '=', second.user.id).execute()
    expect((await deleteAccount(boss)).status).toBe(409)
    await world.db.updateTable('profiles').set({ disabled_at: null }).where('id', '=', second.user.id).execute()
    await announce(world.db, [tag.member(second.user.id)])
    await signIn(second, second)
    const both = await Promise.all([deleteAccount(boss), deleteAccount(second)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  test('without a password requires a session of the last ten minutes, and without a username the email address', async () => {
    const member = await signUp(world)
    await world.db.updateTable('account').set({ providerId: 'oidc' }).where('userId', '=', member.user.id).execute()
    await world.db.updateTable('profiles').set({ username: null }).where('id', '=', member.user.id).execute()
    world.time.now = new Date(Date.now() + 11 * 60_000)
    expect((await deleteAccount(member)).body.details).toEqual({ username: 'This is not your email' })
    const stale = await deleteAccount(member, { username: member.user.email })
    expect([stale.status, stale.body.code]).toEqual([403, 'sign_in_again'])
    expect(await isIn(member)).toBe(true)
    world.time.now = new Date(Date.now() + 9 * 60_000)
    expect((await deleteAccount(member, { username: member.user.email })).status).toBe(200)
  })
})

describe('within fourteen days', () => {
  test('signing in restores everything, reports it, and mails it (G55)', async () => {
    const member = await createActiveMember()
    const before = await traces(member)
    await deleteAccount(member)
    await mailsTo(world, member.user.email)
    world.time.now = new Date(Date.now() + 14 * DAY - 60_000)
    await removal()
    const back = await signIn(member, member)
    expect(back.status).toBe(200)
    expect(back.body.session.restored).toBe(true)
    expect(await rowOf(member)).toMatchObject({ deleted_at: null, disabled_at: null })
    expect(await feedNames()).toContain(member.user.username)
    const mails = await mailsTo(world, member.user.email)
    expect(mails.map(({ subject }) => subject)).toEqual([
      'Your Savepoint account is deleted',
      'Your Savepoint account is back',
    ])
    expect(await traces(member)).toEqual({ ...before, mails: 2 })
    // Only the first sign-in reports it, and the grace period does not continue.
    expect((await signIn(member)).body.session).not.toHaveProperty('restored')
    world.time.now = new Date(Date.now() + 20 * DAY)
    await removal()
    expect((await rowOf(member))?.deleted_at).toBeNull()
  })

  test('a wrong password restores nothing and reveals nothing', async () => {
    const member = await signUp(world)
    await deleteAccount(member)
    const wrong = await world
      .visitor()
      .post('/api/auth/signin', { email: member.user.email, password: 'Wrong-horse-7' })
    const unknown = await world
      .visitor()
      .post('/api/auth/signin', { email: 'no@example.org', password: 'Wrong-horse-7' })
    expect({ ...wrong.body, requestId: '' }).toEqual({ ...unknown.body, requestId: '' })
    expect((await rowOf(member))?.deleted_at).not.toBeNull()
  })

  test('a reset link and a confirmation link restore the account too', async () => {
    const member = await signUp(world)
    await deleteAccount(member)
    const visitor = world.visitor()
    await visitor.post('/api/auth/forgot-password', { email: member.user.email })
    await visitor.get(await newestLink(world, member.user.email))
    // Opening the link alone changes nothing, because programs open links as well.
    expect((await rowOf(member))?.deleted_at).not.toBeNull()
    const { status, body } = await visitor.post('/api/auth/update-password', { password: 'Another-horse-8' })
    expect([status, body]).toEqual([200, { success: true, restored: true }])
    expect(await isIn(visitor)).toBe(true)
    expect(await rowOf(member)).toMatchObject({ deleted_at: null, disabled_at: null })
  })

  test('with a second factor, the password alone restores nothing', async () => {
    const member = await signUp(world)
    const { secret } = (await member.post('/api/auth/two-factor', { password: PASSWORD })).body
    await member.post('/api/auth/two-factor/confirm', { code: totp(secret) })
    await deleteAccount(member)
    const visitor = world.visitor()
    expect((await signIn(member, visitor)).body).toMatchObject({ user: null, second_factor: true })
    expect((await rowOf(member))?.deleted_at).not.toBeNull()
    const { status, body } = await visitor.post('/api/auth/signin/second-step', { code: totp(secret, 1) })
    expect([status, body.session.restored]).toEqual([200, true])
    expect((await rowOf(member))?.deleted_at).toBeNull()
  })

  test('a link that was sent before the deletion no longer works', async () => {
    const member = await signUp(world)
    await world.visitor().post('/api/auth/forgot-password', { email: member.user.email })
    const link = await newestLink(world, member.user.email)
    await deleteAccount(member)
    expect((await world.visitor().get(link)).headers.get('location')).toBe('/reset-password?error=invalid_grant')
  })

  test('a member that an admin disables meanwhile cannot restore the account, and it is still removed', async () => {
    const member = await signUp(world)
    await deleteAccount(member)
    const later = new Date(Date.now() + DAY)
    await world.db.updateTable('profiles').set({ disabled_at: later }).where('id', '=', member.user.id).execute()
    const answer = await signIn(member)
    expect([answer.status, answer.body.code, answer.body.error]).toEqual([
      403,
      'account_disabled',
      'This account has been disabled.',
    ])
    world.time.now = new Date(Date.now() + 15 * DAY)
    await removal()
    expect(await rowOf(member)).toBeUndefined()
  })

  test('an account that an admin enables again is not removed', async () => {
    const member = await signUp(world)
    await deleteAccount(member)
    await world.db.updateTable('profiles').set({ disabled_at: null }).where('id', '=', member.user.id).execute()
    expect((await rowOf(member))?.deleted_at).toBeNull()
    world.time.now = new Date(Date.now() + 15 * DAY)
    await removal()
    expect(await rowOf(member)).toBeDefined()
  })
})

describe('after fourteen days', () => {
  test('the job removes everything for good, the member can sign up again, and other members lose nothing (G55)', async () => {
    const member = await createActiveMember()
    const other = await createActiveMember()
    const before = await traces(other)
    await world.visitor().post('/api/auth/forgot-password', { email: member.user.email })
    await world.work()
    await deleteAccount(member)
    await mailsTo(world, member.user.email)
    expect(Object.entries(await traces(member)).filter(([, rows]) => rows === 0)).toEqual([
      ['session', 0],
      ['codes', 0],
    ])
    world.time.now = new Date(Date.now() + 14 * DAY + 60_000)
    await removal()
    expect(Object.values(await traces(member)).every((rows) => rows === 0)).toBe(true)
    expect(await traces(other)).toEqual(before)
    expect((await signIn(member)).body.code).toBe('invalid_credentials')
    await signUp(world, { username: member.user.username, email: member.user.email })
  })

  test('a sign-in before the job has run opens no session and restores nothing', async () => {
    const member = await signUp(world)
    await deleteAccount(member)
    world.time.now = new Date(Date.now() + 14 * DAY + 60_000)
    const answer = await signIn(member)
    expect(answer.status).toBe(401)
    expect((await rowOf(member))?.deleted_at).not.toBeNull()
    expect(await isIn(member)).toBe(false)
  })
})

describe('the job', () => {
  /** Creates accounts that are due for removal. */
  const due = async (count: number) => {
    const members: Member[] = []
    for (let at = 0; at < count; at += 1) {
      const member = await createActiveMember()
      await deleteAccount(member)
      members.push(member)
    }
    world.time.now = new Date(Date.now() + 15 * DAY)
    return members
  }
  const left = async (members: Member[]) => {
    const ids = members.map(({ user }) => user.id)
    const rows = await world.db.selectFrom('user').where('id', 'in', ids).select('id').execute()
    return ids.filter((id) => rows.some((row) => row.id === id))
  }

  test('removes each account once when it runs twice simultaneously, without an error', async () => {
    const members = await due(4)
    await Promise.all([removal(), removal(), removal()])
    expect(await left(members)).toEqual([])
  })

  test('removes the other accounts when one fails; the next run removes that one', async () => {
    const members = await due(3)
    const stuck = members[0] as Member
    await sql`
      create function fail_here() returns trigger language plpgsql as $$ begin raise exception 'stuck'; end $$`.execute(
      world.db,
    )
    await sql
      .raw(
        `create trigger stuck before delete on user_games for each row when (old.user_id = '${stuck.user.id}') execute function fail_here()`,
      )
      .execute(world.db)
    await expect(removal()).rejects.toThrow('stuck')
    // The failed account is complete, because its removal was rolled back.
    expect(await left(members)).toEqual([stuck.user.id])
    expect(
      (await world.db.selectFrom('user_games').where('user_id', '=', stuck.user.id).select('id').execute()).length,
    ).toBe(1)
    await sql`drop trigger stuck on user_games`.execute(world.db)
    await removal()
    expect(await left(members)).toEqual([])
    await sql`drop function fail_here`.execute(world.db)
  })

  test('a sign-in during the removal gets a response, and no data of the member is left', async () => {
    const members = await due(3)
    const browsers = members.map(() => world.visitor())
    const enterAll = () => members.map((member, at) => signIn(member, browsers[at]))
    const answers = await Promise.all([...enterAll(), removal().then(() => null), ...enterAll()])
    for (const answer of answers) if (answer) expect([401, 403]).toContain(answer.status)
    await removal()
    expect(await left(members)).toEqual([])
    for (const browser of browsers) expect(await isIn(browser)).toBe(false)
    const ids = members.map(({ user }) => user.id)
    expect(await world.db.selectFrom('session').where('userId', 'in', ids).select('id').execute()).toEqual([])
  })
})

test('the sessions of a deleted and of a disabled account end at once on another node', async () => {
  const connectionString = world.config.databaseUrl as string
  const log = createLog('silent')
  const database = openDatabase({ connectionString, poolSize: 2, onError: () => {} })
  const changes = await listenForChanges(connectionString, log)
  const queue = { send: async () => {} }
  const other = await assemble({
    config: world.config,
    log,
    clock: () => world.time.now,
    database,
    changes,
    queue,
    pages: null,
  })
  const isInThere = async (member: Member) => {
    const cookie = [...member.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await other.app.request(`${ORIGIN}/api/auth/session`, { headers: { cookie } })
    return ((await answer.json()) as { authenticated: boolean }).authenticated
  }
  try {
    for (const end of [
      async (member: Member) => void (await deleteAccount(member)),
      // Disables the member as the admin feature does.
      async ({ user }: Member) => {
        await world.db.updateTable('profiles').set({ disabled_at: new Date() }).where('id', '=', user.id).execute()
        await announce(world.db, [tag.member(user.id)])
      },
    ]) {
      const member = await signUp(world)
      const sameSession = { ...member, cookies: new Map(member.cookies) }
      // Both nodes cache the session for a minute.
      expect([await isIn(member), await isInThere(sameSession)]).toEqual([true, true])
      await end(member)
      await expect.poll(() => isInThere(sameSession)).toBe(false)
      // Each node receives the event on its own connection, so this node may be the later one.
      await expect.poll(() => isIn(member)).toBe(false)
    }
  } finally {
    await changes.close()
    await database.close()
  }
})

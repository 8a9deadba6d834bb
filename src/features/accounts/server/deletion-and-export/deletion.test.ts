import { describe, expect, test } from 'vitest'
import { assemble } from '#app/server.ts'
import { openDatabase } from '#db/db.ts'
import { ACTIVITY } from '#features/activity/activity.subject.ts'
import { announce, listenForChanges } from '#server/changes.ts'
import { createLog } from '#server/log.ts'
import { tag } from '#server/tags.ts'
import { fullDate } from '#shared/dates.ts'
import { subjectRef } from '#shared/subject.ts'
import { useDeletionApp } from '#tests/support/deletion-app.ts'
import { record } from '#tests/support/fixtures.ts'
import { type Member, PASSWORD, signUp } from '#tests/support/members.ts'
import { mailsTo } from '#tests/support/outbox-mails.ts'
import { ORIGIN } from '#tests/support/test-app.ts'

const { world, GAME, DAY, deleteAccount, signIn, isIn, rowOf, removal, feedNames, createActiveMember } =
  useDeletionApp()

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
    await world.settle([tag.relationshipCounts(other.user.id)])
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

test('the sessions of a deleted and of a disabled account end at once on another node', async () => {
  const connectionString = world.config.databaseUrl as string
  const log = createLog('silent')
  const database = openDatabase({ connectionString, poolSize: 2, onError: () => {} })
  const changes = await listenForChanges(connectionString, log)
  const queue = { send: async () => {}, listStates: async () => [] }
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

import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { useDeletionApp } from '#tests/support/deletion-app.ts'
import { type Member, PASSWORD, signUp } from '#tests/support/members.ts'
import { mailsTo, newestLink } from '#tests/support/outbox-mails.ts'
import { totp } from '#tests/support/totp.ts'

const { world, DAY, deleteAccount, signIn, isIn, rowOf, removal, feedNames, createActiveMember, traces } =
  useDeletionApp()

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

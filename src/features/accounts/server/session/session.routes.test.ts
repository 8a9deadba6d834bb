import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { announce } from '#server/changes.ts'
import { tag } from '#server/tags.ts'
import { useAccountsApp } from '#tests/support/accounts-app.ts'
import { type Member, signUp } from '#tests/support/members.ts'

const { world, cookieLine, sessionOf } = useAccountsApp()

describe('the session', () => {
  test('is readable by everybody; a visitor has none [R-SESS-17]', async () => {
    const { status, body, headers } = await sessionOf(world.visitor())
    expect(status).toBe(200)
    expect(body).toEqual({ user: null, session: null, authenticated: false })
    expect(headers.get('cache-control')).toBe('private, no-store')
  })

  test('the user check is for members [R-AUTH-50]', async () => {
    const stranger = await world.visitor().get('/api/auth/user')
    expect([stranger.status, stranger.body.error]).toEqual([401, 'Not authenticated'])
    const member = await signUp(world)
    const { status, body } = await member.get('/api/auth/user')
    expect([status, body.user.id, body.profile.id]).toEqual([200, member.user.id, member.user.id])
  })

  test('a forged, foreign or expired cookie makes the viewer a visitor, and the response deletes the cookie', async () => {
    const member = await signUp(world)
    const real = decodeURIComponent(member.cookies.get('savepoint.session_token') as string)
    const [token] = real.split('.')
    const forged = [`${token}.${'A'.repeat(43)}=`, token as string, `x${real}`, '', '%', `${real}; admin=1`]
    for (const value of forged) {
      const thief = world.visitor()
      thief.cookies.set('savepoint.session_token', encodeURIComponent(value))
      const { body, headers } = await sessionOf(thief)
      expect([value, body.authenticated]).toEqual([value, false])
      expect(cookieLine(headers, 'savepoint.session_token')).toContain('Max-Age=0')
    }
    await world.db
      .updateTable('session')
      .set({ expiresAt: new Date(Date.now() - 1000) })
      .where('token', '=', token as string)
      .execute()
    await announce(world.db, [tag.member(member.user.id)])
    await expect.poll(async () => (await sessionOf(member)).body.authenticated).toBe(false)
  })

  test('is renewed for thirty days after one day, and not more often (C36) [R-SESS-08]', async () => {
    const member = await signUp(world)
    expect((await sessionOf(member)).headers.getSetCookie()).toEqual([])
    await world.db
      .updateTable('session')
      .set({ expiresAt: new Date(Date.now() + 28.9 * 86_400_000) })
      .where('userId', '=', member.user.id)
      .execute()
    await announce(world.db, [tag.member(member.user.id)])
    await expect
      .poll(async () => cookieLine((await sessionOf(member)).headers, 'savepoint.session_token'))
      .toContain('Max-Age=2592000')
    const { expiresAt } = await world.db
      .selectFrom('session')
      .where('userId', '=', member.user.id)
      .select('expiresAt')
      .executeTakeFirstOrThrow()
    expect(expiresAt.getTime() - Date.now()).toBeGreaterThan(29.9 * 86_400_000)
    const after = await sessionOf(member)
    expect([after.body.authenticated, after.headers.getSetCookie()]).toEqual([true, []])
  })

  test('stays valid when a database error prevents the renewal, and is renewed later', async () => {
    const member = await signUp(world)
    await world.db
      .updateTable('session')
      .set({ expiresAt: new Date(Date.now() + 28.9 * 86_400_000) })
      .where('userId', '=', member.user.id)
      .execute()
    await sql`create function no_room() returns trigger language plpgsql as
      'begin raise exception using errcode = ''53100''; end'`.execute(world.db)
    await sql`create trigger no_room before update of "expiresAt" on session execute function no_room()`.execute(
      world.db,
    )
    await announce(world.db, [tag.member(member.user.id)])
    await expect.poll(() => world.countQueries(() => sessionOf(member))).toBeGreaterThan(0)
    const session = await sessionOf(member)
    expect([session.body.authenticated, session.headers.getSetCookie()]).toEqual([true, []])
    await sql`drop function no_room cascade`.execute(world.db)
    expect(cookieLine((await sessionOf(member)).headers, 'savepoint.session_token')).toContain('Max-Age=2592000')
  })

  /**
   * Invalidates the cached session and reads it again, in one query. The announcements of the sign-up have arrived by
   * then, because announcements arrive in their order.
   */
  const readAfterAllAnnouncements = async (member: Member) => {
    // The first request of the day also updates the last-seen time.
    await sessionOf(member)
    await announce(world.db, [tag.member(member.user.id)])
    await expect.poll(() => world.countQueries(() => sessionOf(member))).toBe(1)
  }

  test('is read from the database once a minute, however many calls a page makes', async () => {
    const member = await signUp(world)
    await readAfterAllAnnouncements(member)
    const queries = await world.countQueries(async () => {
      for (let call = 0; call < 5; call += 1) await sessionOf(member)
    })
    expect(queries).toBe(0)
  })

  test('takes one query when it is read, and none while it is cached', async () => {
    const member = await signUp(world)
    await readAfterAllAnnouncements(member)
    expect(await world.countQueries(() => sessionOf(member))).toBe(0)
  })

  test('gets a profile without a username when its profile is missing, and never the profile of another member [R-SESS-12]', async () => {
    const member = await signUp(world, { displayName: 'Lost And Found' })
    const other = await signUp(world)
    await world.db.deleteFrom('profiles').where('id', 'in', [member.user.id, other.user.id]).execute()
    await announce(world.db, [tag.member(member.user.id)])
    await expect
      .poll(async () => (await sessionOf(member)).body.user)
      .toMatchObject({
        id: member.user.id,
        username: null,
        display_name: 'Lost And Found',
      })
    const made = await world.db.selectFrom('profiles').where('id', '=', other.user.id).select('id').execute()
    expect(made).toEqual([])
  })

  test('a member who reads or creates their own lost profile gets a new one, and nobody else does [R-SESS-12]', async () => {
    const [member, other] = [await signUp(world, { displayName: 'Lost Again' }), await signUp(world)]
    const lose = () => world.db.deleteFrom('profiles').where('id', 'in', [member.user.id, other.user.id]).execute()
    const create = (who: Awaited<ReturnType<typeof signUp>>, user_id: string) =>
      who.post('/api/rpc/create_user_profile_safe', { user_id, user_email: 'a@example.org', user_metadata: {} })
    // No event invalidates the cached sessions.
    await lose()
    const read = await member.get(`/api/profiles/${member.user.id}`)
    expect([read.status, read.body.profile?.display_name]).toEqual([200, 'Lost Again'])
    expect((await member.get(`/api/profiles/${other.user.id}`)).body.code).toBe('PGRST116')
    await lose()
    const made = await create(member, member.user.id)
    expect([made.status, made.body]).toMatchObject([200, { id: member.user.id, display_name: 'Lost Again' }])
    expect((await create(member, member.user.id)).body).toEqual(made.body)
    const foreign = await create(member, other.user.id)
    expect([foreign.status, foreign.body.code]).toEqual([403, '42501'])
    const rows = await world.db.selectFrom('profiles').where('id', '=', other.user.id).select('id').execute()
    expect(rows).toEqual([])
  })
})

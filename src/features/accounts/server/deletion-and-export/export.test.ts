import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { loadStarterCatalogue } from '#features/catalogue/server/catalogue.service.ts'
import { type Member, PASSWORD, signUp } from '#tests/support/members.ts'
import { ORIGIN, useTestApp } from '#tests/support/test-app.ts'

const world = useTestApp()
const limited = useTestApp({ RATE_LIMITS: 'on' })

const GAMES = ['igdb_1942', 'igdb_1020']
let ann: Member
let ben: Member

/** Both members do the same things alternately, so that their rows are interleaved. */
beforeAll(async () => {
  await loadStarterCatalogue(world.db)
  ann = await signUp(world, { username: 'ann-of-export', displayName: 'Ann' })
  ben = await signUp(world, { username: 'ben-of-export', displayName: 'Ben' })
  for (const [at, game] of GAMES.entries())
    for (const member of [ann, ben]) {
      const hours = (at + 1) * (member === ann ? 1 : 10)
      await member.post('/api/library', { game_id: game, status: 'playing' })
      await member.put(`/api/library/${game}/progress`, {
        play_time: hours,
        completion_percentage: 20 + hours,
        achievements_completed: hours,
      })
      await member.patch(`/api/library/${game}`, { notes: `a note of ${member.user.username}` })
      await member.post('/api/friends/activities/create', { activity_type: 'want_to_play', game_id: game })
    }
  const [annId, benId] = [ann.user.id, ben.user.id]
  const cid = await signUp(world, { username: 'cid-of-export' })
  await world.db
    .insertInto('followers')
    .values([
      { follower_id: annId, following_id: benId },
      { follower_id: cid.user.id, following_id: annId },
      { follower_id: cid.user.id, following_id: benId },
    ])
    .execute()
  await world.db
    .insertInto('friends')
    .values([
      { user_id: benId, friend_id: annId, status: 'accepted' },
      { user_id: benId, friend_id: cid.user.id, status: 'accepted' },
    ])
    .execute()
  await world.db
    .insertInto('account')
    .values({ userId: annId, accountId: 'ann-at-the-provider', providerId: 'oidc', accessToken: 'a provider token' })
    .execute()
})

type Rows = Record<string, unknown>[]

test('the export is one file with all data of the member (G55)', async () => {
  const { status, headers, body } = await ann.get('/api/user/export')
  expect(status).toBe(200)
  const day = new Date().toISOString().slice(0, 10)
  expect(headers.get('content-disposition')).toBe(`attachment; filename="savepoint-ann-of-export-${day}.json"`)
  expect(headers.get('cache-control')).toBe('private, no-store')
  expect(body).toMatchObject({
    format: 'savepoint-export',
    version: 1,
    member: { id: ann.user.id, username: 'ann-of-export', email: ann.user.email },
  })
  const { data } = body
  expect(data.user).toMatchObject({ id: ann.user.id, email: ann.user.email })
  expect(data.profiles).toMatchObject({ id: ann.user.id, display_name: 'Ann', settings: { onboarded: false } })
  expect(data.account.map(({ providerId, accountId }: Record<string, unknown>) => [providerId, accountId])).toEqual([
    ['credential', null],
    ['oidc', 'ann-at-the-provider'],
  ])
  expect(data.session).toHaveLength(1)
  expect(data.user_games.map((row: Record<string, unknown>) => [row.game_id, row.play_time, row.notes])).toEqual([
    [GAMES[0], 1, 'a note of ann-of-export'],
    [GAMES[1], 2, 'a note of ann-of-export'],
  ])
  expect(data.user_games[0].game_name).toMatch(/Witcher/)
  expect(data.game_progress_history.map((row: Record<string, unknown>) => row.play_time)).toEqual([1, 2])
  expect(data.game_achievement_history.map((row: Record<string, unknown>) => row.achievements_completed)).toEqual([
    1, 2,
  ])
  const shared = data.friend_activities.filter((row: Record<string, unknown>) => row.activity_type !== 'badge')
  expect(shared.map((row: Record<string, unknown>) => row.game_id)).toEqual(GAMES)
  const pairsOf = (rows: Rows, from: string, to: string) => rows.map((row) => [row[from], row[to]])
  expect(pairsOf(data.followers, 'follower_username', 'following_username').sort()).toEqual([
    ['ann-of-export', 'ben-of-export'],
    ['cid-of-export', 'ann-of-export'],
  ])
  expect(pairsOf(data.friends, 'username', 'friend_username')).toEqual([['ben-of-export', 'ann-of-export']])
})

test('the export contains nothing of other members except the names of those with a relationship', async () => {
  const { body } = await ann.get('/api/user/export')
  for (const [table, rows] of Object.entries(body.data as Record<string, Rows>)) {
    if (table === 'followers' || table === 'friends') continue
    for (const row of [rows].flat())
      for (const [key, value] of Object.entries(row))
        if (/^(user_id|userId)$/.test(key)) expect([table, value]).toEqual([table, ann.user.id])
    expect([table, JSON.stringify(rows)]).toEqual([table, expect.not.stringContaining('ben-of-export')])
    expect(JSON.stringify(rows)).not.toContain(ben.user.id)
  }
  for (const row of [...body.data.followers, ...body.data.friends]) expect(Object.values(row)).toContain(ann.user.id)
  expect(JSON.stringify(body)).not.toContain(ben.user.email)
})

test('the export contains nothing that gives access to an account', async () => {
  await ann.post('/api/auth/two-factor', { password: PASSWORD })
  await world.db
    .insertInto('passkey')
    .values({
      userId: ann.user.id,
      name: 'My phone',
      publicKey: 'a public key',
      credentialID: 'a credential',
      counter: 0,
      deviceType: 'multiDevice',
      backedUp: true,
    })
    .execute()
  const { body } = await ann.get('/api/user/export')
  const rows = await world.db.selectFrom('account').where('userId', '=', ann.user.id).select('password').execute()
  const factor = await world.db
    .selectFrom('twoFactor')
    .where('userId', '=', ann.user.id)
    .select(['secret', 'backupCodes'])
    .executeTakeFirstOrThrow()
  expect(body.data.passkey).toEqual([expect.objectContaining({ name: 'My phone' })])
  expect(body.data.twoFactor).toHaveLength(1)
  const sessions = await world.db.selectFrom('session').where('userId', '=', ann.user.id).select('token').execute()
  const secrets = [
    ...rows.map(({ password }) => password),
    ...sessions.map(({ token }) => token),
    'a provider token',
    factor.secret,
    factor.backupCodes,
    'a credential',
  ]
  expect(secrets.filter(Boolean)).toHaveLength(6)
  for (const secret of secrets) if (secret) expect(JSON.stringify(body)).not.toContain(secret)
})

test('a member without a username gets a file with a generic name', async () => {
  const member = await signUp(world)
  await world.db.updateTable('profiles').set({ username: null }).where('id', '=', member.user.id).execute()
  const visitor = world.visitor()
  await visitor.post('/api/auth/signin', { email: member.user.email, password: PASSWORD })
  const { headers, body } = await visitor.get('/api/user/export')
  expect(headers.get('content-disposition')).toMatch(/^attachment; filename="savepoint-member-\d{4}-\d\d-\d\d\.json"$/)
  expect(body.data.user_games).toEqual([])
})

test('a member has one export under way; it waits for its client, and ends with it', async () => {
  const member = await signUp(world)
  const row = { user_id: member.user.id, game_id: GAMES[0], play_time: 1, completion_percentage: 1 }
  for (let part = 0; part < 6; part += 1)
    await world.db
      .insertInto('game_progress_history')
      .values(Array.from({ length: 500 }, () => row) as never)
      .execute()
  const cookie = [...member.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const ask = () => world.app.request(`${ORIGIN}/api/user/export`, { headers: { cookie } })
  const openTransactions = async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int from pg_stat_activity
      where datname = current_database() and state like 'idle in transaction%'`.execute(world.db)
    return rows[0]?.count
  }
  const first = await ask()
  await expect.poll(openTransactions).toBe(1)
  const second = await ask()
  expect([second.status, second.headers.get('retry-after')]).toEqual([429, '10'])
  expect(await second.json()).toMatchObject({
    code: 'export_under_way',
    error: 'Another export of yours is still under way. Please try again when it has ended.',
  })
  expect((await ann.get('/api/user/export')).status).toBe(200)
  await first.body?.cancel()
  await expect.poll(openTransactions).toBe(0)
  const third = await ask()
  const { data } = (await third.json()) as { data: Record<string, unknown[]> }
  expect(data.game_progress_history).toHaveLength(3000)
})

test('the export is for members, ten times an hour (G56)', async () => {
  expect((await limited.visitor().get('/api/user/export')).status).toBe(401)
  const member = await signUp(limited)
  for (let time = 0; time < 10; time += 1) expect((await member.get('/api/user/export')).status).toBe(200)
  const { status, headers, body } = await member.get('/api/user/export')
  expect([status, body.code]).toEqual([429, 'rate_limit_exceeded'])
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(3000)
})

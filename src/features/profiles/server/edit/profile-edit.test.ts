import { describe, expect, test } from 'vitest'
import { signUp } from '#tests/support/members.ts'
import { useTestApp } from '#tests/support/test-app.ts'

const world = useTestApp()

const ME = '/api/profiles/me'
const profileOf = async (member: { get: (path: string) => Promise<{ body: { profile: unknown } }> }) =>
  (await member.get(ME)).body.profile as Record<string, unknown>

describe('the viewer’s own profile', () => {
  test('is read with all its fields, email and settings [R-PROF-01]', async () => {
    const ann = await signUp(world, { displayName: 'Ann' })
    const profile = await profileOf(ann)
    expect(Object.keys(profile)).toEqual(
      expect.arrayContaining(
        'id username display_name avatar_url bio email location website created_at last_seen_at is_online settings updated_at'.split(
          ' ',
        ),
      ),
    )
    expect(profile).toMatchObject({
      id: ann.user.id,
      email: ann.user.email,
      display_name: 'Ann',
      bio: null,
      settings: {
        onboarded: false,
        visibility: 'public',
        sections: {},
        presence: true,
        shareActivity: true,
        messagesFrom: 'everyone',
        spoilers: 'marked',
        timezone: null,
      },
    })
  })

  test('is changed field by field, and the session has the change at once [R-PROF-03]', async () => {
    const ann = await signUp(world)
    const answer = await ann.patch(ME, {
      display_name: '  Ann of Green Cables ',
      bio: ' Plays slowly.\nFinishes little. ',
      location: 'Lisboa',
      website: 'example.com/ann',
    })
    expect(answer.status).toBe(200)
    expect(answer.body.profile).toMatchObject({
      username: ann.user.username,
      display_name: 'Ann of Green Cables',
      bio: 'Plays slowly.\nFinishes little.',
      location: 'Lisboa',
      website: 'https://example.com/ann',
    })
    expect((await ann.get('/api/auth/session')).body.user.display_name).toBe('Ann of Green Cables')
    // An empty text, and null, remove a value; fields that are not named stay.
    await ann.patch(ME, { bio: '', location: null })
    expect(await profileOf(ann)).toMatchObject({ bio: null, location: null, website: 'https://example.com/ann' })
  })

  test('profile, avatar, preferences, follows and likes require a session [R-PROF-03]', async () => {
    const ann = await signUp(world)
    const visitor = world.visitor()
    for (const answer of [
      await visitor.patch(ME, { bio: 'x' }),
      await visitor.post(`${ME}/avatar`, new FormData()),
      await visitor.delete(`${ME}/avatar`),
      await visitor.put('/api/user/preferences', { theme: 'light' }),
      await visitor.post('/api/followers', { following_id: ann.user.id }),
      await visitor.delete(`/api/followers/${ann.user.id}`),
      await visitor.post(`/api/activities/${ann.user.id}/reactions`, { emoji: 'heart' }),
    ])
      expect(answer.status).toBe(401)
  })

  test('has texts whose length is counted in visible characters (G44)', async () => {
    const ann = await signUp(world)
    expect((await ann.patch(ME, { bio: '🎮'.repeat(500), location: '🗺'.repeat(100) })).status).toBe(200)
    expect((await ann.patch(ME, { bio: '🎮'.repeat(501) })).status).toBe(400)
    expect((await ann.patch(ME, { location: '🗺'.repeat(101) })).status).toBe(400)
    const address = (length: number) => `https://example.com/${'x'.repeat(length - 20)}`
    expect((await ann.patch(ME, { website: address(200) })).status).toBe(200)
    expect((await ann.patch(ME, { website: address(201) })).status).toBe(400)
    expect((await profileOf(ann)).website).toBe(address(200))
  })

  test('ignores role, email and id in the body', async () => {
    const ann = await signUp(world)
    const answer = await ann.patch(ME, { role: 'admin', email: 'evil@example.org', id: crypto.randomUUID(), bio: 'x' })
    expect(answer.status).toBe(200)
    expect(answer.body.profile).toMatchObject({ role: 'user', email: ann.user.email, id: ann.user.id, bio: 'x' })
    expect((await ann.get('/api/admin/outbox')).status).toBe(403)
  })

  test('refuses a change by another member, even by an admin [R-PROF-02]', async () => {
    const ann = await signUp(world)
    const eve = await signUp(world, { becomeAdmin: true })
    for (const [who, status] of [
      [eve, 403],
      [world.visitor(), 401],
    ] as const)
      expect((await who.patch(`/api/profiles/${ann.user.id}`, { bio: 'taken over' })).status).toBe(status)
    expect((await eve.patch(`/api/profiles/${ann.user.id}`, { bio: 'x' })).body.code).toBe('42501')
    expect((await profileOf(ann)).bio).toBeNull()
    expect((await ann.patch(`/api/profiles/${ann.user.id}`, { bio: 'mine' })).status).toBe(200)
    expect((await ann.patch('/api/profiles/somebody', { bio: 'x' })).status).toBe(400)
  })

  test('refuses an invalid value at its field, and stores nothing of the request (G44)', async () => {
    const ann = await signUp(world)
    const before = await profileOf(ann)
    for (const [field, value, text] of [
      ['username', 'ab', 'Username must be at least 3 characters'],
      ['username', '_ann', 'Username cannot start or end with underscores or hyphens'],
      ['username', 'Settings', 'This username is reserved'],
      ['display_name', ' ', 'Display name is required'],
      ['display_name', 'x'.repeat(50), 'Display name must be less than 50 characters'],
      ['bio', 'x'.repeat(501), 'Bio must be 500 characters or less'],
      ['location', 'x'.repeat(101), 'Location must be 100 characters or less'],
      ['website', 'javascript:alert(1)', 'Please enter a web address, such as https://example.com'],
    ] as const) {
      const answer = await ann.patch(ME, { location: 'Porto', [field]: value })
      expect([field, answer.status, answer.body.details[field]]).toEqual([field, 400, text])
    }
    expect(await profileOf(ann)).toEqual(before)
  })
})

describe('the username', () => {
  test('is refused with 409 when taken in any letter case, and of two simultaneous requests one gets it', async () => {
    const [ann, bob] = [await signUp(world, { username: 'Annabel-1' }), await signUp(world)]
    const taken = await bob.patch(ME, { username: 'annabel-1', bio: 'x' })
    expect([taken.status, taken.body.error, taken.body.details]).toEqual([
      409,
      'Username is already taken',
      { username: 'Username is already taken' },
    ])
    expect(await profileOf(bob)).toMatchObject({ username: bob.user.username, bio: null })
    const answers = await Promise.all([ann, bob].map((one) => one.patch(ME, { username: 'both-want-it' })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  test('changes once in 30 days; sending the same username again is no change (G44)', async () => {
    const ann = await signUp(world)
    const next = (name: string) => ann.patch(ME, { username: `${ann.user.username.slice(0, 10)}${name}` })
    expect((await next('-b')).status).toBe(200)
    expect((await next('-b')).status).toBe(200)
    const refused = await next('-c')
    expect([refused.status, refused.body.code]).toEqual([400, 'username_too_soon'])
    expect(refused.body.details.username).toMatch(
      /^A username can be changed once in 30 days\. Yours can be changed on/,
    )
    const username_changed_at = new Date(world.time.now.getTime() - 30 * 24 * 3600_000)
    await world.db.updateTable('profiles').set({ username_changed_at }).where('id', '=', ann.user.id).execute()
    expect((await next('-c')).status).toBe(200)
  })

  test('may be corrected after it was chosen for the first time', async () => {
    const ann = await signUp(world)
    await world.db.updateTable('profiles').set({ username: null }).where('id', '=', ann.user.id).execute()
    for (const name of ['first-choice', 'second-choice'])
      expect((await ann.patch(ME, { username: name })).status).toBe(200)
    expect((await ann.patch(ME, { username: 'third-choice' })).status).toBe(400)
  })
})

describe('privacy', () => {
  test('is stored setting by setting; a section follows the profile until it has its own setting (G22, G49)', async () => {
    const ann = await signUp(world)
    const set = async (settings: object) => (await ann.patch(ME, { settings })).body.profile.settings
    expect(await set({ visibility: 'friends' })).toMatchObject({ visibility: 'friends', presence: true })
    expect(await set({ sections: { library: 'private' } })).toMatchObject({ sections: { library: 'private' } })
    expect(await set({ sections: { activity: 'public' }, presence: false, messagesFrom: 'friends' })).toEqual({
      onboarded: false,
      visibility: 'friends',
      sections: { library: 'private', activity: 'public' },
      presence: false,
      shareActivity: true,
      messagesFrom: 'friends',
      spoilers: 'marked',
      timezone: null,
    })
    expect(await set({ spoilers: 'further' })).toMatchObject({ spoilers: 'further', messagesFrom: 'friends' })
    expect(await set({ shareActivity: false })).toMatchObject({ shareActivity: false, presence: false })
    expect(await set({ sections: { library: null } })).toMatchObject({ sections: { activity: 'public' } })
  })

  test('accepts only existing time zones, and storing one changes nothing else (G58)', async () => {
    const ann = await signUp(world)
    await ann.patch(ME, { settings: { visibility: 'friends' } })
    const set = await ann.patch(ME, { settings: { timezone: 'Europe/Lisbon' } })
    expect(set.body.profile.settings).toMatchObject({ timezone: 'Europe/Lisbon', visibility: 'friends' })
    for (const timezone of ['Middle/Earth', '', '+02:00', 7, null]) {
      const refused = await ann.patch(ME, { settings: { timezone, presence: false } })
      expect(refused.status).toBe(400)
    }
    const { body } = await ann.get(ME)
    expect(body.profile.settings).toMatchObject({ timezone: 'Europe/Lisbon', presence: true })
  })

  test('preserves the settings of other features', async () => {
    const ann = await signUp(world)
    const settings = JSON.stringify({ onboarded: false, timezone: 'Europe/Lisbon' })
    await world.db.updateTable('profiles').set({ settings }).where('id', '=', ann.user.id).execute()
    await ann.patch(ME, { settings: { visibility: 'private' } })
    const row = await world.db
      .selectFrom('profiles')
      .where('id', '=', ann.user.id)
      .select('settings')
      .executeTakeFirst()
    expect(row?.settings).toEqual({ onboarded: false, timezone: 'Europe/Lisbon', visibility: 'private' })
  })

  test('refuses unknown values', async () => {
    const ann = await signUp(world)
    for (const settings of [
      { visibility: 'nobody' },
      { sections: { library: 'x' } },
      { presence: 'no' },
      { shareActivity: 'no' },
      { spoilers: 'all' },
    ])
      expect((await ann.patch(ME, { settings })).status).toBe(400)
  })
})

test('a new member completes the welcome pages once, and cannot undo it [R-SESS-14]', async () => {
  const ann = await signUp(world)
  expect((await ann.get('/api/auth/session')).body.user.onboarded).toBe(false)
  expect((await ann.patch(ME, { settings: { onboarded: false } })).status).toBe(400)
  expect((await ann.patch(ME, { settings: { onboarded: true } })).status).toBe(200)
  expect((await ann.get('/api/auth/session')).body.user.onboarded).toBe(true)
})

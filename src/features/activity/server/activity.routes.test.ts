import { describe, expect, test } from 'vitest'
import { loadGameCards } from '#features/catalogue/server/catalogue.service.ts'
import type { GameId } from '#shared/ids.ts'
import { useActivityApp } from '#tests/support/activity-app.ts'
import { type Member, signUp } from '#tests/support/members.ts'

const {
  app,
  CREATE,
  ONE,
  TWO,
  THREE,
  follow,
  befriend,
  showTo,
  recordEarlier,
  share,
  count,
  idsOf,
  mara,
  juno,
  tobi,
  sol,
} = useActivityApp()

describe('sharing', () => {
  test.each([['want_to_play'], ['started_playing'], ['completed'], ['review']])(
    'stores %s and returns the whole activity [R-ACT-03, R-ACT-09]',
    async (type) => {
      const answer = await share(mara, ONE, type)
      expect(answer.status).toBe(201)
      expect(answer.body.activity).toMatchObject({
        activity_type: type,
        type,
        user_id: mara.user.id,
        game_id: ONE,
        created_at: '2026-03-01T12:00:00.000Z',
        user: { id: mara.user.id, username: 'mara', avatar_url: null },
        game: { id: ONE, name: 'Game 1', cover_url: null },
        viewerCan: { delete: true },
      })
      expect(await count()).toBe(1)
    },
  )

  test('accepts the percentage of a progress as a number or a text [R-ACT-03]', async () => {
    expect((await share(mara, ONE, 'progress', { progress: 45 })).body.activity.details).toEqual({ progress: 45 })
    expect((await share(mara, TWO, 'progress', { progress: '46' })).body.activity.details).toEqual({ progress: 46 })
    expect((await share(mara, THREE, 'progress', '{"progress":47}')).body.activity.details).toEqual({ progress: 47 })
  })

  test('takes the percentage from the library when there is an entry', async () => {
    await app.db
      .insertInto('user_games')
      .values({ user_id: mara.user.id, game_id: ONE, status: 'playing', completion_percentage: 30, play_time: 12.5 })
      .execute()
    const answer = await share(mara, ONE, 'progress', { progress: 99, note: 'x' })
    expect(answer.body.activity.details).toEqual({ progress: 30, note: 'x' })
    expect(answer.body.activity.play_time).toBe(12.5)
  })

  test('refuses progress when the library has none', async () => {
    await app.db.insertInto('user_games').values({ user_id: mara.user.id, game_id: ONE, status: 'playing' }).execute()
    const answer = await share(mara, ONE, 'progress', { progress: 50 })
    expect([answer.status, answer.body.code]).toEqual([400, 'progress_required'])
    expect(await count()).toBe(0)
  })

  test.each([
    ['another type', { activity_type: 'badge', game_id: ONE }, 'Invalid activity type'],
    ['no type', { game_id: ONE }, 'Invalid activity type'],
    ['no game', { activity_type: 'completed' }, 'Game ID is required'],
    ['a blank game', { activity_type: 'completed', game_id: ' ' }, 'Game ID is required'],
    ['no id', { activity_type: 'completed', game_id: 'portal' }, 'Invalid game id'],
    [
      'progress without a percentage',
      { activity_type: 'progress', game_id: ONE },
      'Progress must be between 1 and 100',
    ],
    [
      'progress of 0',
      { activity_type: 'progress', game_id: ONE, details: { progress: 0 } },
      'Progress must be between 1 and 100',
    ],
    [
      'progress of 101',
      { activity_type: 'progress', game_id: ONE, details: { progress: 101 } },
      'Progress must be between 1 and 100',
    ],
    [
      'NUL in details',
      { activity_type: 'completed', game_id: ONE, details: { note: ['a\0b'] } },
      'The text contains characters that cannot be stored',
    ],
    [
      'half a surrogate pair in the text of details',
      { activity_type: 'completed', game_id: ONE, details: '{"\\ud800":1}' },
      'The text contains characters that cannot be stored',
    ],
    ['a list as details', { activity_type: 'completed', game_id: ONE, details: '[]' }, 'Details must be an object'],
    [
      'more than 2 KB',
      { activity_type: 'completed', game_id: ONE, details: { note: 'x'.repeat(2050) } },
      'Details must be 2 KB or less',
    ],
  ])('refuses %s and writes nothing [R-ACT-03]', async (_, body, error) => {
    const answer = await mara.post(CREATE, body)
    expect([answer.status, answer.body.error]).toEqual([400, error])
    expect(await count()).toBe(0)
  })

  test('refuses a game that no source knows', async () => {
    const answer = await share(mara, 'igdb_499999')
    expect([answer.status, answer.body.code]).toEqual([404, 'game_not_found'])
    expect(await count()).toBe(0)
  })

  test('refuses a visitor [R-ACT-43]', async () => {
    const answer = await app.visitor().post(CREATE, { activity_type: 'completed', game_id: ONE })
    expect([answer.status, answer.body.code]).toEqual([401, 'sign_in_required'])
    expect(await count()).toBe(0)
  })

  test('takes the author from the session, whatever the body says [R-ACT-43]', async () => {
    const answer = await mara.post(CREATE, { activity_type: 'completed', game_id: ONE, user_id: juno.user.id })
    expect(answer.body.activity.user_id).toBe(mara.user.id)
  })

  test('refuses the same update during the cool-down, with minutes rounded up [R-PROG-24]', async () => {
    await share(mara)
    app.time.now = new Date('2026-03-01T12:01:30Z')
    const answer = await share(mara)
    expect(answer.status).toBe(429)
    expect(answer.body).toMatchObject({
      error: 'Please wait 4 minutes before sharing another update for this game.',
      code: 'activity_rate_limited',
      retryAfter: 210,
    })
    expect(answer.headers.get('retry-after')).toBe('210')
    app.time.now = new Date('2026-03-01T12:04:30Z')
    expect((await share(mara)).body.error).toBe('Please wait 1 minute before sharing another update for this game.')
    expect(await count()).toBe(1)
    app.time.now = new Date('2026-03-01T12:05:00Z')
    expect((await share(mara)).status).toBe(201)
  })

  test('has no cool-down for another game, type or member', async () => {
    await share(mara)
    expect((await share(mara, TWO)).status).toBe(201)
    expect((await share(mara, ONE, 'started_playing')).status).toBe(201)
    expect((await share(juno)).status).toBe(201)
  })

  test('stores exactly one of ten concurrent updates', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => share(mara)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(9)
    expect(await count()).toBe(1)
  })

  test('sends four statements to the database when the game is cached', async () => {
    await expect.poll(() => app.countQueries(() => loadGameCards(app, [ONE as GameId]))).toBe(0)
    // the member's lock, the sharing state, the insert, the announcement
    expect(await app.countQueries(() => share(mara))).toBe(4)
  })

  test('refuses more than sixty an hour, also among concurrent updates', async () => {
    for (let at = 0; at < 59; at += 1) await recordEarlier(mara, 55 - at * 0.5, { game: TWO })
    const answers = await Promise.all([share(mara), share(mara, THREE)])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 429])
    const refused = answers.find(({ status }) => status === 429)
    expect(refused?.body).toMatchObject({
      error: 'Please wait 5 minutes before sharing another update.',
      code: 'activity_rate_limited',
      retryAfter: 300,
    })
    app.time.now = new Date('2026-03-01T12:05:00Z')
    expect((await share(mara, THREE, 'started_playing')).status).toBe(201)
  })
})

describe('the viewer’s own activities', () => {
  const MINE = '/api/activities/mine'

  test('are listed alone, in pages', async () => {
    await follow(mara, juno)
    const ids = [await recordEarlier(mara, 1), await recordEarlier(mara, 3), await recordEarlier(mara, 5)]
    await recordEarlier(juno, 2)
    const first = await mara.get(`${MINE}?limit=2`)
    expect(idsOf(first)).toEqual(ids.slice(0, 2))
    expect(idsOf(await mara.get(`${MINE}?limit=2&cursor=${first.body.nextCursor}`))).toEqual(ids.slice(2))
  })

  test('do not exist for a visitor', async () => {
    expect((await app.visitor().get(MINE)).status).toBe(401)
  })

  test('take at most five statements', async () => {
    for (let at = 0; at < 12; at += 1) await recordEarlier(mara, at)
    expect(await app.countQueries(() => mara.get(MINE))).toBeLessThanOrEqual(5)
  })
})

describe('activities about a game', () => {
  const ofGame = (id: string, page?: number) => `/api/games/${id}/activities${page ? `?page=${page}` : ''}`

  test('come ten per page without an overlap [R-ACT-10, R-ACT-45]', async () => {
    for (let at = 0; at < 12; at += 1) await recordEarlier(at % 2 ? mara : juno, at)
    await recordEarlier(mara, 1, { game: TWO })
    const first = await app.visitor().get(ofGame(ONE))
    const second = await app.visitor().get(ofGame(ONE, 2))
    expect([first.body.data.length, first.body.hasMore]).toEqual([10, true])
    expect([second.body.data.length, second.body.hasMore]).toEqual([2, false])
    const ids = [...first.body.data, ...second.body.data].map(({ id }: { id: string }) => id)
    expect(new Set(ids).size).toBe(12)
    expect(first.body.data[0].created_at > second.body.data[0].created_at).toBe(true)
  })

  test('fill one page when there are exactly ten', async () => {
    for (let at = 0; at < 10; at += 1) await recordEarlier(mara, at)
    expect((await app.visitor().get(ofGame(ONE))).body.hasMore).toBe(false)
  })

  test('accept a bare number as an IGDB id, and an invalid page as the first', async () => {
    await recordEarlier(mara, 1)
    expect((await app.visitor().get('/api/games/101/activities?page=x')).body.data).toHaveLength(1)
  })

  test('contain only what the viewer may see', async () => {
    await showTo(juno, 'friends')
    await showTo(tobi, 'private')
    await befriend(mara, juno)
    await recordEarlier(juno, 1)
    await recordEarlier(tobi, 2)
    const seen = async (client: { get: Member['get'] }) => (await client.get(ofGame(ONE))).body.data.length
    expect([await seen(app.visitor()), await seen(mara), await seen(sol), await seen(tobi)]).toEqual([0, 1, 0, 1])
  })

  test('are refused for a blank or wrong id [R-ACT-11]', async () => {
    const blank = await app.visitor().get(ofGame('%20'))
    expect([blank.status, blank.body.error]).toEqual([400, 'Game ID is required'])
    expect((await app.visitor().get(ofGame('portal'))).status).toBe(400)
  })

  test('take at most five statements', async () => {
    for (let at = 0; at < 12; at += 1) await recordEarlier(at % 2 ? mara : juno, at)
    expect(await app.countQueries(() => app.visitor().get(ofGame(ONE)))).toBeLessThanOrEqual(5)
  })
})

describe('a single activity', () => {
  const one = (id: string) => `/api/activities/${id}`
  const NOBODY = '01900000-0000-7000-8000-000000000000'

  test('is visible to everyone when its member is public', async () => {
    const id = await recordEarlier(juno, 1)
    const answer = await app.visitor().get(one(id))
    expect([answer.status, answer.body.activity.id]).toEqual([200, id])
  })

  test('of a private member is refused to others with the documented sentence', async () => {
    await showTo(juno, 'private')
    const id = await recordEarlier(juno, 1)
    const answer = await mara.get(one(id))
    expect([answer.status, answer.body.code]).toEqual([403, '42501'])
    expect(answer.body.error).toBe("You don't have access to view this profile.")
    expect((await juno.get(one(id))).status).toBe(200)
  })

  test('is visible to its author only when it is hidden', async () => {
    const id = await recordEarlier(juno, 1)
    await app.db.updateTable('friend_activities').set({ hidden_at: app.time.now }).where('id', '=', id).execute()
    expect((await mara.get(one(id))).status).toBe(404)
    expect((await juno.get(one(id))).status).toBe(200)
  })

  test('is refused with 404 when it is missing, and with 400 for a malformed id', async () => {
    expect((await mara.get(one(NOBODY))).body.code).toBe('activity_not_found')
    expect((await mara.get(one('x'))).body.code).toBe('invalid_id')
  })

  test('is deleted by its author', async () => {
    const id = await recordEarlier(mara, 1)
    expect((await mara.delete(one(id))).status).toBe(204)
    expect(await count()).toBe(0)
    expect((await mara.delete(one(id))).status).toBe(404)
  })

  test('may not be deleted by another member, a visitor or an admin [R-ACT-43]', async () => {
    const admin = await signUp(app, { becomeAdmin: true })
    const id = await recordEarlier(juno, 1)
    expect((await mara.delete(one(id))).body.code).toBe('not_your_activity')
    expect((await mara.delete(one(id))).status).toBe(403)
    expect((await admin.delete(one(id))).status).toBe(403)
    expect((await app.visitor().delete(one(id))).status).toBe(401)
    expect((await mara.delete(one(NOBODY))).status).toBe(404)
    expect(await count()).toBe(1)
  })
})

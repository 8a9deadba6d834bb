import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addGames } from '#tests/support/fixtures.ts'
import { type Member, signUp } from '#tests/support/members.ts'
import { useTestApp } from '#tests/support/test-app.ts'
import { CHALLENGE_TEXTS } from '../../challenges.texts.ts'

const app = useTestApp()
const NOBODY = '01900000-0000-7000-8000-000000000000'
let root: Member
let ann: Member

beforeAll(async () => {
  app.time.now = new Date('2026-12-01T10:00:00.000Z')
  root = await signUp(app, { username: 'the-root', becomeAdmin: true })
  ann = await signUp(app, { username: 'ann-one' })
  await addGames(app, ['igdb_101', 'igdb_102'])
})
beforeEach(async () => {
  app.time.now = new Date('2026-12-01T10:00:00.000Z')
  for (const table of ['challenges', 'friend_activities', 'audit_log'] as const)
    await app.db.deleteFrom(table).execute()
})

const DRAFT = {
  title: 'Long December',
  description: 'Twenty hours of anything.',
  cover_game_id: 'igdb_101',
  starts_at: '2026-12-01T00:00:00.000Z',
  ends_at: '2026-12-04T00:00:00.000Z',
  goals: [
    { type: 'play_time', target: 20, game_id: null as string | null },
    { type: 'achievements', target: 5, game_id: 'igdb_102' },
  ],
}
const create = (draft: object = DRAFT) => root.post('/api/admin/challenges', draft)
const make = async (): Promise<string> => (await create()).body.data.id
const change = (id: string, over: object) => root.put(`/api/admin/challenges/${id}`, { ...DRAFT, ...over })
const goals = () => app.db.selectFrom('challenge_goals').selectAll().orderBy('position').execute()
const challenges = () => app.db.selectFrom('challenges').selectAll().execute()
const auditLog = async () =>
  (await app.db.selectFrom('audit_log').selectAll().orderBy('created_at').orderBy('id').execute()).map(
    ({ action, item_type, admin_id, data }) => [action, item_type, admin_id, data],
  )
const logEntry = (action: string, data: { title?: string; changes?: object } = {}) => [
  action,
  'challenge',
  root.user.id,
  { title: DRAFT.title, ...data },
]

describe('administration of challenges', () => {
  test('an admin creates a challenge, which the audit log records', async () => {
    const { status, body } = await create()
    expect(status).toBe(201)
    expect(body.data).toMatchObject({ title: 'Long December', status: 'active', participants: 0 })
    expect(await goals()).toMatchObject([
      { type: 'play_time', target: 20, game_id: null },
      { type: 'achievements', target: 5, game_id: 'igdb_102' },
    ])
    expect(await auditLog()).toEqual([logEntry('create_challenge')])
    const { audit_log: shown } = (await root.get('/api/admin/stats')).body
    expect(shown).toMatchObject([{ by: 'the-root', action: 'create_challenge', about: 'Long December' }])
    expect((await root.get('/api/admin/challenges')).body).toMatchObject({ total: 1, data: [{ id: body.data.id }] })
  })

  test('a change over one that another admin has made is refused', async () => {
    const id = await make()
    expect((await change(id, { title: 'Short December', seen: DRAFT })).status).toBe(200)
    const { status, body } = await change(id, { description: 'Any games.', seen: DRAFT })
    expect([status, body.code, body.error]).toEqual([409, 'changed_by_somebody', CHALLENGE_TEXTS.changed])
    expect(await challenges()).toMatchObject([{ title: 'Short December', description: DRAFT.description }])
    const now = { ...DRAFT, title: 'Short December' }
    const both = [{ goals: [{ type: 'games_added', target: 2 }] }, { ends_at: '2026-12-05T00:00:00.000Z' }]
    const answers = await Promise.all(both.map((over) => change(id, { ...now, ...over, seen: now })))
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, 409])
    expect((await change(id, {})).status).toBe(200)
  })

  test('an admin changes texts at any time, and goals and start until somebody has joined', async () => {
    const id = await make()
    const other = { goals: [{ type: 'games_added', target: 2 }], starts_at: '2026-12-02T00:00:00.000Z' }
    expect((await change(id, other)).body.data).toMatchObject({ status: 'upcoming', goals: [{ type: 'games_added' }] })
    await ann.post(`/api/challenges/${id}/join`)
    for (const over of [{ goals: other.goals }, { starts_at: other.starts_at }, {}]) {
      const refused = await change(id, over)
      expect([refused.status, refused.body.code]).toEqual([409, 'goals_fixed'])
    }
    // A disabled participant is not counted, and may come back.
    const disable = (disabled_at: Date | null) =>
      app.db.updateTable('profiles').set({ disabled_at }).where('id', '=', ann.user.id).execute()
    await disable(app.time.now)
    expect((await change(id, {})).body.code).toBe('goals_fixed')
    await disable(null)
    const renamed = await change(id, {
      ...other,
      title: 'Longer',
      cover_game_id: null,
      ends_at: '2026-12-09T00:00:00Z',
    })
    expect(renamed.status).toBe(200)
    expect(await challenges()).toMatchObject([{ title: 'Longer', cover_game_id: null, participants_count: 1 }])
    expect(await goals()).toMatchObject([{ type: 'games_added', target: 2 }])
    expect(await auditLog()).toEqual([
      logEntry('create_challenge'),
      logEntry('change_challenge', {
        changes: {
          goals: ['Play 20 hours, Earn 5 achievements (igdb_102)', 'Add 2 games to your library'],
          starts_at: [DRAFT.starts_at, other.starts_at],
        },
      }),
      logEntry('change_challenge', {
        title: 'Longer',
        changes: {
          title: [DRAFT.title, 'Longer'],
          cover_game_id: ['igdb_101', null],
          ends_at: [DRAFT.ends_at, '2026-12-09T00:00:00.000Z'],
        },
      }),
    ])
  })

  test('an admin can edit the texts of an ended challenge, but not move its end to another past time', async () => {
    const id = await make()
    app.time.now = new Date('2026-12-05T00:00:00.000Z')
    expect((await change(id, { title: 'It was long' })).status).toBe(200)
    const past = await change(id, { ends_at: '2026-12-03T00:00:00.000Z' })
    expect([past.status, past.body.code]).toEqual([400, 'end_past'])
    expect((await change(id, { ends_at: '2026-12-06T00:00:00.000Z' })).body.data.status).toBe('active')
  })

  test('an admin deletes a challenge with its progress; activities about it lose their link', async () => {
    const id = await make()
    await ann.post(`/api/challenges/${id}/join`)
    expect((await root.delete(`/api/admin/challenges/${id}`)).status).toBe(204)
    expect(await challenges()).toEqual([])
    expect(await app.db.selectFrom('challenge_participants').selectAll().execute()).toEqual([])
    const [stored] = await app.db.selectFrom('friend_activities').selectAll().execute()
    expect(stored?.details).toEqual({ title: 'Long December', completed: false })
    expect((await auditLog()).at(-1)).toEqual(logEntry('delete_challenge'))
    expect((await root.delete(`/api/admin/challenges/${id}`)).status).toBe(404)
    expect((await change(id, {})).status).toBe(404)
    expect((await change(NOBODY, {})).status).toBe(404)
  })
})

const goal = (over: object) => ({ goals: [{ type: 'play_time', target: 20, ...over }] })

test.each([
  ['title', { title: ' a ' }, 'The title must be 3 to 100 characters'],
  ['title', { title: 'x'.repeat(101) }, 'The title must be 3 to 100 characters'],
  ['title', { title: '\u200b\u200b\u200b' }, 'The title must be 3 to 100 characters'],
  ['title', { title: '😀a' }, 'The title must be 3 to 100 characters'],
  ['starts_at', { starts_at: '0000-01-01T00:00:00+14:00' }, 'Say when it starts'],
  ['ends_at', { ends_at: '9999-12-31T23:59:59-14:00' }, 'Say when it ends'],
  ['description', { description: 'x'.repeat(2001) }, 'At most 2000 characters'],
  ['starts_at', { starts_at: 'tomorrow' }, 'Say when it starts'],
  ['ends_at', { ends_at: DRAFT.starts_at }, 'The end must be after the start'],
  ['ends_at', { starts_at: '2026-10-01T00:00:00Z', ends_at: '2026-11-01T00:00:00Z' }, 'The end must be in the future'],
  ['goals', { goals: [] }, 'A challenge has one to 5 goals'],
  ['goals', { goals: Array(6).fill(DRAFT.goals[0]) }, 'A challenge has one to 5 goals'],
  // Members cannot write reviews yet, so nobody could reach this goal.
  ['goals.0.type', goal({ type: 'screenshots_taken' }), 'Choose what to do'],
  [
    'goals.0.target',
    goal({ type: 'reviews_written', target: 2, game_id: 'igdb_101' }),
    'With one game, the target is 1',
  ],
  ['goals.0.target', goal({ target: 0 }), 'The target must be more than 0'],
  ['goals.0.target', goal({ target: 'many' }), 'The target must be more than 0'],
  ['goals.0.target', goal({ target: 10_001 }), 'The target can be 10,000 at most'],
  ['goals.0.target', goal({ target: 1.3 }), 'The target must be a whole number'],
  ['goals.0.target', goal({ type: 'games_added', target: 2, game_id: 'igdb_101' }), 'With one game, the target is 1'],
])('%s: %j is refused', async (field, over, sentence) => {
  const { status, body } = await create({ ...DRAFT, ...over })
  expect(status).toBe(400)
  expect(body.details[field]).toBe(sentence)
  expect(await challenges()).toEqual([])
  expect(await auditLog()).toEqual([])
})

test('an unknown game is refused, and nothing is written', async () => {
  const { status, body } = await create({ ...DRAFT, cover_game_id: 'igdb_499999' })
  expect([status, body.error]).toEqual([404, 'Game not found'])
  expect(await challenges()).toEqual([])
})

test('nobody else can do any of it', async () => {
  const id = await make()
  for (const who of [ann, app.visitor()]) {
    const status = who === ann ? 403 : 401
    expect((await who.post('/api/admin/challenges', DRAFT)).status).toBe(status)
    expect((await who.put(`/api/admin/challenges/${id}`, DRAFT)).status).toBe(status)
    expect((await who.delete(`/api/admin/challenges/${id}`)).status).toBe(status)
    expect((await who.get('/api/admin/challenges')).status).toBe(status)
  }
  expect(await challenges()).toHaveLength(1)
})

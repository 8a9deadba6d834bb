import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { NOBODY } from '#tests/support/access.ts'
import { useActivityApp } from '#tests/support/activity-app.ts'
import { addGames } from '#tests/support/fixtures.ts'
import type { Member } from '#tests/support/members.ts'

const { app, ONE, TWO, befriend, mara, juno, tobi } = useActivityApp()

const MORE = Array.from({ length: 9 }, (_, at) => `igdb_${110 + at}`)
beforeAll(() => addGames(app, MORE, (number) => `Game ${number}`))

beforeEach(async () => {
  for (const table of [
    'recommendations',
    'mutes',
    'user_blocks',
    'notifications',
    'user_games',
    'friends',
    'followers',
  ] as const)
    await app.db.deleteFrom(table).execute()
  await befriend(mara, juno)
})

const send = (from: Member, to: Member, body: object = {}) =>
  from.post('/api/recommendations', { recipient_id: to.user.id, game_id: ONE, ...body })
const received = async (member: Member) => (await member.get('/api/recommendations')).body.data
const sent = async (member: Member) => (await member.get(`/api/recommendations/sent?game_id=${ONE}`)).body.data
const answer = (member: Member, id: string, body: object) => member.post(`/api/recommendations/${id}/answer`, body)
const shelf = async (member: Member) =>
  await app.db.selectFrom('user_games').where('user_id', '=', member.user.id).select(['game_id', 'status']).execute()
const lines = async (member: Member) =>
  (await member.get('/api/notifications')).body.data.filter(({ type }: { type: string }) =>
    type.startsWith('recommendation'),
  )
const complete = (member: Member) => member.post('/api/library', { game_id: ONE, status: 'completed' })

describe('a recommendation', () => {
  test('waits for the friend with its line, and each is notified of what the other did', async () => {
    const { status, body } = await send(mara, juno, { line: '  The ending!  ' })
    expect([status, body]).toEqual([201, { id: expect.any(String) }])
    expect(await received(juno)).toEqual([
      {
        id: body.id,
        sender: expect.objectContaining({ username: 'mara' }),
        game: expect.objectContaining({ id: ONE, name: 'Game 1' }),
        ...{ line: 'The ending!', state: 'open', finished: false, created_at: '2026-03-01T12:00:00.000Z' },
      },
    ])
    expect(await received(mara)).toEqual([])
    expect(await lines(juno)).toMatchObject([
      { type: 'recommendation', actors: [{ username: 'mara' }], subject: { type: 'game', id: ONE } },
    ])

    expect((await answer(juno, body.id, { answer: 'backlog' })).body).toEqual({ state: 'accepted' })
    expect(await shelf(juno)).toEqual([{ game_id: ONE, status: 'want_to_play' }])
    expect(await received(juno)).toEqual([])
    expect(await lines(mara)).toMatchObject([
      { type: 'recommendation_answer', sentence: 'wants to play Game 1, which you recommended' },
    ])
    expect(await sent(mara)).toEqual([{ id: body.id, recipient_id: juno.user.id, state: 'accepted' }])
  })

  test('comes back when the game is finished, for thanks', async () => {
    const { id } = (await send(mara, juno)).body
    expect((await answer(juno, id, { answer: 'thanks' })).body).toMatchObject({ code: 'unfinished' })
    await answer(juno, id, { answer: 'backlog' })
    await juno.patch(`/api/library/${ONE}`, { status: 'completed' })
    expect(await received(juno)).toMatchObject([{ id, state: 'accepted', finished: true }])
    expect((await answer(juno, id, { answer: 'thanks' })).body).toEqual({ state: 'thanked' })
    expect(await received(juno)).toEqual([])
    expect(await lines(mara)).toMatchObject([{ sentence: 'finished Game 1, and thanks you for it' }])
  })

  test('that was declined looks open to its sender, who may not send it again', async () => {
    const { id } = (await send(mara, juno)).body
    expect((await answer(juno, id, { answer: 'no' })).body).toEqual({ state: 'declined' })
    expect([await received(juno), await lines(mara), await shelf(juno)]).toEqual([[], [], []])
    expect(await sent(mara)).toEqual([{ id, recipient_id: juno.user.id, state: 'open' }])
    expect((await send(mara, juno)).body).toMatchObject({ code: 'recommended_already' })
    expect((await answer(juno, id, { answer: 'backlog' })).body).toMatchObject({ code: 'answered_already' })
    const own = await app.db.selectFrom('recommendations').select('state').execute()
    expect(own).toEqual([{ state: 'declined' }])
  })

  test('leaves a game that is in the library as it is, and the same answer again changes nothing', async () => {
    await complete(juno)
    const { id } = (await send(mara, juno)).body
    for (let time = 0; time < 2; time += 1) expect((await answer(juno, id, { answer: 'backlog' })).status).toBe(200)
    expect(await shelf(juno)).toEqual([{ game_id: ONE, status: 'completed' }])
    expect(await lines(mara)).toHaveLength(1)
  })

  test('goes both ways: each friend may recommend the same game to the other', async () => {
    expect([(await send(mara, juno)).status, (await send(juno, mara)).status]).toEqual([201, 201])
  })
})

describe('is refused', () => {
  test.each([
    ['to oneself', () => send(mara, mara), 400, 'self'],
    ['to a stranger', () => send(mara, tobi), 403, 'friends_only'],
    [
      'to nobody',
      () => mara.post('/api/recommendations', { recipient_id: NOBODY, game_id: ONE }),
      404,
      'member_not_found',
    ],
    ['of an unknown game', () => send(mara, juno, { game_id: 'igdb_99999999' }), 404, 'game_not_found'],
    ['with 201 characters', () => send(mara, juno, { line: 'é'.repeat(201) }), 400, 'validation_failed'],
  ])('%s', async (_, request, status, code) => {
    const refused = await request()
    expect([refused.status, refused.body.code]).toEqual([status, code])
    expect(await app.db.selectFrom('recommendations').select('id').execute()).toEqual([])
  })

  test('the second of the same game, and the eleventh without an answer', async () => {
    await send(mara, juno)
    expect((await send(mara, juno)).body).toMatchObject({ code: 'recommended_already' })
    for (const game_id of MORE) await send(mara, juno, { game_id })
    const open = await app.db.selectFrom('recommendations').select('id').execute()
    expect(open).toHaveLength(10)
    expect((await send(mara, juno, { game_id: TWO })).body).toMatchObject({ code: 'recommendations_full' })
  })

  test('answered or withdrawn by anybody else', async () => {
    const { id } = (await send(mara, juno)).body
    for (const other of [mara, tobi]) expect((await answer(other, id, { answer: 'no' })).status).toBe(404)
    for (const other of [juno, tobi]) expect((await other.delete(`/api/recommendations/${id}`)).status).toBe(204)
    expect(await received(juno)).toHaveLength(1)
  })
})

describe('disappears', () => {
  test('with its notification when the sender withdraws it', async () => {
    const { id } = (await send(mara, juno)).body
    expect((await mara.delete(`/api/recommendations/${id}`)).status).toBe(204)
    expect([await received(juno), await lines(juno)]).toEqual([[], []])
  })

  test('only as long as it is not accepted; a declined one looks withdrawn and cannot be sent again', async () => {
    const { id } = (await send(mara, juno)).body
    await answer(juno, id, { answer: 'no' })
    expect((await mara.delete(`/api/recommendations/${id}`)).status).toBe(204)
    expect((await send(mara, juno)).body).toMatchObject({ code: 'recommended_already' })
    const { id: accepted } = (await send(mara, juno, { game_id: TWO })).body
    await answer(juno, accepted, { answer: 'backlog' })
    const refused = await mara.delete(`/api/recommendations/${accepted}`)
    expect([refused.status, refused.body.code]).toEqual([409, 'answered_already'])
  })

  test('for both with a block, and can then not be sent', async () => {
    const { id } = (await send(mara, juno)).body
    await answer(juno, id, { answer: 'backlog' })
    await send(juno, mara)
    await juno.post('/api/blocks', { user_id: mara.user.id })
    expect(await app.db.selectFrom('recommendations').select('id').execute()).toEqual([])
    expect((await send(mara, juno)).body).toMatchObject({ code: 'blocked' })
  })

  test('as long as the friend mutes the sender, who is not notified either', async () => {
    const { id } = (await juno.post('/api/mutes', { kind: 'member', member_id: mara.user.id, until: 'week' })).body
    expect((await send(mara, juno)).status).toBe(201)
    expect([await received(juno), await lines(juno)]).toEqual([[], []])
    await juno.delete(`/api/mutes/${id}`)
    expect(await received(juno)).toHaveLength(1)
  })
})

test('a report shows the line to admins, and only its two members may report it', async () => {
  const { id } = (await send(mara, juno, { line: 'Something rude' })).body
  const report = (member: Member) =>
    member.post('/api/reports', { item_type: 'recommendation', item_id: id, reason: 'harassment' })
  expect((await report(tobi)).status).toBe(404)
  expect((await report(juno)).status).toBe(201)
})

import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addGames, record, saveSettings } from '#tests/support/fixtures.ts'
import { type Member, signUp } from '#tests/support/members.ts'
import { type Client, useTestApp } from '#tests/support/test-app.ts'

const app = useTestApp()
const GAME = 'igdb_101'

let author: Member
let reader: Member
/** An activity about the game, and its comments. */
let activity: string
let path: string

beforeAll(async () => {
  await addGames(app, [GAME])
  author = await signUp(app, { username: 'author' })
  reader = await signUp(app, { username: 'reader' })
})

beforeEach(async () => {
  for (const table of ['friend_activities', 'user_games', 'user_blocks'] as const)
    await app.db.deleteFrom(table).execute()
  await app.db.updateTable('profiles').set({ settings: '{}' }).execute()
  app.time.now = new Date('2026-03-01T12:00:00Z')
  activity = await record(app, author, { game_id: GAME })
  path = `/api/activities/${activity}/comments`
})

const play = (member: Member, completion_percentage: number, status = 'playing') =>
  app.db
    .insertInto('user_games')
    .values({ user_id: member.user.id, game_id: GAME, status, completion_percentage })
    .onConflict((conflict) => conflict.columns(['user_id', 'game_id']).doUpdateSet({ status, completion_percentage }))
    .execute()
const say = async (content: string, spoils_to?: number | null, member = author) =>
  (await member.post(path, { content, spoils_to })).body.comment
const firstSeenBy = async (who: Client) => (await who.get(path)).body.data[0]

describe('a spoiler mark', () => {
  test('is stored together with the author’s progress, which the server looks up', async () => {
    await play(author, 79.6)
    const comment = await say('The ferryman is her father', 90)
    expect(comment).toMatchObject({ content: 'The ferryman is her father', fold: null, spoils_to: 90 })
    const row = await app.db.selectFrom('activity_comments').select(['spoils_to', 'written_at']).executeTakeFirst()
    expect(row).toEqual({ spoils_to: 90, written_at: 79 })
    const { data } = (await author.get('/api/user/export')).body
    expect(data.activity_comments).toMatchObject([{ spoils_to: 90, written_at: 79 }])
  })

  test.each([
    ['without the game in the library', null, null],
    ['before the first percent', 0, 0],
    ['after completing the game', 'completed', 100],
  ] as const)('%s has the author’s share %s: %s', async (_when, played, expected) => {
    if (played !== null) await play(author, played === 'completed' ? 40 : played, played === 0 ? 'playing' : played)
    await say('Hello')
    const row = await app.db.selectFrom('activity_comments').select(['spoils_to', 'written_at']).executeTakeFirst()
    expect(row).toEqual({ spoils_to: null, written_at: expected })
  })

  test.each([101, -1, 12.5, '80', true])('of %j is refused, and nothing is written', async (spoils_to) => {
    const answer = await author.post(path, { content: 'The ending', spoils_to })
    expect([answer.status, answer.body.error]).toEqual([400, 'A spoiler mark is a percentage from 0 to 100'])
    expect((await author.get(path)).body.total).toBe(0)
  })

  test('is refused on a subject without a game', async () => {
    const made = await record(app, author, { game_id: null, activity_type: 'friend_added' })
    const answer = await reader.post(`/api/activities/${made}/comments`, { content: 'Hello', spoils_to: 50 })
    expect([answer.status, answer.body.code, answer.body.error]).toEqual([
      400,
      'no_game_to_spoil',
      'Only a comment about a game can be marked as spoiling',
    ])
    const unmarked = await reader.post(`/api/activities/${made}/comments`, { content: 'Hello', spoils_to: null })
    expect(unmarked.status).toBe(201)
    expect((await author.get(`/api/activities/${made}/comments`)).body.total).toBe(1)
  })
})

describe('a folded comment', () => {
  test('has no content until the reader has come that far', async () => {
    await say('The ferryman is her father', 80)
    expect(await firstSeenBy(reader)).toMatchObject({
      content: '',
      fold: { writtenAt: 80, readerAt: 0 },
      spoils_to: 80,
    })
    await play(reader, 35.9)
    expect(await firstSeenBy(reader)).toMatchObject({ content: '', fold: { writtenAt: 80, readerAt: 35 } })
    await play(reader, 80)
    expect(await firstSeenBy(reader)).toMatchObject({ content: 'The ferryman is her father', fold: null })
    await play(reader, 35, 'completed')
    expect(await firstSeenBy(reader)).toMatchObject({ content: 'The ferryman is her father', fold: null })
    // The reader plays it again.
    await play(reader, 5)
    expect(await firstSeenBy(reader)).toMatchObject({ content: 'The ferryman is her father', fold: null })
    expect(await firstSeenBy(author)).toMatchObject({ content: 'The ferryman is her father', fold: null })
    expect(await firstSeenBy(app.visitor())).toMatchObject({ content: '', fold: { writtenAt: 80, readerAt: null } })
  })

  test('is folded in every list that contains it', async () => {
    await say('The ferryman is her father', 80)
    await play(reader, 35)
    const lists = async (who: Client) => {
      const answers = await Promise.all([
        who.get(path),
        who.get(`/api/activities/talk?ids=${activity}`),
        who.get(`/api/activities/${activity}`),
        who.get(`/api/games/${GAME}/activities`),
        who.get('/api/profiles/author/activities'),
        who.get('/api/social/activity-feed?from=everyone'),
      ])
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
      return answers.map(({ body }) => JSON.stringify(body))
    }
    const folded = '"content":"","fold":{"writtenAt":80,"readerAt":35}'
    expect((await lists(reader)).filter((text) => !text.includes(folded) || text.includes('ferryman'))).toEqual([])
    expect((await lists(author)).filter((text) => !text.includes('ferryman'))).toEqual([])
  })

  test('without a mark was written further into the game, and its reader has chosen to fold such texts', async () => {
    await play(author, 60)
    await play(reader, 35)
    await say('The second boss is hard')
    expect(await firstSeenBy(reader)).toMatchObject({ content: 'The second boss is hard', fold: null })
    await saveSettings(app, reader, { spoilers: 'further' })
    expect(await firstSeenBy(reader)).toMatchObject({ content: '', fold: { writtenAt: 60, readerAt: 35 } })
    await play(reader, 60)
    expect(await firstSeenBy(reader)).toMatchObject({ content: 'The second boss is hard', fold: null })
  })

  test('depends on the progress in its own game', async () => {
    await addGames(app, ['igdb_102'])
    await app.db
      .insertInto('user_games')
      .values({ user_id: reader.user.id, game_id: 'igdb_102', status: 'completed' })
      .execute()
    await say('The ferryman is her father', 80)
    expect(await firstSeenBy(reader)).toMatchObject({ content: '', fold: { writtenAt: 80, readerAt: 0 } })
  })

  test('needs no further statement', async () => {
    await say('The ferryman is her father', 80)
    await play(reader, 35)
    const marked = await app.countQueries(() => reader.get(path))
    await app.db.updateTable('activity_comments').set({ spoils_to: null }).execute()
    expect(await app.countQueries(() => reader.get(path))).toBe(marked)
  })
})

describe('one comment', () => {
  const one = (id: string) => `/api/activities/comments/${id}`

  test('is returned with its content on request', async () => {
    const { id } = await say('The ferryman is her father', 80)
    for (const who of [reader, app.visitor()]) {
      const { status, body } = await who.get(one(id))
      expect([status, body.comment.content, body.comment.fold]).toEqual([200, 'The ferryman is her father', null])
    }
  })

  test('is returned only to members who may read the list', async () => {
    const { id } = await say('The ferryman is her father', 80)
    const refused = async (who: Client) => {
      const { status, body } = await who.get(one(id))
      return [status, body.code]
    }
    await saveSettings(app, author, { visibility: 'private' })
    expect(await refused(reader)).toEqual([403, '42501'])
    expect(await refused(author)).toEqual([200, undefined])
    await saveSettings(app, author, {})
    await app.db.updateTable('activity_comments').set({ hidden_at: app.time.now }).execute()
    expect(await refused(reader)).toEqual([404, 'comment_not_found'])
    await app.db.updateTable('activity_comments').set({ hidden_at: null }).execute()
    await app.db.insertInto('user_blocks').values({ blocker_id: author.user.id, blocked_id: reader.user.id }).execute()
    expect(await refused(reader)).toEqual([404, 'comment_not_found'])
    expect(await refused(app.visitor())).toEqual([200, undefined])
    expect((await reader.get(one('nonsense'))).status).toBe(400)
    expect((await reader.get(one('01900000-0000-7000-8000-000000000000'))).body.code).toBe('comment_not_found')
  })
})

test('admins see the content of folded comments only in reports', async () => {
  const root = await signUp(app, { username: 'root', becomeAdmin: true })
  const { id } = await say('The ferryman is her father', 80)
  expect(await firstSeenBy(root)).toMatchObject({ content: '', fold: { writtenAt: 80, readerAt: 0 } })
  await reader.post('/api/reports', { item_type: 'comment', item_id: id, reason: 'spoiler' })
  expect((await root.get('/api/admin/reports')).body.items).toMatchObject([
    { content: { text: 'The ferryman is her father' } },
  ])
})

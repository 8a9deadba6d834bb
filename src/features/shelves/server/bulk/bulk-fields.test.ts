import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addGames } from '#tests/support/fixtures.ts'
import { type Member, signUp } from '#tests/support/members.ts'
import { useTestApp } from '#tests/support/test-app.ts'

const app = useTestApp()
const GAMES = ['igdb_601', 'igdb_602', 'igdb_603', 'igdb_604']
const [WANTED = '', PLAYING = '', DONE = '', DROPPED = ''] = GAMES
const BEGUN = [PLAYING, DONE, DROPPED]
let ann: Member
let bob: Member

beforeAll(async () => {
  app.time.now = new Date('2026-03-01T12:00:00Z')
  await addGames(app, GAMES)
  ann = await signUp(app)
  bob = await signUp(app)
})
beforeEach(async () => {
  app.time.now = new Date('2026-03-01T12:00:00Z')
  await app.db.deleteFrom('user_games').execute()
  for (const [at, status] of ['want_to_play', 'playing', 'completed', 'dropped'].entries()) {
    await ann.post('/api/library', { game_id: GAMES[at], status })
    later()
  }
})
const later = () => {
  app.time.now = new Date(app.time.now.getTime() + 60_000)
}
const entries = () => app.db.selectFrom('user_games').selectAll().orderBy('game_id').execute()
const runs = () => app.db.selectFrom('playthroughs').selectAll().orderBy('game_id').orderBy('id').execute()
const stored = async () => ({ entries: await entries(), runs: await runs() })
const rate = (game_ids: string[], user_rating: unknown) =>
  ann.post('/api/library/bulk/rating', { game_ids, user_rating })
const date = (game_ids: string[], change: object) => ann.post('/api/library/bulk/playthrough', { game_ids, ...change })
const undo = (undo_id: string, who = ann) => who.post('/api/library/bulk/undo', { undo_id })

describe('a bulk rating', () => {
  test('rates all games, leaves those that have the rating, and undo restores each', async () => {
    await ann.patch(`/api/library/${DONE}`, { user_rating: 8 })
    await ann.patch(`/api/library/${DROPPED}`, { user_rating: 3 })
    later()
    const before = await stored()
    const answer = await rate([WANTED, DONE, DROPPED], 8)
    expect([answer.status, answer.body.changed]).toEqual([200, 2])
    expect((await entries()).map(({ user_rating }) => user_rating)).toEqual([8, null, 8, 8])
    expect((await undo(answer.body.undo_id, bob)).status).toBe(404)
    expect((await undo(answer.body.undo_id)).body).toEqual({ restored: 2 })
    expect(await stored()).toEqual(before)
    expect((await rate([DONE], 8)).body).toEqual({ changed: 0, undo_id: null })
  })

  test('an undo gives a review its earlier stars back, because both are one number (C22)', async () => {
    const draft = { game_id: DONE, rating: 4.5, review_text: 'Fine.' }
    const { body } = await ann.post('/api/reviews', draft)
    const stars = async () => (await ann.get(`/api/reviews/${body.review.id}`)).body.review.rating
    later()
    const { undo_id } = (await rate([DONE, DROPPED], 2)).body
    expect(await stars()).toBe(1)
    later()
    expect((await undo(undo_id)).body).toEqual({ restored: 2 })
    expect(await stars()).toBe(4.5)
    expect((await entries()).find(({ game_id }) => game_id === DONE)?.user_rating).toBe(9)
    expect((await ann.delete(`/api/reviews/${body.review.id}`)).status).toBe(204)
  })

  test('null removes ratings, and what has changed since stays at an undo', async () => {
    await rate([DONE, DROPPED], 8)
    later()
    const { undo_id } = (await rate([DONE, DROPPED], null)).body
    later()
    await ann.patch(`/api/library/${DONE}`, { is_liked: true })
    expect((await undo(undo_id)).body).toEqual({ restored: 1 })
    expect((await entries()).map(({ user_rating }) => user_rating)).toEqual([null, null, null, 8])
  })

  test.each([
    ['0', 0],
    ['11', 11],
    ['half a point', 7.5],
    ['text', '8'],
    ['nothing', undefined],
  ])('%s is refused with a sentence', async (_what, rating) => {
    const answer = await rate([DONE], rating)
    expect([answer.status, answer.body.error]).toEqual([400, 'Rating must be a whole number from 1 to 10'])
  })

  test('a game that is not in the library refuses all', async () => {
    const before = await stored()
    await bob.post('/api/library', { game_id: WANTED })
    expect((await bob.post('/api/library/bulk/rating', { game_ids: [WANTED, DONE], user_rating: 9 })).status).toBe(404)
    await bob.delete(`/api/library/${WANTED}`)
    expect(await stored()).toEqual(before)
  })
})

describe('platform and dates of many games', () => {
  test('start a playthrough where there is none, as far as the status says', async () => {
    const before = await stored()
    const answer = await date(BEGUN, { platform: ' Switch ', started_on: '2024' })
    expect([answer.status, answer.body.changed]).toEqual([200, 3])
    expect(await runs()).toMatchObject([
      {
        game_id: PLAYING,
        platform: 'Switch',
        started_on: '2024-01-01',
        started_precision: 'year',
        finish_level: 'unfinished',
      },
      { game_id: DONE, platform: 'Switch', started_on: '2024-01-01', finished_on: null, finish_level: 'main_story' },
      { game_id: DROPPED, platform: 'Switch', finish_level: 'dropped' },
    ])
    expect((await undo(answer.body.undo_id)).body).toEqual({ restored: 3 })
    expect(await stored()).toEqual(before)
  })

  test('change the current playthrough and nothing else of it, and undo restores it', async () => {
    await ann.post(`/api/user/games/${DROPPED}/playthroughs`, {
      platform: 'PC',
      started_on: '2020-05',
      finish_level: 'dropped',
      drop_reason: 'Too long',
    })
    await ann.post(`/api/user/games/${PLAYING}/playthroughs`, { platform: 'PC', is_paused: true, is_replay: true })
    later()
    const before = await stored()
    const answer = await date([PLAYING, DROPPED], { platform: 'Switch' })
    expect(await runs()).toMatchObject([
      { platform: 'Switch', is_paused: true, is_replay: true },
      { platform: 'Switch', started_on: '2020-05-01', started_precision: 'month', drop_reason: 'Too long' },
    ])
    expect((await undo(answer.body.undo_id)).body).toEqual({ restored: 2 })
    expect(await stored()).toEqual(before)
  })

  test('a last day counts for the year, and an undo takes it back', async () => {
    const { undo_id } = (await date([DONE, DROPPED], { finished_on: '2019-08' })).body
    const played = async () => (await ann.get('/api/library?played=2019&sort=name')).body.data.length
    expect(await played()).toBe(2)
    await undo(undo_id)
    expect(await played()).toBe(0)
  })

  test('a game that is being played again gets a new playthrough for its first day, and the one before keeps the stars', async () => {
    // Stars from before playthroughs had any (decision 0139).
    await app.db.updateTable('user_games').set({ user_rating: 9 }).where('game_id', '=', PLAYING).execute()
    await ann.post(`/api/user/games/${PLAYING}/playthroughs`, { finished_on: '2020', finish_level: 'main_story' })
    await date([PLAYING], { started_on: '2026-02' })
    expect(await runs()).toMatchObject([
      { finished_on: '2020-01-01', rating: 9 },
      { started_on: '2026-02-01', finished_on: null, rating: null },
    ])
  })

  test('a playthrough that has changed since, or that has a session, stays at an undo', async () => {
    const { undo_id } = (await date(BEGUN, { platform: 'PC' })).body
    later()
    await ann.post(`/api/user/games/${PLAYING}/sessions`, { minutes: 30 })
    const [, done] = await runs()
    await ann.patch(`/api/user/games/${DONE}/playthroughs/${done?.id}`, { platform: 'Mac' })
    expect((await undo(undo_id)).body).toEqual({ restored: 1 })
    expect(await runs()).toMatchObject([
      { game_id: PLAYING, platform: 'PC' },
      { game_id: DONE, platform: 'Mac' },
    ])
  })

  test('a change without effect has no undo', async () => {
    await date([DONE], { platform: 'PC' })
    later()
    expect((await date([DONE], { platform: 'PC' })).body).toEqual({ changed: 0, undo_id: null })
  })

  test.each([
    [400, 'nothing', {}, 'Choose a platform or a date'],
    [400, 'a day in the future', { started_on: '2026-04' }, 'This day is in the future'],
    [400, 'year 0', { finished_on: '0000' }, 'A date is a year, a month or a day: 2012, 2012-05 or 2012-05-17'],
    [400, 'a long platform', { platform: 'x'.repeat(61) }, 'A platform must be 60 characters or less'],
    [
      409,
      'a last day of a game in play',
      { finished_on: '2020' },
      'You are playing “Game 602”, so that it has no last day',
    ],
  ])('%d: %s is refused with a sentence, and nothing changes', async (status, _what, change, error) => {
    const before = await stored()
    const answer = await date(BEGUN, change)
    expect([answer.status, answer.body.error]).toEqual([status, error])
    expect(await stored()).toEqual(before)
  })

  test('days in the wrong order, wanted games and games of others are refused by name', async () => {
    await ann.post(`/api/user/games/${DONE}/playthroughs`, { started_on: '2021', finish_level: 'main_story' })
    const before = await stored()
    const wrong = await date([DONE, DROPPED], { finished_on: '2020-12' })
    expect([wrong.status, wrong.body.error]).toEqual([409, '“Game 603” cannot end before it started'])
    const wanted = await date(GAMES, { platform: 'PC' })
    expect([wanted.status, wanted.body.code, wanted.body.error]).toEqual([
      409,
      'not_played',
      'You want to play “Game 601”: platform and dates are for games that you have begun',
    ])
    const other = await bob.post('/api/library/bulk/playthrough', { game_ids: [DONE], platform: 'PC' })
    expect([other.status, other.body.code]).toEqual([404, 'entry_not_found'])
    expect(await stored()).toEqual(before)
  })

  test('as many statements for three games as for one', async () => {
    await date(BEGUN, { platform: 'PC' })
    const one = await app.countQueries(() => date([DONE], { platform: 'Mac' }))
    expect(await app.countQueries(() => date(BEGUN, { platform: 'Switch' }))).toBe(one)
  })
})

import { beforeAll, describe, expect, test } from 'vitest'
import { addGames } from '#tests/support/fixtures.ts'
import { duringTransaction } from '#tests/support/locks.ts'
import { type Member, signUp } from '#tests/support/members.ts'
import { useTestApp } from '#tests/support/test-app.ts'

const t = useTestApp()
const NOW = new Date('2026-11-22T15:00:00.000Z')
const [G, H, I] = ['igdb_901', 'igdb_902', 'igdb_903'] as const
const R = 'rawg_7'
const MISSING = 'rawg_999'
let ann: Member
let bob: Member

beforeAll(async () => {
  t.time.now = NOW
  await addGames(t, [G, H, I, R])
  ann = await signUp(t)
  bob = await signUp(t)
})

const letters = (count: number) => 'x'.repeat(count)
const daily = (more: object = {}) => ({ type: 'daily', content: 'Played all evening.', ...more })
const progress = (more: object = {}) => ({
  type: 'progress',
  game: { id: G },
  progress: 40,
  hoursPlayed: 12.5,
  ...more,
})
const review = (more: object = {}) => ({ type: 'review', game: { id: H }, rating: 9, content: 'Superb.', ...more })
const list = (more: object = {}) => ({
  type: 'list',
  title: 'Short ones',
  content: JSON.stringify([{ id: G }]),
  ...more,
})

const add = (who: Member, draft: object) => who.post('/api/journal', draft)
const write = async (who: Member, draft: object) => {
  const { status, body } = await add(who, draft)
  expect(status, JSON.stringify(body)).toBe(201)
  return body.entry
}
const entriesOf = async (who: Member, search = '') => (await who.get(`/api/journal${search}`)).body.entries
const libraryOf = async (who: Member, game: string) => (await who.get(`/api/library/${game}`)).body.entry

describe('an entry', () => {
  test('has the documented fields [R-JOUR-01, R-JOUR-36, R-JOUR-39]', async () => {
    const who = await signUp(t)
    const entry = await write(who, progress({ content: 'The fourth region.', title: 'Evening' }))
    expect(entry).toMatchObject({
      type: 'progress',
      date: '2026-11-22',
      title: 'Evening',
      content: 'The fourth region.',
      progress: 40,
      hoursPlayed: 12.5,
      rating: null,
      game: { id: G },
      is_public: true,
      createdAt: NOW.toISOString(),
      updatedAt: NOW.toISOString(),
    })
    expect(await entriesOf(who)).toEqual([entry])
    const changed = await who.put(`/api/journal/${entry.id}`, progress({ content: 'The fifth.', progress: 45 }))
    expect(changed.body.entry).toMatchObject({ content: 'The fifth.', progress: 45, title: null })
    expect((await who.delete(`/api/journal/${entry.id}`)).status).toBe(204)
    expect(await entriesOf(who)).toEqual([])
  })

  test.each([
    ['another type [R-JOUR-02]', daily({ type: 'dream' }), 'Entry type must be progress, review, daily or list'],
    ['no type [R-JOUR-02]', { content: 'x' }, 'Entry type must be progress, review, daily or list'],
    ['101 percent [R-JOUR-04]', progress({ progress: 101 }), 'Progress must be a whole number from 0 to 100'],
    ['half a percent [R-JOUR-09]', progress({ progress: 0.5 }), 'Progress must be a whole number from 0 to 100'],
    ['no hours [R-JOUR-10]', progress({ hoursPlayed: undefined }), 'Hours Played is required and must be 0 or more'],
    ['negative hours', progress({ hoursPlayed: -1 }), 'Hours Played is required and must be 0 or more'],
    [
      'a description of 501 characters [R-JOUR-11]',
      progress({ content: letters(501) }),
      'Description must be 500 characters or less',
    ],
    ['an empty day [R-JOUR-12]', daily({ content: ' \n ' }), 'Content is required'],
    ['a day of 501 characters [R-JOUR-12]', daily({ content: letters(501) }), 'Content must be 500 characters or less'],
    ['a rating of 0 [R-JOUR-13]', review({ rating: 0 }), 'Rating must be a whole number from 1 to 10'],
    ['a rating of 11 [R-JOUR-04, R-JOUR-13]', review({ rating: 11 }), 'Rating must be a whole number from 1 to 10'],
    ['an empty review [R-JOUR-14]', review({ content: '' }), 'Content is required'],
    [
      'a review of 1001 characters [R-JOUR-14]',
      review({ content: letters(1001) }),
      'Content must be 1000 characters or less',
    ],
    ['progress without a game [R-JOUR-15]', progress({ game: undefined }), 'Please select a game'],
    ['a review without a game [R-JOUR-15]', review({ game: undefined }), 'Please select a game'],
    ['a game that is none', review({ game: { id: 'zelda' } }), 'Please select a game'],
    ['a list without a title [R-JOUR-16]', list({ title: '' }), 'Title is required'],
    ['a list that is no JSON [R-JOUR-05]', list({ content: '{' }), 'Content must be a JSON array of games'],
    ['a list that is no array [R-JOUR-05]', list({ content: '{"id":1}' }), 'Content must be a JSON array of games'],
    [
      'a list of 101 games',
      list({ content: Array.from({ length: 101 }, (_, at) => ({ id: at + 1 })) }),
      'A list in the journal can contain at most 100 games',
    ],
    [
      'a date that is none [R-JOUR-03]',
      daily({ date: '2026-02-31' }),
      'Date must be a day as YYYY-MM-DD, today in your time zone',
    ],
    ['a date of last week', daily({ date: '2026-11-15' }), 'Date must be a day as YYYY-MM-DD, today in your time zone'],
  ])('with %s is refused, and nothing is written', async (_, draft, sentence) => {
    const before = (await entriesOf(ann)).length
    const { status, body } = await add(ann, draft)
    expect(status).toBe(400)
    expect(JSON.stringify(body)).toContain(sentence)
    expect((await entriesOf(ann)).length).toBe(before)
    expect((await ann.get(`/api/library/${G}`)).status).toBe(404)
  })

  test('may have the documented number of code points [R-JOUR-11, R-JOUR-12, R-JOUR-14]', async () => {
    const who = await signUp(t)
    await write(who, daily({ content: '🎮'.repeat(500) }))
    await write(who, progress({ content: letters(500) }))
    await write(who, review({ content: letters(1000) }))
  })

  test('of type daily needs no game, and has the date of the author’s time zone [R-JOUR-03, R-JOUR-36] [G58]', async () => {
    const who = await signUp(t)
    expect(await write(who, daily({ date: '2026-11-23' }))).toMatchObject({
      game: null,
      date: '2026-11-23',
      title: null,
    })
    const entry = await write(who, daily({ game: { id: 901 } }))
    expect(entry.game.id).toBe(G)
    const changed = await who.put(`/api/journal/${entry.id}`, daily({ date: '2026-11-21', content: 'Later.' }))
    expect(changed.body.entry).toMatchObject({ date: '2026-11-22', content: 'Later.', game: null })
  })

  test('returns the id of its game with the prefix of its source, also if the request omits the prefix [R-JOUR-06]', async () => {
    const who = await signUp(t)
    expect((await write(who, daily({ game: { id: '902' } }))).game.id).toBe(H)
    expect((await write(who, daily({ game: { id: R } }))).game.id).toBe(R)
    const { status, body } = await add(who, daily({ game: { id: 'rawg_5' } }))
    expect([status, body.error]).toEqual([404, 'Failed to add game to database'])
  })

  test('about a game that no source knows is refused [R-JOUR-22] [C59]', async () => {
    for (const draft of [progress({ game: { id: MISSING } }), review({ game: { id: MISSING } })]) {
      const { status, body } = await add(ann, draft)
      expect([status, body.code, body.error]).toEqual([404, 'game_not_added', 'Failed to add game to database'])
    }
  })

  test('cannot be moved to a game that is not stored [R-JOUR-20] [C59]', async () => {
    const entry = await write(ann, daily())
    const { status, body } = await ann.put(`/api/journal/${entry.id}`, daily({ game: { id: MISSING } }))
    expect(status).toBe(404)
    expect(body.error).toBe(
      `Game with ID ${MISSING} not found in the database. Please make sure the game exists before adding an entry.`,
    )
  })

  test('cannot be read, changed or deleted by another member [R-JOUR-38, R-JOUR-39]', async () => {
    const entry = await write(ann, daily({ content: 'Mine alone.' }))
    for (const answer of [
      await bob.put(`/api/journal/${entry.id}`, daily({ content: 'Taken.' })),
      await bob.delete(`/api/journal/${entry.id}`),
    ])
      expect([answer.status, answer.body.error]).toEqual([404, 'Journal entry not found'])
    expect(JSON.stringify((await bob.get('/api/journal')).body)).not.toContain('Mine alone.')
    expect((await entriesOf(ann)).find(({ id }: { id: string }) => id === entry.id).content).toBe('Mine alone.')
  })

  test('has no day that the calendar lacks, also beside one that it has [R-JOUR-03]', async () => {
    const who = await signUp(t)
    t.time.now = new Date('2026-03-01T12:00:00.000Z')
    const dated = async (date: string) => (await add(who, daily({ date }))).status
    expect([await dated('2026-02-28'), await dated('2026-02-29'), await dated('2026-02-30')]).toEqual([201, 400, 400])
    expect([await dated('2026-03-02'), await dated('2026-03-03')]).toEqual([201, 400])
    t.time.now = NOW
  })

  test('cannot change its type', async () => {
    const entry = await write(ann, daily())
    expect((await ann.put(`/api/journal/${entry.id}`, progress())).status).toBe(400)
  })

  test('is not overwritten by an outdated version from another tab [G59]', async () => {
    const entry = await write(ann, daily())
    t.time.now = new Date(NOW.getTime() + 1000)
    const one = await ann.put(`/api/journal/${entry.id}`, daily({ content: 'One', updated_at: entry.updatedAt }))
    const two = await ann.put(`/api/journal/${entry.id}`, daily({ content: 'Two', updated_at: entry.updatedAt }))
    t.time.now = NOW
    expect([one.status, two.status]).toEqual([200, 409])
    expect(two.body).toMatchObject({ error: 'This item was changed by someone else', entry: { content: 'One' } })
  })

  test.each([
    ['review', review, 'reviews', { review_text: 'One', updated_at: new Date(NOW.getTime() + 1000) }],
    ['list', list, 'lists', { title: 'One', changed_at: new Date(NOW.getTime() + 1000) }],
  ] as const)(
    'whose %s is changed at the same moment elsewhere is not overwritten [G59]',
    async (type, draft, table, change) => {
      const who = await signUp(t)
      const entry = await write(who, draft())
      const { status, body } = await duringTransaction(
        t.db,
        (tx) => tx.updateTable(table).set(change).where('user_id', '=', who.user.id).execute(),
        () => who.put(`/api/journal/${entry.id}`, { ...draft(), title: 'Two', updated_at: entry.updatedAt }),
      )
      expect([status, body.code, body.entry[type === 'list' ? 'title' : 'content']]).toEqual([
        409,
        'changed_by_somebody',
        'One',
      ])
    },
  )

  test('about a game that is deleted meanwhile is refused', async () => {
    const who = await signUp(t)
    const kept = await write(who, daily())
    await addGames(t, ['igdb_170'])
    // The card is cached, so the check before the transaction still finds the game.
    await who.get('/api/games/igdb_170')
    await t.db.deleteFrom('games').where('id', '=', 'igdb_170').execute()
    const game = { id: 'igdb_170' }
    for (const draft of [progress({ game }), daily({ game }), review({ game }), list({ content: [game] })]) {
      const { status, body } = await add(who, draft)
      expect([status, body.error]).toEqual([404, 'Failed to add game to database'])
    }
    const { status, body } = await who.put(`/api/journal/${kept.id}`, daily({ game }))
    expect([status, body.code]).toEqual([404, 'game_not_found'])
    expect(await entriesOf(who)).toHaveLength(1)
  })

  test('needs a signed-in member [R-JOUR-19]', async () => {
    const visitor = t.visitor()
    for (const answer of [await visitor.get('/api/journal'), await visitor.post('/api/journal', daily())])
      expect([answer.status, answer.body.error]).toEqual([401, 'No authenticated user'])
  })
})

describe('the list of entries', () => {
  test('contains the latest 50, newest first, and a cursor for earlier ones [R-JOUR-35]', async () => {
    const who = await signUp(t)
    for (let at = 0; at < 55; at += 1) {
      t.time.now = new Date(NOW.getTime() + at * 1000)
      await write(who, daily({ content: `Entry ${at}` }))
    }
    t.time.now = NOW
    const { body } = await who.get('/api/journal')
    const contents = (entries: { content: string }[]) => entries.map(({ content }) => content)
    expect(contents(body.entries)).toEqual(Array.from({ length: 50 }, (_, at) => `Entry ${54 - at}`))
    const rest = (await who.get(`/api/journal?cursor=${body.nextCursor}`)).body
    expect(contents(rest.entries)).toEqual(['Entry 4', 'Entry 3', 'Entry 2', 'Entry 1', 'Entry 0'])
    expect(rest.nextCursor).toBeNull()
  })

  test('can be filtered by type and game, and searched', async () => {
    const who = await signUp(t)
    await write(who, daily({ content: 'A quiet 100 % evening', title: 'Sunday' }))
    await write(who, progress({ content: 'Halfway' }))
    await write(who, review({ content: 'A masterpiece' }))
    await write(who, list())
    const typesOf = async (search: string) =>
      (await entriesOf(who, search)).map(({ type }: { type: string }) => type).toSorted()
    expect(await typesOf('?type=daily')).toEqual(['daily'])
    expect(await typesOf('?type=wrong')).toHaveLength(4)
    expect(await typesOf(`?game_id=${G}`)).toEqual(['progress'])
    expect(await typesOf('?date=2026-11-22')).toHaveLength(4)
    expect(await typesOf('?date=2026-11-21')).toEqual([])
    expect(await typesOf('?date=2026-31-12')).toHaveLength(4)
    expect(await typesOf('?search=MASTER')).toEqual(['review'])
    expect(await typesOf('?search=sunday')).toEqual(['daily'])
    expect(await typesOf('?search=short')).toEqual(['list'])
    expect(await typesOf('?search=100+%25')).toEqual(['daily'])
    expect(await typesOf('?search=nothing+like+it')).toEqual([])
  })

  test('offers each of its games once as a filter, by name, also those of early entries', async () => {
    const who = await signUp(t)
    await write(who, review())
    for (let at = 0; at < 51; at++) await write(who, daily({ game: { id: G } }))
    await write(who, daily())
    const names = async (reader: Member) =>
      (await reader.get('/api/journal/games')).body.games.map(({ id, name }: Record<string, string>) => [id, name])
    expect(await names(who)).toEqual([
      [G, 'Game 901'],
      [H, 'Game 902'],
    ])
    expect(await names(await signUp(t))).toEqual([])
  })
})

test('the dashboard has the three latest entries, reviews of the journal and the counts of the library [R-STAT-11]', async () => {
  const who = await signUp(t)
  for (const [at, draft] of [daily({ content: 'Old' }), review(), progress(), list()].entries()) {
    t.time.now = new Date(NOW.getTime() + at * 1000)
    await write(who, draft)
  }
  t.time.now = NOW
  const { journal, reviews, activities, stats } = (await who.get('/api/user/dashboard')).body
  expect(journal).toEqual(await entriesOf(who, '?limit=3'))
  expect(journal.map(({ type }: { type: string }) => type)).toEqual(['list', 'progress', 'review'])
  const shared = activities.filter(({ type }: { type: string }) => type !== 'badge')
  expect([reviews.length, shared.length, stats.total_games]).toEqual([1, 2, 1])
})

describe('an entry about progress', () => {
  test('updates the library and its history [R-PROG-06]', async () => {
    const who = await signUp(t)
    await write(who, progress())
    expect(await libraryOf(who, G)).toMatchObject({ status: 'playing', play_time: 12.5, completion_percentage: 40 })
    await who.patch(`/api/library/${G}/status`, { status: 'dropped' })
    await write(who, progress({ progress: 60, hoursPlayed: 15 }))
    expect(await libraryOf(who, G)).toMatchObject({ status: 'dropped', play_time: 15, completion_percentage: 60 })
    await write(who, progress({ progress: 100, hoursPlayed: 20 }))
    expect(await libraryOf(who, G)).toMatchObject({ status: 'completed', completion_percentage: 100 })
    const { body } = await who.get(`/api/library/${G}/history`)
    expect(body.playTimeHistory.map((row: { play_time: number }) => row.play_time)).toEqual([12.5, 15, 20])
  })

  test('is added, updated, and read with the own library and the progress of its game [R-JOUR-37]', async () => {
    const who = await signUp(t)
    const { id } = await write(who, progress())
    const updated = await who.put(`/api/journal/${id}`, progress({ progress: 45, hoursPlayed: 14 }))
    expect([updated.status, updated.body.entry.progress]).toEqual([200, 45])
    const { body } = await who.get('/api/library')
    expect(JSON.stringify(body)).toContain(G)
    const read = await who.get(`/api/library/${G}/progress`)
    expect(read.body).toMatchObject({ play_time: 14, completion_percentage: 45 })
  })

  test('adds one activity to the feed within the cool-down, and is stored without one too [R-JOUR-34]', async () => {
    const who = await signUp(t)
    await write(who, progress())
    await write(who, progress({ progress: 50 }))
    await write(who, progress({ progress: 100 }))
    const { activities } = (await who.get('/api/activities/mine')).body
    const shared = activities.filter(({ type }: { type: string }) => type !== 'badge')
    expect(shared.map(({ type, details }: { type: string; details: object }) => [type, details])).toEqual([
      ['completed', { progress: 100 }],
      ['progress', { progress: 40 }],
    ])
    expect(await entriesOf(who)).toHaveLength(3)
  })

  test('corrects the library when it is edited while it is the newest entry of its game', async () => {
    const who = await signUp(t)
    const first = await write(who, progress())
    t.time.now = new Date(NOW.getTime() + 1000)
    const second = await write(who, progress({ progress: 70, hoursPlayed: 30 }))
    t.time.now = NOW
    await who.put(`/api/journal/${first.id}`, progress({ progress: 10, hoursPlayed: 1 }))
    expect(await libraryOf(who, G)).toMatchObject({ play_time: 30, completion_percentage: 70 })
    await who.put(`/api/journal/${second.id}`, progress({ progress: 65, hoursPlayed: 28 }))
    expect(await libraryOf(who, G)).toMatchObject({ play_time: 28, completion_percentage: 65 })
  })

  test('does not change the library when it is deleted', async () => {
    const who = await signUp(t)
    const entry = await write(who, progress())
    await who.delete(`/api/journal/${entry.id}`)
    expect(await libraryOf(who, G)).toMatchObject({ play_time: 12.5, completion_percentage: 40 })
  })
})

describe('an entry about a review', () => {
  test('creates the review, which is public by default [R-JOUR-04, R-REV-28]', async () => {
    const who = await signUp(t)
    const entry = await write(who, review())
    expect(entry).toMatchObject({ rating: 9, content: 'Superb.', is_public: true, game: { id: H } })
    const seen = (await bob.get(`/api/reviews/${entry.review_id}`)).body.review
    expect(seen).toMatchObject({ rating: 4.5, review_text: 'Superb.' })
    const hidden = await write(who, review({ game: { id: I }, is_public: false }))
    expect((await bob.get(`/api/reviews/${hidden.review_id}`)).status).toBe(404)
  })

  test('ignores is_public for other types [R-JOUR-04] [C23]', async () => {
    expect((await write(ann, daily({ is_public: false }))).is_public).toBe(true)
  })

  test('edits the existing review, and deletes the review when it is deleted [C24]', async () => {
    const who = await signUp(t)
    const entry = await write(who, review())
    const again = await add(who, review({ rating: 3, content: 'I have changed my mind.' }))
    expect([again.status, again.body.entry.id]).toEqual([200, entry.id])
    expect((await who.get(`/api/reviews/${entry.review_id}`)).body.review.rating).toBe(1.5)
    await who.put(`/api/journal/${entry.id}`, review({ rating: 8, content: 'Well.' }))
    expect((await who.get(`/api/reviews/${entry.review_id}`)).body.review).toMatchObject({ rating: 4 })
    expect((await who.delete(`/api/journal/${entry.id}`)).status).toBe(204)
    expect((await who.get(`/api/reviews/${entry.review_id}`)).status).toBe(404)
    expect(await entriesOf(who)).toEqual([])
  })

  test('does not replace a version of the review that its author does not know of [C24] [G59]', async () => {
    const who = await signUp(t)
    expect((await add(who, review({ updated_at: null }))).status).toBe(201)
    const refused = await add(who, review({ content: 'From another tab.', rating: 2, updated_at: null }))
    expect([refused.status, refused.body.code]).toEqual([409, 'changed_by_somebody'])
    expect(refused.body.entry).toMatchObject({ type: 'review', content: 'Superb.', rating: 9 })
    expect(await entriesOf(who)).toEqual([refused.body.entry])
    const { updatedAt } = refused.body.entry
    const later = await add(who, review({ content: 'From another tab.', updated_at: updatedAt }))
    expect([later.status, later.body.entry.content]).toEqual([200, 'From another tab.'])
    expect((await add(who, review({ updated_at: updatedAt }))).status).toBe(409)
    expect((await add(who, review({ content: 'Any version.' }))).status).toBe(200)
  })

  test('exists for a review from another screen, and is deleted with that review', async () => {
    const who = await signUp(t)
    const made = await who.post('/api/reviews', { game_id: H, rating: 2.5, review_text: 'So so.' })
    expect(await entriesOf(who)).toMatchObject([{ type: 'review', content: 'So so.', rating: 5 }])
    await who.delete(`/api/reviews/${made.body.review.id}`)
    expect(await entriesOf(who)).toEqual([])
  })
})

describe('an entry about a list', () => {
  test('creates a list of its games, which it contains as JSON text [R-JOUR-05, R-JOUR-16]', async () => {
    const who = await signUp(t)
    const entry = await write(who, list({ content: [{ id: 901 }, { id: H }, { id: G }] }))
    expect(JSON.parse(entry.content).map(({ id }: { id: string }) => id)).toEqual([G, H])
    expect(Object.keys(JSON.parse(entry.content)[0])).toEqual(['id', 'name', 'cover_url'])
    expect((await bob.get(`/api/lists/${entry.list_id}`)).status).toBe(404)
    const changed = await who.put(
      `/api/journal/${entry.id}`,
      list({ title: 'Others', content: [{ id: I }, { id: H }] }),
    )
    expect(changed.body.entry.title).toBe('Others')
    expect(JSON.parse(changed.body.entry.content).map(({ id }: { id: string }) => id)).toEqual([I, H])
    await who.delete(`/api/journal/${entry.id}`)
    expect((await who.get(`/api/lists/${entry.list_id}`)).status).toBe(404)
  })
})

test('an entry is written in one transaction: when the review fails, library and feed do not change [G62]', async () => {
  const who = await signUp(t)
  const run = '019a0000-0000-7000-8000-000000000000'
  const { status } = await add(who, review({ playthrough_id: run }))
  expect(status).toBe(404)
  expect(await entriesOf(who)).toEqual([])
  expect((await who.get('/api/activities/mine')).body.activities).toEqual([])
})

describe('the calendar', () => {
  test('contains the days of play sessions and of entries', async () => {
    const who = await signUp(t)
    await write(who, progress({ date: '2026-11-21' }))
    await write(who, daily({ date: '2026-11-21' }))
    await who.post(`/api/user/games/${G}/sessions`, { minutes: 90, played_on: '2026-11-03' })
    await who.put(`/api/library/${H}/progress`, { played: { minutes: 30, played_on: '2026-11-03' } })
    const { body } = await who.get('/api/journal/month?month=2026-11')
    expect(body.days).toMatchObject([
      { date: '2026-11-03', minutes: 120, entries: 0, games: [{ id: G }, { id: H }], gamesCount: 2 },
      { date: '2026-11-21', minutes: 0, entries: 2, games: [{ id: G }], gamesCount: 1 },
    ])
    const year = (await who.get('/api/journal/year?year=2026')).body
    expect(year.days).toEqual([
      { date: '2026-11-03', minutes: 120, entries: 0 },
      { date: '2026-11-21', minutes: 0, entries: 2 },
    ])
    expect(year.firstYear).toBe(2026)
    expect((await who.get('/api/journal/month?month=2026-13')).status).toBe(400)
    expect((await who.get('/api/journal/year?year=1066')).status).toBe(400)
  })

  test('lists what happened on this day in earlier years', async () => {
    const who = await signUp(t)
    await who.put(`/api/library/${G}/progress`, { played: { minutes: 45, played_on: '2024-11-22' } })
    await who.put(`/api/library/${G}/progress`, { played: { minutes: 45, played_on: '2024-11-21' } })
    t.time.now = new Date('2025-11-22T15:00:00.000Z')
    await write(who, daily({ content: 'A year ago' }))
    t.time.now = NOW
    await write(who, daily({ content: 'Today' }))
    const { body } = await who.get('/api/journal/on-this-day?date=2026-11-22')
    expect(body.years).toMatchObject([
      { year: 2025, minutes: 0, games: [], entries: [{ content: 'A year ago' }] },
      { year: 2024, minutes: 45, games: [{ id: G }], entries: [] },
    ])
    for (const date of ['today', '2026-02-30', '2026-02-29', '0000-01-01', '2026-13-01'])
      expect([date, (await who.get(`/api/journal/on-this-day?date=${date}`)).status]).toEqual([date, 400])
    for (const date of ['2024-02-29', '9999-12-31'])
      expect([date, (await who.get(`/api/journal/on-this-day?date=${date}`)).status]).toEqual([date, 200])
  })
})

test('the dashboard has the three latest entries, five activities, three reviews and the counts [R-STAT-11]', async () => {
  const who = await signUp(t)
  const other = await signUp(t)
  const games = Array.from({ length: 6 }, (_, at) => `igdb_${951 + at}`)
  await addGames(t, games)
  for (const [at, game] of games.entries()) {
    t.time.now = new Date(NOW.getTime() + at * 60_000)
    await write(who, progress({ game: { id: game }, progress: 100 }))
    if (at < 4) await write(who, review({ game: { id: game }, content: `Review ${at}` }))
  }
  await write(who, daily({ content: 'The latest' }))
  const { body } = await who.get('/api/user/dashboard')
  t.time.now = NOW
  expect(body.journal.map(({ type }: { type: string }) => type)).toEqual(['daily', 'progress', 'progress'])
  expect(body.journal[0].content).toBe('The latest')
  expect(body.activities).toHaveLength(5)
  expect(body.reviews.map(({ source_text }: { source_text: string }) => source_text)).toEqual([
    'Review 3',
    'Review 2',
    'Review 1',
  ])
  expect(body.stats).toMatchObject({ total_games: 6, completed_games: 6 })
  expect((await other.get('/api/user/dashboard')).body).toMatchObject({ activities: [], reviews: [], journal: [] })
})

test('other games of a list in the journal leave its open form valid, another title does not (decision 0062)', async () => {
  const who = await signUp(t)
  const { list_id, id } = await write(who, list())
  const { updated_at, changed_at } = (await who.get(`/api/lists/${list_id}`)).body.list
  t.time.now = new Date(NOW.getTime() + 60_000)
  const change = async (more: object) => expect((await who.put(`/api/journal/${id}`, list(more))).status).toBe(200)
  const words = { title: 'Short ones', description: 'For a train', is_shared: true, is_ranked: false }
  await change({ content: [{ id: H }, { id: I }] })
  const changed = (await who.get(`/api/lists/${list_id}`)).body.list
  expect([changed.updated_at, changed.changed_at > changed_at, changed.games_count]).toEqual([updated_at, true, 2])
  expect((await who.put(`/api/lists/${list_id}`, { ...words, updated_at })).status).toBe(200)
  const stored = (await who.get(`/api/lists/${list_id}`)).body.list
  await change({ title: 'Shorter ones' })
  expect((await who.put(`/api/lists/${list_id}`, { ...words, updated_at: stored.updated_at })).status).toBe(409)
  t.time.now = NOW
})

import { describe, expect, test } from 'vitest'
import { addGames } from '#tests/support/fixtures.ts'
import { drafts, JOURNAL_GAMES, JOURNAL_NOW, useJournalApp } from '#tests/support/journal-app.ts'
import { duringTransaction } from '#tests/support/locks.ts'
import { type Member, signUp } from '#tests/support/members.ts'

const { t, ann, bob, add, write, entriesOf } = useJournalApp()
const { daily, progress, review, list } = drafts
const [G, H, , R] = JOURNAL_GAMES
const MISSING = 'rawg_999'
const letters = (count: number) => 'x'.repeat(count)

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
      createdAt: JOURNAL_NOW.toISOString(),
      updatedAt: JOURNAL_NOW.toISOString(),
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
    t.time.now = JOURNAL_NOW
  })

  test('cannot change its type', async () => {
    const entry = await write(ann, daily())
    const { status, body } = await ann.put(`/api/journal/${entry.id}`, progress())
    const sentence = 'The type of an entry cannot change'
    expect([status, body.error, body.details]).toEqual([400, sentence, { type: sentence }])
  })

  test('is not overwritten by an outdated version from another tab [G59]', async () => {
    const entry = await write(ann, daily())
    t.time.now = new Date(JOURNAL_NOW.getTime() + 1000)
    const one = await ann.put(`/api/journal/${entry.id}`, daily({ content: 'One', updated_at: entry.updatedAt }))
    const two = await ann.put(`/api/journal/${entry.id}`, daily({ content: 'Two', updated_at: entry.updatedAt }))
    t.time.now = JOURNAL_NOW
    expect([one.status, two.status]).toEqual([200, 409])
    expect(two.body).toMatchObject({ error: 'This item was changed by someone else', entry: { content: 'One' } })
  })

  test.each([
    ['review', review, 'reviews', { review_text: 'One', updated_at: new Date(JOURNAL_NOW.getTime() + 1000) }],
    ['list', list, 'lists', { title: 'One', changed_at: new Date(JOURNAL_NOW.getTime() + 1000) }],
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
      t.time.now = new Date(JOURNAL_NOW.getTime() + at * 1000)
      await write(who, daily({ content: `Entry ${at}` }))
    }
    t.time.now = JOURNAL_NOW
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

  test('shows of each list its own games, and finds it by their names alone', async () => {
    const who = await signUp(t)
    const first = await write(who, list({ title: 'One', content: [{ id: G }] }))
    const second = await write(who, list({ title: 'Two', content: [{ id: H }] }))
    const gamesOf = (entry: { id: string; content: string }) => [
      entry.id,
      JSON.parse(entry.content).map(({ id }: { id: string }) => id),
    ]
    expect((await entriesOf(who)).map(gamesOf)).toEqual([
      [second.id, [H]],
      [first.id, [G]],
    ])
    expect((await entriesOf(who, '?search=game+901')).map(gamesOf)).toEqual([[first.id, [G]]])
  })

  test('is searched without regard to how Unicode spells a letter', async () => {
    const who = await signUp(t)
    const [composed, decomposed] = ['KÄMPFE'.normalize('NFC'), 'kämpfe'.normalize('NFD')]
    await write(who, daily({ content: `${decomposed} am Abend` }))
    const count = async (word: string) => (await entriesOf(who, `?search=${encodeURIComponent(word)}`)).length
    expect([await count(composed), await count(decomposed)]).toEqual([1, 1])
    await t.db.updateTable('journal_entries').set({ content: decomposed }).where('user_id', '=', who.user.id).execute()
    expect([await count(composed), await count(decomposed)]).toEqual([1, 1])
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

import { describe, expect, test } from 'vitest'
import { useImportsApp } from '#tests/support/imports-app.ts'

// Files of other trackers with tags, copies and reviews.
const { app, ann, bob, read, step, write, stateOf, rowsOf, library } = useImportsApp()

const HEADER = 'game,status,score,review,tags,store,format,price paid'
const LONG_TAG = 'x'.repeat(41)
const FILE = [
  HEADER,
  'Marmot Quest,Completed,8,"Good, <script>x</script><b>really</b>","Cosy, Co-op",Steam,Digital,$19.99',
  `Heron,Playing,,No stars,"cosy, ${LONG_TAG}",,Physical,20`,
  'Lynx Patrol,Playing,6,,,,,',
].join('\n')

/** Reads a table with its columns as they are guessed. */
async function readTable(file = FILE): Promise<string> {
  const id = await read(ann, file)
  const { mapping } = (await ann.get(`/api/imports/${id}/table`)).body
  expect((await ann.put(`/api/imports/${id}/mapping`, { ...mapping, rating_max: 10 })).status).toBe(200)
  await app.work()
  return id
}
const copies = async (game: string) => (await ann.get(`/api/library/${game}/copies`)).body.copies
const shelves = async () => (await ann.get('/api/library/shelves')).body.shelves
const reviews = () =>
  app.db
    .selectFrom('reviews')
    .where('user_id', '=', ann.user.id)
    .select(['game_id', 'rating', 'review_text', 'review_html', 'is_public', 'spoils_to'])
    .execute()
const empty = async () => {
  for (const table of ['reviews', 'own_shelves', 'friend_activities', 'notifications'] as const)
    await app.db.deleteFrom(table).execute()
}
const changed = (row: { changes: { field: string; after: string }[] }, ...fields: string[]) =>
  row.changes.filter(({ field }) => fields.includes(field)).map(({ field, after }) => `${field}: ${after}`)

describe('tags, copies and reviews of a file', () => {
  test('are shown before, with what is left alone and why', async () => {
    await empty()
    const id = await readTable()
    const [marmot, heron] = await rowsOf(ann, id)
    expect(changed(marmot, 'Shelves', 'Copies', 'Review')).toEqual([
      'Shelves: Cosy, Co-op',
      'Copies: Digital, Steam, $19.99',
      'Review: Only for you: “Good, <script>x</script><b>really</b>”',
    ])
    expect(changed(heron, 'Shelves', 'Copies', 'Review')).toEqual(['Shelves: cosy', 'Copies: Physical'])
    expect(heron.losses).toEqual([
      'price paid: “20” names no currency, and is in the notes',
      `tags: “${LONG_TAG}” is too long`,
      'Review: it has no stars, and neither has the game in your library',
    ])
    expect(await reviews()).toEqual([])
  })

  test('go onto the shelf that the member has, however Unicode spells its name', async () => {
    await empty()
    const [composed, decomposed] = ['Kämpfe'.normalize('NFC'), 'KÄMPFE'.normalize('NFD')]
    const bring = async () =>
      step(
        ann,
        await readTable(`${HEADER}\nMarmot Quest,Completed,,,${decomposed}\nHeron,Playing,,,${composed}`),
        'apply',
      )
    const names = async () => (await shelves()).map(({ name }: { name: string }) => name)
    await bring()
    expect(await names()).toEqual([composed.toUpperCase()])
    await app.db.updateTable('own_shelves').set({ name: decomposed.toLowerCase() }).execute()
    await app.db.deleteFrom('user_games').execute()
    await bring()
    expect(await names()).toEqual([decomposed.toLowerCase()])
    expect(await app.db.selectFrom('own_shelf_games').select('game_id').execute()).toHaveLength(2)
  })

  test('are written for the member alone, sanitised, and nothing is posted', async () => {
    await empty()
    const id = await readTable()
    await step(ann, id, 'apply')
    expect(await copies('igdb_1')).toMatchObject([
      { store: 'Steam', is_physical: false, price: 19.99, currency: 'USD' },
    ])
    expect(
      (await shelves()).map(({ name, is_shown, games_count }: Record<string, unknown>) => [
        name,
        is_shown,
        games_count,
      ]),
    ).toEqual([
      ['Cosy', false, 2],
      ['Co-op', false, 1],
    ])
    expect(await reviews()).toEqual([
      {
        game_id: 'igdb_1',
        rating: 4,
        review_text: 'Good, <script>x</script><b>really</b>',
        review_html: expect.not.stringContaining('script'),
        is_public: false,
        spoils_to: null,
      },
    ])
    const types = await app.db.selectFrom('friend_activities').select('activity_type').execute()
    expect(types.filter(({ activity_type }) => activity_type !== 'badge')).toEqual([])
    expect((await bob.get(`/api/profiles/${ann.user.id}/reviews`)).body.data).toEqual([])
    // Each review has its entry in the journal.
    expect((await ann.get('/api/journal')).body.data ?? (await ann.get('/api/journal')).body.entries).toMatchObject([
      { type: 'review' },
    ])
    const [, heron] = await rowsOf(ann, id)
    expect(heron.losses).toContain('Review: it has no stars, and neither has the game in your library')
    // The same file again changes nothing.
    const again = await readTable()
    expect((await stateOf(ann, again)).counts).toMatchObject({ new: 0, changed: 0, same: 3 })
    await ann.delete(`/api/imports/${again}`)
    await step(ann, id, 'undo')
    expect([await library(ann), await reviews(), await shelves()]).toEqual([[], [], []])
    expect(await app.db.selectFrom('journal_entries').selectAll().execute()).toEqual([])
  })

  test('leave what the member has: a review, a shelf, a copy', async () => {
    await empty()
    await ann.post('/api/library', { game_id: 'igdb_1' })
    await ann.post('/api/library/igdb_1/copies', { is_physical: false, store: 'steam', edition: 'Gold' })
    await ann.post('/api/library/shelves', { name: 'cosy', color: 'red', is_shown: true })
    await ann.post('/api/reviews', { game_id: 'igdb_1', rating: 2, review_text: 'Mine', is_public: false })
    const id = await readTable()
    const [marmot] = await rowsOf(ann, id)
    expect(changed(marmot, 'Copies', 'Review')).toEqual([])
    expect(marmot.losses).toEqual(['Review: you have written one of this game, and it stays as it is'])
    await step(ann, id, 'apply')
    expect(await copies('igdb_1')).toMatchObject([{ edition: 'Gold' }])
    expect(await reviews()).toMatchObject([{ review_text: 'Mine', rating: 2 }])
    expect(await shelves()).toMatchObject([{ name: 'cosy', color: 'red', is_shown: true }, { name: 'Co-op' }])
    await step(ann, id, 'undo')
    expect(await reviews()).toMatchObject([{ review_text: 'Mine' }])
    expect(await shelves()).toMatchObject([{ name: 'cosy' }])
  })

  test('are left out by the rules', async () => {
    await empty()
    await ann.post('/api/library', { game_id: 'igdb_1', status: 'completed', user_rating: 8 })
    await ann.post('/api/library/igdb_1/copies', { is_physical: true })
    const id = await readTable()
    const { rules } = await stateOf(ann, id)
    await ann.put(`/api/imports/${id}/rules`, { ...rules, copies: 'mine', review: 'skip' })
    await app.work()
    const [marmot] = await rowsOf(ann, id)
    expect(changed(marmot, 'Copies', 'Review', 'Shelves')).toEqual(['Shelves: Cosy, Co-op'])
    await step(ann, id, 'apply')
    expect([await reviews(), (await copies('igdb_1')).length]).toEqual([[], 1])
  })
})

test('an undo of one game deletes its review and leaves the others', async () => {
  await empty()
  const file = [HEADER, 'Marmot Quest,Completed,8,One,,,,', 'Heron,Completed,6,Two,,,,'].join('\n')
  const id = await readTable(file)
  await step(ann, id, 'apply')
  const [row] = await rowsOf(ann, id)
  expect((await ann.post(`/api/imports/${id}/rows/${row.n}/undo`)).status).toBe(200)
  expect(await reviews()).toMatchObject([{ review_text: 'Two' }])
})

describe('our own export', () => {
  const file = (data: object) => JSON.stringify({ format: 'savepoint-export', version: 1, data })
  const REVIEW = {
    game_id: 'igdb_1',
    game_name: 'Marmot Quest',
    rating: 4.5,
    review_text: 'Theirs',
    spoils_to: 40,
    created_at: '2024-02-03T04:05:06.007Z',
  }

  test('brings a review of a game that is not in the library, public only by a rule', async () => {
    await empty()
    const content = file({ user_games: [], reviews: [{ ...REVIEW, is_public: true }] })
    const id = await write(ann, content, 'data.json')
    expect(await library(ann)).toEqual([])
    expect(await reviews()).toMatchObject([{ rating: 4.5, is_public: false, spoils_to: 40 }])
    await step(ann, id, 'undo')
    expect(await reviews()).toEqual([])
    const again = await read(ann, content, 'data.json')
    const { rules } = await stateOf(ann, again)
    await ann.put(`/api/imports/${again}/rules`, { ...rules, review: 'file' })
    await app.work()
    await step(ann, again, 'apply')
    expect(await reviews()).toMatchObject([{ is_public: true }])
    expect((await bob.get(`/api/profiles/${ann.user.id}/reviews`)).body.data).toHaveLength(1)
    const types = await app.db.selectFrom('friend_activities').select('activity_type').execute()
    expect(types.filter(({ activity_type }) => activity_type === 'review')).toEqual([])
  })

  test('puts no review and no list before those that are written later, whatever instants it names', async () => {
    await empty()
    await app.db.deleteFrom('lists').execute()
    // A file can name days until tomorrow, because a day begins in the east.
    const at = '2026-11-21T20:00:00.000Z'
    const content = file({
      user_games: [],
      reviews: [{ ...REVIEW, is_public: true, created_at: at, updated_at: at }],
      lists: [
        {
          id: 'a',
          title: 'Theirs',
          description: '',
          is_shared: true,
          is_ranked: false,
          created_at: at,
          changed_at: at,
        },
      ],
      list_games: [
        { list_id: 'a', game_id: 'igdb_1', game_name: 'Marmot Quest', position: 1, note: null, added_at: at },
      ],
    })
    const id = await read(ann, content, 'data.json')
    const { rules } = await stateOf(ann, id)
    await ann.put(`/api/imports/${id}/rules`, { ...rules, review: 'file', lists: 'file' })
    await app.work()
    await step(ann, id, 'apply')
    app.time.now = new Date(app.time.now.getTime() + 60_000)
    await bob.post('/api/reviews', { game_id: 'igdb_1', rating: 4, review_text: 'Mine', is_public: true })
    await bob.post('/api/lists', { title: 'Mine', is_shared: true, game_ids: ['igdb_1'] })
    const { data: latest } = (await app.visitor().get('/api/reviews?latest=1')).body
    expect(latest.map(({ user }: { user: { id: string } }) => user.id)).toEqual([bob.user.id, ann.user.id])
    const { data: lists } = (await app.visitor().get('/api/lists')).body
    expect(lists.map(({ title }: { title: string }) => title)).toEqual(['Mine', 'Theirs'])
    await app.db.deleteFrom('lists').execute()
    await empty()
  })

  test('brings lists, days and shelves, leaves what is damaged, and says so in the report', async () => {
    await empty()
    for (const table of ['lists', 'journal_entries'] as const) await app.db.deleteFrom(table).execute()
    await ann.post('/api/lists', { title: 'best' })
    const at = '2024-02-03T04:05:06.007Z'
    const list = { description: '', is_shared: true, is_ranked: true, created_at: at }
    const content = file({
      user_games: [],
      own_shelves: [{ name: 'Empty', color: 'red', is_shown: false, is_queue: false, position: 0 }],
      lists: [
        { ...list, id: 'a', title: 'Best' },
        { ...list, id: 'b', title: 'Games', created_at: '2024-02-04T04:05:06.007Z' },
        { ...list, id: 'c', title: '' },
      ],
      list_games: [
        { list_id: 'b', game_id: 'igdb_4', game_name: 'Badgers & Bees', position: 2, note: '=x', added_at: at },
        { list_id: 'b', game_id: 'igdb_1', game_name: 'Marmot Quest', position: 1, note: null, added_at: at },
        { list_id: 'b', game_id: 'igdb_77', game_name: 'Nobody', position: 3, note: null, added_at: at },
      ],
      journal_entries: [
        { type: 'daily', date: '2024-02-03', content: 'A day', game_id: null, created_at: at },
        {
          type: 'progress',
          date: '2024-02-30',
          content: '',
          game_id: 'igdb_1',
          progress: 1,
          hours_played: 1,
          created_at: at,
        },
      ],
    })
    const id = await read(ann, content, 'data.json')
    const { items } = await stateOf(ann, id)
    expect(items).toEqual([
      { kind: 'shelf', new: 1, same: 0, skipped: 0, undone: 0, waiting: 1 },
      { kind: 'list', new: 1, same: 1, skipped: 1, undone: 0, waiting: 1 },
      { kind: 'journal', new: 1, same: 0, skipped: 1, undone: 0, waiting: 1 },
    ])
    await step(ann, id, 'apply')
    expect(await stateOf(ann, id)).toMatchObject({ state: 'done', undo_until: expect.any(String) })
    const lists = (await ann.get('/api/lists/mine')).body
    expect(JSON.stringify(lists)).toContain('Games')
    const places = await app.db
      .selectFrom('list_games')
      .select(['game_id', 'position', 'note'])
      .orderBy('position')
      .execute()
    expect(places).toEqual([
      { game_id: 'igdb_1', position: 1, note: null },
      { game_id: 'igdb_4', position: 2, note: '=x' },
    ])
    const stored = await app.db.selectFrom('lists').select(['title', 'is_shared']).orderBy('title').execute()
    expect(stored).toEqual([
      { title: 'Games', is_shared: false },
      { title: 'best', is_shared: false },
    ])
    const answer = await app.app.request(`http://localhost:3000/api/imports/${id}/report.csv`, {
      headers: {
        cookie: [...ann.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        host: 'localhost:3000',
      },
    })
    const lines = (await answer.text()).trim().split('\r\n').slice(1)
    expect(lines).toEqual([
      'Shelves,Empty,Imported,New,,,,',
      'Lists,Best,Imported,Unchanged,,,,',
      'Lists,Games,Imported,New,,,,1 game is not in the catalogue',
      'Lists,,Left out,,,,,Its values are not those of an export.',
      'Journal,A day,Imported,New,,,,',
      'Journal,,Left out,,,,,Its values are not those of an export.',
    ])
    // What the member adds to the list keeps it.
    const { id: listId } = await app.db
      .selectFrom('lists')
      .select('id')
      .where('title', '=', 'Games')
      .executeTakeFirstOrThrow()
    app.time.now = new Date(app.time.now.getTime() + 60_000)
    await ann.post(`/api/lists/${listId}/games`, { game_id: 'igdb_5' })
    await step(ann, id, 'undo')
    const left = await app.db.selectFrom('lists').select('title').orderBy('title').execute()
    expect(left.map(({ title }) => title)).toEqual(['Games', 'best'])
    const entries = await app.db.selectFrom('journal_entries').select('type').execute()
    expect(entries.filter(({ type }) => type === 'daily')).toEqual([])
    expect(await shelves()).toEqual([])
  })
})

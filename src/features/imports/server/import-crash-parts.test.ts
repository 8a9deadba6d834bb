import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { seededRandom } from '#db/seed/seeded-random.ts'
import { useCrashes } from '#tests/support/crashes.ts'
import { addAchievements } from '#tests/support/fixtures.ts'
import { useImportsApp } from '#tests/support/imports-app.ts'

// A server that stops while it imports our own export: games with their copies, reviews, ticks and sessions, shelves, lists
// and the journal.
const { app, ann, upload, stateOf } = useImportsApp()
const { stopsAfter } = useCrashes(app)

/** More lists and entries of the journal than one transaction writes. */
const COUNT = { games: 12, shelves: 5, lists: 12, entries: 210 }
const GAMES = Array.from({ length: COUNT.games }, (_, n) => `igdb_${3000 + n}`)
const AT = '2026-02-03T04:05:06.007Z'

/** What each table has of the member after the whole import. Each review and each list has an entry of the journal, too. */
const WHOLE = {
  user_games: COUNT.games,
  play_sessions: COUNT.games,
  game_copies: COUNT.games,
  own_shelves: COUNT.shelves,
  own_shelf_games: COUNT.games,
  reviews: COUNT.games,
  user_achievements: COUNT.games,
  lists: COUNT.lists,
  list_games: COUNT.lists * 2,
  journal_entries: COUNT.entries + COUNT.games + COUNT.lists,
} as const
type Table = keyof typeof WHOLE
const TABLES = Object.keys(WHOLE) as Table[]
const NOTHING = Object.fromEntries(TABLES.map((table) => [table, 0]))
const ITEMS = COUNT.shelves + COUNT.lists + COUNT.lists * 2 + COUNT.entries

/** An export with one of everything for each game. */
function exported(): string {
  const shelfOf = (n: number) => ({
    name: `Shelf ${n % COUNT.shelves}`,
    color: 'teal',
    is_shown: false,
    is_queue: false,
  })
  const times = { created_at: AT, updated_at: AT }
  // Lists and entries of one instant are the same ones.
  const later = (n: number) => new Date(Date.parse(AT) + n * 1000).toISOString()
  const game = (n: number) => ({ game_id: GAMES[n % COUNT.games], game_name: `Herd ${n % COUNT.games}` })
  const each = <T>(length: number, of: (n: number) => T) => Array.from({ length }, (_, n) => of(n))
  const runs = each(COUNT.games, () => randomUUID())
  const lists = each(COUNT.lists, () => randomUUID())
  const data = {
    user_games: each(COUNT.games, (n) => ({ ...game(n), status: 'completed', play_time: 1.5, ...times })),
    playthroughs: each(COUNT.games, (n) => ({ ...game(n), id: runs[n], finish_level: 'main_story' })),
    play_sessions: each(COUNT.games, (n) => ({
      ...{ ...game(n), playthrough_id: runs[n], played_on: '2026-01-02', minutes: 90, origin: 'typed', ended_at: AT },
    })),
    game_copies: each(COUNT.games, (n) => ({ ...game(n), store: 'Steam', is_physical: false })),
    own_shelves: each(COUNT.shelves, (n) => ({ id: randomUUID(), ...shelfOf(n), position: n })),
    own_shelf_games: each(COUNT.games, (n) => {
      const { name, color, is_shown, is_queue } = shelfOf(n)
      const shelf = { shelf_name: name, shelf_color: color, shelf_is_shown: is_shown, shelf_is_queue: is_queue }
      return { ...game(n), ...shelf, shelf_position: n % COUNT.shelves, added_at: AT, position: null }
    }),
    reviews: each(COUNT.games, (n) => ({ ...game(n), id: randomUUID(), rating: 4, review_text: 'Good', ...times })),
    user_achievements: each(COUNT.games, (n) => ({ ...game(n), achievement_name: 'First', unlocked_at: AT })),
    lists: each(COUNT.lists, (n) => ({
      id: lists[n],
      title: `List ${n}`,
      is_shared: false,
      is_ranked: false,
      created_at: later(n),
    })),
    list_games: each(COUNT.lists * 2, (n) => ({
      ...{
        ...game(n < COUNT.lists ? n : n + 1),
        list_id: lists[n % COUNT.lists],
        position: n,
        note: null,
        added_at: AT,
      },
    })),
    journal_entries: each(COUNT.entries, (n) => ({
      ...{ id: randomUUID(), type: 'daily', date: '2026-02-03', title: null, content: `Day ${n}` },
      created_at: later(n),
    })),
  }
  return JSON.stringify({ format: 'savepoint-export', version: 1, data })
}

/** Counts the rows of the member in each table. */
async function counts(): Promise<Record<Table, number>> {
  const of = (table: Table) =>
    table === 'list_games'
      ? sql`(select count(*)::int from list_games join lists on lists.id = list_id where lists.user_id = ${ann.user.id})`
      : sql`(select count(*)::int from ${sql.table(table)} where user_id = ${ann.user.id})`
  const columns = sql.join(TABLES.map((table) => sql`${of(table)} as ${sql.ref(table)}`))
  const { rows } = await sql<Record<Table, number>>`select ${columns}`.execute(app.db)
  return rows[0] as Record<Table, number>
}

/** What the import knows to have written, and not to have undone. */
async function known() {
  const { rows } = await sql<Record<'user_games' | 'game_copies' | 'reviews' | 'user_achievements', number>>`
    select count(*)::int as user_games, coalesce(sum(jsonb_array_length(copy_ids)), 0)::int as game_copies,
      count(review)::int as reviews, coalesce(sum(jsonb_array_length(ticks)), 0)::int as user_achievements
    from import_changes where undone_at is null`.execute(app.db)
  const items = await sql<{ kind: string; count: number }>`
    select kind, count(*)::int as count from import_items where state = 'applied' and written is not null
    group by kind`.execute(app.db)
  const of = (kind: string) => items.rows.find((row) => row.kind === kind)?.count ?? 0
  return { ...rows[0], own_shelves: of('shelf'), lists: of('list'), daily: of('journal') }
}

/** Each thing that is there is known to the import, and the other way round. */
async function expectNothingHalf(): Promise<void> {
  const { daily, ...written } = await known()
  const here = await counts()
  expect(here).toMatchObject(written)
  expect(here.journal_entries).toBe(daily + here.reviews + here.lists)
  expect([here.play_sessions, here.own_shelf_games]).toEqual([here.user_games, here.user_games])
  expect(here.list_games).toBe(here.lists * 2)
}

const again = async (id: string) => {
  app.queue.push({ name: 'run-import', data: { id } })
  await app.work()
}

beforeAll(async () => {
  await sql`
    insert into games (id, data_source, source_id, name, search_text)
    select 'igdb_' || n, 'igdb', n, 'Herd ' || n - 3000, '| herd ' || n - 3000 || ' |'
    from generate_series(3000, ${2999 + COUNT.games}::int) n`.execute(app.db)
  for (const game of GAMES) await addAchievements(app, game, ['First'])
})
beforeEach(async () => {
  for (const table of ['reviews', 'lists', 'journal_entries', 'own_shelves'] as const)
    await app.db.deleteFrom(table).execute()
})

test.each(TABLES.flatMap((table) => [1, 2].map((moment) => [table, moment] as const)))(
  'a server that stops while it reads, writes and undoes %s leaves nothing half, and the next one does nothing twice (moment %i)',
  async (table, moment) => {
    const random = seededRandom(`crash ${table} ${moment}`)
    const { body } = await upload(ann, exported(), 'data.json')
    const { id } = body.import
    // Stores and plans the items.
    await stopsAfter('import_items', random.whole(1, ITEMS))
    await again(id)
    const read = await stateOf(ann, id)
    expect(read).toMatchObject({ state: 'ready', counts: { total: COUNT.games, new: COUNT.games } })
    expect(read.items.map(({ kind, new: added }: { kind: string; new: number }) => [kind, added])).toEqual([
      ['shelf', COUNT.shelves],
      ['list', COUNT.lists],
      ['journal', COUNT.entries],
    ])
    expect(await counts()).toEqual(NOTHING)

    await ann.post(`/api/imports/${id}/apply`)
    await stopsAfter(table, random.whole(1, WHOLE[table]))
    await expectNothingHalf()
    await again(id)
    expect(await stateOf(ann, id)).toMatchObject({ state: 'done', counts: { applied: COUNT.games, failed: 0 } })
    expect(await counts()).toEqual(WHOLE)
    await expectNothingHalf()

    await ann.post(`/api/imports/${id}/undo`)
    await stopsAfter(table, random.whole(1, WHOLE[table]))
    await expectNothingHalf()
    await again(id)
    expect(await stateOf(ann, id)).toMatchObject({ state: 'undone', counts: { undone: COUNT.games } })
    expect(await counts()).toEqual(NOTHING)
  },
  60_000,
)

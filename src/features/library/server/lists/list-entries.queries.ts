import { type RawBuilder, sql } from 'kysely'
import { compiledForShape, rowsOf } from '#db/compiled.ts'
import type { Db } from '#db/db.ts'
import { MINUTES_TO_BEAT } from '#features/catalogue/server/stored-games/stored-games.service.ts'
import type { UserId } from '#shared/ids.ts'
import type { Entry, SharedSort } from '../../library.contract.ts'
import type { SortOrder } from '../../library.endpoints.ts'
import { defaultOrder, type Status } from '../../library.rules.ts'
import { type Entries, filterEntries, type LibraryFilter } from '../shelf/filtered-entries.queries.ts'
import { COLUMNS, type EntryValues, entriesInJson, entryOf } from './entries-in-json.queries.ts'

interface ListRow {
  entries: EntryValues[] | null
  total: number
}

/** A part of a library, and the number of all entries that the filter leaves. */
interface ListedEntries {
  entries: Entry[]
  total: number
}

/**
 * Lists a part of a library. PostgreSQL sends it as one JSON text: a page would else be hundreds of values, each read and
 * converted by itself (decision 0091).
 */
export async function listEntries(db: Db, userId: UserId, filter: LibraryFilter, page: Page): Promise<ListedEntries> {
  const { sort, order = defaultOrder(sort), limit, offset } = page
  const { status, search, platform = '', genre = '', game_id, narrowing, isPlayed = false, isShared = false } = filter
  const isPlain = search === '' && platform === '' && genre === '' && game_id === undefined && !narrowing
  const shape = { sort, order, isAll: status === 'all', isPlayed, isShared }
  const [list] = isPlain
    ? await plainList(shape)(db, { userId, status, limit, offset })
    : await rowsOf(db, listQuery(db, userId, filter, { ...page, order }))
  const rows = list?.entries ?? []
  return {
    entries: rows.map((values) => entryOf(userId, values)),
    total: list?.total ?? 0,
  }
}

interface Page {
  sort: SharedSort
  order?: SortOrder | undefined
  limit: number
  offset: number
}

/** Lists without filters but the status. */
const plainList = compiledForShape<
  { sort: SharedSort; order: SortOrder; isAll: boolean; isPlayed: boolean; isShared: boolean },
  { userId: UserId; status: Status | 'all'; limit: number; offset: number },
  ListRow
>(({ isAll, isPlayed, isShared, ...shape }) => (value, db) => {
  // Kysely takes an expression for any of these values.
  const [id, limit, offset] = [value('userId'), value('limit'), value('offset')] as unknown as [UserId, number, number]
  const status = isAll ? 'all' : (value('status') as unknown as Status)
  return listQuery(db, id, { status, search: '', isPlayed, isShared }, { ...shape, limit, offset })
})

function listQuery(db: Db, userId: UserId, filter: LibraryFilter, page: Page & { order: SortOrder }) {
  const entries = ordered(filterEntries(db.selectFrom('user_games'), userId, filter), page.sort, page.order)
    .select(COLUMNS)
    .limit(page.limit)
    .offset(page.offset)
  return db
    .selectFrom(entries.as('entry'))
    .select(entriesInJson.as('entries'))
    .select(
      filterEntries(db.selectFrom('user_games'), userId, filter)
        .select(sql<number>`count(*)`.as('total'))
        .$asScalar()
        .$notNull()
        .as('total'),
    )
}

/** The position of an entry in the queue of its member. */
const QUEUE_POSITION = sql`
  select held.position from own_shelves shelf join own_shelf_games held on held.shelf_id = shelf.id
  where shelf.user_id = user_games.user_id and shelf.is_queue and held.game_id = user_games.game_id
    and user_games.status = 'want_to_play'`

/** Orders by the sort; equal rows by the latest change. Rows without a value come last in either direction. */
function ordered<O>(entries: Entries<O>, sort: SharedSort, order: SortOrder): Entries<O> {
  const way = sql.raw(`${order} nulls last`)
  const latest = (query: Entries<O>) => query.orderBy('user_games.updated_at', 'desc').orderBy('user_games.id', 'desc')
  // Reads one column of the game in a subquery, so that the query still returns the rows of the library.
  const ofGame = (value: RawBuilder<unknown>) =>
    entries.innerJoin('games', 'games.id', 'user_games.game_id').orderBy(sql`${value} ${way}`) as unknown as Entries<O>
  switch (sort) {
    case 'recent':
      return entries.orderBy('user_games.updated_at', order).orderBy('user_games.id', order)
    case 'added':
      return entries.orderBy('user_games.created_at', order).orderBy('user_games.id', order)
    case 'played':
    case 'last_played':
      return entries.orderBy(sql`user_games.last_played_at ${way}`).orderBy('user_games.id', order)
    case 'hours':
      return latest(entries.orderBy('user_games.play_time', order))
    case 'length':
      return latest(ofGame(MINUTES_TO_BEAT))
    case 'rating':
      return latest(entries.orderBy(sql`user_games.user_rating ${way}`))
    case 'released':
      return latest(ofGame(sql.ref('games.first_release_date')))
    case 'queue':
      return latest(entries.orderBy(sql`(${QUEUE_POSITION}) ${way}`))
    case 'name':
      // The search form of a name is the name without case, accents and punctuation, so it sorts by name.
      return latest(ofGame(sql.ref('games.search_text')))
  }
}

import { compiledForShape, rowsOf } from '#db/compiled.ts'
import type { Db } from '#db/db.ts'
import { isBefore, type Keyset } from '#db/keyset.ts'
import type { UserId } from '#shared/ids.ts'
import type { Entry } from '../../library.contract.ts'
import type { Status } from '../../library.rules.ts'
import { COLUMNS, type EntryValues, entriesInJson, entryOf } from '../lists/entries-in-json.queries.ts'
import { filterEntries, type LibraryFilter } from '../shelf/filtered-entries.queries.ts'

export type KeysetFilter = LibraryFilter & { changedSince: Date | null }

/** Lists the entries that were added before a place, the last added first. */
export async function listEntriesBefore(
  db: Db,
  userId: UserId,
  filter: KeysetFilter,
  before: Keyset | null,
  limit: number,
): Promise<Entry[]> {
  const { status, search, platform = '', genre = '', game_id, narrowing, isPlayed, isShared, changedSince } = filter
  const isPlain =
    search === '' && platform === '' && genre === '' && game_id === undefined && !narrowing && !isPlayed && !isShared
  const shape = { hasStatus: status !== 'all', isSince: changedSince !== null, isContinued: before !== null }
  const values = { userId, status, since: changedSince, at: before?.at ?? null, id: before?.id ?? null, limit }
  const [page] = isPlain
    ? await plainPage(shape)(db, values)
    : await rowsOf(db, pageQuery(db, userId, filter, before, limit))
  return page?.entries?.map((values) => entryOf(userId, values)) ?? []
}

interface Page {
  entries: EntryValues[] | null
}

interface PlainValues {
  userId: UserId
  status: Status | 'all'
  since: Date | null
  at: Date | null
  id: string | null
  limit: number
}

/** Parts of libraries without filters but status and time of change. */
const plainPage = compiledForShape<{ hasStatus: boolean; isSince: boolean; isContinued: boolean }, PlainValues, Page>(
  ({ hasStatus, isSince, isContinued }) =>
    (value, db) => {
      // Kysely takes an expression for any of these values.
      const given = <T>(name: keyof PlainValues) => value(name) as unknown as T
      const filter: KeysetFilter = {
        status: hasStatus ? given<Status>('status') : 'all',
        search: '',
        changedSince: isSince ? given<Date>('since') : null,
      }
      const before = isContinued ? { at: given<Date>('at'), id: given<string>('id') } : null
      return pageQuery(db, given<UserId>('userId'), filter, before, given<number>('limit'))
    },
)

function pageQuery(
  db: Db,
  userId: UserId,
  { changedSince, ...filter }: KeysetFilter,
  before: Keyset | null,
  limit: number,
) {
  let query = filterEntries(db.selectFrom('user_games'), userId, filter)
  if (changedSince) query = query.where('user_games.updated_at', '>=', changedSince)
  const entries = query
    .where(isBefore(before, 'user_games.created_at', 'user_games.id'))
    .select(COLUMNS)
    .orderBy('user_games.created_at', 'desc')
    .orderBy('user_games.id', 'desc')
    .limit(limit)
  return db.selectFrom(entries.as('entry')).select(entriesInJson.as('entries'))
}

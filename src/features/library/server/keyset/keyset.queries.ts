import { sql } from 'kysely'
import { compiledOnce, rowsOf } from '#db/compiled.ts'
import type { Db } from '#db/db.ts'
import type { Keyset } from '#db/keyset.ts'
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
  const [page] = await rowsOf(
    db,
    isPlain
      ? compiledPage(
          status !== 'all',
          changedSince !== null,
          before !== null,
        )({
          userId,
          status,
          since: changedSince,
          at: before?.at ?? null,
          id: before?.id ?? null,
          limit,
        })
      : pageQuery(db, userId, filter, before, limit),
  )
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

/** Parts of libraries without filters but status and time of change, compiled once for what changes their text. */
const compiledPages = new Map<string, ReturnType<typeof compiledOnce<PlainValues, Page>>>()

function compiledPage(hasStatus: boolean, isSince: boolean, isBefore: boolean) {
  const key = `${hasStatus} ${isSince} ${isBefore}`
  let query = compiledPages.get(key)
  if (!query) {
    query = compiledOnce((value, db) => {
      // Kysely takes an expression for any of these values.
      const given = <T>(name: keyof PlainValues) => value(name) as unknown as T
      const filter: KeysetFilter = {
        status: hasStatus ? given<Status>('status') : 'all',
        search: '',
        changedSince: isSince ? given<Date>('since') : null,
      }
      const before = isBefore ? { at: given<Date>('at'), id: given<string>('id') } : null
      return pageQuery(db, given<UserId>('userId'), filter, before, given<number>('limit'))
    })
    compiledPages.set(key, query)
  }
  return query
}

function pageQuery(
  db: Db,
  userId: UserId,
  { changedSince, ...filter }: KeysetFilter,
  before: Keyset | null,
  limit: number,
) {
  let query = filterEntries(db.selectFrom('user_games'), userId, filter)
  if (changedSince) query = query.where('user_games.updated_at', '>=', changedSince)
  if (before)
    query = query.where(
      sql<boolean>`(user_games.created_at, user_games.id) < (${before.at}::timestamptz, ${before.id}::uuid)`,
    )
  const entries = query
    .select(COLUMNS)
    .orderBy('user_games.created_at', 'desc')
    .orderBy('user_games.id', 'desc')
    .limit(limit)
  return db.selectFrom(entries.as('entry')).select(entriesInJson.as('entries'))
}

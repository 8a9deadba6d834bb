import { sql } from 'kysely'
import { compiledOnce, rowsOf } from '#db/compiled.ts'
import type { Db } from '#db/db.ts'
import { isoOfJson } from '#db/json-instant.ts'
import type { Keyset } from '#db/keyset.ts'
import type { UserId } from '#shared/ids.ts'
import type { Status } from '../../library.rules.ts'
import type { EntryRow } from '../library.queries.ts'
import { filtered, type LibraryFilter } from '../shelf/filtered-entries.queries.ts'

/** What an entry says in a part of the library, in the order in which PostgreSQL sends it. */
const COLUMNS = [
  'id',
  'game_id',
  'status',
  'play_time',
  'completion_percentage',
  'achievements_completed',
  'user_rating',
  'is_liked',
  'notes',
  'last_played_at',
  'created_at',
  'updated_at',
] as const

/** An entry as a part of the library shows it. Instants are ISO 8601 in UTC with milliseconds. */
export interface WalkedEntry extends Omit<Pick<EntryRow, (typeof COLUMNS)[number]>, Instant> {
  last_played_at: string | null
  created_at: string
  updated_at: string
}
type Instant = 'last_played_at' | 'created_at' | 'updated_at'
type ValuesOf<Names extends readonly (keyof WalkedEntry)[]> = { [At in keyof Names]: WalkedEntry[Names[At]] }
type Values = ValuesOf<typeof COLUMNS>

export type WalkFilter = LibraryFilter & { changedSince: Date | null }

/**
 * Lists the entries that were added before a place, the last added first. PostgreSQL sends them as one JSON text: a page of a
 * hundred would else be two thousand values, each read and converted by itself (decision 0091).
 */
export async function listEntriesBefore(
  db: Db,
  userId: UserId,
  filter: WalkFilter,
  before: Keyset | null,
  limit: number,
): Promise<WalkedEntry[]> {
  const { status, search, platform = '', genre = '', game_id, narrowing, isPlayed, isShared, changedSince } = filter
  const isPlain =
    search === '' && platform === '' && genre === '' && game_id === undefined && !narrowing && !isPlayed && !isShared
  const [page] = await rowsOf(
    db,
    isPlain
      ? plainWalk(
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
      : walk(db, userId, filter, before, limit),
  )
  return (page?.entries ?? []).map(entryOf)
}

function entryOf(values: Values): WalkedEntry {
  const [id, game_id, status, play_time, completion_percentage, achievements_completed, ...others] = values
  const [user_rating, is_liked, notes, lastPlayed, created, updated] = others
  return {
    id,
    game_id,
    status,
    play_time,
    completion_percentage,
    achievements_completed,
    user_rating,
    is_liked,
    notes,
    last_played_at: lastPlayed && isoOfJson(lastPlayed),
    created_at: isoOfJson(created),
    updated_at: isoOfJson(updated),
  }
}

const VALUES = COLUMNS.map((column) => sql.ref(`entry.${column}`))

interface Page {
  entries: Values[] | null
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
const plainWalks = new Map<string, ReturnType<typeof compiledOnce<PlainValues, Page>>>()

function plainWalk(hasStatus: boolean, isSince: boolean, isBefore: boolean) {
  const key = `${hasStatus} ${isSince} ${isBefore}`
  let query = plainWalks.get(key)
  if (!query) {
    query = compiledOnce((value, db) => {
      // Kysely takes an expression for any of these values.
      const given = <T>(name: keyof PlainValues) => value(name) as unknown as T
      const filter: WalkFilter = {
        status: hasStatus ? given<Status>('status') : 'all',
        search: '',
        changedSince: isSince ? given<Date>('since') : null,
      }
      const before = isBefore ? { at: given<Date>('at'), id: given<string>('id') } : null
      return walk(db, given<UserId>('userId'), filter, before, given<number>('limit'))
    })
    plainWalks.set(key, query)
  }
  return query
}

function walk(db: Db, userId: UserId, { changedSince, ...filter }: WalkFilter, before: Keyset | null, limit: number) {
  let query = filtered(db.selectFrom('user_games'), userId, filter)
  if (changedSince) query = query.where('user_games.updated_at', '>=', changedSince)
  if (before)
    query = query.where(
      sql<boolean>`(user_games.created_at, user_games.id) < (${before.at}::timestamptz, ${before.id}::uuid)`,
    )
  const entries = query
    .select(COLUMNS.map((column) => `user_games.${column}` as const))
    .orderBy('user_games.created_at', 'desc')
    .orderBy('user_games.id', 'desc')
    .limit(limit)
  return db
    .selectFrom(entries.as('entry'))
    .select(sql<Values[] | null>`json_agg(json_build_array(${sql.join(VALUES)}))`.as('entries'))
}

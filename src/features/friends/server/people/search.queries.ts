import { type RawBuilder, sql } from 'kysely'
import { type Db, plannedEachTime } from '#db/db.ts'
import { escapeLike } from '#db/like.ts'
import { idsInBlockWith } from '#features/blocks/server/blocks.service.ts'
import { cacheForAMinute } from '#server/minute-cache.ts'
import { occursMoreThan } from '#server/title-search.ts'
import type { UserId } from '#shared/ids.ts'
import { follows } from './people.queries.ts'

/** Limits the candidates to rank, all visible to the viewer, so that a search for two letters does not sort half of all members. */
const CANDIDATES = 100
/** What order and result need of a candidate. */
const CANDIDATE = sql`select id, username, display_name, avatar_url from profiles`

/**
 * A text with three letters in a row is found in any part of a name, another one only where words begin: the index knows too little of a text, and PostgreSQL would compare all names. */
const isFoundAnywhere = (normalized: string) => /[\p{L}\p{N}]{3}/u.test(normalized)

/** Normalizes a text as the database normalizes names for searching: see `member_words` in its migration. */
const normalize = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()

/** How common a text is in names is counted in the names of this many of the newest members. */
const SAMPLED = 1000
/** The index of letters is not asked for a text that more of the sample have. */
const MAX_INDEXED = SAMPLED / 100

/** Names of the newest members, normalized, a line for each: they show how common a text is. */
async function sampleNames(db: Db): Promise<string> {
  const { rows } = await sql<{ names: string }>`
    select coalesce(string_agg(member_words(username, display_name), E'\n'), '') as names
    from (select username, display_name from profiles order by created_at desc, id desc limit ${sql.lit(SAMPLED)}) newest`.execute(
    db,
  )
  return rows[0]?.names ?? ''
}

/** Creates a cache of the sample. */
export const cacheNames = (db: Db) => cacheForAMinute(() => sampleNames(db))

export interface FoundMember {
  id: UserId
  username: string | null
  display_name: string | null
  avatar_url: string | null
}

/**
 * Returns the members with the best matches, in this order: the username itself, a name that equals the
 * text, usernames that begin with it, words that begin with it, and with three letters in a row any part. Among equal
 * matches, members that the viewer follows come first. It excludes disabled members and members in a block with the
 * viewer. A text that many names have, or that is found only where words begin, is planned each time: the first rows of the
 * table have it. For another one PostgreSQL keeps the plan, which reads the indexes; planning takes twice as long as that.
 */
export async function findMembers(
  db: Db,
  viewerId: string | null,
  text: string,
  most: number,
  /** A sample of names; without it the search is planned each time. */
  names?: string,
): Promise<FoundMember[]> {
  const normalized = normalize(text)
  const isAnywhere = isFoundAnywhere(normalized)
  const isPlanned = !isAnywhere || names === undefined || occursMoreThan(MAX_INDEXED, names, normalized)
  /** PostgreSQL keeps a plan that is the same for all values, because it does not see them. */
  const value = (given: string): RawBuilder<string> => (isPlanned ? sql`${given}::text` : sql`(select ${given}::text)`)
  const beginning = value(text.toLowerCase())
  const start = value(`${escapeLike(text.toLowerCase())}%`)
  const wordStart = value(`% ${escapeLike(normalized)}%`)
  const whole = value(`  ${normalized}`)
  const viewer = sql`${viewerId}::uuid`
  const isSeen =
    viewerId === null ? sql`disabled_at is null` : sql`disabled_at is null and id not in (${idsInBlockWith(viewer)})`
  const hasText = sql`member_words(username, display_name) like ${value(`%${escapeLike(normalized)}%`)}`
  const anywhere = isAnywhere ? sql`union (${CANDIDATE} where ${hasText} and ${isSeen} limit ${CANDIDATES})` : sql``
  const { rows } = await sql<FoundMember>`${isPlanned ? plannedEachTime : sql``}
    with candidates as materialized (
      (
        ${CANDIDATE}
        where lower(username) collate "C" >= ${beginning} and lower(username) collate "C" < ${beginning} || chr(1114111)
          and ${isSeen}
        order by lower(username) collate "C"
        limit ${CANDIDATES}
      )
      union
      (${CANDIDATE} where member_words(username, display_name) like ${wordStart} and ${isSeen} limit ${CANDIDATES})
      union (${CANDIDATE} where member_words('', display_name) = ${whole} and ${isSeen} limit ${CANDIDATES})
      ${anywhere}
    )
    select p.id, p.username, p.display_name, p.avatar_url
    from candidates p
    cross join lateral (select member_words(p.username, p.display_name) as words) named
    order by
      case
        when lower(p.username) = ${text.toLowerCase()} then 0
        when member_words('', p.display_name) = ${`  ${normalized}`} then 1
        when lower(p.username) like ${start} then 2
        when words like ${wordStart} then 3
        else 4
      end,
      ${follows(viewer, sql`p.id`)} desc,
      lower(p.username), p.id
    limit ${most}`.execute(db)
  return rows
}

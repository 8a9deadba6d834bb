import { sql } from 'kysely'
import { type Db, plannedEachTime } from '#db/db.ts'
import { isBlockBetween } from '#features/blocks/server/blocks.service.ts'
import type { UserId } from '#shared/ids.ts'

/** Limits the candidates to rank, so that a search for two letters does not sort half of all members. */
const CANDIDATES = 100

/** A text with so many letters in a row is found in any part of a name; another one only where words begin. */
export const ANYWHERE_FROM = 3
/** Without three letters in a row the index knows too little of a text, and PostgreSQL would compare all names. */
const isFoundAnywhere = (normalized: string) => /[\p{L}\p{N}]{3}/u.test(normalized)

const escaped = (text: string) => text.replace(/[\\%_]/g, '\\$&')

/** Normalizes a text as the database normalizes names for searching: see `member_words` in its migration. */
const normalize = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()

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
 * viewer. Planned each time, because many names have a common beginning, and few a rare one.
 */
export async function findMembers(db: Db, viewerId: string | null, text: string, most: number): Promise<FoundMember[]> {
  const normalized = normalize(text)
  const start = `${escaped(text.toLowerCase())}%`
  const wordStart = `% ${escaped(normalized)}%`
  const anywhere = isFoundAnywhere(normalized)
    ? sql`
      union
      (
        select id from profiles
        where member_words(username, display_name) like ${`%${escaped(normalized)}%`}
        limit ${CANDIDATES}
      )`
    : sql``
  const viewer = sql`${viewerId}::uuid`
  const { rows } = await sql<FoundMember>`${plannedEachTime}
    with candidates as (
      (
        select id from profiles
        where lower(username) collate "C" like ${start}
        order by lower(username) collate "C"
        limit ${CANDIDATES}
      )
      union
      (select id from profiles where member_words(username, display_name) like ${wordStart} limit ${CANDIDATES})
      ${anywhere}
    )
    select p.id, p.username, p.display_name, p.avatar_url
    from candidates
    join profiles p on p.id = candidates.id
    cross join lateral (select member_words(p.username, p.display_name) as words) named
    where p.disabled_at is null and not ${isBlockBetween(sql`p.id`, viewer)}
    order by
      case
        when lower(p.username) = ${text.toLowerCase()} then 0
        when member_words('', p.display_name) = ${`  ${normalized}`} then 1
        when lower(p.username) like ${start} then 2
        when words like ${wordStart} then 3
        else 4
      end,
      exists (select from followers where follower_id = ${viewer} and following_id = p.id) desc,
      lower(p.username), p.id
    limit ${most}`.execute(db)
  return rows
}

/**
 * Returns whether no member has the text in a name, disabled ones included. False for a text that is not looked for in any
 * part of a name.
 */
export async function isInNoName(db: Db, text: string): Promise<boolean> {
  if (!isFoundAnywhere(normalize(text))) return false
  const { rows } = await sql<{ members: number }>`
    select count(*) as members from profiles
    where member_words(username, display_name) like ${`%${escaped(normalize(text))}%`}`.execute(db)
  return rows[0]?.members === 0
}

import { sql, type Updateable } from 'kysely'
import type { Db, Tables } from '#db/db.ts'

const COLUMNS = [
  'profiles.id',
  'profiles.username',
  'profiles.display_name',
  'profiles.avatar_url',
  'profiles.bio',
  'profiles.location',
  'profiles.website',
  'profiles.pronouns',
  'profiles.pinned_line',
  'profiles.more_links',
  'profiles.role',
  'profiles.settings',
  'profiles.waiting_texts',
  'profiles.username_changed_at',
  'profiles.last_seen_at',
  'profiles.created_at',
  'profiles.updated_at',
  'user.email',
] as const

interface Hold {
  state: 'waiting' | 'declined'
  note: string | null
}

/** Where the texts stand that wait (decision 0127). */
const HOLD = sql<Hold | null>`
  case when profiles.waiting_texts is not null then (
    select json_build_object('state', held.state, 'note', held.note)
    from held_texts held where held.subject_id = profiles.id and held.subject_type = 'about'
  ) end`.as('hold')

/** Reads a profile as its owner sees it. `lock` locks the row until the transaction ends. */
export function findProfileRecord(db: Db, id: string, { lock = false } = {}) {
  return db
    .selectFrom('profiles')
    .innerJoin('user', 'user.id', 'profiles.id')
    .where('profiles.id', '=', id)
    .select(COLUMNS)
    .select(HOLD)
    .$if(lock, (query) => query.forUpdate('profiles'))
    .executeTakeFirst()
}

export type ProfileRecord = NonNullable<Awaited<ReturnType<typeof findProfileRecord>>>

export async function updateProfile(db: Db, id: string, changes: Updateable<Tables['profiles']>): Promise<void> {
  await db.updateTable('profiles').set(changes).where('id', '=', id).execute()
}

/** Returns the user's name from sign-up or from the provider. */
export async function findUserName(db: Db, userId: string): Promise<string | undefined> {
  return (await db.selectFrom('user').where('id', '=', userId).select('name').executeTakeFirst())?.name
}

/** Shows the texts that wait to everybody. Returns false if none wait. */
export async function showWaitingTexts(db: Db, id: string, at: Date): Promise<boolean> {
  const { rows } = await sql`
    update profiles set bio = coalesce(waiting_texts ->> 'bio', bio),
      location = coalesce(waiting_texts ->> 'location', location), website = coalesce(waiting_texts ->> 'website', website),
      pronouns = coalesce(waiting_texts ->> 'pronouns', pronouns),
      pinned_line = coalesce(waiting_texts ->> 'pinned_line', pinned_line),
      more_links = coalesce(waiting_texts ->> 'more_links', more_links), links_checked_at = null,
      waiting_texts = null, updated_at = ${at}
    where id = ${id} and waiting_texts is not null
    returning id`.execute(db)
  return rows.length > 0
}

/** Stores `at` as the start of a look at the links, and returns null; returns the last start if that came after `before`. */
export async function claimLinkCheck(db: Db, id: string, at: Date, before: Date): Promise<Date | null> {
  const { rows } = await sql<{ tried_at: Date | null }>`
    with known as (select id, links_tried_at from profiles where id = ${id} for update), claimed as (
      update profiles set links_tried_at = ${at} from known
      where profiles.id = known.id and coalesce(known.links_tried_at <= ${before}, true)
      returning profiles.id
    )
    select links_tried_at as tried_at from known where not exists (select from claimed)`.execute(db)
  return rows[0]?.tried_at ?? null
}

/** A profile with its links as they were read. */
export interface LinkedProfile {
  id: string
  username: string | null
  website: string | null
  more_links: string | null
}

/** Stores which of the addresses are verified, and returns whether that changes what readers see. */
export async function storeVerifiedLinks(
  db: Db,
  { id, username, website, more_links }: LinkedProfile,
  verified: readonly string[],
  at: Date,
): Promise<boolean> {
  const { rows } = await sql<{ is_changed: boolean }>`
    with known as (
      select verified_links, (username, website, more_links)
        is not distinct from (${username}::text, ${website}::text, ${more_links}::text) as is_same
      from profiles where id = ${id}
    )
    update profiles set verified_links = ${[...verified]}::text[],
      links_checked_at = case when known.is_same then ${at}::timestamptz end
    from known
    where id = ${id}
    returning known.verified_links <> profiles.verified_links as is_changed`.execute(db)
  return rows[0]?.is_changed ?? false
}

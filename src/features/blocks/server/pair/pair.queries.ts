import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { isBlockBetween } from '../blocks.queries.ts'

/** Serializes all changes between two members with an advisory lock, until the transaction ends. */
export async function lockPair(db: Db, a: string, b: string): Promise<void> {
  const pair = [a, b].sort().join(' ')
  await sql`select pg_advisory_xact_lock(hashtextextended(${`pair:${pair}`}, 0))`.execute(db)
}

/**
 * Prevents the deletion of both members until the transaction ends, and returns the state of those that exist. Run it
 * after `lockPair`: a statement sees only rows that were committed before it began, so a statement that waits for the
 * pair's lock itself might return an outdated state.
 */
export async function lockBothMembers(
  db: Db,
  a: string,
  b: string,
): Promise<{ id: string; is_disabled: boolean; is_blocked: boolean }[]> {
  const { rows } = await sql<{ id: string; is_disabled: boolean; is_blocked: boolean }>`
    select p.id, p.disabled_at is not null as is_disabled,
      ${isBlockBetween(sql`${a}::uuid`, sql`${b}::uuid`)} as is_blocked
    from profiles p
    where p.id = any(${[a, b]}::uuid[])
    order by p.id
    for key share of p`.execute(db)
  return rows
}

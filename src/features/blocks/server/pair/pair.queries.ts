import { sql } from 'kysely'
import { lockName } from '#db/advisory-lock.ts'
import { compiledOnce } from '#db/compiled.ts'
import type { Db } from '#db/db.ts'
import { isBlockBetween } from '../blocks.queries.ts'

/** Serializes all changes between two members with an advisory lock, until the transaction ends. */
export async function lockPair(db: Db, a: string, b: string): Promise<void> {
  const pair = [a, b].sort().join(' ')
  await lock.send(db, { key: `pair:${pair}` })
}

const lock = compiledOnce<{ key: string }>((value) => lockName(value('key')))

/**
 * Prevents the deletion of both members until the transaction ends, and returns the state of those that exist. Run it
 * after `lockPair`: a statement sees only rows that were committed before it began, so a statement that waits for the
 * pair's lock itself might return an outdated state.
 */
export const lockBothMembers = compiledOnce<
  { a: string; b: string },
  { id: string; is_disabled: boolean; is_blocked: boolean }
>((value) => {
  const [a, b] = [sql`${value('a')}::uuid`, sql`${value('b')}::uuid`]
  return sql`
    select p.id, p.disabled_at is not null as is_disabled, ${isBlockBetween(a, b)} as is_blocked
    from profiles p
    where p.id in (${a}, ${b})
    order by p.id
    for key share of p`
})

import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { isBefore, type Keyset } from '#db/keyset.ts'
import type { Network } from './network.ts'

export interface AddressBlockRow {
  id: string
  network: string
  is_closed: boolean
  note: string
  created_at: Date
  ends_at: Date | null
}

const COLUMNS = sql`id, network::text as network, is_closed, note, created_at, ends_at`

/** Stores the network without the bits after its prefix; undefined if it is blocked already. A block that has ended gives way. */
export async function insertBlock(
  db: Db,
  { network, ...block }: Omit<AddressBlockRow, 'id' | 'network'> & { network: Network },
): Promise<AddressBlockRow | undefined> {
  const { rows } = await sql<AddressBlockRow>`
    insert into address_blocks as old (network, is_closed, note, created_at, ends_at)
    values (network(set_masklen(${network.address}::inet, ${network.prefix}::int)), ${block.is_closed}, ${block.note},
      ${block.created_at}, ${block.ends_at})
    on conflict (network) do update set is_closed = excluded.is_closed, note = excluded.note,
      created_at = excluded.created_at, ends_at = excluded.ends_at
    where old.ends_at <= excluded.created_at
    returning ${COLUMNS}`.execute(db)
  return rows[0]
}

export async function deleteBlock(db: Db, id: string): Promise<{ network: string } | undefined> {
  const { rows } = await sql<{ network: string }>`
    delete from address_blocks where id = ${id} returning network::text as network`.execute(db)
  return rows[0]
}

/** Lists the blocks, also those that have ended, the newest first. */
export async function listBlocks(db: Db, before: Keyset | null, most: number): Promise<AddressBlockRow[]> {
  const { rows } = await sql<AddressBlockRow>`
    select ${COLUMNS} from address_blocks where ${isBefore(before, 'created_at', 'id')}
    order by created_at desc, id desc limit ${most}`.execute(db)
  return rows
}

/** Returns how much is refused from an address. */
export async function readBlockOf(db: Db, address: string, now: Date): Promise<'nothing' | 'sign-up' | 'everything'> {
  const { rows } = await sql<{ is_closed: boolean | null }>`
    select bool_or(is_closed) as is_closed from address_blocks
    where network >>= ${address}::inet and (ends_at is null or ends_at > ${now})`.execute(db)
  const isClosed = rows[0]?.is_closed ?? null
  return isClosed === null ? 'nothing' : isClosed ? 'everything' : 'sign-up'
}

export async function deleteEndedBlocks(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('address_blocks').where('ends_at', '<', before).execute()
}

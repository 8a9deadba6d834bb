import type { Db } from '#db/db.ts'
import { fromCursor, keysetOfCreation, type Read, readKeysetPart } from '#db/keyset.ts'
import { type AdminDeps, withAuditLog } from '#features/admin/server/admin.service.ts'
import type { Clock } from '#server/clock.ts'
import type { Viewer } from '#server/session.ts'
import { refuse } from '#shared/refusal.ts'
import { BLOCKS_SHOWN, WIDEST } from '../../registration.rules.ts'
import type { AddressBlockForm } from '../../registration.schemas.ts'
import { REGISTRATION_REFUSALS } from '../../registration.texts.ts'
import { REGISTRATION_FIELDS } from '../../registration-fields.texts.ts'
import * as queries from './address-blocks.queries.ts'
import { hasLoopback, isIn, type Network, readNetwork } from './network.ts'

interface AddressDeps {
  db: Db
  clock: Clock
}

/** Refuses address_blocked if no account may be created from this address. */
export async function refuseBlocked({ db, clock }: AddressDeps, address: string | null): Promise<void> {
  if (address !== null && (await queries.readBlockOf(db, address, clock())) !== 'nothing')
    refuse('forbidden', 'address_blocked', REGISTRATION_REFUSALS.address_blocked)
}

/** Returns whether visitors with this address may neither sign in nor write. */
export const isClosedTo = async ({ db, clock }: AddressDeps, address: string): Promise<boolean> =>
  (await queries.readBlockOf(db, address, clock())) === 'everything'

export function listBlocks({ db }: AddressDeps, cursor: string | undefined) {
  const read: Read<queries.AddressBlockRow> = (before, most) => queries.listBlocks(db, before, most)
  return readKeysetPart(fromCursor(cursor), BLOCKS_SHOWN, read, keysetOfCreation)
}

/**
 * Blocks an address or a network, with an entry in the audit log. Refuses one that is very wide, that has this machine or
 * the admin's own address in it, and one that is blocked already (already_blocked).
 */
export function blockAddress(deps: AdminDeps, admin: Viewer, form: AddressBlockForm, ownAddress: string) {
  const network = readNetwork(form.network)
  if (network === null) return refuseField('network', REGISTRATION_FIELDS.network)
  const problem = problemOf(network, ownAddress)
  if (problem !== null) return refuseField('network', problem)
  const now = deps.clock()
  const ends_at = form.ends_at ? new Date(form.ends_at) : null
  if (ends_at !== null && ends_at <= now) return refuseField('ends_at', REGISTRATION_FIELDS.until)
  // The schema refuses an empty note.
  const note = form.note ?? ''
  const data: Record<string, unknown> = { reason: note }
  const entry = { adminId: admin.id, action: 'block_address', item: ['address', form.network] as const, data }
  return withAuditLog(deps, entry, async ({ db }) => {
    const made = await queries.insertBlock(db, { network, is_closed: form.is_closed, note, created_at: now, ends_at })
    if (!made) return refuse('conflict', 'already_blocked', REGISTRATION_FIELDS.networkThere)
    data.title = made.network
    return made
  })
}

/** Removes a block, with an entry in the audit log. Refuses not_found. */
export async function unblockAddress(deps: AdminDeps, admin: Viewer, id: string): Promise<void> {
  const data: Record<string, unknown> = {}
  const entry = { adminId: admin.id, action: 'unblock_address', item: ['address', id] as const, data }
  await withAuditLog(deps, entry, async ({ db }) => {
    const gone = await queries.deleteBlock(db, id)
    if (!gone) return refuse('not_found', 'not_found', REGISTRATION_REFUSALS.block_gone)
    data.title = gone.network
  })
}

function problemOf(network: Network, ownAddress: string): string | null {
  if (network.prefix < (network.family === 'ipv4' ? WIDEST.v4 : WIDEST.v6)) return REGISTRATION_FIELDS.networkWide
  if (hasLoopback(network)) return REGISTRATION_FIELDS.networkLoopback
  return isIn(network, ownAddress) ? REGISTRATION_FIELDS.networkOwn : null
}

const refuseField = (field: string, sentence: string): never =>
  refuse('invalid', 'validation_failed', sentence, { details: { [field]: sentence } })

import { randomBytes } from 'node:crypto'
import type { Db } from '#db/db.ts'
import { fromCursor, keysetOfCreation, type Read, readKeysetPart } from '#db/keyset.ts'
import { inTransaction } from '#db/transaction.ts'
import { hashInvitation } from '#features/accounts/server/accounts.events.ts'
import { type AdminDeps, withAuditLog } from '#features/admin/server/admin.service.ts'
import { announce } from '#server/changes.ts'
import type { Clock } from '#server/clock.ts'
import type { Config } from '#server/config.ts'
import type { Viewer } from '#server/session.ts'
import { tag } from '#server/tags.ts'
import { DAY_MS } from '#shared/durations.ts'
import { refuse } from '#shared/refusal.ts'
import { invitationState, isInvitationToken, MEMBER_DAYS_MAX, monthOf } from '../../registration.rules.ts'
import type { InvitationForm } from '../../registration.schemas.ts'
import { REGISTRATION_REFUSALS } from '../../registration.texts.ts'
import { siteSettings } from '../settings/site-settings.service.ts'
import * as queries from './invitations.queries.ts'

export interface InvitationsDeps extends AdminDeps {
  config: Config
}

const PAGE_SIZE = 30
/** A member has at most a hundred a month. */
const OWN_MAX = 200
/** 192 bits. */
const TOKEN_BYTES = 24

/** Returns a token for a link, and the hash of it that is stored. */
export function newToken(): { token: string; tokenHash: string } {
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  return { token, tokenHash: hashInvitation(token) }
}

export const linkOf = (site: string, token: string): string => `${site}/signup?invitation=${token}`

/** Returns the invitation of a link with its state; null if there is none. */
export const findByToken = async (deps: { db: Db; clock: Clock }, token: string) =>
  isInvitationToken(token) ? findByHash(deps, hashInvitation(token)) : null

export async function findByHash({ db, clock }: { db: Db; clock: Clock }, tokenHash: string) {
  const id = await queries.findInvitationId(db, tokenHash)
  if (id === null) return null
  const [row] = await queries.listInvitations(db, { memberId: null, id }, null, 1, clock())
  return row ? { row, state: stateOf(row, clock()) } : null
}

const stateOf = (row: queries.InvitationRow, now: Date) =>
  invitationState({ uses: row.uses, used: row.used, endsAt: row.ends_at, isRevoked: row.revoked_at !== null }, now)

/** Returns an invitation with its state, for lists. */
export const withState = (row: queries.InvitationRow, now: Date) => ({ ...row, state: stateOf(row, now) })

/** Lists the member's invitations, with how many people they may still invite this month. */
export async function listOwn(deps: InvitationsDeps, viewer: Viewer) {
  const { db, clock } = deps
  const { invites_per_month: perMonth } = await siteSettings(deps)
  const [rows, invited, invitedBy] = await Promise.all([
    queries.listInvitations(db, { memberId: viewer.id }, null, OWN_MAX, clock()),
    queries.countInvitedSince(db, viewer.id, monthOf(clock()), clock()),
    queries.findInviter(db, viewer.id),
  ])
  const left = viewer.role === 'admin' ? null : Math.max(0, perMonth - invited)
  return { rows, left, perMonth, invitedBy }
}

export function listAll({ db, clock }: InvitationsDeps, cursor: string | undefined) {
  const read: Read<queries.InvitationRow> = (before, most) =>
    queries.listInvitations(db, { memberId: null }, before, most, clock())
  return readKeysetPart(fromCursor(cursor), PAGE_SIZE, read, keysetOfCreation)
}

/**
 * Creates an invitation, and returns it with its token. Admins have no limit. Refuses invitations_off and no_invitations_left
 * for other members, who may invite as many people a month as the settings say.
 */
export async function createInvitation(deps: InvitationsDeps, viewer: Viewer, form: InvitationForm) {
  const { token, tokenHash } = newToken()
  const isAdmin = viewer.role === 'admin'
  const days = isAdmin ? form.days : Math.min(form.days, MEMBER_DAYS_MAX)
  const write = async ({ db, clock, config }: InvitationsDeps) => {
    const at = clock()
    if (!isAdmin) {
      const { invites_per_month: perMonth } = await siteSettings({ db, config })
      if (perMonth === 0) refuse('forbidden', 'invitations_off', REGISTRATION_REFUSALS.invitations_off)
      // Two invitations at once must not share what is left.
      await queries.lockMember(db, viewer.id)
      const invited = await queries.countInvitedSince(db, viewer.id, monthOf(at), at)
      if (invited + form.uses > perMonth)
        refuse('forbidden', 'no_invitations_left', REGISTRATION_REFUSALS.no_invitations_left)
    }
    const endsAt = new Date(at.getTime() + days * DAY_MS)
    const { uses, note } = form
    const id = await queries.insertInvitation(db, { tokenHash, memberId: viewer.id, uses, note, at, endsAt })
    return { id, token, endsAt }
  }
  if (!isAdmin) return inTransaction(deps, write)
  const data = { title: form.note ?? `for ${form.uses}` }
  const entry = { adminId: viewer.id, action: 'create_invitation', item: ['site', 'invitations'] as const, data }
  return withAuditLog(deps, entry, write)
}

/** Revokes an invitation. Refuses not_found; for members also the invitations of others. */
export async function revokeInvitation(deps: InvitationsDeps, viewer: Viewer, id: string): Promise<void> {
  const write = async ({ db, clock }: InvitationsDeps, memberId: string | null) => {
    if (!(await queries.revoke(db, id, memberId, clock())))
      refuse('not_found', 'not_found', REGISTRATION_REFUSALS.invitation_unknown)
    await announce(db, [tag.site])
  }
  if (viewer.role !== 'admin') return inTransaction(deps, (tx) => write(tx, viewer.id))
  const entry = { adminId: viewer.id, action: 'revoke_invitation', item: ['site', 'invitations'] as const }
  await withAuditLog(deps, entry, (tx) => write(tx, null))
}

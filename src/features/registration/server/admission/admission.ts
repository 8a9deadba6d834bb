import { type AccountWanted, accountCreated, accountWanted } from '#features/accounts/server/accounts.events.ts'
import { notify } from '#features/notifications/server/notifications.service.ts'
import { announce } from '#server/changes.ts'
import { type EventDeps, on, type Subscription } from '#server/events.ts'
import { tag } from '#server/tags.ts'
import type { UserId } from '#shared/ids.ts'
import { refuse } from '#shared/refusal.ts'
import { INVITATION_ACCEPTED } from '../../registration.notifications.ts'
import { isDomainAccepted, needOf } from '../../registration.rules.ts'
import { OFFER_ADMIN, REGISTRATION_REFUSALS } from '../../registration.texts.ts'
import { refuseBlocked } from '../addresses/address-blocks.service.ts'
import * as invitations from '../invitations/invitations.queries.ts'
import { findByHash } from '../invitations/invitations.service.ts'
import { siteSettings } from '../settings/site-settings.service.ts'
import { isOnlyMember } from './first-member.queries.ts'

type Code = keyof typeof REGISTRATION_REFUSALS

const refuseWith = (code: Code): never => refuse('forbidden', code, REGISTRATION_REFUSALS[code])

/**
 * Decides in the transaction of a sign-up whether the account may be created (decision 0105), and holds its place in the
 * invitation. `ADMIN_EMAIL` always gets in. Refuses address_blocked, registration_closed, invitation_required and mail_domain_refused, and the
 * states of an invitation that is not valid: invitation_used, _ended, _revoked and _unknown.
 */
async function admit(deps: EventDeps, { email, by, isProved, address, invitation }: AccountWanted): Promise<void> {
  const { db, clock, config } = deps
  if (email === config.adminEmail && isProved) return
  await refuseBlocked(deps, address)
  const settings = await siteSettings(deps)
  const domains = { allowed: settings.allowed_domains, refused: settings.refused_domains }
  if (!isDomainAccepted(email, domains, isProved))
    refuse('invalid', 'mail_domain_refused', REGISTRATION_REFUSALS.mail_domain_refused, {
      details: { email: REGISTRATION_REFUSALS.mail_domain_refused },
    })
  const need = needOf({ registration: settings.registration, isProviderOpen: settings.provider_sign_up }, by)
  if (need === 'refused') refuseWith('registration_closed')
  if (invitation === null) return need === 'invitation' ? refuseWith('invitation_required') : undefined
  const id = await invitations.findInvitationId(db, invitation)
  if (id !== null) await invitations.lockInvitation(db, id)
  // Read after the lock, so it counts the account that came first.
  const state = (await findByHash(deps, invitation))?.state ?? 'unknown'
  if (id !== null && state === 'valid') return invitations.claim(db, id, email, clock())
  if (need === 'invitation' && state !== 'valid') refuseWith(`invitation_${state}`)
}

/** Notes who came by which invitation, and offers the operator to make the first member an admin. */
async function welcome(deps: EventDeps, { userId, email }: { userId: string; email: string }): Promise<void> {
  const { db, clock, config, log } = deps
  const used = await invitations.settle(db, email, userId)
  if (used) await announce(db, [tag.site])
  if (used?.inviterId) {
    const to = used.inviterId as UserId
    await notify(db, { to, type: INVITATION_ACCEPTED.type, actor: userId as UserId, at: clock() })
  }
  if (config.adminEmail === null && (await isOnlyMember(db, userId))) log.warn(OFFER_ADMIN)
}

export const admission: readonly Subscription[] = [on(accountWanted, admit), on(accountCreated, welcome)]

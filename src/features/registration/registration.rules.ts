/** Who may create an account. */
export const REGISTRATION_MODES = ['open', 'invite', 'request', 'closed'] as const
export type RegistrationMode = (typeof REGISTRATION_MODES)[number]

export const VISIBILITIES = ['public', 'members'] as const
export type Visibility = (typeof VISIBILITIES)[number]

export const SENTENCE_MAX = 200
export const NOTE_MAX = 200
export const REQUEST_MIN = 10
export const REQUEST_MAX = 1000
export const DOMAINS_MAX = 200

/** How many accounts one invitation of an admin may create, and how many days its link may work. */
export const USES_MAX = 1000
export const DAYS_MAX = 365
/** Those of a member's invitation. */
export const MEMBER_DAYS_MAX = 30
export const INVITES_PER_MONTH_MAX = 100
/** The invitation in the mail after an accepted request. */
export const PERSONAL_DAYS = 14

/** An account that is being created holds its place in the invitation for so long. */
export const CLAIM_MINUTES = 10
/** An address whose request was declined may ask again after so many days; the request is dropped meanwhile. */
export const ASK_AGAIN_DAYS = 30
/** The shortest prefixes of a blocked network: a wider one is a large part of the internet. */
export const WIDEST = { v4: 8, v6: 16 } as const
export const BLOCKS_SHOWN = 50

/** Decided requests, and invitations that nobody used, are deleted after so many days. */
export const KEPT_DAYS = 90

export const INVITATION_STATES = ['valid', 'used', 'ended', 'revoked', 'unknown'] as const
export type InvitationState = (typeof INVITATION_STATES)[number]

/** 128 bits or more in base64url. */
export const isInvitationToken = (token: string): boolean => /^[\w-]{22,64}$/.test(token)

export function invitationState(
  invitation: { uses: number; used: number; endsAt: Date; isRevoked: boolean },
  now: Date,
): InvitationState {
  if (invitation.isRevoked) return 'revoked'
  if (invitation.used >= invitation.uses) return 'used'
  return invitation.endsAt <= now ? 'ended' : 'valid'
}

/** Returns whether the domain of an address is one of these, or below one of these. */
function isOfDomain(email: string, domains: readonly string[]): boolean {
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase()
  return domains.some((each) => domain === each || domain.endsWith(`.${each}`))
}

export interface MailDomains {
  /** Empty: all that are not refused. */
  allowed: readonly string[]
  refused: readonly string[]
}

/** An address that its provider has not verified proves no domain. */
export const isDomainAccepted = (email: string, { allowed, refused }: MailDomains, isProved: boolean): boolean =>
  !isOfDomain(email, refused) && (allowed.length === 0 || (isProved && isOfDomain(email, allowed)))

/** What a sign-up needs, before its invitation is looked at. */
export function needOf(
  { registration, isProviderOpen }: { registration: RegistrationMode; isProviderOpen: boolean },
  by: 'form' | 'provider',
): 'nothing' | 'invitation' | 'refused' {
  if (registration === 'open' || (by === 'provider' && isProviderOpen)) return 'nothing'
  return registration === 'closed' ? 'refused' : 'invitation'
}

/** The beginning of the month in UTC, in which a member's invitations count. */
export const monthOf = (now: Date): Date => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth()))

import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import { defineEvent } from '#server/events.ts'
import { UserId } from '#shared/ids.ts'

/** Queued when a member has signed up through a provider; the profiles feature does the work (G11). */
export const PROVIDER_PICTURE_JOB = 'bring-provider-picture'
export const ProviderPictureRequest = z.object({ userId: UserId })

/** Returns the form in which the token of an invitation is stored: nobody who reads the database can use it. */
export const hashInvitation = (token: string): string => createHash('sha256').update(token).digest('base64url')

export interface AccountWanted {
  email: string
  /** The sign-up form and its API, or the sign-in provider. */
  by: 'form' | 'provider'
  /** False if the provider says that it has not verified the address. */
  isProved: boolean
  /** The IP address of the person; null if it is not known. */
  address: string | null
  /** The hash of the token of an invitation (`hashInvitation`). */
  invitation: string | null
}

/**
 * Somebody is about to create an account. A subscriber refuses it by throwing a Refusal. Published in the transaction of a
 * sign-up with the form; for the provider in one of its own, just before the account is written.
 */
export const accountWanted = defineEvent<AccountWanted>('account wanted')

/** An account has been created and has its profile. Published in the transaction of the profile. */
export const accountCreated = defineEvent<{ userId: string; email: string }>('account created')

/** An admin has disabled or enabled a member. Published in the transaction of the change. */
export const memberStatusChanged = defineEvent<{ userId: string }>('member status changed')

/** The suspension of a member has ended by its time. Published in the transaction that enables the member. */
export const suspensionEnded = defineEvent<{ userId: string }>('suspension ended')

/**
 * A member has deleted or restored the account, or the job deletes it after the grace period. Published in the
 * transaction of the change, while the member's rows still exist: each feature announces the tags of the pages that
 * show the member to others.
 */
export const accountDeletionChanged = defineEvent<{ userId: string }>('account deletion changed')

/**
 * A member has a new password, so whatever got into the account with the old one must lose access. Published in the
 * transaction of the change.
 */
export const passwordChanged = defineEvent<{ userId: string }>('password changed')

/** The demo world has been written, past the features that own its tables. */
export const demoDataLoaded = defineEvent<null>('demo data loaded')

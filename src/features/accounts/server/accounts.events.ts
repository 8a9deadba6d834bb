import * as z from 'zod/mini'
import { defineEvent } from '#server/events.ts'
import { UserId } from '#shared/ids.ts'

/** Ordered when a member has come in through a provider for the first time; the profiles do the work (G11). */
export const PROVIDER_PICTURE_JOB = 'bring-provider-picture'
export const ProviderPictureRequest = z.object({ userId: UserId })

/** An admin has disabled or enabled a member. Published in the transaction of the change. */
export const memberStatusChanged = defineEvent<{ userId: string }>('member status changed')

/**
 * A member has deleted the account or restored it, or the job removes it after the grace period. Published in the transaction of the
 * change, while the member's rows are there: each feature announces the tags of what shows the member to others.
 */
export const accountDeletionChanged = defineEvent<{ userId: string }>('account deletion changed')

/** The demo world has been written, past the features that own its tables. */
export const demoDataLoaded = defineEvent<null>('demo data loaded')

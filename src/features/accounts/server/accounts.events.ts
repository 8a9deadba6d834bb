import * as z from 'zod/mini'
import { UserId } from '#shared/ids.ts'

/** Ordered when a member has come in through a provider for the first time; the profiles do the work (G11). */
export const PROVIDER_PICTURE_JOB = 'bring-provider-picture'
export const ProviderPictureRequest = z.object({ userId: UserId })

import * as z from 'zod/mini'
import { UserId } from '#shared/ids.ts'

/** A member as everybody may see them; embedded wherever somebody did something. */
export const PublicProfile = z.object({
  id: UserId,
  /** Null until chosen: who comes from a provider has none at first (G11). */
  username: z.nullable(z.string()),
  display_name: z.nullable(z.string()),
  avatar_url: z.nullable(z.string()),
})
export type PublicProfile = z.infer<typeof PublicProfile>

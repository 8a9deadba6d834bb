import * as z from 'zod/mini'
import { contract } from '#shared/contract.ts'
import { UserId } from '#shared/ids.ts'
import { ROLES } from '#shared/roles.ts'
import * as endpoints from './session.endpoints.ts'

// Separate from accounts.contract.ts because every page needs the session and only two pages need the forms.

/** The signed-in member, as every page needs it. */
export const SessionUser = z.object({
  id: UserId,
  email: z.string(),
  role: z.enum(ROLES),
  username: z.nullable(z.string()),
  display_name: z.nullable(z.string()),
  avatar_url: z.nullable(z.string()),
  /** False until the member completes or skips the welcome pages (C35). */
  onboarded: z.boolean(),
})
export type SessionUser = z.infer<typeof SessionUser>

export const SessionInfo = z.object({
  expiresAt: z.string(),
  /** True when this sign-in has restored a deleted account (G55). */
  restored: z.optional(z.literal(true)),
})

export const getSession = contract(endpoints.getSession, {
  access: 'anyone',
  beforeSignIn: true,
  summary: 'Get the session; never answers 401',
  response: z.object({
    user: z.nullable(SessionUser),
    session: z.nullable(SessionInfo),
    authenticated: z.boolean(),
  }),
  budget: 'none',
})

export const signOut = contract(endpoints.signOut, {
  access: 'anyone',
  beforeSignIn: true,
  summary: 'End the session',
  // `url` ends the session at the provider, too; the browser goes there.
  response: z.object({ success: z.literal(true), url: z.optional(z.string()) }),
})

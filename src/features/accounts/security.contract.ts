import * as z from 'zod/mini'
import { endpoint } from '#shared/endpoint.ts'
import { ChangeEmail } from './credentials.contract.ts'
import { SessionInfo } from './session.contract.ts'

// These endpoints are separate from accounts.contract.ts because only the settings need them.

const Done = z.object({ success: z.literal(true) })

export const OwnSession = z.object({
  id: z.string(),
  /** For example "Firefox on Linux". */
  device: z.string(),
  created_at: z.string(),
  /** Accurate to within five minutes. */
  last_seen_at: z.string(),
  /** True for the session of this request. */
  is_this_one: z.boolean(),
})
export type OwnSession = z.infer<typeof OwnSession>

export const listSessions = endpoint({
  access: 'member',
  method: 'GET',
  path: '/api/auth/sessions',
  summary: 'Where the member is signed in',
  response: z.object({ sessions: z.array(OwnSession) }),
})

export const endSession = endpoint({
  access: 'member',
  method: 'DELETE',
  path: '/api/auth/sessions/:sessionId',
  summary: 'Sign one of the own sessions out',
  params: z.object({ sessionId: z.uuid('This is no session') }),
  response: Done,
  refusals: ['not_found'],
})

export const endOtherSessions = endpoint({
  access: 'member',
  method: 'DELETE',
  path: '/api/auth/sessions',
  summary: 'Sign all own sessions out but this one',
  response: z.object({ success: z.literal(true), ended: z.number() }),
})

export const refreshSession = endpoint({
  access: 'member',
  method: 'POST',
  path: '/api/auth/refresh',
  summary: 'Renew the session where that is due',
  response: z.object({ session: SessionInfo }),
})

export const changeEmail = endpoint({
  access: 'member',
  method: 'POST',
  path: '/api/auth/change-email',
  summary: 'Ask both addresses to confirm that the account gets another one',
  body: ChangeEmail,
  response: Done,
  refusals: ['invalid_credentials', 'user_already_exists', 'over_email_send_rate_limit', 'rate_limit_exceeded'],
})

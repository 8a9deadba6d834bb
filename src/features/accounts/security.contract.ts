import * as z from 'zod/mini'
import { contract } from '#shared/contract.ts'
import { ChangeEmail } from './credentials.schemas.ts'
import * as endpoints from './security.endpoints.ts'
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

export const listSessions = contract(endpoints.listSessions, {
  access: 'member',
  summary: 'List the member’s sessions',
  response: z.object({ sessions: z.array(OwnSession) }),
})

export const endSession = contract(endpoints.endSession, {
  access: 'member',
  summary: 'End one of the member’s sessions',
  params: z.object({ sessionId: z.uuid('This is no session') }),
  response: Done,
  refusals: { 404: ['not_found'] },
})

export const endOtherSessions = contract(endpoints.endOtherSessions, {
  access: 'member',
  summary: 'End all of the member’s sessions except the current one',
  response: z.object({ success: z.literal(true), ended: z.number() }),
})

export const refreshSession = contract(endpoints.refreshSession, {
  access: 'member',
  summary: 'Renew the session if it is due for renewal',
  response: z.object({ session: SessionInfo }),
})

export const changeEmail = contract(endpoints.changeEmail, {
  access: 'member',
  summary: 'Request a change of the email address; both addresses must confirm it',
  body: ChangeEmail,
  response: Done,
  refusals: {
    401: ['invalid_credentials'],
    409: ['user_already_exists'],
    429: ['over_email_send_rate_limit', 'rate_limit_exceeded'],
  },
})

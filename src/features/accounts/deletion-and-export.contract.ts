import * as z from 'zod/mini'
import { endpoint } from '#shared/endpoint.ts'
import { DeleteAccount } from './deletion.contract.ts'

/** Endpoint 21 (G55): exports all data of the member in one file. */
export const exportOwnData = endpoint({
  access: 'member',
  method: 'GET',
  path: '/api/user/export',
  summary: 'Everything that is stored of the member, as a file: rows by the name of their table, without secrets',
  response: z.object({
    format: z.literal('savepoint-export'),
    version: z.literal(1),
    exported_at: z.string(),
    member: z.object({ id: z.string(), username: z.nullable(z.string()), email: z.string() }),
    /** The rows by table. */
    data: z.record(z.string(), z.unknown()),
  }),
  refusals: ['rate_limit_exceeded'],
  budget: 'export',
})
export type OwnExport = z.infer<(typeof exportOwnData)['response']>

/** Endpoint 21 (G55): deactivates the account for 14 days, then removes it for good. */
export const deleteAccount = endpoint({
  access: 'member',
  method: 'DELETE',
  path: '/api/user/account',
  summary: 'Delete the own account: hidden and signed out at once, removed for good after 14 days',
  body: DeleteAccount,
  response: z.object({ success: z.literal(true), removed_at: z.string() }),
  refusals: [
    'username_differs',
    'password_required',
    'invalid_credentials',
    'sign_in_again',
    'last_admin',
    'rate_limit_exceeded',
  ],
})

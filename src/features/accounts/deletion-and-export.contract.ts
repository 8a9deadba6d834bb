import * as z from 'zod/mini'
import { contract } from '#shared/contract.ts'
import { DeleteAccount } from './deletion.schemas.ts'
import * as endpoints from './deletion-and-export.endpoints.ts'

/** Endpoint 21 (G55): exports all data of the member in one file. */
export const exportOwnData = contract(endpoints.exportOwnData, {
  access: 'member',
  summary: 'Export all stored data of the member as a file: rows by table, without secrets',
  response: z.object({
    format: z.literal('savepoint-export'),
    version: z.literal(1),
    exported_at: z.string(),
    member: z.object({ id: z.string(), username: z.nullable(z.string()), email: z.string() }),
    /** The rows by table. */
    data: z.record(z.string(), z.unknown()),
  }),
  refusals: { 429: ['rate_limit_exceeded'] },
  budget: 'export',
  heavyBytes: 12 * 1024 * 1024,
})

/** Endpoint 21 (G55): deactivates the account for 14 days, then removes it for good. */
export const deleteAccount = contract(endpoints.deleteAccount, {
  access: 'member',
  summary: 'Delete your own account: hidden and signed out at once, deleted for good after 14 days',
  body: DeleteAccount,
  response: z.object({ success: z.literal(true), removed_at: z.string() }),
  refusals: {
    400: ['username_differs', 'password_required'],
    401: ['invalid_credentials'],
    403: ['sign_in_again'],
    409: ['last_admin'],
    429: ['rate_limit_exceeded'],
  },
})

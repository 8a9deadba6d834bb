import * as z from 'zod/mini'
import { contract } from '#shared/contract.ts'
import * as endpoints from './admin-backups.endpoints.ts'

export const SiteBackup = z.object({ name: z.string(), started_at: z.string(), bytes: z.number() })
export type SiteBackup = z.infer<typeof SiteBackup>

export const listBackups = contract(endpoints.listBackups, {
  access: 'admin',
  summary: 'List the backups in BACKUP_DIR of this node, the newest first',
  response: z.object({
    /** Null without BACKUP_DIR: this node then makes no backups. */
    folder: z.nullable(z.string()),
    /** How many are retained. */
    most: z.nullable(z.number()),
    /** Why the folder cannot be read; null if it can. */
    problem: z.nullable(z.string()),
    /** A backup waits or is being written. */
    isRunning: z.boolean(),
    backups: z.array(SiteBackup),
  }),
})

export const openBackup = contract(endpoints.openBackup, {
  access: 'admin',
  summary: 'Get an address that downloads a backup within five minutes; it needs the password of the admin',
  params: z.object({ name: z.string().check(z.maxLength(100)) }),
  // Required from admins who have a password. Others must have signed in within the last ten minutes.
  body: z.object({ password: z.optional(z.string().check(z.maxLength(1000))) }),
  response: z.object({ address: z.string() }),
  refusals: {
    401: ['invalid_credentials'],
    403: ['not_recent'],
    404: ['not_found'],
    429: ['rate_limit_exceeded'],
  },
})

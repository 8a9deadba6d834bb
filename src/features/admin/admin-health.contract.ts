import * as z from 'zod/mini'
import { contract } from '#shared/contract.ts'
import { ADMIN_REFUSALS } from './admin.texts.ts'
import * as endpoints from './admin-health.endpoints.ts'

/** What a check of the site has found, and what to do. */
export const SiteFinding = z.object({
  check: z.string(),
  label: z.string(),
  state: z.enum(['failing', 'warning', 'ok']),
  sentence: z.string(),
  /** Null if there is nothing to do. */
  todo: z.nullable(z.string()),
})
export type SiteFinding = z.infer<typeof SiteFinding>

export const listFindings = contract(endpoints.listFindings, {
  access: 'admin',
  summary: 'Check the site: everything that needs no mail and no other server; the worst first',
  response: z.object({
    findings: z.array(SiteFinding),
    /** The checks that send or ask something, which only `runCheck` runs. */
    outside: z.array(z.object({ check: z.string(), label: z.string() })),
  }),
})

export const runCheck = contract(endpoints.runCheck, {
  access: 'admin',
  summary: 'Run a check that sends a mail or asks another server',
  params: z.object({
    check: z.string(ADMIN_REFUSALS.checkMissing).check(z.regex(/^[a-z]+(-[a-z]+)*$/, ADMIN_REFUSALS.checkMissing)),
  }),
  response: z.object({ findings: z.array(SiteFinding) }),
  refusals: { 404: ['not_found'] },
})

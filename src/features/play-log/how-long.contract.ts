import * as z from 'zod/mini'
import { contract } from '#shared/contract.ts'
import * as endpoints from './how-long.endpoints.ts'

export const getPace = contract(endpoints.getPace, {
  access: 'member',
  summary: 'Compare how long the viewer’s latest finished playthroughs took with how long their games take',
  response: z.object({
    /** Null without a finished playthrough of a game of which times are known. A ratio of 1.1 is a tenth longer. */
    pace: z.nullable(z.object({ ratio: z.number(), runs: z.number() })),
  }),
})

import * as z from 'zod/mini'
import { contract, numberUpTo } from '#shared/contract.ts'
import * as endpoints from './page-counts.endpoints.ts'

/** The route pattern of the page: '/game/:gameId'. The count does not distinguish single games. */
const Page = z.string().check(z.maxLength(100), z.regex(/^\/[a-z0-9:/?-]*$/i, 'This is no page'))

export const countPage = contract(endpoints.countPage, {
  access: 'anyone',
  beforeSignIn: true,
  summary: 'Count a page view; only with analytics consent',
  body: z.object({ page: Page }),
  response: z.undefined(),
  status: 204,
  refusals: { 403: ['consent_required'] },
  // The budget of reads, because every page that is read is also counted.
  budget: 'read',
})

/** The most days that an admin may request; older counts are deleted. */
export const COUNTED_DAYS = 400

export const PageCount = z.object({
  /** YYYY-MM-DD, UTC. */
  day: z.string(),
  page: z.string(),
  views: z.number(),
  /** Views that were the browser's first on that day. */
  visits: z.number(),
})
export type PageCount = z.infer<typeof PageCount>

export const listPageCounts = contract(endpoints.listPageCounts, {
  access: 'admin',
  summary: 'List page views by kind of page and day, newest first',
  query: z.object({
    days: numberUpTo(COUNTED_DAYS, 30),
  }),
  response: z.object({ counts: z.array(PageCount) }),
})

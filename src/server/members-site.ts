import type { Context } from 'hono'
import { APP_ADDRESSES } from '#shared/app-addresses.ts'
import type { Contract } from '#shared/contract.ts'
import { type AppPage, isBeforeSignIn } from '#shared/feature-pages.ts'
import { Refusal } from '#shared/refusal.ts'
import type { Changes } from './changes.ts'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import { PUBLIC_API } from './openapi/openapi.ts'
import { isOfPath } from './requests.ts'
import { createTaggedCache } from './tagged-cache.ts'
import { tag } from './tags.ts'

/** Reads whether the site is for its members alone. */
export type VisibilitySource = () => Promise<boolean>

/** Whether visitors see only the way in (decision 0106). */
export interface MembersSite {
  /** False if the site is for members, and also while this node is not certain: nothing comes from a cache then. */
  isPublicForCertain: () => boolean
  isForMembers: () => Promise<boolean>
  /** Returns whether a visitor may ask for this although the site is for members. Everything is closed unless it says otherwise. */
  isOpen: (method: string, path: string) => boolean
}

/**
 * Addresses that no contract and no page describes and that stay open: they check a secret of the request themselves (the
 * token of an app or a calendar, the code of a mail), or say nothing about the site's members.
 */
const OPEN_ADDRESSES: readonly string[] = [
  '/auth/callback',
  '/auth/backchannel-logout',
  '/mail/unsubscribe',
  '/robots.txt',
  '/metrics',
  '/releases.ics',
  APP_ADDRESSES.token,
  APP_ADDRESSES.revoke,
  APP_ADDRESSES.metadata,
]

const FOREVER_MS = Number.POSITIVE_INFINITY

/**
 * Caches whether the site is for members, until the tag of the site is announced. While the change feed is down each request
 * reads it; while the database does not respond, the last answer holds.
 */
export function createMembersSite(deps: {
  config: Pick<Config, 'visibility'>
  changes: Changes
  clock: Clock
  source: VisibilitySource
  routes: () => readonly { endpoint: Contract }[]
  pages: readonly AppPage[]
}): MembersSite {
  const fixed = deps.config.visibility
  const cache = createTaggedCache<{ bytes: number; at: number; tags: [typeof tag.site]; value: boolean }>({
    ...deps,
    maxBytes: 100,
    ttlMs: FOREVER_MS,
  })
  const read = async () => ({
    bytes: 1,
    at: deps.clock().getTime(),
    tags: [tag.site] as [typeof tag.site],
    value: await deps.source(),
  })
  async function isForMembers(): Promise<boolean> {
    if (fixed !== null) return fixed === 'members'
    try {
      return (await cache.serve('visibility', read, () => true)).value
    } catch (error) {
      const last = cache.getStale('visibility', FOREVER_MS)
      if (last === null) throw error
      return last.value
    }
  }
  return {
    isPublicForCertain: () => (fixed === null ? cache.get('visibility')?.value === false : fixed === 'public'),
    isForMembers,
    isOpen(method, path) {
      if (OPEN_ADDRESSES.includes(path) || (path.startsWith(`${PUBLIC_API}/`) && path !== `${PUBLIC_API}/openapi.json`))
        return true
      if (path.startsWith('/api/')) {
        const asked = method === 'HEAD' ? 'GET' : method
        return deps
          .routes()
          .some(({ endpoint }) => endpoint.beforeSignIn && endpoint.method === asked && isOfPath(endpoint.path, path))
      }
      return isBeforeSignIn(deps.pages, path)
    },
  }
}

export const signInRequired = () => new Refusal('unauthenticated', 'sign_in_required', 'Not authenticated')

/** A picture, a feed or another document: somebody who is not let in has no use for the page of the sign-in. */
const isDocument = (path: string) => /\.\w+$/.test(path)

/** What a visitor gets instead of a page that is for members: the way in, whether or not there is such a page. */
export function toSignIn(c: Context): Response {
  const { pathname, search } = new URL(c.req.url)
  const headers = { 'cache-control': 'no-store' }
  if (isDocument(pathname) || (c.req.method !== 'GET' && c.req.method !== 'HEAD'))
    return c.text('Unauthorized', 401, headers)
  const location = `/signin?redirect=${encodeURIComponent(pathname + search)}`
  return new Response(null, { status: 302, headers: { ...headers, location } })
}

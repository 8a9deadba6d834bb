import type { UserId } from '#shared/ids.ts'
import type { Role } from '#shared/roles.ts'
import type { Changes } from './changes.ts'
import type { Clock } from './clock.ts'
import { cookieName, readCookie } from './cookies.ts'
import { tag } from './tags.ts'

/** The signed-in member. Identity comes from the session alone. */
export interface Viewer {
  id: UserId
  role: Role
  username: string | null
  displayName: string | null
  avatarUrl: string | null
}

export interface Session {
  token: string
  viewer: Viewer
  expiresAt: Date
  /** Not part of `viewer`, which many functions receive: only the member may see it. */
  email: string
  isOnboarded: boolean
  /** False for a session that ends with the browser and is never renewed (C66). */
  isRemembered: boolean
  /** The account was deleted, and this sign-in has restored it (G55). */
  isRestored?: boolean
}

/** better-auth's cookie; `cookieName` returns its name over TLS. */
export const SESSION_COOKIE = 'savepoint.session_token'

/**
 * Returns whether a request may come from a member, whatever the prefix of its cookie. Such a request never uses the
 * page cache.
 */
export function hasSessionCookie(cookieHeader: string | undefined | null): boolean {
  return cookieHeader?.includes(`${SESSION_COOKIE}=`) ?? false
}

export interface Sessions {
  find: (headers: Headers) => Promise<Session | null>
  /** Invalidates the cached session of this cookie, on this node. */
  evict: (headers: Headers) => void
  /**
   * Invalidates all cached sessions of a member on this node. The announcement does so on the others a moment later.
   */
  evictMember: (memberId: string) => void
}

const CACHE_MS = 60_000
const MAX_CACHED = 20_000

/**
 * Looks sessions up through `lookUp` and caches each, so a page of several calls queries the database once.
 * Key: the cookie. Size: 20,000 sessions; a full cache drops the oldest.
 * Invalidated: by the tag of the member on every node, by `evict` at once on this one, and a minute after it was read. While
 * the change feed is down every session is read.
 */
export function createSessions(deps: {
  lookUp: (headers: Headers) => Promise<Session | null>
  changes: Changes
  clock: Clock
  isTls: boolean
}): Sessions {
  const cached = new Map<string, { session: Session; until: number }>()
  // Counts invalidations: a lookup that began before one may return an outdated session.
  let evictions = 0

  deps.changes.subscribe((tags) => {
    const members = new Set(tags?.map(tag.member.idOf).filter((id) => id !== null))
    if (tags !== null && members.size === 0) return
    evictions += 1
    if (tags === null) return cached.clear()
    for (const [cookie, { session }] of cached) if (members.has(session.viewer.id)) cached.delete(cookie)
  })

  const name = cookieName(SESSION_COOKIE, deps.isTls)
  const cookieOf = (headers: Headers): string | null => {
    const header = headers.get('cookie')
    // Only the cookie name that `lookUp` reads counts: an attacker could plant a session under another name, which
    // would sign the victim in to the attacker's account.
    return hasSessionCookie(header) ? readCookie(header, name) : null
  }

  return {
    async find(headers) {
      const cookie = cookieOf(headers)
      if (cookie === null) return null
      const now = deps.clock().getTime()
      const found = cached.get(cookie)
      if (found && deps.changes.isLive() && found.until > now && found.session.expiresAt.getTime() > now)
        return found.session
      cached.delete(cookie)
      const before = evictions
      const session = await deps.lookUp(headers)
      if (session === null || before !== evictions) return session
      // A Map preserves the insertion order, so the first key is the oldest.
      if (cached.size >= MAX_CACHED) cached.delete(cached.keys().next().value as string)
      cached.set(cookie, { session, until: now + CACHE_MS })
      return session
    },
    evict(headers) {
      evictions += 1
      const cookie = cookieOf(headers)
      if (cookie !== null) cached.delete(cookie)
    },
    evictMember(memberId) {
      evictions += 1
      for (const [cookie, { session }] of cached) if (session.viewer.id === memberId) cached.delete(cookie)
    },
  }
}

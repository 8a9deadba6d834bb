import type { TokenScope } from '#shared/token-scopes.ts'
import type { Viewer } from './session.ts'

/** What a valid access token gives: its member, and what the member lets the token do. */
export interface TokenAccess {
  id: string
  name: string
  scopes: readonly TokenScope[]
  expiresAt: Date | null
  /** The member, without the rights of a moderator or admin. */
  viewer: Viewer
}

/** Implemented by the feature that owns the access tokens. */
export interface TokenSource {
  /** Returns null for a token that does not exist, or whose member is disabled or deleted. */
  lookUp: (token: string) => Promise<TokenAccess | 'expired' | null>
}

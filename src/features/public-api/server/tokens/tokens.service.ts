import { createHash, randomBytes } from 'node:crypto'
import type { Db } from '#db/db.ts'
import { databaseFailureOf } from '#db/failures.ts'
import { inTransaction } from '#db/transaction.ts'
import type { Clock } from '#server/clock.ts'
import type { Viewer } from '#server/session.ts'
import type { TokenAccess } from '#server/token-access.ts'
import type { AccessTokenId, UserId } from '#shared/ids.ts'
import { refuse } from '#shared/refusal.ts'
import { TOKEN_SCOPES } from '#shared/token-scopes.ts'
import { expiryOf, MAX_TOKENS, TOKEN_PREFIX, USE_INTERVAL_MS } from '../../tokens.rules.ts'
import type { TokenDraft } from '../../tokens.schemas.ts'
import { TOKEN_TEXTS } from '../../tokens.texts.ts'
import { storedForm } from '../apps/app-secrets.ts'
import { findAppToken } from '../apps/app-tokens.queries.ts'
import * as queries from './tokens.queries.ts'

export interface TokensDeps {
  db: Db
  clock: Clock
}

/** 256 random bits need no slow hash: nobody can guess them. */
const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest()
const SECRET = new RegExp(`^${TOKEN_PREFIX}[\\w-]{43}$`)

export const listTokens = ({ db }: TokensDeps, viewer: Viewer) => queries.listTokens(db, viewer.id)

/** Creates a token. Only the returned secret opens the API; the database has its hash. Refuses too_many_tokens. */
export async function createToken(deps: TokensDeps, viewer: Viewer, { name, scopes, days }: TokenDraft) {
  const secret = TOKEN_PREFIX + randomBytes(32).toString('base64url')
  const created_at = deps.clock()
  const row = await inTransaction(deps, async ({ db }) => {
    if ((await queries.lockAndCount(db, viewer.id)) >= MAX_TOKENS)
      refuse('conflict', 'too_many_tokens', TOKEN_TEXTS.tooMany)
    const expires_at = expiryOf(days, created_at)
    return queries.insertToken(db, { user_id: viewer.id, name, hash: hashOf(secret), scopes, created_at, expires_at })
  })
  return { row, secret }
}

/** Revokes a token, from the next request on. Refuses another member's with 404. */
export async function revokeToken({ db }: TokensDeps, viewer: Viewer, id: AccessTokenId): Promise<void> {
  if (!(await queries.deleteToken(db, viewer.id, id))) refuse('not_found', 'token_not_found', TOKEN_TEXTS.missing)
}

/**
 * Returns what a token opens, and writes when it was last used, at most once a minute. The database is asked each time,
 * so a revoked token ends at once on all nodes. A token of an app has the id of the app's access, which stays the same
 * when the app gets its next token.
 */
export async function lookUpToken({ db, clock }: TokensDeps, secret: string): Promise<TokenAccess | 'expired' | null> {
  const ofApp = storedForm('access', secret)
  if (ofApp === null && !SECRET.test(secret)) return null
  const [row] =
    ofApp === null ? await queries.findByHash(db, { hash: hashOf(secret) }) : [await findAppToken(db, ofApp)]
  if (!row) return null
  const now = clock()
  if (row.expires_at !== null && row.expires_at <= now) return 'expired'
  const since = new Date(now.getTime() - USE_INTERVAL_MS)
  if (row.last_used_at === null || row.last_used_at <= since)
    await queries.touchToken(db, row.id, now, since).catch((error: unknown) => {
      // A full disk must not prevent reading.
      if (databaseFailureOf(error) !== 'full') throw error
    })
  const { id, name, expires_at, user_id, username, display_name, avatar_url } = row
  return {
    id,
    name,
    scopes: TOKEN_SCOPES.filter((scope) => row.scopes.includes(scope)),
    expiresAt: expires_at,
    viewer: {
      id: user_id as UserId,
      role: 'user',
      username,
      displayName: display_name,
      avatarUrl: avatar_url,
    },
  }
}

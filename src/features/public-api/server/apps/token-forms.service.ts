import type { Db } from '#db/db.ts'
import { refersToDeleted } from '#db/failures.ts'
import { inTransaction } from '#db/transaction.ts'
import type { Clock } from '#server/clock.ts'
import { APP_TOKEN_PREFIXES, APP_TOKEN_SECONDS, scopesIn } from '../../app-tokens.rules.ts'
import { OAUTH_TEXTS } from '../../oauth.texts.ts'
import { hashOf, newSecret, storedForm } from './app-secrets.ts'
import * as queries from './app-tokens.queries.ts'
import { basicCredentials } from './basic-credentials.ts'

// The forms that apps send to the token endpoint (RFC 6749, 3.2) and to the revocation endpoint (RFC 7009).

interface FormDeps {
  db: Db
  clock: Clock
}

/** The parameters that count; all others are ignored. */
const FIELDS = [
  'grant_type',
  'client_id',
  'client_secret',
  'code',
  'code_verifier',
  'redirect_uri',
  'refresh_token',
  'scope',
  'token',
] as const
type Fields = Partial<Record<(typeof FIELDS)[number], string>>

/** An answer of RFC 6749, 5.2. */
const refused = (error: string, description: string, status = 400, headers: Record<string, string> = {}) =>
  Response.json({ error, error_description: description }, { status, headers })
const invalidRequest = (description: string) => refused('invalid_request', description)
const invalidGrant = () => refused('invalid_grant', OAUTH_TEXTS.ended)

/** Exchanges a code or a refresh token for an access token. */
export function exchange(deps: FormDeps, form: URLSearchParams, authorization: string | null): Promise<Response> {
  const grants = { authorization_code: exchangeCode, refresh_token: refresh }
  return answered(deps, form, authorization, async (db, fields, clientOf) => {
    const { grant_type } = fields
    if (grant_type === undefined) return invalidRequest(OAUTH_TEXTS.missing('grant_type'))
    if (!Object.hasOwn(grants, grant_type)) return refused('unsupported_grant_type', OAUTH_TEXTS.grantType)
    const client = await clientOf()
    if (client instanceof Response) return client
    return grants[grant_type as keyof typeof grants](db, fields, client, deps.clock())
  })
}

/**
 * Revokes a token of the app that asks. A refresh token ends with all tokens of its code, an access token alone. A token that
 * opens nothing is what the app wants (RFC 7009, 2.2).
 */
export function revoke(deps: FormDeps, form: URLSearchParams, authorization: string | null): Promise<Response> {
  return answered(deps, form, authorization, async (db, { token }, clientOf) => {
    const client = await clientOf()
    if (client instanceof Response) return client
    if (token === undefined) return invalidRequest(OAUTH_TEXTS.missing('token'))
    const [access, refreshed] = [storedForm('access', token), storedForm('refresh', token)]
    await queries.lockAppTokens(db, access ?? refreshed ?? '')
    if (access !== null) await queries.endAccessToken(db, access, client)
    const found = refreshed === null ? undefined : await queries.findRefreshToken(db, refreshed, client)
    if (found) await queries.endTokensOfCode(db, found.authorizationCodeId ?? '', client)
    return Response.json(null)
  })
}

/** Answers a form in one transaction, so that a failure leaves nothing half-written. `clientOf` authenticates the app. */
async function answered(
  deps: FormDeps,
  form: URLSearchParams,
  authorization: string | null,
  work: (db: Db, fields: Fields, clientOf: () => Promise<string | Response>) => Promise<Response>,
): Promise<Response> {
  const fields: Fields = {}
  for (const name of FIELDS) {
    // A parameter without a value is as if it were not there (RFC 6749, 3.2).
    const [value, ...more] = form.getAll(name).filter((each) => each !== '')
    if (more.length > 0 || value?.includes('\0')) return invalidRequest(OAUTH_TEXTS.repeated)
    if (value !== undefined) fields[name] = value
  }
  try {
    return await inTransaction(deps, ({ db }) => work(db, fields, () => authenticate(db, fields, authorization)))
  } catch (error) {
    // The member has withdrawn the access of the app, or lost it, while the code or the refresh token was under way.
    if (refersToDeleted(error)) return invalidGrant()
    throw error
  }
}

/**
 * Returns the client id of the app that sent a form, or the refusal. An app on a server proves itself with its secret
 * (`client_secret_basic`, RFC 6749, 2.3.1), and a public one has none. Both ways in one form must name the same app.
 */
async function authenticate(db: Db, fields: Fields, authorization: string | null): Promise<string | Response> {
  const basic = authorization === null ? null : basicCredentials(authorization)
  const refusal = () =>
    authorization === null
      ? refused('invalid_client', OAUTH_TEXTS.client)
      : refused('invalid_client', OAUTH_TEXTS.client, 401, { 'www-authenticate': 'Basic' })
  const clientId = basic?.id ?? fields.client_id
  if (clientId === undefined || (fields.client_id ?? clientId) !== clientId) return refusal()
  if ((authorization !== null && basic === null) || fields.client_secret !== undefined) return refusal()
  const client = await queries.findClient(db, clientId)
  const secret = basic === null ? null : storedForm('secret', basic.password)
  const isProved =
    client?.tokenEndpointAuthMethod === 'none' ? basic === null : secret !== null && secret === client?.clientSecret
  return client && !client.disabled && isProved ? clientId : refusal()
}

/** A second use of a code ends what the first one gave (RFC 6749, 4.1.2). */
async function exchangeCode(db: Db, fields: Fields, client: string, now: Date): Promise<Response> {
  const { code, redirect_uri, code_verifier } = fields
  if (code === undefined || redirect_uri === undefined || code_verifier === undefined)
    return invalidRequest(OAUTH_TEXTS.missing('code, redirect_uri, code_verifier'))
  const codeId = hashOf(code)
  await queries.lockAppTokens(db, codeId)
  const taken = await queries.takeCode(db, codeId, client)
  if (!taken) {
    await queries.endTokensOfCode(db, codeId, client)
    return invalidGrant()
  }
  const isMeant = taken.redirect_uri === redirect_uri && taken.challenge === hashOf(code_verifier)
  if (!isMeant || taken.expires_at <= now) return invalidGrant()
  const { user_id: userId, session_id: sessionId, scopes } = taken
  return issue(db, { clientId: client, userId, sessionId, codeId, scopes }, scopes, now)
}

/** A second use of a refresh token ends all tokens of its code: one of both users has stolen it (RFC 9700, 4.14.2). */
async function refresh(db: Db, fields: Fields, client: string, now: Date): Promise<Response> {
  const { refresh_token } = fields
  if (refresh_token === undefined) return invalidRequest(OAUTH_TEXTS.missing('refresh_token'))
  const stored = storedForm('refresh', refresh_token)
  if (stored === null) return invalidGrant()
  await queries.lockAppTokens(db, stored)
  const found = await queries.findRefreshToken(db, stored, client)
  if (!found || found.expiresAt <= now) return invalidGrant()
  const { userId, sessionId, authorizationCodeId: codeId } = found
  if (found.revoked !== null) {
    await queries.endTokensOfCode(db, codeId ?? '', client)
    return invalidGrant()
  }
  const scopes = found.scopes as string[]
  const asked = scopesIn(fields.scope ?? '')
  if (asked.some((scope) => !scopes.includes(scope))) return refused('invalid_scope', OAUTH_TEXTS.scope)
  await queries.useRefreshToken(db, found.id, now)
  return issue(db, { clientId: client, userId, sessionId, codeId, scopes }, asked.length > 0 ? asked : scopes, now)
}

/** Creates an access token with these scopes, and with `offline_access` a refresh token with all of the grant. */
async function issue(db: Db, grant: queries.Grant, scopes: string[], now: Date): Promise<Response> {
  const expiryOf = (seconds: number) => new Date(now.getTime() + seconds * 1000)
  const [access, next] = [newSecret(), grant.scopes.includes('offline_access') ? newSecret() : null]
  const row = { ...grant, createdAt: now }
  const refreshId =
    next === null
      ? null
      : await queries.insertRefreshToken(db, {
          ...row,
          token: hashOf(next),
          expiresAt: expiryOf(APP_TOKEN_SECONDS.refresh),
        })
  await queries.insertAccessToken(db, {
    ...row,
    scopes,
    token: hashOf(access),
    expiresAt: expiryOf(APP_TOKEN_SECONDS.access),
    refreshId,
  })
  return Response.json({
    access_token: APP_TOKEN_PREFIXES.access + access,
    token_type: 'Bearer',
    expires_in: APP_TOKEN_SECONDS.access,
    ...(next !== null && { refresh_token: APP_TOKEN_PREFIXES.refresh + next }),
    scope: scopes.join(' '),
  })
}

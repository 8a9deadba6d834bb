import type { Db } from '#db/db.ts'
import { refersToDeleted } from '#db/failures.ts'
import { inTransaction } from '#db/transaction.ts'
import type { Clock } from '#server/clock.ts'
import type { Config } from '#server/config.ts'
import type { Log } from '#server/log.ts'
import type { RequestContext } from '#server/routes.ts'
import type { Viewer } from '#server/session.ts'
import type { OwnAppId } from '#shared/ids.ts'
import { refuse } from '#shared/refusal.ts'
import { TOKEN_SCOPES } from '#shared/token-scopes.ts'
import { isNameOfSite } from '../../app-names.rules.ts'
import { APP_TOKEN_PREFIXES, APP_TOKEN_SECONDS } from '../../app-tokens.rules.ts'
import { isOnSite, MAX_APPS } from '../../apps.rules.ts'
import type { AppChange, AppDraft } from '../../apps.schemas.ts'
import { OWN_APP_TEXTS, requestProblem } from '../../apps.texts.ts'
import { hashOf, newSecret, readSignedRequest, signRequest } from './app-secrets.ts'
import { insertCode } from './app-tokens.queries.ts'
import * as queries from './apps.queries.ts'
import { addressOfAnswer, checkRequest, clientIdIn } from './authorization-requests.ts'

export interface AppsDeps {
  db: Db
  log: Log
  config: Config
  clock: Clock
}

export const listApps = ({ db }: AppsDeps, viewer: Viewer) => queries.listApps(db, viewer.id)

/** Refuses an app that poses as this site, or leads to it. */
function refusePosing({ config }: AppsDeps, { name, redirect_uris }: AppChange, { origin }: RequestContext): void {
  const refuseField = (field: keyof AppChange, sentence: string) =>
    refuse('invalid', 'validation_failed', sentence, { details: { [field]: sentence } })
  if (isNameOfSite(name, config.productName)) refuseField('name', OWN_APP_TEXTS.namePoses)
  if (redirect_uris.some((address) => isOnSite(address, origin)))
    refuseField('redirect_uris', OWN_APP_TEXTS.redirectHere)
}

/**
 * Registers an app of the viewer. Only the returned secret proves it; the database has its hash. Refuses too_many_apps, and an app
 * that poses as this site.
 */
export async function createApp(deps: AppsDeps, viewer: Viewer, draft: AppDraft, request: RequestContext) {
  refusePosing(deps, draft, request)
  const { name, kind, redirect_uris } = draft
  const secret = kind === 'public' ? null : newSecret()
  const app = {
    userId: viewer.id,
    clientId: newSecret(),
    clientSecret: secret && hashOf(secret),
    name,
    tokenEndpointAuthMethod: kind === 'public' ? 'none' : 'client_secret_basic',
  }
  const row = await inTransaction(deps, async ({ db }) => {
    await queries.lockMember(db, viewer.id)
    if ((await queries.countApps(db, viewer.id)) >= MAX_APPS) refuse('conflict', 'too_many_apps', OWN_APP_TEXTS.tooMany)
    return queries.insertApp(db, app, redirect_uris, deps.clock())
  })
  deps.log.info({ memberId: viewer.id, clientId: row.clientId }, 'a member has registered an app')
  return { row, secret: secret && APP_TOKEN_PREFIXES.secret + secret }
}

/**
 * Changes the name and the redirect addresses of an app of the viewer. Who has given it access reads the new name, and a
 * request to an address that is gone leads nowhere. Refuses another member's with 404, and an app that poses as this site.
 */
export async function changeApp(
  deps: AppsDeps,
  viewer: Viewer,
  id: OwnAppId,
  change: AppChange,
  request: RequestContext,
): Promise<queries.AppRow> {
  const { db, log, clock } = deps
  const refuseMissing = () => refuse('not_found', 'app_not_found', OWN_APP_TEXTS.missing)
  refusePosing(deps, change, request)
  const { name, redirect_uris: redirectUris } = change
  const row = (await queries.updateApp(db, viewer.id, id, { name, redirectUris, now: clock() })) ?? refuseMissing()
  log.info({ memberId: viewer.id, clientId: row.clientId }, 'a member has changed an app')
  return row
}

/** Deletes an app of the viewer, with the access of every member to it. Refuses another member's with 404. */
export async function removeApp({ db, log }: AppsDeps, viewer: Viewer, id: OwnAppId): Promise<void> {
  const clientId = await queries.deleteApp(db, viewer.id, id)
  if (clientId === null) refuse('not_found', 'app_not_found', OWN_APP_TEXTS.missing)
  log.info({ memberId: viewer.id, clientId }, 'a member has deleted an app')
}

/** Finds the app of a request and checks the request. */
async function checked({ db }: AppsDeps, parameters: URLSearchParams, { origin }: RequestContext) {
  const clientId = clientIdIn(parameters)
  const app = clientId === null ? undefined : await queries.findApp(db, clientId)
  return { app, read: checkRequest(parameters, app && { ...app, redirectUris: app.redirectUris as string[] }, origin) }
}

/**
 * Checks the request of an app, and returns what the viewer is asked, or why not. The viewer is asked each time, because
 * another program can claim to be a public app (RFC 8252, 8.6). A mistake of the app never leads to its address by itself:
 * anybody may register an app, and a link to this site would lead anywhere (RFC 9700, 4.11.2).
 */
export async function readRequest(deps: AppsDeps, viewer: Viewer, search: string, request: RequestContext) {
  const nothing = { question: null, back_to: null, problem: null }
  const { app, read } = await checked(deps, new URLSearchParams(search), request)
  if (read.kind === 'back') return { ...nothing, back_to: read.url, problem: requestProblem(read.error) }
  if (read.kind === 'invalid' || !app)
    return { ...nothing, problem: requestProblem(read.kind === 'invalid' ? read.code : 'invalid_client') }
  const question = {
    signed: signRequest(deps.config.secret, viewer.id, read.parameters, inSeconds(deps, APP_TOKEN_SECONDS.code)),
    name: app.name,
    made_by: app.username,
    redirect_uri: read.redirectUri,
    scopes: TOKEN_SCOPES.filter((scope) => read.scopes.includes(scope)),
    is_lasting: read.scopes.includes('offline_access'),
  }
  return { ...nothing, question }
}

const inSeconds = ({ clock }: AppsDeps, seconds: number) => new Date(clock().getTime() + seconds * 1000)

/**
 * Stores the viewer's decision and returns the URL that the browser goes to. Refuses app_request_over: the request is too old,
 * was changed, or its app is gone or has other addresses.
 */
export async function decideAppRequest(
  deps: AppsDeps,
  viewer: Viewer,
  { signed, allow }: { signed: string; allow: boolean },
  request: RequestContext,
): Promise<string> {
  const refuseOver = (): never => refuse('invalid', 'app_request_over', OWN_APP_TEXTS.requestOver)
  const { secret } = deps.config
  const parameters = readSignedRequest(secret, viewer.id, signed, deps.clock()) ?? refuseOver()
  const { read } = await checked(deps, parameters, request)
  if (read.kind !== 'ask') return refuseOver()
  const { clientId, redirectUri, state } = read
  const back = (answer: Record<string, string>) => addressOfAnswer({ redirectUri, state, site: request.origin }, answer)
  if (!allow) {
    deps.log.info({ memberId: viewer.id, clientId }, 'a member has denied an app access')
    return back({ error: 'access_denied' })
  }
  const code = newSecret()
  const isStored = await inTransaction(deps, ({ db }) =>
    insertCode(db, {
      code: hashOf(code),
      client_id: clientId,
      user_id: viewer.id,
      sessionToken: request.session?.token ?? '',
      redirect_uri: redirectUri,
      challenge: read.challenge,
      scopes: read.scopes,
      expires_at: inSeconds(deps, APP_TOKEN_SECONDS.code),
      now: deps.clock(),
    }),
  ).catch((error: unknown) => (refersToDeleted(error) ? refuseOver() : Promise.reject(error)))
  if (!isStored) refuse('unauthenticated', 'sign_in_required', 'Not authenticated')
  deps.log.info({ memberId: viewer.id, clientId }, 'a member has given an app access')
  return back({ code })
}

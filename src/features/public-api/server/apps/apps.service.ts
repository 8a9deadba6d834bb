import type { Db } from '#db/db.ts'
import { inTransaction } from '#db/transaction.ts'
import * as authorization from '#features/accounts/server/apps/app-authorization.service.ts'
import type { Config } from '#server/config.ts'
import type { Log } from '#server/log.ts'
import type { RequestContext } from '#server/routes.ts'
import type { Viewer } from '#server/session.ts'
import type { OwnAppId } from '#shared/ids.ts'
import { refuse } from '#shared/refusal.ts'
import { TOKEN_SCOPES } from '#shared/token-scopes.ts'
import { isNameOfSite } from '../../app-names.rules.ts'
import { isOnSite, MOST_APPS } from '../../apps.rules.ts'
import type { AppChange, AppDraft } from '../../apps.schemas.ts'
import { OWN_APP_TEXTS, REQUEST_TEXTS, requestProblem } from '../../apps.texts.ts'
import * as queries from './apps.queries.ts'

export interface AppsDeps {
  db: Db
  log: Log
  config: Pick<Config, 'productName'>
  accounts: { apps: authorization.AppAuthorization }
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
  const { db, log, accounts } = deps
  refusePosing(deps, draft, request)
  const refuseTooMany = () => refuse('conflict', 'too_many_apps', OWN_APP_TEXTS.tooMany)
  if ((await queries.countApps(db, viewer.id)) >= MOST_APPS) refuseTooMany()
  const { name, kind, redirect_uris } = draft
  const made = await authorization.registerApp(accounts, { name, kind, redirectUris: redirect_uris }, request)
  // The library writes outside of our transactions, so what is too much goes again: others may have registered meanwhile.
  const row = await inTransaction(deps, async (inside) => {
    await queries.lockMember(inside.db, viewer.id)
    const own = await queries.findOwnApp(inside.db, viewer.id, { clientId: made.clientId })
    if (!own || (await queries.countApps(inside.db, viewer.id)) <= MOST_APPS) return own
    await queries.deleteApp(inside.db, viewer.id, own.id)
    return undefined
  })
  if (!row) return refuseTooMany()
  log.info({ memberId: viewer.id, clientId: row.clientId }, 'a member has registered an app')
  return { row, secret: made.secret }
}

/**
 * Changes the name and the redirect addresses of an app of the viewer. Who has given it access reads the new name, and a
 * request to an address that is gone leads nowhere. Refuses another member's with 404, invalid_redirect_uri, and an app that
 * poses as this site.
 */
export async function changeApp(
  deps: AppsDeps,
  viewer: Viewer,
  id: OwnAppId,
  change: AppChange,
  request: RequestContext,
): Promise<queries.AppRow> {
  const { db, log, accounts } = deps
  const { name, redirect_uris } = change
  const refuseMissing = () => refuse('not_found', 'app_not_found', OWN_APP_TEXTS.missing)
  const own = (await queries.findOwnApp(db, viewer.id, { id })) ?? refuseMissing()
  refusePosing(deps, change, request)
  await authorization.changeApp(accounts, own.clientId, { name, redirectUris: redirect_uris }, request)
  // Deleted at the same moment.
  const row = (await queries.findOwnApp(db, viewer.id, { id })) ?? refuseMissing()
  log.info({ memberId: viewer.id, clientId: row.clientId }, 'a member has changed an app')
  return row
}

/** Deletes an app of the viewer, with the access of every member to it. Refuses another member's with 404. */
export async function removeApp({ db, log }: AppsDeps, viewer: Viewer, id: OwnAppId): Promise<void> {
  const clientId = await queries.deleteApp(db, viewer.id, id)
  if (clientId === null) refuse('not_found', 'app_not_found', OWN_APP_TEXTS.missing)
  log.info({ memberId: viewer.id, clientId }, 'a member has deleted an app')
}

/**
 * Checks the request of an app, and returns what the viewer is asked, or why not. A mistake of the app never leads to its
 * address by itself: anybody may register an app, and a link to this site would lead anywhere (RFC 9700, 4.11.2).
 */
export async function readRequest({ db, accounts }: AppsDeps, search: string, request: RequestContext) {
  const nothing = { question: null, back_to: null, problem: null }
  const read = await authorization.readAppRequest(accounts, search, request)
  // On the machine of a developer an app may use every port (RFC 8252, 7.3), also the one of this site.
  const target = read.kind === 'ask' ? read.redirectUri : read.kind === 'back' ? read.url : null
  if (target !== null && isOnSite(target, request.origin)) return { ...nothing, problem: REQUEST_TEXTS.redirect }
  if (read.kind === 'back') return { ...nothing, back_to: read.url, problem: requestProblem(read.error) }
  const app = read.kind === 'ask' ? await queries.findApp(db, read.clientId) : undefined
  if (read.kind === 'invalid' || !app)
    return { ...nothing, problem: requestProblem(read.kind === 'invalid' ? read.code : 'invalid_client') }
  const question = {
    signed: read.signed,
    name: app.name,
    made_by: app.username,
    redirect_uri: read.redirectUri,
    scopes: TOKEN_SCOPES.filter((scope) => read.scopes.includes(scope)),
    is_lasting: read.scopes.includes('offline_access'),
  }
  return { ...nothing, question }
}

/** Stores the viewer's decision and returns the URL that the browser goes to. Refuses app_request_over. */
export async function decideAppRequest(
  { log, accounts }: AppsDeps,
  viewer: Viewer,
  { signed, allow }: { signed: string; allow: boolean },
  request: RequestContext,
): Promise<string> {
  const url = await authorization.decideAppRequest(accounts, { signed, isAllowed: allow }, request)
  const clientId = new URLSearchParams(signed).get('client_id')
  log.info(
    { memberId: viewer.id, clientId },
    allow ? 'a member has given an app access' : 'a member has denied an app access',
  )
  return url
}

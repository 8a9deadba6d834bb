import type { RequestContext } from '#server/routes.ts'
import { refuse } from '#shared/refusal.ts'
import { APP_TEXTS } from '../../apps.texts.ts'
import { type AppAuthorization, AuthFailure } from '../auth/authenticator.ts'

export type { AppAuthorization } from '../auth/authenticator.ts'

// OAuth 2.1 for apps of members (decision 0093), with refusals in place of the failures of the library.

interface WithApps {
  apps: AppAuthorization
}

/** Registers an app of the viewer. Refuses invalid_redirect_uri. */
export const registerApp = (
  { apps }: WithApps,
  draft: Parameters<AppAuthorization['register']>[0],
  { headers }: RequestContext,
) => apps.register(draft, headers).catch(refuseAppFailure)

/** Changes an app of the viewer. One that is gone stays so. Refuses invalid_redirect_uri. */
export const changeApp = (
  { apps }: WithApps,
  clientId: string,
  change: Parameters<AppAuthorization['change']>[1],
  { headers }: RequestContext,
) => apps.change(clientId, change, headers).catch(refuseAppFailure)

/** Checks the request of an app for access to the viewer's account, given as the search of its URL. */
export const readAppRequest = ({ apps }: WithApps, search: string, { headers }: RequestContext) =>
  apps.readRequest(search, headers).catch(refuseAppFailure)

/** Stores the viewer's decision and returns the URL that the browser goes to. Refuses app_request_over. */
export const decideAppRequest = (
  { apps }: WithApps,
  decision: { signed: string; isAllowed: boolean },
  { headers }: RequestContext,
) => apps.decide(decision, headers).catch(refuseAppFailure)

function refuseAppFailure(error: unknown): never {
  switch (error instanceof AuthFailure && error.code) {
    case 'app_not_accepted':
      return refuse('invalid', 'invalid_redirect_uri', APP_TEXTS.redirectWrong, {
        details: { redirect_uris: APP_TEXTS.redirectWrong },
      })
    case 'app_request_over':
      return refuse('invalid', 'app_request_over', APP_TEXTS.requestOver)
    case 'signed_out':
      return refuse('unauthenticated', 'sign_in_required', 'Not authenticated')
    default:
      throw error
  }
}

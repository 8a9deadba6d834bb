import { type Route, route } from '#server/routes.ts'
import * as contract from '../../factors.contract.ts'
import type { AccountsDeps } from '../accounts.service.ts'
import { viewSignInResult } from '../accounts.view.ts'
import { sendCookies } from '../auth/send-cookies.ts'
import * as service from './passkeys.service.ts'

export const passkeysRoutes = (deps: AccountsDeps): Route[] => [
  route(contract.createPasskeyChallenge, async ({ request, reply }) => {
    const { options, cookies } = await service.createPasskeyChallenge(deps, request)
    sendCookies(reply, cookies)
    return options
  }),
  route(contract.signInWithPasskey, async ({ body, request, reply }) => {
    const { session, cookies } = await service.signInWithPasskey(deps, body.response, request)
    sendCookies(reply, cookies)
    return viewSignInResult(session)
  }),
  route(contract.listPasskeys, async ({ viewer }) => ({ passkeys: await service.listPasskeys(deps, viewer.id) })),
  route(contract.beginPasskey, async ({ body, request, reply }) => {
    const { options, cookies } = await service.beginPasskey(deps, body.password, request)
    sendCookies(reply, cookies)
    return options
  }),
  route(contract.addPasskey, async ({ body, request }) => service.addPasskey(deps, body, request)),
  route(contract.renamePasskey, async ({ params, body, viewer }) =>
    service.renamePasskey(deps, viewer.id, params.passkeyId, body.name),
  ),
  route(contract.removePasskey, async ({ params, request }) => {
    await service.removePasskey(deps, request, params.passkeyId)
    return { success: true as const }
  }),
]

import { type Route, route } from '#server/routes.ts'
import * as contract from '../../factors.contract.ts'
import type { AccountsDeps } from '../accounts.service.ts'
import { viewSignInResult } from '../accounts.view.ts'
import { sendCookies } from '../auth/send-cookies.ts'
import * as service from './second-factor.service.ts'
import { passSecondStep } from './second-step.service.ts'

export const secondFactorRoutes = (deps: AccountsDeps): Route[] => [
  route(contract.passSecondStep, async ({ body, request, reply }) => {
    const { session, cookies } = await passSecondStep(deps, body, request)
    sendCookies(reply, cookies)
    return viewSignInResult(session)
  }),
  route(contract.getSecondFactor, async ({ viewer }) => {
    const { isOn, left } = await service.readSecondFactor(deps, viewer.id)
    return { is_on: isOn, codes_left: left }
  }),
  route(contract.beginSecondFactor, async ({ body, request }) =>
    service.beginSecondFactor(deps, body.password, request),
  ),
  route(contract.confirmSecondFactor, async ({ body, request, reply }) => {
    const { codes, cookies } = await service.confirmSecondFactor(deps, body.code, request)
    sendCookies(reply, cookies)
    return { recovery_codes: codes }
  }),
  route(contract.renewRecoveryCodes, async ({ body, request }) => ({
    recovery_codes: await service.renewRecoveryCodes(deps, body.password, request),
  })),
  route(contract.endSecondFactor, async ({ body, request, reply }) => {
    sendCookies(reply, await service.endSecondFactor(deps, body.password, request))
    return { success: true as const }
  }),
]

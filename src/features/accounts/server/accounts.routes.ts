import { type Route, route, streamedRoute } from '#server/routes.ts'
import * as contract from '../accounts.contract.ts'
import * as leaving from '../deletion-and-export.contract.ts'
import { exportFileName } from '../deletion-and-export.rules.ts'
import * as securityContract from '../security.contract.ts'
import * as session from '../session.contract.ts'
import * as service from './accounts.service.ts'
import { viewMail, viewOwnProfile, viewRecord, viewSessionUser, viewSignInResult } from './accounts.view.ts'
import { sendCookies } from './auth/send-cookies.ts'
import { deleteAccount, exportOwnData } from './deletion-and-export/deletion-and-export.service.ts'
import { listMails } from './mails/outbox.queries.ts'
import { passkeysRoutes } from './passkeys/passkeys.routes.ts'
import { createOwnProfile } from './profile/profile-record.service.ts'
import * as recovery from './recovery/recovery.service.ts'
import { secondFactorRoutes } from './second-factor/second-factor.routes.ts'
import * as security from './security/security.service.ts'
import { readSession, requireSession } from './session/session.service.ts'
import { signOutEverywhere } from './social/provider-sessions.service.ts'
import * as social from './social/social.service.ts'

export const accountsRoutes = (deps: service.AccountsDeps): Route[] => [
  ...secondFactorRoutes(deps),
  ...passkeysRoutes(deps),
  route(contract.getCsrfToken, async ({ request, reply }) => {
    const { token, cookie } = service.csrfToken(deps, request)
    sendCookies(reply, [cookie])
    return { success: true as const, csrfToken: token }
  }),
  route(session.getSession, async ({ request, reply }) => {
    const { session, cookies } = await readSession(deps, request)
    sendCookies(reply, cookies)
    return {
      user: session && viewSessionUser(session),
      session: session && { expiresAt: session.expiresAt.toISOString() },
      authenticated: session !== null,
    }
  }),
  route(contract.getCurrentUser, async ({ request, reply }) => {
    const { session, cookies } = await requireSession(deps, request)
    sendCookies(reply, cookies)
    return { user: viewSessionUser(session), profile: viewOwnProfile(session) }
  }),
  route(contract.signIn, async ({ body, request, reply }) => {
    const { session, cookies } = await service.signIn(deps, body, request)
    sendCookies(reply, cookies)
    return session
      ? viewSignInResult(session)
      : { user: null, session: null, profile: null, second_factor: true as const }
  }),
  route(contract.signUp, async ({ body, request, reply }) => {
    const { session, cookies } = await service.signUp(deps, body, request)
    sendCookies(reply, cookies)
    return {
      user: session && viewSessionUser(session),
      session: session && { expiresAt: session.expiresAt.toISOString() },
    }
  }),
  route(contract.checkUsername, async ({ body }) => service.checkUsername(deps, body.username)),
  route(contract.checkEmail, async ({ body }) => service.checkEmail(deps, body.email)),
  route(contract.requestReset, async ({ body, request }) => {
    await recovery.requestReset(deps, body.email, request)
    return { success: true as const }
  }),
  route(contract.updatePassword, async ({ body, request, reply }) => {
    const { cookies, isSecondFactorRequired, isRestored } = await recovery.updatePassword(deps, body, request)
    sendCookies(reply, cookies)
    return {
      success: true as const,
      ...(isSecondFactorRequired && { second_factor: true as const }),
      ...(isRestored && { restored: true as const }),
    }
  }),
  route(contract.resendConfirmation, async ({ body, request }) => {
    await recovery.resendConfirmation(deps, body, request)
    return { success: true as const }
  }),
  route(contract.listProviders, async () => social.viewProviders(deps)),
  route(contract.startSocial, async ({ body, reply }) => {
    const { url, cookies } = await social.startSignIn(deps, body)
    sendCookies(reply, cookies)
    return { url }
  }),
  route(contract.linkSocial, async ({ body, request, reply }) => {
    const { url, cookies } = await social.startLink(deps, body, request)
    sendCookies(reply, cookies)
    return { url }
  }),
  route(contract.unlinkSocial, async ({ body, request }) => {
    await social.unlinkProvider(deps, body, request)
    return { success: true as const }
  }),
  route(contract.listSignInMethods, async ({ viewer }) => social.viewSignInMethods(deps, viewer.id)),
  route(securityContract.listSessions, async ({ request }) => ({
    sessions: await security.listSessions(deps, security.requireOwnSession(request)),
  })),
  route(securityContract.endSession, async ({ params, request }) => {
    await security.endSession(deps, security.requireOwnSession(request), params.sessionId)
    return { success: true as const }
  }),
  route(securityContract.endOtherSessions, async ({ request }) => ({
    success: true as const,
    ended: await security.endOtherSessions(deps, security.requireOwnSession(request)),
  })),
  route(securityContract.refreshSession, async ({ request, reply }) => {
    const { session, cookies } = await requireSession(deps, request)
    sendCookies(reply, cookies)
    return { session: { expiresAt: session.expiresAt.toISOString() } }
  }),
  route(securityContract.changeEmail, async ({ body, request }) => {
    await security.changeEmail(deps, body, request)
    return { success: true as const }
  }),
  streamedRoute(leaving.exportOwnData, async ({ request, viewer, reply }) => {
    const name = exportFileName(deps.config.productName, viewer.username, deps.clock())
    reply.headers.set('content-disposition', `attachment; filename="${name}"`)
    return exportOwnData(deps, request)
  }),
  route(leaving.deleteAccount, async ({ body, request, reply }) => {
    const { removedAt, cookies } = await deleteAccount(deps, body, request)
    sendCookies(reply, cookies)
    return { success: true as const, removed_at: removedAt.toISOString() }
  }),
  route(contract.checkUserExists, async ({ body }) => (await service.checkEmail(deps, body.user_email)).exists),
  route(contract.createUserProfileSafe, async ({ body, viewer }) =>
    viewRecord(await createOwnProfile(deps.db, viewer, body.user_id)),
  ),
  route(contract.listOutbox, async ({ request }) => {
    const { email } = security.requireOwnSession(request)
    return { is_sending: deps.config.smtp !== null, mails: (await listMails(deps.db, 100, email)).map(viewMail) }
  }),
  route(session.signOut, async ({ request, reply }) => {
    const { cookies, url } = await signOutEverywhere(deps, request)
    sendCookies(reply, cookies)
    return { success: true as const, ...(url !== null && { url }) }
  }),
]

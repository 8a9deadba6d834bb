import { type Reply, type Route, route } from '#server/routes.ts'
import * as contract from '../accounts.contract.ts'
import * as session from '../session.contract.ts'
import * as service from './accounts.service.ts'
import { viewOwnProfile, viewSessionUser } from './accounts.view.ts'

export const accountsRoutes = (deps: service.AccountsDeps): Route[] => [
  route(contract.getCsrfToken, async ({ request, reply }) => {
    const { token, cookie } = service.csrfToken(deps, request)
    send(reply, [cookie])
    return { success: true as const, csrfToken: token }
  }),
  route(session.getSession, async ({ request, reply }) => {
    const { session, cookies } = await service.readSession(deps, request)
    send(reply, cookies)
    return {
      user: session && viewSessionUser(session),
      session: session && { expiresAt: session.expiresAt.toISOString() },
      authenticated: session !== null,
    }
  }),
  route(contract.getCurrentUser, async ({ request, reply }) => {
    const { session, cookies } = await service.requireSession(deps, request)
    send(reply, cookies)
    return { user: viewSessionUser(session), profile: viewOwnProfile(session) }
  }),
  route(contract.signIn, async ({ body, request, reply }) => {
    const { session, cookies } = await service.signIn(deps, body, request)
    send(reply, cookies)
    return {
      user: viewSessionUser(session),
      session: { expiresAt: session.expiresAt.toISOString() },
      profile: viewOwnProfile(session),
    }
  }),
  route(contract.signUp, async ({ body, request, reply }) => {
    const { session, cookies } = await service.signUp(deps, body, request)
    send(reply, cookies)
    return { user: viewSessionUser(session), session: { expiresAt: session.expiresAt.toISOString() } }
  }),
  route(contract.checkUsername, async ({ body }) => service.checkUsername(deps, body.username)),
  route(contract.checkEmail, async ({ body }) => service.checkEmail(deps, body.email)),
  route(session.signOut, async ({ request, reply }) => {
    send(reply, await service.signOut(deps, request))
    return { success: true as const }
  }),
]

function send(reply: Reply, cookies: readonly string[]): void {
  for (const cookie of cookies) reply.headers.append('set-cookie', cookie)
}

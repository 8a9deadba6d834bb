import { siteOf } from '#features/accounts/server/mails/letter.service.ts'
import { type Route, route } from '#server/routes.ts'
import { tag } from '#server/tags.ts'
import * as contract from '../registration.contract.ts'
import * as invitations from './invitations/invitations.service.ts'
import { viewInvitation, viewInviter, viewRequest } from './registration.view.ts'
import * as requests from './requests/account-requests.service.ts'
import { saveSiteSettings, siteSettings, viewSiteSettings } from './settings/site-settings.service.ts'

export const registrationRoutes = (deps: requests.RequestsDeps): Route[] => [
  route(contract.getRegistration, async ({ reply }) => {
    reply.shows(tag.site)
    const { registration, visibility, sentence, ...settings } = await siteSettings(deps)
    return {
      ...{ registration, visibility, sentence },
      provider_sign_up: settings.provider_sign_up && deps.config.oidc.length > 0,
      members_invite: settings.invites_per_month > 0,
    }
  }),
  route(contract.getInvitation, async ({ params, reply }) => {
    reply.shows(tag.site)
    const found = await invitations.findByToken(deps, params.token)
    if (found?.row.by) reply.shows(tag.member(found.row.by.id))
    const { state = 'unknown', row } = found ?? {}
    const isValid = state === 'valid' && row !== undefined
    return { state, by: isValid ? viewInviter(row.by) : null, note: isValid ? row.note : null }
  }),
  route(contract.askForAccount, async ({ body, request }) => {
    await requests.askForAccount(deps, body, request.ip)
    return { success: true as const }
  }),
  route(contract.listOwnInvitations, async ({ viewer }) => {
    const { rows, left, perMonth, invitedBy } = await invitations.listOwn(deps, viewer)
    const now = deps.clock()
    return {
      invitations: rows.map((row) => viewInvitation(row, now)),
      left,
      per_month: perMonth,
      invited_by: viewInviter(invitedBy),
    }
  }),
  route(contract.createInvitation, async ({ body, viewer, request }) => {
    const { id, token, endsAt } = await invitations.createInvitation(deps, viewer, body)
    const site = deps.config.baseUrl === null ? request.origin : siteOf(deps.config)
    return { id, url: invitations.linkOf(site, token), ends_at: endsAt.toISOString() }
  }),
  route(contract.revokeInvitation, async ({ params, viewer }) => {
    await invitations.revokeInvitation(deps, viewer, params.invitationId)
    return { success: true as const }
  }),
  route(contract.getSiteSettings, async () => viewSiteSettings(deps)),
  route(contract.saveSiteSettings, async ({ body, viewer }) => {
    await saveSiteSettings(deps, viewer, body)
    return { success: true as const }
  }),
  route(contract.listInvitations, async ({ query }) => {
    const { rows, nextCursor } = await invitations.listAll(deps, query.cursor)
    const now = deps.clock()
    return { invitations: rows.map((row) => viewInvitation(row, now)), nextCursor }
  }),
  route(contract.listAccountRequests, async ({ query }) => {
    const { rows, nextCursor } = await requests.listRequests(deps, query.status, query.cursor)
    return { requests: rows.map(viewRequest), nextCursor }
  }),
  route(contract.decideAccountRequest, async ({ params, body, viewer }) => {
    await requests.decideRequest(deps, viewer, params.requestId, body.decision)
    return { success: true as const }
  }),
]

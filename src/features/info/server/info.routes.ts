import { type Route, route } from '#server/routes.ts'
import * as contract from '../info.contract.ts'
import * as contact from './contact/contact.service.ts'
import type { InfoPages } from './pages/info-pages.ts'

export const infoRoutes = (deps: contact.ContactDeps & { pages: InfoPages }): Route[] => [
  route(contract.getInfoPage, async ({ params }) => ({ page: deps.pages[params.page] })),
  route(contract.sendContactMessage, async ({ body, viewer }) => {
    await contact.sendMessage(deps, viewer, body)
    return { success: true as const }
  }),
  route(contract.listContactMessages, async ({ query }) => {
    const { rows, nextCursor } = await contact.listMessages(deps, query.status, query.cursor)
    return { messages: rows.map((row) => ({ ...row, created_at: row.created_at.toISOString() })), nextCursor }
  }),
  route(contract.setContactMessageStatus, async ({ params, body, viewer }) => {
    await contact.setMessageStatus(deps, viewer, params.messageId.toLowerCase(), body.status)
    return { success: true as const }
  }),
]

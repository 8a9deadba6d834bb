import { deleteOnce, runOnce } from '#server/once/once.ts'
import { type Route, route } from '#server/routes.ts'
import * as contract from '../messages.contract.ts'
import { countUnreadMessages } from '../unread.contract.ts'
import * as service from './messages.service.ts'
import { viewConversation, viewMessage, viewThread } from './messages.view.ts'

export const messagesRoutes = (deps: service.MessagesDeps): Route[] => [
  route(contract.listConversations, async ({ query, viewer }) => {
    const { rows, nextCursor } = await service.listConversations(deps, viewer, query.cursor)
    return { data: rows.map((row) => viewConversation(row, viewer)), nextCursor }
  }),
  route(countUnreadMessages, async ({ viewer }) => ({ unread: await service.countUnread(deps, viewer) })),
  route(contract.readThread, async ({ query, viewer }) =>
    viewThread(await service.readThread(deps, viewer, query.userId, query.before), viewer),
  ),
  route(contract.sendMessage, ({ body, viewer, request, reply }) =>
    runOnce(
      deps,
      { request, reply, body },
      {
        address: 'POST message',
        async write(inside) {
          const { row, isNew } = await service.sendMessage(inside, viewer, body)
          if (!isNew) reply.wasThere()
          return { message: viewMessage(row, viewer) }
        },
      },
    ),
  ),
  route(contract.markConversationRead, async ({ body, viewer }) => ({
    unread: await service.markConversationRead(deps, viewer, body),
  })),
  route(contract.deleteMessage, async ({ params: { messageId }, viewer, request, reply }) => {
    const remove = (inside: service.MessagesDeps) => service.deleteMessage(inside, viewer, messageId)
    await deleteOnce(deps, { request, reply }, { address: `DELETE message ${messageId}`, remove })
    return undefined
  }),
]

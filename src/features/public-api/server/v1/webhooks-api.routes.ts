import { runOnce } from '#server/once/once.ts'
import { type Route, route } from '#server/routes.ts'
import type { WebhookId } from '#shared/ids.ts'
import * as contract from '../../webhooks-api.contract.ts'
import * as service from '../webhooks/webhooks.service.ts'
import { viewDelivery, viewWebhook } from '../webhooks/webhooks.view.ts'
import { deliveryView, webhookView } from './views.ts'

/** The webhooks of the member, by the rules of the settings. */
export const webhooksApiRoutes = (deps: service.WebhooksDeps): Route[] => [
  route(contract.listHooks, async ({ viewer }) => ({
    data: (await service.listWebhooks(deps, viewer)).map(hookView),
    next_cursor: null,
  })),
  route(contract.createHook, ({ viewer, body, request, reply }) =>
    runOnce(
      deps,
      { request, reply, body },
      {
        address: `${contract.createHook.method} ${contract.createHook.path}`,
        async write(inside) {
          const { secret, ...made } = await service.createWebhook(inside, viewer, body)
          return { data: hookView(made), secret }
        },
        secret: {
          remove: ({ data }) => ({ data }),
          async restore(inside, stored) {
            const { data } = stored as { data: ReturnType<typeof hookView> }
            return { data, secret: await service.readSecret(inside, viewer, data.id as WebhookId) }
          },
        },
      },
    ),
  ),
  route(contract.getHook, async ({ viewer, params }) => ({
    data: hookView(await service.loadWebhook(deps, viewer, params.webhookId)),
  })),
  route(contract.changeHook, async ({ viewer, params, body }) => ({
    data: hookView(await service.changeWebhook(deps, viewer, params.webhookId, body)),
  })),
  route(contract.removeHook, async ({ viewer, params }) => {
    await service.deleteWebhook(deps, viewer, params.webhookId)
    return undefined
  }),
  route(contract.resumeHook, async ({ viewer, params }) => ({
    data: hookView(await service.resumeWebhook(deps, viewer, params.webhookId)),
  })),
  route(contract.testHook, async ({ viewer, params }) => ({
    data: deliveryView(viewDelivery(await service.testWebhook(deps, viewer, params.webhookId))),
  })),
  route(contract.listCalls, async ({ viewer, params }) => ({
    data: (await service.listDeliveries(deps, viewer, params.webhookId)).map((row) => deliveryView(viewDelivery(row))),
    next_cursor: null,
  })),
  route(contract.resendCall, async ({ viewer, params }) => ({
    data: deliveryView(viewDelivery(await service.resendDelivery(deps, viewer, params))),
  })),
]

const hookView = (loaded: service.LoadedWebhook) => webhookView(viewWebhook(loaded))

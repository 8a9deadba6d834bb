import { type Route, route } from '#server/routes.ts'
import * as contract from '../../webhooks.contract.ts'
import * as service from './webhooks.service.ts'
import { viewDelivery, viewWebhook } from './webhooks.view.ts'

export const webhooksRoutes = (deps: service.WebhooksDeps): Route[] => [
  route(contract.listWebhooks, async ({ viewer }) => ({
    webhooks: (await service.listWebhooks(deps, viewer)).map(viewWebhook),
  })),
  route(contract.createWebhook, async ({ viewer, body }) => {
    const { secret, ...made } = await service.createWebhook(deps, viewer, body)
    return { webhook: viewWebhook(made), secret }
  }),
  route(contract.changeWebhook, async ({ viewer, params, body }) => ({
    webhook: viewWebhook(await service.changeWebhook(deps, viewer, params.webhookId, body)),
  })),
  route(contract.deleteWebhook, async ({ viewer, params }) => {
    await service.deleteWebhook(deps, viewer, params.webhookId)
    return undefined
  }),
  route(contract.resumeWebhook, async ({ viewer, params }) => ({
    webhook: viewWebhook(await service.resumeWebhook(deps, viewer, params.webhookId)),
  })),
  route(contract.testWebhook, async ({ viewer, params }) => ({
    delivery: viewDelivery(await service.testWebhook(deps, viewer, params.webhookId)),
  })),
  route(contract.listDeliveries, async ({ viewer, params }) => ({
    deliveries: (await service.listDeliveries(deps, viewer, params.webhookId)).map(viewDelivery),
  })),
  route(contract.resendDelivery, async ({ viewer, params }) => ({
    delivery: viewDelivery(await service.resendDelivery(deps, viewer, params)),
  })),
]

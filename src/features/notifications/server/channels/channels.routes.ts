import type * as z from 'zod/mini'
import { type Route, route } from '#server/routes.ts'
import type { ChannelId } from '#shared/ids.ts'
import { type Failure, problemText } from '#shared/post-failures.texts.ts'
import * as contract from '../../channels.contract.ts'
import type { Channel } from '../../channels.rules.ts'
import type { NotificationsDeps } from '../notifications.service.ts'
import type { ChannelRow } from './channels.queries.ts'
import * as service from './channels.service.ts'

export const channelsRoutes = (deps: NotificationsDeps): Route[] => [
  route(contract.listChannels, async ({ viewer }) => ({
    channels: (await service.listChannels(deps, viewer)).map(viewChannel),
  })),
  route(contract.addChannel, async ({ viewer, body }) => ({
    channel: viewChannel(await service.addChannel(deps, viewer, body)),
  })),
  route(contract.testChannel, async ({ viewer, params }) => ({
    channel: viewChannel(await service.testChannel(deps, viewer, params.channelId)),
  })),
  route(contract.removeChannel, async ({ viewer, params }) => {
    await service.removeChannel(deps, viewer, params.channelId)
    return undefined
  }),
]

const viewChannel = (row: ChannelRow): z.input<typeof contract.NotificationChannel> => ({
  id: row.id as ChannelId,
  channel: row.channel as Channel,
  host: new URL(row.endpoint).host,
  created_at: row.created_at.toISOString(),
  is_paused: row.paused_at !== null,
  problem: row.last_failure && problemText(row.last_failure as Failure, row.last_status),
})

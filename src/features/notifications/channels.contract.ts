import * as z from 'zod/mini'
import { contract, NoContent } from '#shared/contract.ts'
import { ChannelId } from '#shared/ids.ts'
import * as endpoints from './channels.endpoints.ts'
import { CHANNELS } from './channels.rules.ts'
import { ChannelDraft } from './channels.schemas.ts'

/** A channel without its token and the rest of its address: who has these can write to it. */
export const NotificationChannel = z.object({
  id: ChannelId,
  channel: z.enum(CHANNELS),
  host: z.string(),
  created_at: z.string(),
  /** Nothing is sent to it until a test arrives. */
  is_paused: z.boolean(),
  /** Why the last message did not arrive; null if it did. */
  problem: z.nullable(z.string()),
})
export type NotificationChannel = z.infer<typeof NotificationChannel>

const OneChannel = z.object({ channelId: ChannelId })
const AnyChannel = z.object({ channel: NotificationChannel })

export const listChannels = contract(endpoints.listChannels, {
  access: 'member',
  summary: 'List the channels to which the member’s notifications are sent, newest first',
  response: z.object({ channels: z.array(NotificationChannel) }),
})

export const addChannel = contract(endpoints.addChannel, {
  access: 'member',
  summary: 'Add a channel if a test arrives there; refuses with the reason if it does not',
  body: ChannelDraft,
  response: AnyChannel,
  status: 201,
  refusals: { 400: ['channel_failed'], 409: ['channel_exists', 'too_many_channels'] },
  budget: 'token',
})

export const testChannel = contract(endpoints.testChannel, {
  access: 'member',
  summary: 'Send a test to a channel; one that arrives ends a pause',
  params: OneChannel,
  response: AnyChannel,
  refusals: { 404: ['channel_not_found'] },
  budget: 'token',
})

export const removeChannel = contract(endpoints.removeChannel, {
  access: 'member',
  summary: 'Send nothing to a channel any more, and forget its address',
  params: OneChannel,
  response: NoContent,
  status: 204,
  refusals: { 404: ['channel_not_found'] },
})

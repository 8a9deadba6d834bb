import { atMostText } from '#shared/sentences.ts'
import { type Channel, MAX_CHANNELS } from './channels.rules.ts'

/** Why a channel is refused. */
export const CHANNEL_REFUSALS = {
  channel: 'Choose one of the services',
  required: 'Enter the address',
  address: {
    ntfy: 'Enter the address of a topic, such as https://ntfy.sh/my-topic',
    gotify: 'Enter the address of the server, such as https://gotify.example.org',
    discord: 'Enter the address that Discord shows for a webhook: https://discord.com/api/webhooks/…',
    apprise: 'Enter the address of a configuration, such as https://apprise.example.org/notify/my-key',
  } satisfies Record<Channel, string>,
  token: 'This is no token',
  tokenRequired: 'Enter the token of an application',
  tooMany: atMostText(MAX_CHANNELS, 'channels'),
  exists: 'You have this channel already',
  missing: 'This channel does not exist',
} as const

/** What a channel gets as its test. */
export const CHANNEL_TEST = 'Notifications arrive here.'

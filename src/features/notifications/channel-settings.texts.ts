import type { Channel } from './channels.rules.ts'

export const CHANNEL_NAMES: Record<Channel, string> = {
  ntfy: 'ntfy',
  gotify: 'Gotify',
  discord: 'Discord',
  apprise: 'Apprise',
}

/** Of the part of Settings, Notifications about other services. */
export const CHANNELS_TEXTS = {
  title: 'Other services',
  text: 'What is pushed also goes to ntfy, Gotify, a channel of Discord or your Apprise. The service reads what it says.',
  none: 'Nothing is sent to other services.',
  add: 'Add a service',
  test: 'Send a test',
  remove: 'Remove',
  arrived: (name: string) => `The test has arrived at ${name}`,
  removed: (name: string) => `Nothing more is sent to ${name}`,
  paused: (problem: string) => `Paused. ${problem}. A test that arrives turns it on again.`,
  failing: (problem: string) =>
    `The last message did not arrive. ${problem}. Notifications that do not arrive are sent again.`,
} as const

/** Of the dialog that adds one. */
export const CHANNEL_DIALOG = {
  title: 'Add a service',
  about: 'A test is sent at once. Address and token are not shown again.',
  service: 'Service',
  address: 'Address',
  addressHints: {
    ntfy: 'Of a topic, such as https://ntfy.sh/my-topic. Who knows a topic without a password can read it',
    gotify: 'Of your server, such as https://gotify.example.org',
    discord: 'Of a webhook: in Discord, Edit channel, Integrations',
    apprise: 'Of a configuration at your Apprise API, such as https://apprise.example.org/notify/my-key',
  } satisfies Record<Channel, string>,
  token: 'Token',
  tokenHints: { required: 'Of an application in Gotify', optional: 'If the topic asks for one' },
  save: 'Add',
  saving: 'Sending a test…',
  saved: (name: string) => `Notifications go to ${name}`,
} as const

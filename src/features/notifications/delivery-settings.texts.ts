import { counted, plural } from '#shared/counted.ts'

/** Of Settings, Notifications: how they are delivered. */
export const DELIVERY_TEXTS = {
  device: {
    title: 'This device',
    text: 'Notifications that come while the site is closed. The push service of your browser carries them, and cannot read them.',
    unsupported: 'This browser cannot get notifications. On an iPhone or iPad, add the site to the home screen first.',
    refused:
      'This browser refuses notifications of this site. Allow them in its settings for the site, then reload this page.',
    off: 'Nothing is pushed to this device.',
    on: 'This device gets notifications until you sign out.',
    turnOn: 'Turn on for this device',
    turnOff: 'Turn off for this device',
    notTurnedOn: 'The browser did not allow it, so this device stays as it was.',
    failed: 'The push service of this browser could not be reached. Please try again.',
    others: (count: number) => `${counted(count, 'other device')} of yours ${plural(count, 'gets', 'get')} them.`,
  },
  times: {
    title: 'When and what',
    text: 'For pushes to all of your devices.',
    quiet: 'Quiet hours',
    quietHint: 'What comes then is pushed at their end, in the time zone of your preferences',
    from: 'From',
    until: 'Until',
    messages: 'Text of messages',
    messagesHint: 'Who sees your screen can read it',
  },
  mail: {
    title: 'Mail',
    text: 'For what you have not read here. Each mail has a link that stops it.',
    noServer: 'This site sends no mail about notifications.',
    unconfirmed: 'Nothing is mailed until your address is confirmed, under Account.',
    digest: 'Digest',
    digestHint: 'What you have missed, at eight in the time zone of your preferences; weekly ones on Mondays',
    every: { off: 'Never', daily: 'Every day', weekly: 'Every week' },
    soon: 'Friend requests and messages soon',
    soonHint: 'Five minutes after they come, instead of in the digest',
  },
  here: 'Here',
  push: 'Push',
  byMail: 'Mail',
} as const

/** Of the manifest. */
export const MANIFEST_TEXTS = {
  about: 'Your games, what you think of them, and what your friends play',
  pictures: { home: 'What you play, and what your friends played', library: 'Your library', game: 'A game' },
  shortcuts: { log: 'Log a game', search: 'Search', library: 'Library', messages: 'Messages' },
} as const

/** Of the offer to install. */
export const INSTALL_TEXTS = {
  title: (productName: string) => `${productName} as an app`,
  text: 'It opens from your home screen or desktop, without the bars of the browser.',
  install: 'Install',
  dismiss: 'Not now',
} as const

/** Of the page that frees a device whose installed app is stuck. */
export const RECOVER_TEXTS = {
  title: 'This device is free again',
  text: 'The browser has forgotten the pages, the copy of your library and the drafts that this site kept here. Your account and what you had sent are as they were.',
  open: 'Open the site',
  fromOtherSite: 'Type this address yourself: a link of another site may not clear what this device keeps.',
} as const

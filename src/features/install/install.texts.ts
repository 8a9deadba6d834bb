/** Of the manifest. */
export const MANIFEST_TEXTS = {
  about: 'Your games, what you think of them, and what your friends play',
  shortcuts: { log: 'Log a game', search: 'Search', library: 'Library', messages: 'Messages' },
} as const

/** Of the offer to install. */
export const INSTALL_TEXTS = {
  title: (productName: string) => `${productName} as an app`,
  text: 'It opens from your home screen or desktop, without the bars of the browser.',
  install: 'Install',
  dismiss: 'Not now',
} as const

/** Of the notice of a page without a network, where the device keeps what is done. */
export const KEPT_OFFLINE = { text: 'Offline. What you log is kept.', link: 'On this device' } as const

import type { PushAction } from '#shared/notification.ts'

/** What a push says. The server encrypts it for one browser, and the service worker of that browser shows it. */
export interface PushPayload {
  title: string
  /** The text of a message, if the member lets pushes show it. */
  body?: string
  /** The address that a tap opens. */
  href: string
  /** A push with the tag of an earlier one takes its place. */
  tag: string
  /** The number at the icon of the app. */
  unread: number
  actions: readonly PushAction[]
}

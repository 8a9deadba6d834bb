import type { PushOfKind } from '#server/pushed-notification.ts'
import { findLatestUnread } from '../messages.queries.ts'

/** The push of a message has its text, if the member allows it. */
export const NEW_MESSAGE_PUSH: PushOfKind = { privateTextOf: findLatestUnread }

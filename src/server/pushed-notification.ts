import type { Db } from '#db/db.ts'
import type { UserId } from '#shared/ids.ts'
import type { NotificationKind, NotificationLine, PushAction } from '#shared/notification.ts'

/** What only the pushes of a type need. */
export interface PushOfKind {
  /** The buttons of the push of a line. */
  actionsOf?: (line: NotificationLine) => readonly PushAction[]
  /** Returns a private text of `from`, which a push shows only if the member allows it; null if there is none any more. */
  privateTextOf?: (db: Db, to: UserId, from: UserId) => Promise<string | null>
}

/** A type of notifications as its feature registers it on the server. */
export interface ServerNotificationKind extends NotificationKind {
  push?: PushOfKind
}

import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import type { OwnData } from '#server/own-data.ts'

/**
 * Exports the member's notifications, with the names of the actors and nothing else about them, and the browsers and channels to
 * which they are pushed, without their keys, tokens and addresses: with these somebody could push as Savepoint; and when the next mails are due.
 */
export const ownNotifications: OwnData = {
  ownTables(db: Db, userId: string) {
    const notifications = db
      .selectFrom('notifications')
      .leftJoin('profiles as actor', (on) =>
        on.onRef('actor.id', '=', 'notifications.actor_id').on('actor.disabled_at', 'is', null),
      )
      .where('user_id', '=', userId)
      .select([
        'notifications.id',
        'type',
        'actor_id',
        'actor.username as actor_username',
        'subject_type',
        'subject_id',
        'data',
        'read_at',
        'notifications.created_at',
      ])
      .orderBy('notifications.id')
    const push_subscriptions = db
      .selectFrom('push_subscriptions')
      .where('user_id', '=', userId)
      .select([sql<string>`split_part(endpoint, '/', 3)`.as('push_service'), 'channel', 'paused_at', 'created_at'])
      .orderBy('created_at')
      .orderBy('id')
    const mail_schedules = db
      .selectFrom('mail_schedules')
      .where('user_id', '=', userId)
      .select(['digest_at', 'digest_since', 'soon_types', 'soon_at', 'soon_since'])
    return { notifications, push_subscriptions, mail_schedules }
  },
}

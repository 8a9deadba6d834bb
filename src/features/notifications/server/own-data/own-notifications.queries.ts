import type { Db } from '#db/db.ts'
import type { OwnData } from '#server/own-data.ts'

/** Exports the member's notifications, with the names of the actors and nothing else about them. */
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
    return { notifications }
  },
}

import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/db.ts'
import type { OwnData } from '#server/own-data.ts'

/** Exports the recommendations that the member has sent and those that the member has got. */
export const ownRecommendations: OwnData = {
  ownTables(db: Db, userId: string) {
    // To the sender a no looks like no answer.
    const unlessDeclined = (value: RawBuilder<unknown>, other: RawBuilder<unknown>) =>
      sql`case when state = 'declined' and sender_id = ${userId} then ${other} else ${value} end`
    const recommendations = db
      .selectFrom('recommendations')
      .innerJoin('profiles as sender', 'sender.id', 'recommendations.sender_id')
      .innerJoin('profiles as recipient', 'recipient.id', 'recommendations.recipient_id')
      .innerJoin('games', 'games.id', 'recommendations.game_id')
      .where(({ or, eb }) => or([eb('sender_id', '=', userId), eb('recipient_id', '=', userId)]))
      .select([
        'recommendations.id',
        'sender_id',
        'sender.username as sender_username',
        'recipient_id',
        'recipient.username as recipient_username',
        'game_id',
        'games.name as game_name',
        'line',
        unlessDeclined(sql`state`, sql`'open'`).as('state'),
        'recommendations.created_at',
        unlessDeclined(sql`answered_at`, sql`null`).as('answered_at'),
      ])
      .orderBy('recommendations.id')
    return { recommendations }
  },
}

import type { Db } from '#db/db.ts'
import type { OwnData } from '#server/own-data.ts'

/** Exports the member's invitations, without what opens them, and by whose invitation the member came. */
export const ownRegistration: OwnData = {
  ownTables(db: Db, userId: string) {
    const invitations = db
      .selectFrom('invitations')
      .where('created_by', '=', userId)
      .select(({ selectFrom }) => [
        'id',
        'uses',
        'note',
        'created_at',
        'ends_at',
        'revoked_at',
        selectFrom('invitation_uses')
          .whereRef('invitation_uses.invitation_id', '=', 'invitations.id')
          .select(({ fn }) => fn.countAll<number>().as('used'))
          .as('used'),
      ])
      .orderBy('id')
    const invitation_uses = db
      .selectFrom('invitation_uses')
      .innerJoin('invitations', 'invitations.id', 'invitation_uses.invitation_id')
      .leftJoin('profiles', 'profiles.id', 'invitations.created_by')
      .where('invitation_uses.user_id', '=', userId)
      .select(['invitation_uses.id', 'invitation_uses.used_at', 'profiles.username as invited_by'])
      .orderBy('invitation_uses.id')
    return { invitations, invitation_uses }
  },
}

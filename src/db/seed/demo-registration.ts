import { createHash } from 'node:crypto'
import type { Db } from '#db/db.ts'
import { DAY_MS } from '#shared/durations.ts'

/**
 * Members may invite: one has made two invitations, of which one has brought another member. A request waits. The demo stays open to
 * everybody.
 */
export async function insertRegistration(
  db: Db,
  { now, host, guest, idAt }: { now: Date; host: string; guest: string | undefined; idAt: (at: Date) => string },
): Promise<void> {
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS)
  const invitationOf = (note: string, uses: number, created: number, ends: number) => {
    const id = idAt(daysAgo(created))
    const token_hash = createHash('sha256').update(id).digest('base64url')
    return { id, token_hash, created_by: host, uses, note, created_at: daysAgo(created), ends_at: daysAgo(ends) }
  }
  await db.updateTable('site_settings').set({ invites_per_month: 3 }).execute()
  const used = invitationOf('For the photo mode people', 1, 40, 26)
  await db
    .insertInto('invitations')
    .values([used, invitationOf('Tuesday co-op', 5, 2, -12)])
    .execute()
  if (guest !== undefined)
    await db
      .insertInto('invitation_uses')
      .values({ invitation_id: used.id, user_id: guest, email: null, used_at: daysAgo(39) })
      .execute()
  await db
    .insertInto('account_requests')
    .values({
      email: 'ines@demo.savepoint.example',
      message:
        'Mara showed me her year in games, and I want one of my own. I play slow things: Outer Wilds, A Short Hike.',
      created_at: daysAgo(1),
    })
    .execute()
}

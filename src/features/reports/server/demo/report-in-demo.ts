import { sql } from 'kysely'
import type { EventDeps } from '#server/events.ts'
import { HOUR_MS } from '#shared/durations.ts'
import type { SubjectType } from '#shared/subject.ts'
import { insertReport } from '../reports.queries.ts'

/** Reports a wrong fact in the demo world, so that something waits for the admins. */
export async function reportInDemo({ db, clock }: Pick<EventDeps, 'db' | 'clock'>): Promise<void> {
  const { rows } = await sql<{ reporter: string; game: string }>`
    select (select id from profiles where username = 'wren') as reporter,
      (select game_id from user_games entry join profiles on profiles.id = entry.user_id and username = 'wren'
        order by game_id limit 1) as game`.execute(db)
  const [found] = rows
  if (!found?.reporter || !found.game) return
  await insertReport(db, {
    // The feature of the catalogue owns this kind of subject.
    subjectType: 'game' as SubjectType,
    subjectId: found.game,
    reporterId: found.reporter,
    authorId: null,
    reason: 'other',
    fact: 'cover',
    text: 'This is the cover of the first edition. The stores have shown another one since spring.',
    source: 'https://maker.example/news/new-cover',
    at: new Date(clock().getTime() - 5 * HOUR_MS),
  })
}

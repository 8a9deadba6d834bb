import { GAME } from '#features/catalogue/catalogue.subject.ts'
import type { gameMerging } from '#features/catalogue/server/catalogue.events.ts'
import type { EventDeps, PayloadOf } from '#server/events.ts'
import { moveReports } from '../reports.queries.ts'

/** Reports of wrong facts are then about the game that stays. */
export async function moveMergedReports({ db }: EventDeps, { from, to }: PayloadOf<typeof gameMerging>): Promise<void> {
  await moveReports(db, { subjectType: GAME.type, subjectId: from }, to)
}

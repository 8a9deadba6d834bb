import { GAME } from '#features/catalogue/catalogue.subject.ts'
import type { gameMerging, gameSplitting } from '#features/catalogue/server/catalogue.events.ts'
import { putBack } from '#features/catalogue/server/catalogue.service.ts'
import type { EventDeps, PayloadOf } from '#server/events.ts'
import { moveReports } from '../reports.queries.ts'

/** Reports of wrong facts are then about the game that stays. */
export async function moveMergedReports({ db }: EventDeps, { from, to }: PayloadOf<typeof gameMerging>): Promise<void> {
  await moveReports(db, { subjectType: GAME.type, subjectId: from }, to)
}

export async function splitReports({ db }: EventDeps, split: PayloadOf<typeof gameSplitting>): Promise<void> {
  await putBack(db, split, 'reports')
}

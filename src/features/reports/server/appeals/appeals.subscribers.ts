import type { memberStatusChanged } from '#features/accounts/server/accounts.events.ts'
import type { EventDeps, PayloadOf } from '#server/events.ts'
import type { SubjectRef } from '#shared/subject.ts'
import * as queries from './appeals.queries.ts'

/** The decision is reversed, by an answer to the appeal or without one. */
export const closeAppealsOfText = ({ db, clock }: EventDeps, item: SubjectRef): Promise<void> =>
  queries.closeForText(db, item, clock())

export const closeAppealsOfMember = (
  { db, clock }: EventDeps,
  { userId }: PayloadOf<typeof memberStatusChanged>,
): Promise<void> => queries.closeForMember(db, userId, clock())

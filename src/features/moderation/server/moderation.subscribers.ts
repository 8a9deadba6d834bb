import { ABOUT } from '#features/profiles/profiles.subject.ts'
import type { aboutWritten } from '#features/profiles/server/profiles.events.ts'
import type { EventDeps, PayloadOf } from '#server/events.ts'
import { subjectRef } from '#shared/subject.ts'
import { holdIfNeeded } from './moderation.service.ts'
import { endHold } from './queue/held-queue.queries.ts'

/** Profiles stand above this feature, so they ask by an event whether new texts about oneself must wait. */
export async function holdAbout(deps: EventDeps, written: PayloadOf<typeof aboutWritten>): Promise<void> {
  const item = subjectRef(ABOUT, written.author.id)
  const hold = written.text === '' ? null : await holdIfNeeded(deps, written.author, item, written.text)
  if (hold === null) await endHold(deps.db, item)
  else written.isHeld = true
}

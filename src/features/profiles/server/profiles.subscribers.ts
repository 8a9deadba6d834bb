import { announce } from '#server/changes.ts'
import type { EventDeps } from '#server/events.ts'
import { tag } from '#server/tags.ts'

/** Lists and counts of people leave out who is disabled. */
export const refreshCircles = ({ db }: EventDeps): Promise<void> => announce(db, [tag.circles])

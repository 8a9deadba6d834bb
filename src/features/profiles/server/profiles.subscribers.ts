import { announce } from '#server/changes.ts'
import type { EventDeps } from '#server/events.ts'
import { tag } from '#server/tags.ts'

/** Lists and counts of people exclude disabled members, so they change with a member's status. */
export const refreshCircles = ({ db }: EventDeps): Promise<void> => announce(db, [tag.peopleLists])

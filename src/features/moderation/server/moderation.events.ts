import { defineEvent } from '#server/events.ts'
import type { SubjectRef } from '#shared/subject.ts'

/** A moderator has published a text that waited or was declined. Published in the transaction of the decision. */
export const heldTextPublished = defineEvent<SubjectRef>('held text published')

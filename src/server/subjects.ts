import type { Db } from '#db/db.ts'
import type { UserId } from '#shared/ids.ts'
import type { SubjectType } from '#shared/subject.ts'
import type { Viewer } from './session.ts'

/** Refuses with 404 when there is no such subject, and with 403 when it is kept from the viewer; answers whose it is. */
export type RequireSubject = (db: Db, viewer: Viewer | null, subjectId: string) => Promise<{ ownerId: UserId }>

/**
 * Who may see what can be reacted to and commented on: the owner of each kind says it, and `app/features.ts` joins them. So
 * reactions and comments know nothing of what they hang on.
 */
export type Subjects = Readonly<Record<SubjectType, RequireSubject>>

import type { RawBuilder } from 'kysely'
import type { Db } from '#db/db.ts'
import type { UserId } from '#shared/ids.ts'
import type { SubjectKind } from '#shared/subject.ts'
import type { Viewer } from './session.ts'

/** Admins read what is closed to others, for moderation; nobody writes more easily than any other member. */
export type Purpose = 'read' | 'write'

/** A reported subject as it is now, for admins. */
export interface SubjectContent {
  id: string
  /** Null where the owner is gone. */
  ownerId: UserId | null
  /** All that a reader would see of it, in lines. */
  text: string
  /** The page where it stands; null where that page is gone or closed. */
  href: string | null
  isHidden: boolean
}

/** What generic features ask about a kind of subject. Its owner registers it once, in the module of its feature. */
export interface Subject {
  kind: SubjectKind
  /**
   * Refuses, as its page does: with 404 where there is no such subject, with 403 where it is closed to the viewer. Answers
   * whose it is. Where members react to it or comment on it, a transaction locks the subject and its owner until the end: no
   * foreign key keeps either from being deleted meanwhile.
   */
  requireAccess: (db: Db, viewer: Viewer | null, id: string, purpose: Purpose) => Promise<{ ownerId: UserId | null }>
  /** The contents of reported subjects; without those that are deleted. */
  loadContents: (db: Db, ids: readonly string[]) => Promise<readonly SubjectContent[]>
  /**
   * Hides it at an instant, so that only its owner and admins see it, or shows it again (null). Answers false where it is
   * deleted or in that state already. Null where the kind cannot be hidden.
   */
  setHidden: ((db: Db, id: string, at: Date | null) => Promise<boolean>) | null
  /** Runs in the transaction of each report about it. */
  onReport?: (db: Db, id: string, at: Date) => Promise<void>
  /** Null where members neither react to it nor comment on it. */
  discussion: Discussion | null
}

/** What reactions, comments, their notifications and live updates ask about a kind of subject. */
export interface Discussion {
  /** Its table, which has the trigger `delete_discussion`. Live events name it. */
  table: string
  /** Those of these subjects that the viewer may see. */
  listVisibleIds: (db: Db, viewer: Viewer | null, ids: readonly string[]) => Promise<readonly string[]>
  /** SQL for the game that a subject is about, given SQL for its id. */
  gameIdSql?: (subjectId: RawBuilder<unknown>) => RawBuilder<string | null>
}

/** A kind of subject that members react to and comment on. */
export type DiscussedSubject = Subject & { discussion: Discussion }

/** All kinds of subjects that features have registered. */
export interface Subjects {
  all: () => readonly Subject[]
  discussed: () => readonly DiscussedSubject[]
  /** Undefined where no feature has registered the type, for names that come from outside. */
  find: (type: string) => Subject | undefined
  /** Throws where no feature has registered the type. */
  require: (type: string) => Subject
}

/** Starts empty: features keep the registry while they are opened and use it from the first request on. */
export function createSubjects(): Subjects & { register: (subjects: readonly Subject[]) => void } {
  const byType = new Map<string, Subject>()
  const all = () => [...byType.values()]
  return {
    register(subjects) {
      for (const subject of subjects) {
        const { type, path } = subject.kind
        if (byType.has(type)) throw new Error(`The subject type '${type}' is registered twice`)
        if ((path === null) !== (subject.discussion === null))
          throw new Error(`The subject type '${type}' needs both an address and a discussion, or neither`)
        byType.set(type, subject)
      }
    },
    all,
    discussed: () => all().filter((subject): subject is DiscussedSubject => subject.discussion !== null),
    find: (type) => byType.get(type),
    require(type) {
      const subject = byType.get(type)
      if (!subject) throw new Error(`No feature has registered the subject type '${type}'`)
      return subject
    },
  }
}

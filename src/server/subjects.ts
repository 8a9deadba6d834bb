import type { RawBuilder } from 'kysely'
import type { Db } from '#db/db.ts'
import type { UserId } from '#shared/ids.ts'
import type { SubjectKind } from '#shared/subject.ts'
import type { Viewer } from './session.ts'

/**
 * For moderation, admins may read subjects that are closed to others. To write, they need the same access as any other
 * member.
 */
export type Purpose = 'read' | 'write'

/** The current content of a reported subject, for admins. */
export interface SubjectContent {
  id: string
  /** Null if the owner's account is deleted. */
  ownerId: UserId | null
  /** Its name, if it has one, such as that of a game. */
  title?: string
  /** All text that a reader would see, in lines. */
  text: string
  /** The page that shows it; null if that page is deleted or inaccessible. */
  href: string | null
  isHidden: boolean
  /** The addresses behind the links of the text. */
  links?: readonly string[]
}

/**
 * The operations that generic features need from a kind of subject. Its owner registers it once, in its feature module.
 */
export interface Subject {
  kind: SubjectKind
  /** `moderator`: moderators handle reports about it, as admins do. By default only admins do. */
  moderatedBy?: 'moderator'
  /**
   * Returns the owner, or refuses as the subject's page does: with 404 if there is no such subject, with 403 if the
   * viewer may not see it. If members can react to it or comment on it, a transaction locks the subject and its owner
   * until its end, because no foreign key prevents their deletion in the meantime.
   */
  requireAccess: (db: Db, viewer: Viewer | null, id: string, purpose: Purpose) => Promise<{ ownerId: UserId | null }>
  /** Loads the contents of reported subjects; omits deleted ones. */
  loadContents: (db: Db, ids: readonly string[]) => Promise<readonly SubjectContent[]>
  /**
   * Hides it as of an instant, so that only its owner and admins see it, or shows it again (null). Returns false if it
   * is deleted or already in that state. Null if this kind cannot be hidden.
   */
  setHidden: ((db: Db, id: string, at: Date | null) => Promise<boolean>) | null
  /**
   * Shows a text that waited for a moderator to everybody, counts it and notifies of it as if it were written now. Returns
   * false if it is deleted or does not wait. Undefined if texts of this kind never wait.
   */
  publish?: (db: Db, moderator: Viewer, id: string) => Promise<boolean>
  /** Runs in the transaction of each report about it. */
  onReport?: (db: Db, id: string, at: Date) => Promise<void>
  /** Null if members can neither react to it nor comment on it. */
  discussion: Discussion | null
}

/** The operations that reactions, comments, their notifications and live updates need from a kind of subject. */
export interface Discussion {
  /** The table of the subjects, which has the trigger `delete_discussion`. Live events name it. */
  table: string
  /** Returns those of these subjects that the viewer may see. */
  listVisibleIds: (db: Db, viewer: Viewer | null, ids: readonly string[]) => Promise<readonly string[]>
  /** Returns SQL for the game that a subject is about, given SQL for the subject's id. */
  gameIdSql?: (subjectId: RawBuilder<unknown>) => RawBuilder<string | null>
}

/** A kind of subject that members react to and comment on. */
export type DiscussedSubject = Subject & { discussion: Discussion }

/** All kinds of subjects that features have registered. */
export interface Subjects {
  all: () => readonly Subject[]
  discussed: () => readonly DiscussedSubject[]
  /** Returns undefined if no feature has registered the type; for types that come from a request. */
  find: (type: string) => Subject | undefined
  /** Throws if no feature has registered the type. */
  require: (type: string) => Subject
}

/** Creates an empty registry. Features receive it when they are opened, and use it from the first request on. */
export function createSubjects(): Subjects & { register: (subjects: readonly Subject[]) => void } {
  const byType = new Map<string, Subject>()
  const all = () => [...byType.values()]
  return {
    register(subjects) {
      for (const subject of subjects) {
        const { type, path } = subject.kind
        const wrong = (why: string) => new Error(`The subject type '${type}' ${why}`)
        if (byType.has(type)) throw wrong('is registered twice')
        if ((path === null) !== (subject.discussion === null))
          throw wrong('needs both an address and a discussion, or neither')
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

/**
 * Returns the types of subjects that the viewer moderates; null for all. Moderators handle those that their owner has
 * registered for them.
 */
export const typesHandledBy = (subjects: Subjects, viewer: Viewer): string[] | null =>
  viewer.role === 'admin'
    ? null
    : subjects.all().flatMap(({ kind, moderatedBy }) => (moderatedBy === 'moderator' ? [kind.type] : []))

/** Loads the contents of these items, by type and id (`comment:…`). */
export async function loadContentsOf(
  db: Db,
  subjects: Subjects,
  items: readonly { type: string; id: string }[],
): Promise<ReadonlyMap<string, SubjectContent>> {
  const byType = Map.groupBy(items, ({ type }) => type)
  const loaded = await Promise.all(
    [...byType].map(async ([type, found]) => {
      const contents = await subjects.require(type).loadContents(db, [...new Set(found.map(({ id }) => id))])
      return contents.map((content): [string, SubjectContent] => [`${type}:${content.id}`, content])
    }),
  )
  return new Map(loaded.flat())
}

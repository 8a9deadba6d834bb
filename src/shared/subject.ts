declare const brand: unique symbol

/**
 * The name of a kind of subject, such as 'activity'. Only `defineSubject` creates one, so a misspelt name does not
 * compile.
 */
export type SubjectType = string & { readonly [brand]: 'SubjectType' }

/** One subject of generic features: members react to it, comment on it, report it or are notified about it. */
export interface SubjectRef {
  subjectType: SubjectType
  subjectId: string
}

/**
 * The part of a subject kind that server and browser share. The feature that owns the kind defines it once, registers
 * it on the server in its module (`Subject` in server/subjects.ts) and fills it into the browser's slot `subjectKinds`.
 */
export interface SubjectKind {
  type: SubjectType
  /** The word for one subject: 'activity'. */
  name: string
  /** The plural: 'activities'. */
  plural: string
  /** Returns the name of a subject about a game: 'activity on Hades'. Without it, the plain name is used. */
  nameWithGame?: (game: string) => string
  /**
   * The beginning of the addresses of its reactions and comments; null if members can neither react to it nor comment
   * on it.
   */
  path: `/api/${string}` | null
  /**
   * Returns the address to which a notification leads the owner, if requested with the comments open; null if there is
   * none.
   */
  ownerPage: (id: string, part?: 'comments') => string | null
  /** The code of the refusal if there is no such subject. */
  notFoundCode: string
  /** False if a member has only one, so that texts need not quote it. The default is true. */
  isQuoted?: boolean
  /** The note that the author of a hidden subject sees on it. */
  hiddenSentence?: string
  /** A note for a member who reports one, in addition to the sentence that only admins see who reported it. */
  reportNote?: string
  /**
   * The facts about one that may be wrong, with their words: `date: 'Release date'`. With them, a report names a wrong fact in
   * place of a reason, and an admin says whether it is corrected.
   */
  facts?: Readonly<Record<string, string>>
}

/** Names of types are part of addresses (`:activityId`), of responses (`activity_id`) and of tags (`activity:<id>`). */
const TYPE_NAME = /^[a-z]+$/

export function defineSubject(kind: Omit<SubjectKind, 'type'> & { type: string }): SubjectKind {
  if (!TYPE_NAME.test(kind.type))
    throw new Error(`'${kind.type}' is no name of a subject type: lower-case letters only`)
  return kind as SubjectKind
}

export const subjectRef = ({ type }: SubjectKind, subjectId: string): SubjectRef => ({ subjectType: type, subjectId })

/**
 * Returns 'activity:<id>': the realtime channel of a subject, the tag of its changes, and its key in the browser's
 * caches.
 */
export const subjectKey = ({ subjectType, subjectId }: SubjectRef): string => `${subjectType}:${subjectId}`

/** Returns the parameter that names a subject in an address: 'activityId'. */
export const subjectParam = (type: SubjectType): string => `${type}Id`

/** Returns the field that names the subject in a response about a reaction or a comment: 'activity_id'. */
export const subjectField = (type: SubjectType): string => `${type}_id`

export interface SubjectPaths {
  reactions: `/api/${string}`
  comments: `/api/${string}`
  comment: `/api/${string}`
  /** The replies to one comment. */
  replies: `/api/${string}`
  discussions: `/api/${string}`
}

/** Returns the addresses of the endpoints for reactions to and comments on a kind of subject. */
export function subjectPaths({ type, path }: SubjectKind): SubjectPaths {
  if (path === null) throw new Error(`Nobody reacts to or comments on the subject type '${type}'`)
  const one = `${path}/:${subjectParam(type)}` as const
  return {
    reactions: `${one}/reactions`,
    comments: `${one}/comments`,
    comment: `${path}/comments/:commentId`,
    replies: `${path}/comments/:commentId/replies`,
    discussions: `${path}/talk`,
  }
}

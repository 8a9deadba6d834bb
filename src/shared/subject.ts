declare const brand: unique symbol

/** The name of a kind of subject, such as 'activity'. Only `defineSubject` makes one, so a misspelt name does not compile. */
export type SubjectType = string & { readonly [brand]: 'SubjectType' }

/** One thing that generic features serve: what members react to, comment on, report or are notified about. */
export interface SubjectRef {
  subjectType: SubjectType
  subjectId: string
}

/**
 * What both sides know of a kind of subject. The feature that owns it defines it once, registers it with the server in its
 * module (`Subject` in server/subjects.ts) and fills it into the browser's slot `subjectKinds`.
 */
export interface SubjectKind {
  type: SubjectType
  /** What members call one of them: 'activity'. */
  name: string
  /** What members call several: 'activities'. */
  plural: string
  /** Names one that is about a game: 'activity on Hades'. The plain name where it is missing. */
  nameWithGame?: (game: string) => string
  /** Where the addresses of its reactions and comments begin; null where members neither react to it nor comment on it. */
  path: `/api/${string}` | null
  /** The page that a notification leads the owner to, if wanted with the comments open; null where there is none. */
  ownerPage: (id: string, part?: 'comments') => string | null
  /** The code of a refusal where there is no such subject. */
  notFoundCode: string
  /** False where a member has only one of them, so that its text need not say which is meant. True where it is missing. */
  isQuoted?: boolean
  /** Says to the author who still sees a hidden one. */
  hiddenSentence?: string
  /** What a member who reports one should know, beside that only admins see who it was. */
  reportNote?: string
}

/** Type names are part of addresses (`:activityId`), of answers (`activity_id`) and of tags (`activity:<id>`). */
const TYPE_NAME = /^[a-z]+$/

export function defineSubject(kind: Omit<SubjectKind, 'type'> & { type: string }): SubjectKind {
  if (!TYPE_NAME.test(kind.type))
    throw new Error(`'${kind.type}' is no name of a subject type: lower-case letters only`)
  return kind as SubjectKind
}

export const subjectRef = ({ type }: SubjectKind, subjectId: string): SubjectRef => ({ subjectType: type, subjectId })

/** 'activity:<id>': the live channel of a subject, the tag of its changes, and its key in the browser's caches. */
export const subjectKey = ({ subjectType, subjectId }: SubjectRef): string => `${subjectType}:${subjectId}`

/** The parameter that names a subject in an address: 'activityId'. */
export const subjectParam = (type: SubjectType): string => `${type}Id`

/** The field that names its subject in an answer about a reaction or a comment: 'activity_id'. */
export const subjectField = (type: SubjectType): string => `${type}_id`

export interface SubjectPaths {
  reactions: `/api/${string}`
  comments: `/api/${string}`
  comment: `/api/${string}`
  discussions: `/api/${string}`
}

/** The addresses of the calls about the reactions to a kind of subject and the comments on it. */
export function subjectPaths({ type, path }: SubjectKind): SubjectPaths {
  if (path === null) throw new Error(`Nobody reacts to or comments on the subject type '${type}'`)
  const one = `${path}/:${subjectParam(type)}` as const
  return {
    reactions: `${one}/reactions`,
    comments: `${one}/comments`,
    comment: `${path}/comments/:commentId`,
    discussions: `${path}/talk`,
  }
}

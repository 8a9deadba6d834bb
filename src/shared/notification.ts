import type { NamedMember } from './member-name.ts'
import type { SubjectKind } from './subject.ts'

declare const brand: unique symbol

/**
 * The name of a type of notifications, such as 'comment'. Only `defineNotification` creates one, so a misspelt name does
 * not compile.
 */
export type NotificationType = string & { readonly [brand]: 'NotificationType' }

/** The facts from which the text of a line is composed: a line shows one notification, or several that are folded. */
export interface NotificationLine {
  type: string
  actors: readonly (NamedMember & { id: string })[]
  /** The number of actors: at least as many as the names. */
  count: number
  subject: { type: string; id: string; game: { name: string } | null } | null
  sentence: string | null
  /** The emojis of the line's reactions, the most frequent first. */
  reactions: readonly string[]
}

/** A part of Settings, Notifications. Its owner defines it once, and each type of the part names it. */
export interface SwitchGroup {
  title: string
  text: string
  /** The parts are in this order: 10, 20, 30. */
  order: number
}

/**
 * One type of notifications (G48). The feature that sends them defines it once, registers it on the server in its module
 * and fills it into the browser's slot `notificationKinds`.
 */
export interface NotificationKind<Icon extends string = string> {
  type: NotificationType
  /** Returns the text after the names; for a line without actors the whole sentence. `subject` is the kind of its subject. */
  predicateOf: (line: NotificationLine, subject?: SubjectKind) => string
  /** Returns the address to which a line leads, or null. */
  hrefOf: (line: NotificationLine, subject?: SubjectKind) => string | null
  /** The picture of a line without actors. */
  icon?: Icon
  /** False if each notification has a text or an answer of its own, so that several never form one line. */
  isFolded?: false
  /** Somebody waits for the member's answer, so the member may have it mailed soon. */
  isDirect?: true
  /** The switch with which members turn the type off. */
  switch: {
    group: SwitchGroup
    /** The switches of a group are in this order: 10, 20, 30. */
    order: number
    label: string
    /** When a notification of the type comes. */
    hint: string
  }
}

/** A button of a push, which sends one request as the member. */
export interface PushAction {
  action: string
  title: string
  request: { method: string; path: string; body?: object }
}

const TYPE_NAME = /^[a-z_]+$/

export function defineNotification<const Icon extends string = never>(
  kind: Omit<NotificationKind<Icon>, 'type'> & { type: string },
): NotificationKind<Icon> {
  if (!TYPE_NAME.test(kind.type))
    throw new Error(`'${kind.type}' is no name of a notification type: lower-case letters and underscores only`)
  return kind as NotificationKind<Icon>
}

/** Returns 'activity on Hades' or 'activity'. */
const nameOf = ({ subject }: NotificationLine, kind: SubjectKind): string =>
  (subject?.game && kind.nameWithGame?.(subject.game.name)) || kind.name

/** Returns 'your activity on Hades' or 'your activity'. */
export const yourSubject = (line: NotificationLine, kind: SubjectKind | undefined): string =>
  kind ? `your ${nameOf(line, kind)}` : 'something of yours'

/** Returns 'the activity on Hades' or 'the activity', which may be another member's. */
export const theSubject = (line: NotificationLine, kind: SubjectKind | undefined): string =>
  kind ? `the ${nameOf(line, kind)}` : 'something'

/** Returns the page of the line's subject, if requested with the comments open; null if there is none. */
export const subjectPage = (
  { subject }: NotificationLine,
  kind: SubjectKind | undefined,
  part?: 'comments',
): string | null => (subject && kind?.ownerPage(subject.id, part)) ?? null

/** Returns the id of the line's only actor; null if it has several, or none. */
export const onlyActor = ({ actors: [actor], count }: NotificationLine): string | null =>
  actor && count === 1 ? actor.id : null

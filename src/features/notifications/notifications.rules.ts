import { counted, plural } from '#shared/counted.ts'
import { memberName, type NamedMember } from '#shared/member-name.ts'
import type { SubjectKind } from '#shared/subject.ts'
import { MODERATED, RELEASE_OUT } from './notifications.texts.ts'

/** The types of notifications (G48) and their texts. Pure, for server and browser. */

/** Members can switch off each type. */
export const NOTIFICATION_TYPES = [
  'friend_request',
  'friend_accepted',
  'new_follower',
  'comment',
  'reaction',
  'like',
  'mention',
  'forum_reply',
  'message',
  'badge',
  'release',
  'moderation',
] as const
export type NotificationType = (typeof NOTIFICATION_TYPES)[number]

/** Lines per page (G48). */
export const NOTIFICATIONS_PAGE_SIZE = 30
/** The largest number of stored notifications per member; a new one deletes the oldest. */
export const MAX_STORED = 500
/** Days after which read notifications are deleted. */
export const RETENTION_DAYS = 90
/** The largest number of members that a line shows and names. */
export const ACTORS_SHOWN = 3

/** Which types of notifications a member receives; all, until the member switches one off. */
export type Switches = Record<NotificationType, boolean>

/** Reads the switches from `profiles.settings`, whatever it contains. */
export function readSwitches(settings: unknown): Switches {
  const stored = ((settings ?? {}) as { notifications?: unknown }).notifications ?? {}
  return Object.fromEntries(
    NOTIFICATION_TYPES.map((type) => [type, (stored as Record<string, unknown>)[type] !== false]),
  ) as Switches
}

/** The facts from which the text of a line is composed. */
export interface NotificationLine {
  type: NotificationType
  actors: readonly (NamedMember & { id: string })[]
  /** The number of actors: at least as many as the names. */
  count: number
  subject: { type: string; id: string; game: { name: string } | null } | null
  sentence: string | null
  /** The emojis of the line's reactions, the most frequent first. */
  reactions: readonly string[]
}

/** A part of the names: one member's name, which has its own writing direction, or the text between two names. */
export interface NamePart {
  text: string
  /** The member's id; null for the text between names. */
  id: string | null
}

/** Returns 'Ada', 'Ada and Juno', 'Ada, Juno and Tobi' or 'Ada, Juno and 3 others'; empty without actors. */
export function namePartsOf({ actors, count }: Pick<NotificationLine, 'actors' | 'count'>): NamePart[] {
  // An actor who was deleted between two statements counts, but has no name.
  const isAllNamed = count <= Math.min(actors.length, 3)
  const named = actors.slice(0, isAllNamed ? Math.max(1, count) : 2)
  const rest = count - named.length
  const last = named.length - 1
  const between = (at: number) => (at === 0 ? '' : at === last && rest <= 0 ? ' and ' : ', ')
  const parts = named.flatMap((actor, at): NamePart[] => [
    { text: between(at), id: null },
    { text: memberName(actor), id: actor.id },
  ])
  if (named.length > 0 && rest > 0) parts.push({ text: ` and ${others(rest)}`, id: null })
  return parts.filter(({ text }) => text !== '')
}

export const namesOf = (line: Pick<NotificationLine, 'actors' | 'count'>): string =>
  namePartsOf(line)
    .map(({ text }) => text)
    .join('')

const others = (count: number) => counted(count, 'other')

/** Returns '🏆', '🏆 and ❤️' or '🏆, ❤️ and 🎯'. */
const inWords = (items: readonly string[]): string =>
  items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`

/** Returns 'your activity on Hades' or 'your activity'. */
function yours(kind: SubjectKind | undefined, subject: NotificationLine['subject']): string {
  if (!kind) return 'something of yours'
  const named = subject?.game && kind.nameWithGame?.(subject.game.name)
  return `your ${named ?? kind.name}`
}

/** Returns the text after the names; for a line without actors the whole sentence. `kind` is the subject's. */
export function predicateOf(
  { type, count, subject, sentence, reactions }: NotificationLine,
  kind?: SubjectKind,
): string {
  const one = count === 1
  const what = yours(kind, subject)
  switch (type) {
    case 'friend_request':
      return one ? 'wants to be friends with you' : 'want to be friends with you'
    case 'friend_accepted':
      return one ? 'accepted your friend request' : 'accepted your friend requests'
    case 'new_follower':
      return 'followed you'
    case 'comment':
      return `commented on ${what}`
    case 'reaction':
      return reactions.length === 0 ? `reacted to ${what}` : `reacted with ${inWords(reactions)} to ${what}`
    case 'like':
      return `liked ${what}`
    case 'mention':
      return `mentioned you in a ${kind?.name ?? 'text'}`
    case 'forum_reply':
      return 'replied in a thread that you follow'
    case 'message':
      return 'wrote to you'
    case 'badge':
      return sentence ?? 'You earned a badge'
    case 'release':
      return sentence ?? RELEASE_OUT
    case 'moderation':
      return sentence ?? MODERATED
  }
}

/** Returns the address of the line's subject, or null when it has none. `kind` is the subject's. */
export function hrefOf({ type, actors, count, subject }: NotificationLine, kind?: SubjectKind): string | null {
  const [actor] = actors
  const profile = actor && count === 1 ? `/profile/${actor.id}` : null
  const page = (part?: 'comments') => (subject && kind?.ownerPage(subject.id, part)) ?? null
  switch (type) {
    case 'friend_request':
      return '/profile/friends'
    case 'friend_accepted':
      return profile ?? '/profile/friends'
    case 'new_follower':
      return profile ?? '/profile/friends?list=followers'
    case 'comment':
      return page('comments')
    case 'reaction':
    case 'like':
    case 'mention':
    case 'forum_reply':
      return page()
    case 'message':
      return actor && count === 1 ? `/messages?userId=${actor.id}` : '/messages'
    case 'badge':
      return '/profile/badges'
    case 'release':
      return subject ? `/game/${subject.id}` : '/releases'
    case 'moderation':
      return page()
  }
}

/** Returns the number at the bell: '' for none, '99+' for more than 99. */
export const unreadBadge = (unread: number): string => (unread > 99 ? '99+' : unread > 0 ? String(unread) : '')

/** Returns the label of the bell: '3 unread notifications'. */
export function bellLabel(unread: number): string {
  if (unread === 0) return 'Notifications'
  return `${unread > 99 ? 'More than 99' : unread} unread ${plural(unread, 'notification')}`
}

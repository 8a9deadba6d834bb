import { memberName, type NamedMember } from '#shared/member-name.ts'

/** What members are told of (G48), and how it reads. Pure, for both sides. */

/** Each can be switched off. Those of reviews and badges come with what they tell of. */
export const NOTIFICATION_TYPES = [
  'friend_request',
  'friend_accepted',
  'new_follower',
  'comment',
  'reaction',
  'message',
  'moderation',
] as const
export type NotificationType = (typeof NOTIFICATION_TYPES)[number]

/** Lines of a page (G48). */
export const NOTIFICATIONS_PAGE_SIZE = 30
/** What a member has of them; older ones go when a new one comes. */
export const MOST_STORED = 500
/** Days after which what was read goes. */
export const RETENTION_DAYS = 90
/** Members that a line shows and names at most. */
export const ACTORS_SHOWN = 3

/** Which types a member is told of; all, until they say otherwise. */
export type Switches = Record<NotificationType, boolean>

/** Whatever `profiles.settings` holds, read as switches. */
export function readSwitches(settings: unknown): Switches {
  const kept = ((settings ?? {}) as { notifications?: unknown }).notifications ?? {}
  return Object.fromEntries(
    NOTIFICATION_TYPES.map((type) => [type, (kept as Record<string, unknown>)[type] !== false]),
  ) as Switches
}

/** What a line is made of. */
export interface NotificationLine {
  type: NotificationType
  actors: readonly (NamedMember & { id: string })[]
  /** How many did it: at least as many as are named. */
  count: number
  subject: { type: string; id: string; game: { name: string } | null } | null
  sentence: string | null
  /** The emojis of the reactions that the line stands for, the most frequent first. */
  reactions: readonly string[]
}

/** A piece of the names: one's name, which may be written in a direction of its own, or what stands between two. */
export interface NamePart {
  text: string
  /** Whose; null for what stands between. */
  id: string | null
}

/** 'Ada', 'Ada and Juno', 'Ada, Juno and Tobi', 'Ada, Juno and 3 others'; nothing where nobody did it. */
export function namePartsOf({ actors, count }: Pick<NotificationLine, 'actors' | 'count'>): NamePart[] {
  // Of somebody who left between two statements only the number is known.
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

const others = (count: number) => `${count.toLocaleString('en')} ${count === 1 ? 'other' : 'others'}`

/** '🏆', '🏆 and ❤️', '🏆, ❤️ and 🎯'. */
const inWords = (items: readonly string[]): string =>
  items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`

/** What stands after the names; what the house says is a sentence of its own. */
export function predicateOf({ type, count, subject, sentence, reactions }: NotificationLine): string {
  const one = count === 1
  const what = subject?.game ? `your activity on ${subject.game.name}` : 'your activity'
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
    case 'message':
      return 'wrote to you'
    case 'moderation':
      return sentence ?? 'A moderator has looked at something of yours'
  }
}

/** Where a line leads: to what it is about. Null where there is no such place. */
export function hrefOf({ type, actors, count, subject }: NotificationLine): string | null {
  const [actor] = actors
  const profile = actor && count === 1 ? `/profile/${actor.id}` : null
  const activity = subject?.type === 'activity' ? `/profile/activity?activity=${subject.id}` : null
  switch (type) {
    case 'friend_request':
      return '/profile/friends'
    case 'friend_accepted':
      return profile ?? '/profile/friends'
    case 'new_follower':
      return profile ?? '/profile/friends?list=followers'
    case 'comment':
      return activity && `${activity}&comments=open`
    case 'reaction':
      return activity
    case 'message':
      return actor && count === 1 ? `/messages?userId=${actor.id}` : '/messages'
    case 'moderation':
      return activity ?? (subject?.type === 'profile' ? '/profile' : null)
  }
}

/** The figure beside the bell: '' for none, '99+' for more than 99. */
export const unreadBadge = (unread: number): string => (unread > 99 ? '99+' : unread > 0 ? String(unread) : '')

/** What the bell is called: '3 unread notifications'. */
export function bellLabel(unread: number): string {
  if (unread === 0) return 'Notifications'
  return `${unread > 99 ? 'More than 99' : unread} unread notification${unread === 1 ? '' : 's'}`
}

import * as z from 'zod/mini'
import { GameCard } from '#features/catalogue/catalogue.contract.ts'
import { PublicProfile } from '#features/profiles/profiles.contract.ts'
import { contract } from '#shared/contract.ts'
import { NotificationId } from '#shared/ids.ts'
import * as endpoints from './notifications.endpoints.ts'

/** The largest number of ids that one request may mark as read. */
const MAX_IDS = 100

/**
 * One line of the list. Unread notifications of several members about the same subject form one line, and so do those
 * that were read together. Instants are ISO 8601, UTC.
 */
export const Notification = z.object({
  /** The id of the line's latest notification; it stands for the whole line. */
  id: NotificationId,
  /** One of the types that features register, and thus a name of `switches`. */
  type: z.string(),
  /** The latest actors, the latest first, three at most; empty for a notification by Savepoint itself. */
  actors: z.array(PublicProfile),
  /** The number of actors. */
  count: z.number(),
  subject: z.nullable(
    z.object({
      type: z.string(),
      id: z.string(),
      /** The game of the subject; null when the subject has none. A notification of a release has the game as subject. */
      game: z.nullable(GameCard),
    }),
  ),
  /** The full sentence of a notification by Savepoint itself. */
  sentence: z.nullable(z.string()),
  /** The emojis of a line about reactions, the most frequent first. */
  reactions: z.array(z.string()),
  read_at: z.nullable(z.string()),
  created_at: z.string(),
})
export type Notification = z.infer<typeof Notification>

const Unread = z.object({
  /** The number of unread lines, not of the notifications behind them. */
  unread: z.number(),
})

export const listNotifications = contract(endpoints.listNotifications, {
  access: 'member',
  summary: 'List the member’s notifications, newest first, 30 per page, with the unread count',
  query: z.object({ cursor: z.optional(z.string()) }),
  response: z.extend(Unread, { data: z.array(Notification), nextCursor: z.nullable(z.string()) }),
})

export const countUnread = contract(endpoints.countUnread, {
  access: 'member',
  summary: 'Get the number of unread notifications',
  response: Unread,
})

export const markNotificationsRead = contract(endpoints.markNotificationsRead, {
  access: 'member',
  summary: 'Mark the given notifications as read, or all if no ids are given; ignores ids of other members',
  body: z.object({ ids: z.optional(z.array(NotificationId).check(z.maxLength(MAX_IDS))) }),
  response: Unread,
})

/** Whether the member receives each type of notifications. */
const Switches = z.record(z.string(), z.boolean())

export const getSwitches = contract(endpoints.getSwitches, {
  access: 'member',
  summary: 'Get the notification types that the member receives',
  response: z.object({ switches: Switches }),
})

export const changeSwitches = contract(endpoints.changeSwitches, {
  access: 'member',
  summary: 'Switch notification types on or off; omitted types stay unchanged',
  body: Switches,
  response: z.object({ switches: Switches }),
})

/** Returns the two contracts with the names of the types that features have registered. */
export function switchContracts(types: readonly string[]) {
  const shape = z.object(Object.fromEntries(types.map((type) => [type, z.boolean()])))
  const response = z.object({ switches: shape })
  return { get: { ...getSwitches, response }, change: { ...changeSwitches, body: z.partial(shape), response } }
}

import * as z from 'zod/mini'
import { GameCard } from '#features/catalogue/catalogue.contract.ts'
import { PublicProfile } from '#features/profiles/profiles.contract.ts'
import { contract } from '#shared/contract.ts'
import { NotificationId } from '#shared/ids.ts'
import * as endpoints from './notifications.endpoints.ts'
import { NOTIFICATION_TYPES } from './notifications.rules.ts'

/** At most so many lines are marked as read by their ids at once. */
const MOST_IDS = 100

/**
 * One line: what several members did to the same thing is one while it is unread, and stays one when it was read at once.
 * Instants are ISO 8601, UTC.
 */
export const Notification = z.object({
  /** That of its latest; naming it means the whole line. */
  id: NotificationId,
  type: z.enum(NOTIFICATION_TYPES),
  /** Those who did it last, the latest first, three at most; none for what the house says. */
  actors: z.array(PublicProfile),
  /** How many did it. */
  count: z.number(),
  subject: z.nullable(
    z.object({
      type: z.string(),
      id: z.string(),
      /** The game that it is about, where it is about one. */
      game: z.nullable(GameCard),
    }),
  ),
  /** What the house says, in its own words. */
  sentence: z.nullable(z.string()),
  /** Of reactions: their emojis, the most frequent first. */
  reactions: z.array(z.string()),
  read_at: z.nullable(z.string()),
  created_at: z.string(),
})
export type Notification = z.infer<typeof Notification>

const Unread = z.object({
  /** Lines, not what stands behind each. */
  unread: z.number(),
})

export const listNotifications = contract(endpoints.listNotifications, {
  access: 'member',
  summary: 'What the member was told of, newest first, 30 at a time, and how many lines are unread',
  query: z.object({ cursor: z.optional(z.string()) }),
  response: z.extend(Unread, { data: z.array(Notification), nextCursor: z.nullable(z.string()) }),
})

export const countUnread = contract(endpoints.countUnread, {
  access: 'member',
  summary: 'How many lines are unread',
  response: Unread,
})

export const readNotifications = contract(endpoints.readNotifications, {
  access: 'member',
  summary: 'Marks these lines as read, or all where no ids are given; those of others change nothing',
  body: z.object({ ids: z.optional(z.array(NotificationId).check(z.maxLength(MOST_IDS))) }),
  response: Unread,
})

const SwitchesShape = z.object({
  friend_request: z.boolean(),
  friend_accepted: z.boolean(),
  new_follower: z.boolean(),
  comment: z.boolean(),
  reaction: z.boolean(),
  message: z.boolean(),
  moderation: z.boolean(),
})

export const getSwitches = contract(endpoints.getSwitches, {
  access: 'member',
  summary: 'Which types of notifications the member gets',
  response: z.object({ switches: SwitchesShape }),
})

export const changeSwitches = contract(endpoints.changeSwitches, {
  access: 'member',
  summary: 'Switches types of notifications on or off; what is not named stays',
  body: z.partial(SwitchesShape),
  response: z.object({ switches: SwitchesShape }),
})

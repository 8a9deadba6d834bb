import * as z from 'zod/mini'

/** IGDB's own ids stay below this; larger numbers are typing mistakes (C09). */
export const IGDB_MAX_ID = 500_000

const GAME_ID = /^(?:(igdb|rawg|local)_)?(\d{1,12})$/

/**
 * The canonical form of a game id: `igdb_1942`, `rawg_3498`; a bare number means IGDB (C09). `local_…` is a game that came
 * from a file and that no source has an id for.
 * Answers null when the text is not an id: IGDB ids are 1 to 500000, the others at least 1.
 */
export function canonicalGameId(text: string): GameId | null {
  const match = GAME_ID.exec(text.trim())
  if (!match) return null
  const source = match[1] ?? 'igdb'
  const number = Number(match[2])
  if (number < 1 || (source === 'igdb' && number > IGDB_MAX_ID)) return null
  return `${source}_${number}` as GameId
}

declare const brand: unique symbol
type Branded<B extends string> = string & { readonly [brand]: B }

export type GameId = Branded<'GameId'>
export type UserId = Branded<'UserId'>
export type ActivityId = Branded<'ActivityId'>
export type CommentId = Branded<'CommentId'>
export type EntryId = Branded<'EntryId'>
export type PlaythroughId = Branded<'PlaythroughId'>
export type PlaySessionId = Branded<'PlaySessionId'>
export type NotificationId = Branded<'NotificationId'>
export type MessageId = Branded<'MessageId'>
export type ChallengeId = Branded<'ChallengeId'>

/** Accepts bare and prefixed ids and yields the canonical one; refused with code invalid_id by the server. */
export const GameId = z.pipe(
  z.string().check(z.refine((text) => canonicalGameId(text) !== null, 'Invalid game id')),
  z.transform((text) => canonicalGameId(text) as GameId),
)

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const uuid = <B extends string>(message: string) =>
  z.pipe(
    z.string().check(z.regex(UUID, message)),
    z.transform((text) => text.toLowerCase() as Branded<B>),
  )

/** A member's id in an address, in its canonical form; null when the text is none. For pages, which have no shapes (decision 0021). */
export const canonicalUserId = (text: string): UserId | null =>
  UUID.test(text) ? (text.toLowerCase() as UserId) : null

export const UserId = uuid<'UserId'>('Invalid user id')
export const ActivityId = uuid<'ActivityId'>('Invalid activity id')
export const CommentId = uuid<'CommentId'>('Invalid comment id')
export const EntryId = uuid<'EntryId'>('Invalid entry id')
export const PlaythroughId = uuid<'PlaythroughId'>('Invalid playthrough id')
export const PlaySessionId = uuid<'PlaySessionId'>('Invalid session id')
export const NotificationId = uuid<'NotificationId'>('Invalid notification id')
export const MessageId = uuid<'MessageId'>('Invalid message id')
export const ChallengeId = uuid<'ChallengeId'>('Invalid challenge id')

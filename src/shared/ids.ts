import * as z from 'zod/mini'
import { canonicalGameId, canonicalLibraryGameId, isOwnGameId, UUID } from './canonical-ids.ts'

export { canonicalGameId, canonicalLibraryGameId, IGDB_MAX_ID, isOwnGameId } from './canonical-ids.ts'

declare const brand: unique symbol
export type Branded<B extends string> = string & { readonly [brand]: B }

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
export type ReviewId = Branded<'ReviewId'>
export type ListId = Branded<'ListId'>
export type JournalEntryId = Branded<'JournalEntryId'>
export type PlaylistId = Branded<'PlaylistId'>
export type NewsId = Branded<'NewsId'>
export type AchievementId = Branded<'AchievementId'>
export type ForumThreadId = Branded<'ForumThreadId'>
export type ForumPostId = Branded<'ForumPostId'>
export type BadgeId = Branded<'BadgeId'>
export type AccessTokenId = Branded<'AccessTokenId'>
export type OwnAppId = Branded<'OwnAppId'>
export type ImportId = Branded<'ImportId'>
export type ExportId = Branded<'ExportId'>
export type OwnShelfId = Branded<'OwnShelfId'>
export type CopyId = Branded<'CopyId'>
export type WebhookId = Branded<'WebhookId'>
export type ChannelId = Branded<'ChannelId'>
export type DeliveryId = Branded<'DeliveryId'>

/** Says in the OpenAPI document what an id in an answer is, because a transformation does not say it. */
const describedAs = <S extends z.ZodMiniType>(schema: S, text: { format?: string; pattern?: string }): S => {
  z.globalRegistry.add(schema, { type: 'string', ...text })
  return schema
}

/** Looks at an id once: as a check and a transformation it would be matched twice, which answers full of cards would notice. */
const gameId = (canonical: (text: string) => GameId | null, required?: string) =>
  describedAs(
    z.pipe(
      z.string(required),
      z.transform((text: string, context): GameId => {
        const id = canonical(text)
        if (id === null) context.issues.push({ code: 'custom', message: 'Invalid game id', input: text })
        return id ?? z.NEVER
      }),
    ),
    {},
  )

/** Accepts bare and prefixed ids and yields the canonical one; the server refuses others with code invalid_id. */
export const GameId = gameId(canonicalGameId)

/** The same, with a sentence for an id that is missing. */
export const requiredGameId = (required: string) => gameId(canonicalGameId, required)

/** An id of any game of a library: also of a game of one's own, which other endpoints refuse (decision 0086). */
export const LibraryGameId = gameId(canonicalLibraryGameId)

/** The id of a game of one's own. */
export const OwnGameId = describedAs(
  z.pipe(
    z.string().check(z.refine(isOwnGameId, 'Invalid game id')),
    z.transform((text) => text as GameId),
  ),
  {},
)

/** Defines the id of a kind of rows. Ids that one feature alone uses are in its schemas, those of several are here. */
export const defineId = <B extends string>(message: string) =>
  describedAs(
    z.pipe(
      z.string().check(z.regex(UUID, message)),
      z.transform((text) => text.toLowerCase() as Branded<B>),
    ),
    { format: 'uuid', pattern: UUID.source },
  )

export const UserId = defineId<'UserId'>('Invalid user id')
export const ActivityId = defineId<'ActivityId'>('Invalid activity id')
export const CommentId = defineId<'CommentId'>('Invalid comment id')
export const EntryId = defineId<'EntryId'>('Invalid entry id')
export const PlaythroughId = defineId<'PlaythroughId'>('Invalid playthrough id')
export const PlaySessionId = defineId<'PlaySessionId'>('Invalid session id')
export const NotificationId = defineId<'NotificationId'>('Invalid notification id')
export const MessageId = defineId<'MessageId'>('Invalid message id')
export const ChallengeId = defineId<'ChallengeId'>('Invalid challenge id')
export const ReviewId = defineId<'ReviewId'>('Invalid review id')
export const ListId = defineId<'ListId'>('Invalid list id')
export const JournalEntryId = defineId<'JournalEntryId'>('Invalid journal entry id')
export const PlaylistId = defineId<'PlaylistId'>('Invalid playlist id')
export const NewsId = defineId<'NewsId'>('Invalid news id')
export const AchievementId = defineId<'AchievementId'>('Invalid achievement id')
export const ForumThreadId = defineId<'ForumThreadId'>('Invalid thread id')
export const ForumPostId = defineId<'ForumPostId'>('Invalid post id')
export const BadgeId = defineId<'BadgeId'>('Invalid badge id')
export const AccessTokenId = defineId<'AccessTokenId'>('Invalid token id')
export const OwnAppId = defineId<'OwnAppId'>('Invalid app id')
export const ImportId = defineId<'ImportId'>('Invalid import id')
export const ExportId = defineId<'ExportId'>('Invalid export id')
export const OwnShelfId = defineId<'OwnShelfId'>('Invalid shelf id')
export const CopyId = defineId<'CopyId'>('Invalid copy id')
export const WebhookId = defineId<'WebhookId'>('Invalid webhook id')
export const ChannelId = defineId<'ChannelId'>('Invalid channel id')
export const DeliveryId = defineId<'DeliveryId'>('Invalid delivery id')

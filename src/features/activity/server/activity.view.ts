import type * as z from 'zod/mini'
import type { GameCard } from '#features/catalogue/catalogue.contract.ts'
import type { CommentPreview } from '#features/comments/server/comments.service.ts'
import type { EmojiCount } from '#features/reactions/reactions.rules.ts'
import { viewExtract } from '#features/reviews/server/reviews.service.ts'
import type { Viewer } from '#server/session.ts'
import type { GameId } from '#shared/ids.ts'
import { UNKNOWN_MEMBER } from '#shared/member-name.ts'
import type { Activity, ActivityType, CirclePerson } from '../activity.contract.ts'
import { progressOf, readDetails } from '../activity.rules.ts'
import { mayDelete } from './activity.policy.ts'
import type { ActivityRow } from './activity.queries.ts'
import type { PlayerRow } from './lists/feed-circle.queries.ts'

/** The relations of the rows of a list of activities. */
export interface ActivityRelations {
  cards: ReadonlyMap<GameId, GameCard>
  reactions: ReadonlyMap<string, EmojiCount[]>
  comments: ReadonlyMap<string, CommentPreview>
}

/**
 * Returns the view of an activity. The flat keys have the documented fallbacks (R-ACT-02) for deleted or unnamed
 * things; `user` and `game` contain the known facts.
 */
export function viewActivity(
  row: ActivityRow,
  relations: ActivityRelations,
  viewer: Viewer | null,
): z.input<typeof Activity> {
  const game = row.game_id === null ? null : (relations.cards.get(row.game_id as GameId) ?? null)
  const type = row.activity_type as ActivityType
  const details = readDetails(row.details) ?? {}
  const preview = relations.comments.get(row.id)
  return {
    id: row.id,
    activity_type: type,
    type,
    user_id: row.user_id,
    game_id: row.game_id,
    created_at: row.created_at,
    details,
    username: row.username ?? UNKNOWN_MEMBER,
    avatar_url: row.avatar_url,
    game_name: game?.name ?? 'Unknown Game',
    game_cover_url: game?.cover_url ?? null,
    user: viewActor({ ...row, id: row.user_id }),
    game,
    rating: row.user_rating === null ? null : row.user_rating / 2,
    // The library has today's hours, which do not belong to an earlier progress.
    play_time: type === 'progress' && progressOf(details) !== row.completion_percentage ? null : row.play_time,
    review: row.review && viewExtract(row.review, viewer),
    reactions: relations.reactions.get(row.id) ?? [],
    comments: preview?.comments ?? [],
    comments_count: preview?.total ?? 0,
    isHidden: row.is_hidden,
    viewerCan: { delete: mayDelete(viewer, row) },
  }
}

export function viewPerson({ person, game }: { person: PlayerRow; game: GameCard }): z.input<typeof CirclePerson> {
  return { user: viewActor(person), game, seen_at: new Date(person.seen_at).toISOString() }
}

function viewActor(row: Pick<PlayerRow, 'id' | 'username' | 'display_name' | 'avatar_url'>) {
  const { id, username, display_name, avatar_url } = row
  return { id, username, display_name, avatar_url }
}

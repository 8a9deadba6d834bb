import type * as z from 'zod/mini'
import type { GameCard } from '#features/catalogue/catalogue.contract.ts'
import type { CommentPreview } from '#features/comments/server/comments.service.ts'
import type { EmojiCount } from '#features/reactions/reactions.rules.ts'
import type { Viewer } from '#server/session.ts'
import type { List, ListGame, ListPage } from '../lists.contract.ts'
import type { ListGameRow } from './games/list-games.queries.ts'
import type { ListRow } from './lists.queries.ts'

export function viewList(
  row: ListRow,
  covers: ReadonlyMap<string, readonly GameCard[]>,
  viewer: Viewer | null,
): z.input<typeof List> {
  const isOwn = viewer?.id === row.user_id
  return {
    id: row.id,
    user: { id: row.user_id, username: row.username, display_name: row.display_name, avatar_url: row.avatar_url },
    title: row.title,
    description: row.description,
    is_shared: row.is_shared,
    is_ranked: row.is_ranked,
    games_count: row.games_count,
    likes_count: row.likes_count,
    is_liked: row.is_liked,
    covers: [...(covers.get(row.id) ?? [])],
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    changed_at: row.changed_at.toISOString(),
    isHidden: row.hidden_at !== null,
    hold: row.hold,
    smart: row.smart,
    viewerCan: { edit: isOwn, like: !isOwn },
  }
}

export function viewListPage(
  row: ListRow,
  covers: ReadonlyMap<string, readonly GameCard[]>,
  more: { played: number | null; reactions: EmojiCount[]; comments: CommentPreview },
  viewer: Viewer | null,
): z.input<typeof ListPage> {
  return {
    ...viewList(row, covers, viewer),
    played_count: more.played,
    new_since: row.smart && row.smart.new_count > 0 ? new Date(row.smart.seen_at).toISOString() : null,
    is_on_home: row.is_on_home,
    reactions: more.reactions,
    comments: more.comments.comments,
    comments_count: more.comments.total,
  }
}

export function viewListGame({ position, note, added_at }: ListGameRow, game: GameCard): z.input<typeof ListGame> {
  return { game, position, note, added_at: added_at.toISOString() }
}

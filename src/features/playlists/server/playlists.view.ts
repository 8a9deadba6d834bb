import type * as z from 'zod/mini'
import type { GameCard } from '#features/catalogue/catalogue.contract.ts'
import type { Config } from '#server/config.ts'
import { signedImageAddress } from '#server/signed-images.ts'
import type { GameId } from '#shared/ids.ts'
import type { Playlist, PlaylistSummary } from '../playlists.contract.ts'
import { bareGameId, DEFAULT_COLORS, typeOf } from '../playlists.rules.ts'
import type { PlaylistRow } from './playlists.queries.ts'

const COVER_WIDTH = 1080

type Signing = Pick<Config, 'secret' | 'images'>

export function viewSummary(
  row: PlaylistRow,
  games: readonly GameCard[],
  config: Signing,
): z.input<typeof PlaylistSummary> {
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    type: typeOf(row.type),
    coverImage: row.cover_image,
    coverUrl: coverUrlOf(row.cover_image, config),
    slug: row.slug,
    isPublished: row.is_published,
    start_date: row.start_date,
    end_date: row.end_date,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    createdBy: row.created_by,
    creator:
      row.created_by === null
        ? null
        : {
            id: row.created_by,
            username: row.username,
            display_name: row.display_name,
            avatar_url: row.avatar_url,
          },
    display_order: row.display_order,
    metadata: metadataOf(row.metadata),
    games_count: row.games_count,
    games: [...games],
  }
}

export interface WholePlaylist {
  row: PlaylistRow
  games: readonly GameCard[]
  unlisted: readonly GameId[]
}

export function viewPlaylist({ row, games, unlisted }: WholePlaylist, config: Signing): z.input<typeof Playlist> {
  return {
    ...viewSummary(row, games, config),
    gameIds: games.map(({ id }) => bareGameId(id)),
    gameRefs: games.map(({ id }) => id),
    unlistedGames: [...unlisted],
  }
}

/** Returns the address of a cover at our image service. No other host is asked for pictures while pictures are off. */
export const coverUrlOf = (address: string | null, { secret, images }: Signing): string | null =>
  address === null || images === 'off' ? null : signedImageAddress(secret, address, COVER_WIDTH)

function metadataOf(stored: unknown): z.input<typeof PlaylistSummary>['metadata'] {
  return { ...DEFAULT_COLORS, tags: [], ...(stored as object) }
}

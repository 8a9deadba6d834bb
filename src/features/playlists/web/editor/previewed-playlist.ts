import type { SessionUser } from '#features/accounts/session.contract.ts'
import type { PlaylistId } from '#shared/ids.ts'
import type { Playlist } from '../../playlists.contract.ts'
import { DEFAULT_COLORS, slugOf, TAGS_MAX, tagsOf } from '../../playlists.rules.ts'
import type { EditorFields } from './editor-fields.ts'

/** The values of the form, and the facts of the preview that it does not contain. */
export interface Previewed {
  fields: EditorFields
  coverUrl: string | null
  stored: Playlist | null
  /** The creator of a new playlist. */
  viewer: SessionUser
  /** The time at which it would be saved. */
  now: Date
}

const COLOR = /^#[0-9a-f]{6}$/i
const colorOf = (typed: string, fallback: string) => (COLOR.test(typed) ? typed.toLowerCase() : fallback)

/**
 * Returns the slug that the playlist will have. That of a published playlist stays, so that links to it work (C08,
 * R-PLED-14).
 */
export const addressOf = (title: string, stored: Playlist | null): string =>
  stored?.isPublished ? stored.slug : slugOf(title)

/** Returns the playlist that saving the form would make, for its preview. Wrong colours show as the last saved ones. */
export function previewedPlaylist({ fields, coverUrl, stored, viewer, now }: Previewed): Playlist {
  const isEvent = fields.type === 'event'
  const at = now.toISOString()
  const before = stored?.metadata ?? DEFAULT_COLORS
  const { id, username, display_name, avatar_url } = viewer
  return {
    id: stored?.id ?? ('' as PlaylistId),
    title: fields.title.trim() || 'Untitled',
    description: fields.description.trim(),
    type: fields.type,
    coverImage: fields.coverImage.trim() || null,
    coverUrl,
    slug: addressOf(fields.title, stored),
    isPublished: fields.isPublished,
    start_date: (isEvent && fields.startDate) || null,
    end_date: (isEvent && fields.endDate) || null,
    createdAt: stored?.createdAt ?? at,
    updatedAt: at,
    createdBy: stored ? stored.createdBy : id,
    creator: stored ? stored.creator : { id, username, display_name, avatar_url },
    display_order: stored?.display_order ?? 0,
    metadata: {
      backgroundColor: colorOf(fields.backgroundColor, before.backgroundColor),
      textColor: colorOf(fields.textColor, before.textColor),
      tags: [...new Set(tagsOf(fields.tags))].slice(0, TAGS_MAX),
    },
    games_count: fields.games.length,
    games: fields.games,
    gameIds: [],
    gameRefs: fields.games.map(({ id }) => id),
    unlistedGames: [],
  }
}

import * as z from 'zod/mini'
import { GameCard } from '#features/catalogue/catalogue.contract.ts'
import { PublicProfile } from '#features/profiles/profiles.contract.ts'
import { contract, FileBytes, NoContent, numberUpTo, pageNumber } from '#shared/contract.ts'
import { GameId, PlaylistId, UserId } from '#shared/ids.ts'
import * as endpoints from './playlists.endpoints.ts'
import { FEATURED_LIMIT, PLAYLISTS_PAGE_SIZE } from './playlists.endpoints.ts'
import { PLAYLIST_TYPES } from './playlists.rules.ts'
import { CoverImage, PlaylistDraft, PlaylistUpdate } from './playlists.schemas.ts'
import { PLAYLIST_TEXTS } from './playlists.texts.ts'

const PLAYLISTS_PAGE_MAX = 100

/** A playlist in a list, with its first five games. Instants are ISO 8601 in UTC, days YYYY-MM-DD (R-PLDATA-01, C29). */
export const PlaylistSummary = z.object({
  id: PlaylistId,
  title: z.string(),
  description: z.string(),
  type: z.enum(PLAYLIST_TYPES),
  /** The address that the admin entered. */
  coverImage: z.nullable(z.string()),
  /** The same picture through our image service; null without a cover. */
  coverUrl: z.nullable(z.string()),
  slug: z.string(),
  isPublished: z.boolean(),
  start_date: z.nullable(z.string()),
  end_date: z.nullable(z.string()),
  createdAt: z.string(),
  /** The last change; `updatePlaylist` compares it (G59). */
  updatedAt: z.string(),
  createdBy: z.nullable(UserId),
  creator: z.nullable(PublicProfile),
  display_order: z.number(),
  metadata: z.object({ backgroundColor: z.string(), textColor: z.string(), tags: z.array(z.string()) }),
  /** The number of all games. */
  games_count: z.number(),
  /** In their order; in a list the first five. */
  games: z.array(GameCard),
})
export type PlaylistSummary = z.infer<typeof PlaylistSummary>

/** A playlist with all of its games (R-PLDATA-01). */
export const Playlist = z.extend(PlaylistSummary, {
  /** Ids without their prefix (R-PLDATA-03). */
  gameIds: z.array(z.string()),
  /** The whole ids, in the same order (C09). */
  gameRefs: z.array(GameId),
  /** Games that no longer stand in the catalogue's lists; only admins receive them (G35). */
  unlistedGames: z.array(GameId),
})
export type Playlist = z.infer<typeof Playlist>

/** An empty one is none, as in the key of a cached answer. */
const type = z.optional(
  z.pipe(
    z.transform((text: string) => text || undefined),
    z.optional(z.enum(PLAYLIST_TYPES, PLAYLIST_TEXTS.type)),
  ),
)

/** An id or a slug, present or former (C08). */
const IdOrSlug = z.object({ playlist: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)) })
const OnePlaylist = z.object({ playlist: PlaylistId })
const Page = z.object({ playlists: z.array(PlaylistSummary), total: z.number(), hasMore: z.boolean() })
const One = z.object({ playlist: Playlist })
const SAVE_REFUSALS = {
  400: ['validation_failed'],
  409: ['23503'],
  500: ['association_failed'],
  502: ['upstream_failed'],
} as const

export const listPlaylists = contract(endpoints.listPlaylists, {
  access: 'anyone',
  summary: 'List published playlists, of one type or all, in the order that the admins chose, then the newest first',
  query: z.object({ type, page: pageNumber, limit: numberUpTo(PLAYLISTS_PAGE_MAX, PLAYLISTS_PAGE_SIZE) }),
  response: Page,
  isPublic: true,
})

export const listFeaturedPlaylists = contract(endpoints.listFeaturedPlaylists, {
  access: 'anyone',
  summary: 'List featured playlists; without any the newest published one; never an empty one (C71)',
  query: z.object({ limit: numberUpTo(FEATURED_LIMIT, FEATURED_LIMIT) }),
  response: z.object({ playlists: z.array(PlaylistSummary) }),
  isPublic: true,
})

export const getPlaylist = contract(endpoints.getPlaylist, {
  access: 'anyone',
  summary: 'Get a playlist with its games; a draft only for admins',
  params: IdOrSlug,
  response: One,
  refusals: { 404: ['playlist_not_found'] },
  isSharedByVisitors: true,
})

export const getPlaylistPicture = contract(endpoints.getPlaylistPicture, {
  access: 'anyone',
  summary: 'Get the picture of a published playlist for link previews, 1200 by 630',
  params: OnePlaylist,
  response: FileBytes,
  file: 'image/png',
  refusals: { 404: ['playlist_not_found'] },
  budget: 'profile-read',
})

export const getPlaylistProgress = contract(endpoints.getPlaylistProgress, {
  access: 'member',
  summary: 'Count the games of a playlist that the member has completed, plays or dropped (C03)',
  params: OnePlaylist,
  response: z.object({ played: z.number(), games: z.number(), in_library: z.number() }),
  refusals: { 404: ['playlist_not_found'] },
})

export const createPlaylist = contract(endpoints.createPlaylist, {
  access: 'admin',
  summary: 'Create a playlist with its games',
  body: PlaylistDraft,
  response: One,
  status: 201,
  refusals: SAVE_REFUSALS,
})

export const updatePlaylist = contract(endpoints.updatePlaylist, {
  access: 'admin',
  summary: 'Replace a playlist and its games; with `updatedAt` it does not overwrite a later version (G59)',
  params: OnePlaylist,
  body: PlaylistUpdate,
  response: One,
  refusals: { ...SAVE_REFUSALS, 404: ['playlist_not_found'], 409: ['23503', 'changed_by_somebody'] },
})

export const publishPlaylist = contract(endpoints.publishPlaylist, {
  access: 'admin',
  summary: 'Publish a playlist, or make it a draft again',
  params: OnePlaylist,
  body: z.object({ isPublished: z.boolean() }),
  response: One,
  refusals: { 404: ['playlist_not_found'] },
})

export const deletePlaylist = contract(endpoints.deletePlaylist, {
  access: 'admin',
  summary: 'Delete a playlist; it can be restored for some days',
  params: OnePlaylist,
  response: NoContent,
  status: 204,
  refusals: { 404: ['playlist_not_found'] },
})

export const restorePlaylist = contract(endpoints.restorePlaylist, {
  access: 'admin',
  summary: 'Restore a playlist that was deleted in the last days',
  params: OnePlaylist,
  response: One,
  refusals: { 404: ['playlist_not_found'] },
})

export const orderPlaylists = contract(endpoints.orderPlaylists, {
  access: 'admin',
  summary: 'Set the order of playlists: the ids from first to last',
  body: z.object({ ids: z.array(PlaylistId).check(z.minLength(1), z.maxLength(1000)) }),
  response: NoContent,
  status: 204,
  refusals: { 404: ['playlist_not_found'] },
})

export const listAllPlaylists = contract(endpoints.listAllPlaylists, {
  access: 'admin',
  summary: 'List all playlists, drafts too, in their order',
  query: z.object({
    type,
    search: z._default(z.string().check(z.trim(), z.maxLength(200)), ''),
    page: pageNumber,
    limit: numberUpTo(PLAYLISTS_PAGE_MAX, PLAYLISTS_PAGE_SIZE),
  }),
  response: Page,
})

export const previewCover = contract(endpoints.previewCover, {
  access: 'admin',
  summary: 'Get the address at which our image service shows a picture of the web; null while pictures are off',
  query: z.object({ url: CoverImage }),
  response: z.object({ coverUrl: z.nullable(z.string()) }),
})

export const invalidateCache = contract(endpoints.invalidateCache, {
  access: 'admin',
  summary: 'Invalidate everything cached about playlists, on every node (R-PLDATA-17)',
  body: z.object({ type: z.literal('playlists', PLAYLIST_TEXTS.cacheType) }),
  response: z.object({ success: z.literal(true) }),
})

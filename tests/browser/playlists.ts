import type { GameCard } from '#features/catalogue/catalogue.contract.ts'
import type { Playlist } from '#features/playlists/playlists.contract.ts'
import type { GameId, PlaylistId } from '#shared/ids.ts'
import { json, type Sent, VIEWER } from './fake-server.tsx'

// What the tests of screens with playlists share.

export const PLAYLIST_ID = '0197a1b2-0000-7000-8000-0000000000c1' as PlaylistId
export const ADMIN = { ...VIEWER, role: 'admin' as const }

export const gamesOf = (count: number): GameCard[] =>
  Array.from({ length: count }, (_, at) => ({
    id: `igdb_${at + 1}` as GameId,
    name: `Game ${at + 1}`,
    year: 2020,
    genre: null,
    developer: null,
    cover_url: null,
  }))

export function playlistOf(more: Partial<Playlist> = {}): Playlist {
  const games = more.games ?? gamesOf(3)
  return {
    id: PLAYLIST_ID,
    title: 'Rainy days',
    description: 'For an evening indoors.',
    type: 'featured',
    coverImage: null,
    coverUrl: null,
    slug: 'rainy-days',
    isPublished: true,
    start_date: null,
    end_date: null,
    createdAt: '2026-10-01T10:00:00.000Z',
    updatedAt: '2026-11-20T10:00:00.000Z',
    createdBy: null,
    creator: null,
    display_order: 0,
    metadata: { backgroundColor: '#1a2b3c', textColor: '#ffffff', tags: [] },
    games_count: games.length,
    games,
    gameIds: games.map(({ id }) => id.replace('igdb_', '')),
    gameRefs: games.map(({ id }) => id),
    unlistedGames: [],
    ...more,
  }
}

/** Answers the reads of a library that has none of the games. */
export const emptyLibrary = ({ path }: Sent) => (path === '/api/library/marks' ? json(200, { marks: {} }) : null)

import type { Shape } from '../options.ts'
import type { Step } from './data-set-tables.ts'

const MAX_PLAYLISTS = 2000
/** The games of a playlist. */
const GAMES = 100
/** One in this many playlists is a draft. */
const DRAFTS = 10

/** Returns how many playlists a data set of this shape has. */
const playlistsOf = ({ reviews }: Shape): number => Math.min(MAX_PLAYLISTS, Math.ceil(reviews / 6))

/** Returns the steps that write playlists with their games and slugs. Number 0 is the newest. */
export function playlistSteps(shape: Shape): Step[] {
  return [
    {
      what: 'playlists',
      sql: `insert into playlists (title, description, type, slug, is_published, published_at, metadata, games_count,
          created_by, created_at, updated_at)
        select 'Playlist ' || i, repeat('Games for an evening. ', 20),
          (array['featured', 'collection', 'event', 'genre', 'custom'])[1 + i % 5], 'playlist-' || i,
          i % ${DRAFTS} <> ${DRAFTS - 1}, at,
          '{"backgroundColor": "#1a2b3c", "textColor": "#ffffff", "tags": ["short", "quiet"]}',
          least(${GAMES}, (select count(*) from bench.game)), member.id, at, at
        from generate_series(0, ${playlistsOf(shape) - 1}) i
        join bench.member member on member.n = i % 3
        cross join lateral (select now() - i * interval '1 hour' as at) made`,
    },
    {
      what: 'slugs of playlists',
      sql: 'insert into playlist_slugs (slug, playlist_id, created_at) select slug, id, created_at from playlists',
    },
    {
      what: 'games of playlists',
      sql: `insert into playlist_games (playlist_id, game_id, display_order, added_at)
        select playlist.id, game.id, i, playlist.created_at
        from (select id, created_at, substr(title, 10)::integer as n from playlists) playlist
        cross join (select count(*)::integer as games from bench.game) catalogue
        cross join lateral generate_series(1, least(games, ${GAMES})) i
        join bench.game game on game.n = (floor(games * bench.chance(playlist.n, 191) ^ 2)::integer + i) % games`,
    },
  ]
}

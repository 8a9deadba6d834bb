import type { Db } from '#db/db.ts'
import type { FanOutChannel } from '#server/realtime/channels.ts'
import { type TagKind, tag } from '#server/tags.ts'
import { UUID } from '#shared/canonical-ids.ts'
import { findAudience } from './playlist-audience.queries.ts'

/**
 * The channels `playlists` and `playlist_games` (G42, R-PLDATA-11): the fields of playlists, and their games. Each has a
 * name for all playlists, and one for each, such as 'playlists:<id>'. Admins receive the events of all playlists, others
 * those of playlists that are public or have been, because a page may still show them.
 */
export const playlistChannels = ({ db }: { db: Db }): FanOutChannel[] => [
  channel(db, 'playlists', tag.playlist),
  channel(db, 'playlist_games', tag.playlistGames),
]

function channel(db: Db, name: 'playlists' | 'playlist_games', tags: TagKind): FanOutChannel {
  return {
    name,
    tags,
    accepts: (suffix) => suffix === null || (UUID.test(suffix) && suffix === suffix.toLowerCase()),
    eventOf: (id) => ({ table: name, action: 'UPDATE', id }),
    async audienceOf(ids, subscribers) {
      const { publicIds, adminIds } = await findAudience(db, ids, [...subscribers.keys()])
      const seenBy = { everybody: ids.filter((id) => publicIds.has(id)), admins: ids }
      // One array for each name and group, because the hub formats the events of an array once.
      const known = new Map<string, readonly string[]>()
      return (viewerId, channel) => {
        const group = viewerId !== null && adminIds.has(viewerId) ? 'admins' : 'everybody'
        if (channel === name) return seenBy[group]
        const key = `${group} ${channel}`
        const found = known.get(key) ?? seenBy[group].filter((id) => channel === `${name}:${id}`)
        known.set(key, found)
        return found
      }
    },
  }
}

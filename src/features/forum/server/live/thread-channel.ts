import type { Db } from '#db/db.ts'
import type { FanOutChannel } from '#server/realtime/channels.ts'
import { tag } from '#server/tags.ts'
import { UUID } from '#shared/canonical-ids.ts'
import { listBlocked, listListed } from './thread-channel.queries.ts'

const threadOf = (place: string): string => place.slice(0, place.indexOf('/'))

/**
 * The channel `thread:<id>`: a post was written or changed, or the thread itself. Each event has the thread's id and the
 * number of the post, 0 for the thread, and no text. Members in a block with the author of the thread receive none, and
 * neither does anybody of a thread that is hidden, held or deleted.
 */
export const threadChannel = ({ db }: { db: Db }): FanOutChannel => ({
  name: 'thread',
  tags: tag.threadPost,
  accepts: (suffix) => suffix !== null && UUID.test(suffix) && suffix === suffix.toLowerCase(),
  eventOf: (place) => ({
    table: 'forum_threads',
    action: 'UPDATE',
    id: threadOf(place),
    number: Number(place.slice(place.indexOf('/') + 1)),
  }),
  async audienceOf(places, subscribers) {
    const ids = [...new Set(places.map(threadOf))]
    const members = [...subscribers.keys()].filter((id) => id !== null)
    const [listed, blocked] = await Promise.all([listListed(db, ids), listBlocked(db, ids, members)])
    const byThread = Map.groupBy(
      places.filter((place) => listed.has(threadOf(place))),
      threadOf,
    )
    return (viewerId, channel) => {
      const id = channel.slice('thread:'.length)
      return viewerId !== null && blocked.has(`${id} ${viewerId}`) ? [] : (byThread.get(id) ?? [])
    }
  },
})

import {
  addPlatforms,
  addTags,
  halfStarsOf,
  noteContradiction,
  releaseYearOf,
  setMeaning,
  slugOf,
} from '../records/draft.ts'
import { game, type JsonFormat } from '../records/json-format.ts'
import { namesIn, objectOf, textOf } from '../records/json-values.ts'
import { shelfOfFlags } from './backloggd-flags.ts'

/**
 * The JSON of Game Library Exporter, a user script for several sites, as it is written at Backloggd. `statuses` has the shelves of a
 * game, and `play_type` says how one ended that was played; the average rating is everybody's.
 */
export const backloggdViewer: JsonFormat = {
  preset: 'backloggd-json',
  fields: [
    ...['title', 'release_date', 'status', 'statuses', 'play_type', 'user_rating', 'url', 'platforms'],
    ...['genres', 'game_id', 'cover_url', 'average_rating', 'languages', 'length', 'source_meta'],
  ],
  listIn: ({ values, lists }) =>
    /backloggd/i.test(textOf(values.get('sourceWebsite'))) && 'statuses' in (lists.get('items') ?? {}) ? 'items' : null,
  read: (item, place) => {
    const fields = objectOf(item)
    return game(place, textOf(fields.title), (record) => {
      const shelves = [...namesIn(fields.statuses), textOf(fields.status)].map((name) => name.toLowerCase())
      const { meaning, other, tags } = shelfOfFlags({
        isPlay: shelves.includes('played'),
        isPlaying: shelves.includes('playing'),
        isBacklog: shelves.includes('backlog'),
        isWishlist: shelves.includes('wishlist'),
        status: textOf(fields.play_type),
      })
      if (meaning) setMeaning(record, meaning, wordOf(textOf(fields.play_type) || textOf(fields.status)))
      noteContradiction(record, other)
      addTags(record, tags)
      const slug = slugOf(record, 'url', textOf(fields.url))
      if (slug !== null) record.ids.slug = slug
      addPlatforms(record, namesIn(fields.platforms))
      record.rating = halfStarsOf(record, 'user_rating', textOf(fields.user_rating), 5)
      record.release_year = releaseYearOf(textOf(fields.release_date))
    })
  },
}

/** The words stand in the notes as the site shows them. */
const wordOf = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

import { addTags, halfStarsOf, setReview, setStatus, slugOf } from '../records/draft.ts'
import { game, type JsonFormat } from '../records/json-format.ts'
import { namesIn, objectOf, textOf } from '../records/json-values.ts'

/** The file of the migrator of GG (ggapp.io). Its slugs are IGDB's. */
export const gg: JsonFormat = {
  preset: 'gg',
  fields: ['title', 'status', 'rating', 'review', 'lists', 'gameId', 'token', 'slug'],
  listIn: ({ values, lists }) => {
    const first = lists.get('games')
    // A title and a status alone are in many files.
    const isOfGg =
      first &&
      'title' in first &&
      'status' in first &&
      !('igdb_id' in first) &&
      ['gameId', 'token', 'slug', 'lists'].some((key) => key in first)
    return isOfGg && values.has('exportedAt') && !values.has('format') ? 'games' : null
  },
  read: (item, place) => {
    const { title, status, rating, review, lists, slug } = objectOf(item)
    return game(place, textOf(title), (record) => {
      const found = slugOf(record, 'slug', textOf(slug))
      if (found) record.ids.slug = found
      setStatus(record, 'status', textOf(status).replace(/^0$/, ''))
      record.rating = halfStarsOf(record, 'rating', textOf(rating), 5)
      setReview(record, textOf(review) || textOf(objectOf(review).body))
      addTags(record, namesIn(lists, 'name', 'title'))
    })
  },
}

import type { ImportedRecord, ReadRow } from '../../../imported-record.rules.ts'
import {
  addPlatforms,
  addTags,
  halfStarsOf,
  idOf,
  momentOf,
  releaseYearOf,
  setStatus,
  type Writing,
} from '../records/draft.ts'
import { game, type JsonFormat } from '../records/json-format.ts'
import { listOf, objectOf, textOf } from '../records/json-values.ts'

type Fields = Record<string, unknown>

const COLLECTION = ['id', 'name', 'slug', 'url', 'games_count', 'created', 'updated', 'games']
const FACTS = [
  ...['released', 'tba', 'background_image', 'rating', 'rating_top', 'ratings', 'ratings_count', 'reviews_count'],
  ...['reviews_text_count', 'added', 'metacritic', 'playtime', 'suggestions_count', 'saturated_color', 'score'],
  ...['dominant_color', 'platforms', 'parent_platforms', 'genres', 'stores', 'tags', 'esrb_rating', 'clip'],
  ...['short_screenshots', 'added_by_status'],
]

/** The file of the exporter of RAWG's collections, and RAWG's own answer for the games of a member. */
export const rawg: JsonFormat = {
  preset: 'rawg',
  fields: [...COLLECTION, ...FACTS, 'user_game', 'user_rating'],
  listIn: ({ lists }) => {
    const isCollection = 'games' in (lists.get('collections') ?? {})
    const result = lists.get('results') ?? {}
    const isAnswer = 'slug' in result && 'id' in result && ('added_by_status' in result || 'user_game' in result)
    return isCollection ? 'collections' : isAnswer ? 'results' : null
  },
  read: (item, place, writing) => {
    const fields = objectOf(item)
    if (!('games' in fields)) return readGame(fields, place, null, writing)
    const name = textOf(fields.name)
    return listOf(fields.games).flatMap((each) => readGame(objectOf(each), place, name, writing))
  },
}

function readGame(fields: Fields, place: number, collection: string | null, writing: Writing): ReadRow[] {
  return game(place, textOf(fields.name), (record) => {
    const id = idOf(record, 'id', textOf(fields.id))
    if (id !== null) record.ids.rawg = id
    record.release_year = releaseYearOf(textOf(fields.released))
    addPlatforms(
      record,
      listOf(fields.platforms).map(
        (each) => textOf(objectOf(objectOf(each).platform).name) || textOf(objectOf(each).name),
      ),
    )
    if (collection) addTags(record, [collection])
    readMember(record, objectOf(fields.user_game), writing)
    // `rating` is the community's.
    record.rating = halfStarsOf(record, 'user_rating', textOf(fields.user_rating), 5)
  })
}

function readMember(record: ImportedRecord, fields: Fields, writing: Writing): void {
  setStatus(record, 'status', textOf(fields.status))
  record.added_at = momentOf(record, 'added', textOf(fields.added), writing)
}

import { type RawBuilder, sql } from 'kysely'
import type { Tables } from '#db/db.ts'
import type { StoredField, StoredFields, StoredType } from './stored-conditions.queries.ts'

// The stored facts of an IGDB game, field by field; `storedGame` (igdb-proxy.view.ts) builds the same as objects.

const one = (type: StoredType, value: RawBuilder<unknown>): StoredField => ({ type, isList: false, sql: value })
const list = (type: StoredType, value: RawBuilder<unknown>): StoredField => ({ type, isList: true, sql: value })
const column = (name: keyof Tables['games']) => sql.ref(`games.${name}`)
const detail = (name: string) => sql`nullif(games.details ->> ${sql.lit(name)}, '')`

/** The text before an image id in IGDB's own responses: no scheme, the smallest size. */
export const THUMB = '//images.igdb.com/igdb/image/upload/t_thumb/'

/** IGDB's game_types in their order. */
export const GAME_TYPE_NAMES = [
  'Main Game',
  'DLC',
  'Expansion',
  'Bundle',
  'Standalone Expansion',
  'Mod',
  'Episode',
  'Season',
  'Remake',
  'Remaster',
  'Expanded Game',
  'Port',
  'Fork',
  'Pack / Addon',
  'Update',
] as const

// The built-in catalogue has main games only and stores no type.
const gameType = sql`coalesce(games.game_type, case when games.origin = 'local' then 0 end)`
const gameTypeName = sql`(${sql.lit(`{${GAME_TYPE_NAMES.map((name) => `"${name}"`).join(',')}}`)}::text[])[${gameType} + 1]`
const parent = sql`case when games.parent_id ~ '^igdb_[0-9]{1,12}$' then substr(games.parent_id, 6)::bigint end`
/** A main game with a parent is an edition of it; anything else is a part of it. */
const versionParent = sql`case when ${gameType} = 0 then ${parent} end`
const parentGame = sql`case when ${gameType} is distinct from 0 then ${parent} end`

// Covers, names and companies are stored without IGDB's ids, so they get ids of ours.
const ofCover = (value: RawBuilder<unknown>) => sql`case when games.cover_image_id is not null then ${value} end`
const coverUrl = sql`${sql.lit(THUMB)} || games.cover_image_id || '.jpg'`

const otherNames = sql`games.details -> 'alternativeNames'`
const otherNameNumbers = sql`array(select games.source_id * 1000 + at
  from jsonb_array_elements(${otherNames}) with ordinality as other (name, at))`
const makers = (value: RawBuilder<unknown>) => sql`array(select ${value}
  from jsonb_array_elements_text(
    coalesce(games.details -> 'developers', '[]') || coalesce(games.details -> 'publishers', '[]')
  ) with ordinality as maker (name, at)
  group by maker.name)`
const makerNumbers = makers(sql`games.source_id * 1000 + row_number() over (order by min(maker.at))`)
const companyNumbers = makers(sql`('x' || substr(md5(maker.name), 1, 7))::bit(28)::integer`)
const isMaker = (kind: string) => makers(sql`coalesce((games.details -> ${sql.lit(kind)}) ? maker.name, false)`)

// Pictures are stored as addresses that end in IGDB's image id; other addresses are not IGDB's.
const IMAGE = '^https://images\\.igdb\\.com/igdb/image/upload/t_[a-z0-9_]+/([a-z0-9_]+)\\.[a-z]+$'
const pictures = (kind: string, value: RawBuilder<unknown>) => sql`array(select ${value}
  from (
    select substring(address from ${sql.lit(IMAGE)}) as image, at
    from jsonb_array_elements_text(games.details -> ${sql.lit(kind)}) with ordinality as address (address, at)
  ) picture
  where picture.image is not null)`
const videos = (value: RawBuilder<unknown>) => sql`array(select ${value}
  from jsonb_array_elements(games.details -> 'videos') with ordinality as video (facts, at)
  where video.facts ->> 'provider' = 'youtube')`
const pictureNumber = sql`games.source_id * 1000 + picture.at`
const videoNumber = sql`games.source_id * 1000 + video.at`

function picturesAt(kind: string): [string, StoredField][] {
  const numbers = list('bigint', pictures(kind, pictureNumber))
  return [
    [kind, numbers],
    [`${kind}.id`, numbers],
    [`${kind}.image_id`, list('text', pictures(kind, sql`picture.image`))],
    [`${kind}.url`, list('text', pictures(kind, sql`${sql.lit(THUMB)} || picture.image || '.jpg'`))],
  ]
}

/** The names of terms inside a jsonb array of {id, name}. */
const namesIn = (terms: RawBuilder<unknown>) =>
  list(
    'text',
    sql`array(select term ->> 'name' from jsonb_array_elements(${terms}) term where term ->> 'name' is not null)`,
  )

function terms(path: string, ids: keyof Tables['games'], objects: RawBuilder<unknown>): [string, StoredField][] {
  const numbers = list('integer', column(ids))
  return [
    [path, numbers],
    [`${path}.id`, numbers],
    [`${path}.name`, namesIn(objects)],
  ]
}

export const GAME_FIELDS: StoredFields = new Map<string, StoredField>([
  ['id', one('bigint', column('source_id'))],
  ['name', one('text', column('name'))],
  ['summary', one('text', detail('summary'))],
  ['storyline', one('text', detail('storyline'))],
  ['first_release_date', one('bigint', column('first_release_date'))],
  ['rating', one('numeric', column('rating'))],
  ['total_rating', one('numeric', column('total_rating'))],
  ['total_rating_count', one('integer', sql`nullif(games.total_rating_count, 0)`)],
  ['aggregated_rating', one('numeric', column('critic_rating'))],
  ['aggregated_rating_count', one('integer', sql`nullif(games.critic_rating_count, 0)`)],
  ['hypes', one('integer', sql`nullif(games.hypes, 0)`)],
  ['game_type', one('integer', gameType)],
  ['game_type.id', one('integer', gameType)],
  ['game_type.type', one('text', gameTypeName)],
  // The old name of game_type, which many queries still use.
  ['category', one('integer', gameType)],
  ['parent_game', one('bigint', parentGame)],
  ['parent_game.id', one('bigint', parentGame)],
  ['version_parent', one('bigint', versionParent)],
  ['version_parent.id', one('bigint', versionParent)],
  ['cover', one('bigint', ofCover(column('source_id')))],
  ['cover.id', one('bigint', ofCover(column('source_id')))],
  ['cover.game', one('bigint', ofCover(column('source_id')))],
  ['cover.image_id', one('text', column('cover_image_id'))],
  ['cover.url', one('text', coverUrl)],
  ...terms('genres', 'genre_ids', column('genres')),
  ...terms('platforms', 'platform_ids', column('platforms')),
  ...terms('themes', 'theme_ids', sql`games.details -> 'themes'`),
  ...terms('game_modes', 'game_mode_ids', sql`games.details -> 'gameModes'`),
  ...picturesAt('screenshots'),
  ...picturesAt('artworks'),
  ['videos', list('bigint', videos(videoNumber))],
  ['videos.id', list('bigint', videos(videoNumber))],
  ['videos.name', list('text', videos(sql`video.facts ->> 'name'`))],
  ['videos.video_id', list('text', videos(sql`video.facts ->> 'videoId'`))],
  ['alternative_names', list('bigint', otherNameNumbers)],
  ['alternative_names.id', list('bigint', otherNameNumbers)],
  ['alternative_names.name', list('text', sql`array(select jsonb_array_elements_text(${otherNames}))`)],
  ['involved_companies', list('bigint', makerNumbers)],
  ['involved_companies.id', list('bigint', makerNumbers)],
  ['involved_companies.company', list('integer', companyNumbers)],
  ['involved_companies.company.id', list('integer', companyNumbers)],
  ['involved_companies.company.name', list('text', makers(sql`maker.name`))],
  ['involved_companies.developer', list('boolean', isMaker('developers'))],
  ['involved_companies.publisher', list('boolean', isMaker('publishers'))],
])

/** The columns that `storedGame` needs. */
export const GAME_COLUMNS = [
  'games.source_id',
  'games.name',
  'games.first_release_date',
  'games.rating',
  'games.total_rating',
  'games.total_rating_count',
  'games.critic_rating',
  'games.critic_rating_count',
  'games.hypes',
  'games.parent_id',
  'games.cover_image_id',
  'games.genres',
  'games.platforms',
  'games.details',
  sql<number | null>`${gameType}`.as('game_type'),
] as const

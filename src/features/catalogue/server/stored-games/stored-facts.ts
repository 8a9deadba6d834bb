import { type RawBuilder, sql } from 'kysely'
import { fieldOf, PAGE_FACTS } from './game-columns.ts'

/** A fact of a game: its place in `games`, and how its absence is stored. Its key is its name in `provenance`. */
interface Fact {
  key: string
  columns: readonly string[]
  /** Keys of the column `details`. */
  details: readonly string[]
  /** A key of `details` that is missing while the fact is absent. */
  spare?: string
  /** Returns the condition for `games`, the stored row, or for `excluded`, the new one. */
  isAbsent: (row: string) => string
}

const column = (...columns: string[]): Fact => ({
  key: columns[0] as string,
  columns,
  details: [],
  isAbsent: (row) => `${row}.${columns[0]} is null`,
})
const counted = (name: string): Fact => ({ ...column(name), isAbsent: (row) => `${row}.${name} = 0` })
const terms = (name: string, ids: string): Fact => ({
  ...column(name, ids),
  isAbsent: (row) => `${row}.${name} = '[]'`,
})
const text = (key: string, detail = key): Fact => ({
  key,
  columns: [],
  details: [detail],
  isAbsent: (row) => `${row}.details ->> '${detail}' is null`,
})
const list = (key: string, detail = key): Fact => ({
  key,
  columns: [],
  details: [detail],
  isAbsent: (row) => `coalesce(${row}.details -> '${detail}', '[]') = '[]'`,
})

const spare = (detail: string): Fact => ({
  key: fieldOf(detail),
  columns: [],
  details: [],
  spare: detail,
  isAbsent: (row) => `${row}.details -> '${detail}' is null`,
})

const ALTERNATIVE_NAMES = list('alternative_names', 'alternativeNames')
const RENOWN = counted('renown')
const TIME_TO_BEAT = column('time_to_beat')
const FACTS: readonly Fact[] = [
  column('cover_image_id'),
  column('cover_url'),
  column('first_release_date'),
  terms('platforms', 'platform_ids'),
  terms('genres', 'genre_ids'),
  { ...column('theme_ids'), key: 'themes', details: ['themes'], isAbsent: (row) => `${row}.theme_ids = '{}'` },
  {
    ...column('game_mode_ids'),
    key: 'game_modes',
    details: ['gameModes'],
    isAbsent: (row) => `${row}.game_mode_ids = '{}'`,
  },
  { ...column('developer'), details: ['developers'] },
  list('publishers'),
  column('series'),
  column('rating'),
  column('total_rating', 'total_rating_count'),
  column('critic_rating', 'critic_rating_count'),
  counted('hypes'),
  column('game_type'),
  column('parent_id'),
  TIME_TO_BEAT,
  RENOWN,
  ALTERNATIVE_NAMES,
  text('summary'),
  text('storyline'),
  text('background_url', 'backgroundUrl'),
  list('artworks'),
  list('screenshots'),
  list('videos'),
  ...PAGE_FACTS.map(spare),
]

const IS_LIVE = "excluded.origin in ('igdb', 'rawg')"
const IS_WHOLE = "(excluded.details -> 'isWhole')::boolean"
const ENTRY = "jsonb_build_object('origin', games.origin, 'at', floor(extract(epoch from games.refreshed_at)))"

const originOf = ({ key }: Fact) =>
  `coalesce(games.provenance #>> '{${key},origin}', games.provenance #>> '{*,origin}', games.origin)`

/**
 * Returns the condition under which the new value replaces the stored one. An absent fact replaces nothing, unless the
 * source that provided it omits it from a complete response. The renown of a built-in game stays as its authors have
 * set it, and times to beat stay if the source did not answer with them.
 */
function isTaken(fact: Fact): string {
  const canReplace = fact === RENOWN ? `not (${IS_LIVE} and ${originOf(fact)} = 'local' and games.renown > 0)` : 'true'
  const isComplete = fact === TIME_TO_BEAT ? `${IS_WHOLE} and not excluded.details ? 'isWithoutTimes'` : IS_WHOLE
  return `(case when ${fact.isAbsent('excluded')} then ${isComplete} and ${originOf(fact)} = excluded.origin else ${canReplace} end)`
}

const choose = (fact: Fact, taken: string, stored: string) =>
  `case when ${isTaken(fact)} then ${taken} else ${stored} end`

const columns = FACTS.flatMap((fact) =>
  fact.columns.map((name) => `${name} = ${choose(fact, `excluded.${name}`, `games.${name}`)}`),
)
const details = FACTS.flatMap((fact) =>
  fact.details.map((key) => {
    const [given, stored] = [`excluded.details -> '${key}'`, `games.details -> '${key}'`]
    return `'${key}', ${choose(fact, given, `coalesce(${stored}, ${given})`)}`
  }),
)
const spares = FACTS.flatMap((fact) =>
  fact.spare === undefined
    ? []
    : `('${fact.spare}', ${choose(fact, `excluded.details -> '${fact.spare}'`, `games.details -> '${fact.spare}'`)})`,
)
/** Facts that stay, with their origin; '*' gives the origin of all others. */
const retainedOrigins = FACTS.map(
  (fact) =>
    `'${fact.key}', case when ${isTaken(fact)} or ${fact.isAbsent('games')} then null ` +
    `else coalesce(games.provenance -> '${fact.key}', games.provenance -> '*', ${ENTRY}) end`,
)

/** The assignments of the update that merges a response into a stored game, fact by fact. */
export const MERGED: RawBuilder<unknown> = sql.raw(`
  name = excluded.name,
  name_key = excluded.name_key,
  search_text = case
    when ${isTaken(ALTERNATIVE_NAMES)} or ${ALTERNATIVE_NAMES.isAbsent('games')} then excluded.search_text
    when excluded.name = games.name then games.search_text
    else excluded.search_text || substr(games.search_text, 2) end,
  ${columns.join(',\n  ')},
  details = excluded.details || jsonb_build_object(
    'isWhole', ${IS_WHOLE} or (games.origin = excluded.origin and coalesce((games.details -> 'isWhole')::boolean, false)),
    ${details.join(',\n    ')}
  ) || (
    select coalesce(jsonb_object_agg(spare.key, spare.value), '{}')
    from (values ${spares.join(',\n    ')}) spare (key, value)
    where spare.value is not null
  ),
  provenance = excluded.provenance || jsonb_strip_nulls(jsonb_build_object(
    ${retainedOrigins.join(',\n    ')}
  )),
  origin = excluded.origin,
  refreshed_at = case
    when ${IS_WHOLE} or not ${IS_LIVE} then now()
    when games.origin = excluded.origin then games.refreshed_at
    else excluded.refreshed_at end,
  updated_at = now()`)

const compared = ['name', 'origin', 'details', ...FACTS.flatMap((fact) => fact.columns)]
const valuesOf = (row: string) => compared.map((name) => `${row}.${name}`).join(', ')

/** In `returning` of that update: whether a fact of a game that was stored before has changed. */
export const HAS_CHANGED: RawBuilder<boolean> = sql.raw(
  `old.id is not null and (${valuesOf('old')}) is distinct from (${valuesOf('new')})`,
)

const relationsOf = (row: string) => `coalesce(${row}.details -> 'relations', '[]')`

/**
 * In `returning` of that update: the games to which this one is or was related, if that has changed. Similar games do not know of
 * each other.
 */
export const OTHERS_CHANGED: RawBuilder<string[] | null> = sql.raw(`
  case when (${relationsOf('old')}, old.parent_id) is distinct from (${relationsOf('new')}, new.parent_id) then (
    select array_agg(distinct other.id)
    from (
      select relation.value ->> 'id'
      from jsonb_array_elements(${relationsOf('old')} || ${relationsOf('new')}) relation
      where relation.value ->> 'kind' <> 'similar'
      union all values (old.parent_id), (new.parent_id)
    ) other (id)
    where other.id is not null
  ) end`)

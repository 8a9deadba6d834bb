import * as z from 'zod/mini'
import { canonicalGameId, type GameId } from '#shared/ids.ts'
import type {
  AgeRating,
  GameLink,
  GameRelease,
  GameStatus,
  LanguageSupport,
  Multiplayer,
  Relation,
} from '../../../game-facts.contract.ts'
import {
  BOARDS,
  KIND_OF_TYPE,
  MAX_FACTS,
  MAX_RELATIONS,
  REGIONS,
  type RelationKind,
} from '../../../game-facts.rules.ts'
import { cleanName, cleanNames, isSteamId, listOf, validOrNull } from '../facts.ts'
import { platforms } from '../vocabulary.ts'
import { linkOf } from './igdb-links.ts'

/** What only the page of a game shows, with the names of 2025. Games are ids: to expand them multiplies the rows (1.4). */
export const FACT_FIELDS = [
  'franchise.name',
  'game_status',
  'release_dates.date',
  'release_dates.date_format',
  'release_dates.y',
  'release_dates.platform.name',
  'release_dates.release_region',
  'release_dates.status.name',
  'multiplayer_modes.campaigncoop',
  'multiplayer_modes.dropin',
  'multiplayer_modes.lancoop',
  'multiplayer_modes.offlinecoop',
  'multiplayer_modes.offlinecoopmax',
  'multiplayer_modes.offlinemax',
  'multiplayer_modes.onlinecoop',
  'multiplayer_modes.onlinecoopmax',
  'multiplayer_modes.onlinemax',
  'multiplayer_modes.splitscreen',
  'multiplayer_modes.splitscreenonline',
  'multiplayer_modes.platform.name',
  'age_ratings.organization',
  'age_ratings.rating_category.rating',
  'age_ratings.rating_content_descriptions.description',
  'language_supports.language.name',
  'language_supports.language_support_type',
  'websites.url',
  'websites.type',
  'external_games.url',
  'game_engines.name',
  'player_perspectives.name',
  'dlcs',
  'expansions',
  'standalone_expansions',
  'expanded_games',
  'remakes',
  'remasters',
  'ports',
  'forks',
  'bundles',
  'similar_games',
] as const

const id = z.number().check(z.int(), z.minimum(0), z.maximum(2_147_483_647))
const Reference = z.union([id, z.object({ id })])
type Reference = z.infer<typeof Reference>
const Named = z.union([id, z.object({ id, name: validOrNull(z.string()) })])
const reference = validOrNull(Reference)
const games = listOf(Reference)
const flag = validOrNull(z.boolean())
const number = validOrNull(z.number())

/** The keys of a row of /games; `status`, `category`, `region` and `rating` are the names from before 2025. */
const Facts = z.object({
  game_status: reference,
  status: reference,
  release_dates: listOf(
    z.object({
      date: number,
      date_format: reference,
      category: reference,
      y: number,
      platform: validOrNull(Named),
      release_region: reference,
      region: reference,
      status: validOrNull(Named),
    }),
  ),
  multiplayer_modes: listOf(
    z.object({
      platform: validOrNull(Named),
      campaigncoop: flag,
      dropin: flag,
      lancoop: flag,
      offlinecoop: flag,
      onlinecoop: flag,
      splitscreen: flag,
      splitscreenonline: flag,
      offlinemax: number,
      onlinemax: number,
      offlinecoopmax: number,
      onlinecoopmax: number,
    }),
  ),
  age_ratings: listOf(
    z.object({
      organization: reference,
      category: reference,
      rating_category: validOrNull(z.union([id, z.object({ id, rating: validOrNull(z.string()) })])),
      rating: reference,
      rating_content_descriptions: listOf(z.object({ description: validOrNull(z.string()) })),
    }),
  ),
  language_supports: listOf(z.object({ language: Named, language_support_type: Reference })),
  websites: listOf(z.object({ url: z.string(), type: reference, category: reference })),
  external_games: listOf(
    z.object({
      uid: validOrNull(z.string()),
      url: validOrNull(z.string()),
      external_game_source: reference,
      category: reference,
    }),
  ),
  game_engines: listOf(Named),
  player_perspectives: listOf(Named),
  parent_game: reference,
  version_parent: reference,
  game_type: reference,
  category: reference,
  dlcs: games,
  expansions: games,
  standalone_expansions: games,
  expanded_games: games,
  remakes: games,
  remasters: games,
  ports: games,
  forks: games,
  bundles: games,
  similar_games: games,
})
type Facts = z.infer<typeof Facts>

/** Parses the facts of a row; a value that is none counts as absent. */
export function factsOf(row: unknown, gameId: GameId) {
  const game = Facts.parse(row)
  return {
    status: statusOf(game),
    releases: releasesOf(game),
    multiplayer: multiplayerOf(game),
    ageRatings: ageRatingsOf(game),
    languages: languagesOf(game),
    links: linksOf(game),
    engines: cleanNames(namesOf(game.game_engines)).slice(0, MAX_FACTS.names),
    perspectives: cleanNames(namesOf(game.player_perspectives)).slice(0, MAX_FACTS.names),
    relations: relationsOf(game, gameId),
  }
}

const numberOf = (given: Reference | undefined) => (typeof given === 'object' ? given.id : given)
const namesOf = (things: readonly z.infer<typeof Named>[]) =>
  things.map((thing) => (typeof thing === 'object' ? thing.name : null))
const nameOf = (thing: z.infer<typeof Named> | undefined) => (typeof thing === 'object' ? cleanName(thing.name) : null)
const platformOf = (thing: z.infer<typeof Named> | undefined) =>
  nameOf(thing) ?? platforms.nameOf(numberOf(thing) ?? -1)

/** Removes elements that say the same. */
function distinct<T extends object>(items: readonly T[], most: number): T[] {
  return [...new Map(items.map((item) => [JSON.stringify(item), item])).values()].slice(0, most)
}

const STATUS: Record<number, GameStatus> = {
  0: 'released',
  2: 'alpha',
  3: 'beta',
  4: 'early_access',
  5: 'offline',
  6: 'cancelled',
  7: 'rumored',
  8: 'delisted',
}

function statusOf({ game_status, status }: Facts): GameStatus | null {
  return STATUS[numberOf(game_status) ?? numberOf(status) ?? -1] ?? null
}

/** What the source says of most releases says nothing. */
const FULL_RELEASE = /^(full )?release(d)?$/i

function releasesOf({ release_dates }: Facts): GameRelease[] {
  const releases = release_dates.map((given): GameRelease => {
    const status = nameOf(given.status)
    return {
      platform: platformOf(given.platform),
      region: REGIONS[(numberOf(given.release_region) ?? numberOf(given.region) ?? 0) - 1] ?? null,
      status: status && !FULL_RELEASE.test(status) ? status : null,
      date: dateOf(given),
    }
  })
  const told = releases.filter(({ platform, date, status }) => platform !== null && (date !== null || status !== null))
  return distinct(told.slice(0, 2 * MAX_FACTS.releases), MAX_FACTS.releases)
}

const FIRST_YEAR = 1950
const LAST_YEAR = 2100

/** Returns a date as exact as the source knows it (1.14): the day, the month, the quarter or the year. */
function dateOf({ date, date_format, category, y }: Facts['release_dates'][number]): string | null {
  const format = numberOf(date_format) ?? numberOf(category) ?? 0
  const at =
    date === undefined || !Number.isFinite(date) || Math.abs(date) > 20_000_000_000 ? null : new Date(date * 1000)
  const year = at?.getUTCFullYear() ?? y ?? 0
  if (!Number.isInteger(year) || year < FIRST_YEAR || year > LAST_YEAR || format === 7) return null
  if (format >= 3 && format <= 6) return `${year}-Q${format - 2}`
  if (at === null || format > 1) return String(year)
  return at.toISOString().slice(0, format === 1 ? 7 : 10)
}

const MAX_PLAYERS = 100_000
const mostOf = (value: number | undefined): number | null =>
  value !== undefined && Number.isInteger(value) && value > 1 && value <= MAX_PLAYERS ? value : null

function multiplayerOf({ multiplayer_modes }: Facts): Multiplayer[] {
  const modes = multiplayer_modes.slice(0, 2 * MAX_FACTS.modes).map((mode): Multiplayer => {
    const kinds: [is: boolean | undefined, kind: Multiplayer['kinds'][number]][] = [
      [mode.campaigncoop, 'campaign'],
      [mode.onlinecoop, 'online_coop'],
      [mode.offlinecoop, 'couch_coop'],
      [mode.lancoop, 'lan'],
      [mode.dropin, 'drop_in'],
      [mode.splitscreen, 'split_screen'],
      [mode.splitscreenonline, 'online_split_screen'],
    ]
    return {
      platform: platformOf(mode.platform),
      online: mostOf(mode.onlinemax),
      couch: mostOf(mode.offlinemax),
      onlineCoop: mostOf(mode.onlinecoopmax),
      couchCoop: mostOf(mode.offlinecoopmax),
      kinds: kinds.filter(([is]) => is).map(([, kind]) => kind),
    }
  })
  const told = modes.filter(
    ({ kinds, online, couch, onlineCoop, couchCoop }) =>
      kinds.length > 0 || (online ?? couch ?? onlineCoop ?? couchCoop) !== null,
  )
  return distinct(told, MAX_FACTS.modes)
}

const OLD_RATINGS =
  '3 7 12 16 18 RP EC E E10+ T M AO A B C D Z 0 6 12 16 18 ALL 12 15 18 Testing L 10 12 14 16 18 G PG M MA15+ R18+ RC'.split(
    ' ',
  )
const WORDS: Record<string, string> = { three: '3', seven: '7', twelve: '12', sixteen: '16', eighteen: '18' }

/** One rating of each board: the first. */
function ageRatingsOf({ age_ratings }: Facts): AgeRating[] {
  const ratings = age_ratings.slice(0, 100).flatMap((given): AgeRating[] => {
    const board = BOARDS[(numberOf(given.organization) ?? numberOf(given.category) ?? 0) - 1]
    const category = given.rating_category
    const text =
      cleanName(typeof category === 'object' ? category.rating : null) ??
      (given.rating === undefined ? null : OLD_RATINGS[(numberOf(given.rating) ?? 0) - 1])
    if (!board || !text || text.length > 20) return []
    const descriptors = cleanNames(given.rating_content_descriptions.map(({ description }) => description))
    const rating = WORDS[text.toLowerCase()] ?? text.replace(/^(CERO|USK|GRAC|CLASS_IND|ACB)[_ ]/i, '')
    return [{ board, rating, descriptors: descriptors.slice(0, MAX_FACTS.descriptors) }]
  })
  const byBoard = new Map(ratings.toReversed().map((each) => [each.board, each]))
  return BOARDS.flatMap((board) => byBoard.get(board) ?? [])
}

const SUPPORT: Record<number, 'audio' | 'subtitles' | 'interface'> = { 1: 'audio', 2: 'subtitles', 3: 'interface' }

function languagesOf({ language_supports }: Facts): LanguageSupport[] {
  const languages = new Map<string, LanguageSupport>()
  for (const { language, language_support_type } of language_supports) {
    const name = nameOf(language)
    const kind = SUPPORT[numberOf(language_support_type) ?? 0]
    if (!name || !kind || (languages.size >= MAX_FACTS.languages && !languages.has(name))) continue
    const known = languages.get(name) ?? { name, audio: false, subtitles: false, interface: false }
    languages.set(name, { ...known, [kind]: true })
  }
  return [...languages.values()]
}

const STEAM = 1
const OFFICIAL = 1
const WIKI = 2

/** One link of each kind: the websites of the source first, then the addresses of the game's ids elsewhere. */
function linksOf({ websites, external_games }: Facts): GameLink[] {
  const sites = websites.slice(0, 200).flatMap(({ url, type, category }) => {
    const kind = numberOf(type) ?? numberOf(category)
    return linkOf(url, kind === OFFICIAL ? 'official' : kind === WIKI ? 'wiki' : null) ?? []
  })
  const stores = external_games.slice(0, 200).flatMap(({ uid, url, external_game_source, category }) => {
    const isSteam = (numberOf(external_game_source) ?? numberOf(category)) === STEAM
    const address = isSteam && uid && isSteamId(uid) ? `https://store.steampowered.com/app/${uid}` : url
    return linkOf(address, null) ?? []
  })
  const byKind = new Map([...sites, ...stores].toReversed().map((link) => [link.kind, link]))
  return [...byKind.values()].toReversed().slice(0, MAX_FACTS.links)
}

const PARTS: readonly (readonly [RelationKind, keyof Facts])[] = [
  ['dlc', 'dlcs'],
  ['expansion', 'expansions'],
  ['standalone', 'standalone_expansions'],
  ['expanded', 'expanded_games'],
  ['remake', 'remakes'],
  ['remaster', 'remasters'],
  ['port', 'ports'],
  ['fork', 'forks'],
  ['bundle', 'bundles'],
]

function relationsOf(game: Facts, gameId: GameId): Relation[] {
  const relation = (kind: RelationKind, role: Relation['role'], other: Reference | undefined): Relation[] => {
    const id = canonicalGameId(`igdb_${numberOf(other) ?? 0}`)
    return id === null || id === gameId ? [] : [{ kind, role, id }]
  }
  const type = numberOf(game.game_type) ?? numberOf(game.category) ?? 0
  const relations = [
    ...relation('edition', 'whole', game.version_parent),
    // Of a main game the source does not say how it is a part.
    ...relation(type === 0 ? 'part' : (KIND_OF_TYPE[type] ?? 'part'), 'whole', game.parent_game),
    ...PARTS.flatMap(([kind, key]) => (game[key] as Reference[]).flatMap((other) => relation(kind, 'part', other))),
    ...game.similar_games.slice(0, MAX_RELATIONS.similar).flatMap((other) => relation('similar', 'part', other)),
  ]
  return distinct(relations, MAX_RELATIONS.all)
}

import * as z from 'zod/mini'
import {
  BOARDS,
  LINK_KINDS,
  MODE_KINDS,
  REGIONS,
  RELATION_KINDS,
  STATUSES as RELEASE_STATUSES,
} from '#features/catalogue/game-facts.rules.ts'
import { TIME_SOURCES } from '#features/catalogue/time-to-beat.schemas.ts'
import { STATUSES } from '#features/library/library.rules.ts'
import { FINISH_LEVELS, RUN_KINDS } from '#features/play-log/play-sessions.rules.ts'
import { FAILURES } from '#shared/post-failures.texts.ts'
import { TOKEN_SCOPES } from '#shared/token-scopes.ts'
import { WEBHOOK_EVENTS } from './webhooks.rules.ts'

// The shapes of version 1. They are not those of the app's own API, which change with it: a field here may be added,
// but none is removed and none changes its meaning.

const about = <S extends z.ZodMiniType>(schema: S, text: string) => schema.check(z.describe(text)) as S
const instant = () => about(z.string(), 'ISO 8601 in UTC')
const day = () => about(z.string(), 'YYYY-MM-DD')
const partialDay = () => z.nullable(about(z.string(), 'As exact as it is known: YYYY, YYYY-MM or YYYY-MM-DD'))
const picture = () => z.nullable(about(z.string(), 'A full address'))
const rating = () => z.nullable(about(z.number(), '1 to 10: half stars'))

/** The name of a game with the facts of a row. */
export const ApiGameCard = z.object({
  id: about(z.string(), 'Such as igdb_1942'),
  name: z.string(),
  year: z.nullable(z.number()),
  genre: z.nullable(z.string()),
  developer: z.nullable(z.string()),
  cover_url: picture(),
})

const players = () => z.nullable(about(z.number(), 'The most players'))
const Shelf = z.object({
  total: about(z.number(), 'Also counts the games that are left out'),
  games: about(z.array(ApiGameCard), 'At most 40, in the order of release'),
})

/** The facts of a game that its source knows; a list is empty and a value null where it knows nothing. */
const ApiGameFacts = z.object({
  status: z.nullable(z.enum(RELEASE_STATUSES)),
  releases: z.array(
    z.object({
      platform: z.nullable(z.string()),
      region: z.nullable(z.enum(REGIONS)),
      status: z.nullable(about(z.string(), 'Such as Early Access; null for a full release')),
      date: z.nullable(about(z.string(), 'YYYY-MM-DD, YYYY-MM, YYYY-Q1 to YYYY-Q4, or YYYY')),
    }),
  ),
  multiplayer: z.array(
    z.object({
      platform: z.nullable(z.string()),
      online: players(),
      couch: players(),
      online_coop: players(),
      couch_coop: players(),
      kinds: z.array(z.enum(MODE_KINDS)),
    }),
  ),
  age_ratings: z.array(z.object({ board: z.enum(BOARDS), rating: z.string(), descriptors: z.array(z.string()) })),
  languages: z.array(
    z.object({ name: z.string(), audio: z.boolean(), subtitles: z.boolean(), interface: z.boolean() }),
  ),
  links: z.array(z.object({ kind: z.enum(LINK_KINDS), url: z.string() })),
  engines: z.array(z.string()),
  perspectives: z.array(z.string()),
  relations: about(
    z.array(z.extend(Shelf, { kind: z.enum(RELATION_KINDS), role: z.enum(['part', 'whole']) })),
    'By kind; the role is that of the other games: the parts of this game, or the whole of which it is one',
  ),
  series: z.nullable(z.extend(Shelf, { name: z.string() })),
  franchise: z.nullable(z.extend(Shelf, { name: z.string() })),
})

export const ApiGame = z.extend(ApiGameCard, {
  released_on: z.nullable(day()),
  summary: z.nullable(z.string()),
  genres: z.array(z.string()),
  platforms: z.array(z.string()),
  publisher: z.nullable(z.string()),
  score: z.nullable(about(z.number(), '0 to 100, from the source of the game')),
  stars: about(
    z.object({ average: z.nullable(z.number()), ratings: z.number(), reviews: z.number() }),
    'The average of the members’ stars, 0.5 to 5, the number of members who gave some, and the number of reviews',
  ),
  members: about(
    z.object({ added: z.number(), playing: z.number(), finished: z.number(), dropped: z.number() }),
    'How many members have the game in their libraries, and how many of these play, finished or dropped it',
  ),
  time_to_beat: about(
    z.nullable(
      z.object({
        story: z.nullable(z.number()),
        extras: z.nullable(z.number()),
        all: z.nullable(z.number()),
        people: about(z.nullable(z.number()), 'How many people gave the times, if the source says it'),
        source: z.enum(TIME_SOURCES),
      }),
    ),
    'Minutes to the credits, with extras, and to everything, as the source says; null if nothing is known',
  ),
  igdb_id: z.nullable(z.number()),
  steam_app_ids: z.array(z.string()),
  facts: ApiGameFacts,
  url: about(z.string(), 'The page of the game'),
})

export const ApiPerson = z.object({
  id: z.string(),
  username: z.nullable(z.string()),
  display_name: z.nullable(z.string()),
  avatar_url: picture(),
})

export const ApiMe = z.extend(ApiPerson, {
  token: z.object({
    name: z.string(),
    scopes: z.array(z.enum(TOKEN_SCOPES)),
    expires_at: z.nullable(instant()),
  }),
})

export const ApiEntry = z.object({
  game: ApiGameCard,
  status: z.enum(STATUSES),
  rating: rating(),
  is_liked: z.boolean(),
  notes: z.nullable(z.string()),
  hours: about(z.number(), 'The total: play sessions and undated hours'),
  completion: about(z.number(), 'Percent'),
  achievements: z.number(),
  last_played_at: z.nullable(instant()),
  added_at: instant(),
  changed_at: instant(),
})

export const ApiPlaythrough = z.object({
  id: z.string(),
  platform: z.nullable(z.string()),
  started_on: partialDay(),
  finished_on: partialDay(),
  is_replay: z.boolean(),
  finish_level: z.enum(FINISH_LEVELS),
  kind: z.enum(RUN_KINDS),
  rating: rating(),
  bookmark: about(z.nullable(z.string()), 'Where the member was, in one line'),
  bookmarked_at: z.nullable(instant()),
})

export const ApiEntryInFull = z.extend(ApiEntry, { playthroughs: z.array(ApiPlaythrough) })

export const ApiSession = z.object({
  id: z.string(),
  game_id: z.string(),
  playthrough_id: z.string(),
  played_on: day(),
  minutes: z.number(),
  note: z.nullable(z.string()),
})

export const ApiReview = z.object({
  id: z.string(),
  game: z.object({ id: z.string(), name: z.string() }),
  author: ApiPerson,
  rating: about(z.number(), '1 to 10: half stars'),
  text_html: about(z.string(), 'Sanitised HTML; empty while it is folded'),
  is_folded: about(z.boolean(), 'The text spoils more of the game than you have played'),
  is_public: z.boolean(),
  platform: z.nullable(z.string()),
  playthrough: about(
    z.nullable(
      z.object({
        id: about(z.nullable(z.string()), 'Only of your own reviews'),
        kind: z.enum(RUN_KINDS),
        number: about(z.number(), 'Its place among those of the author, the oldest first, from 1'),
        year: about(z.nullable(z.number()), 'Its last known year'),
      }),
    ),
    'Which playthrough the review is of; null for the game as a whole',
  ),
  likes_count: z.number(),
  comments_count: z.number(),
  created_at: instant(),
  updated_at: instant(),
})

export const ApiList = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string(),
  author: ApiPerson,
  is_shared: z.boolean(),
  is_ranked: z.boolean(),
  games_count: z.number(),
  likes_count: z.number(),
  created_at: instant(),
  updated_at: about(z.string(), 'ISO 8601 in UTC: the last change of title, description or switches'),
  changed_at: instant(),
  filters: about(
    z.nullable(z.string()),
    'How a list keeps itself: parameters of the address of all games; null for a list whose games its author chooses',
  ),
})

export const ApiListGame = z.object({
  position: about(z.number(), 'From 1, without gaps'),
  note: z.nullable(z.string()),
  added_at: instant(),
  game: ApiGameCard,
})

export const ApiJournalEntry = z.object({
  id: z.string(),
  type: z.enum(['progress', 'review', 'daily', 'list']),
  date: day(),
  title: z.nullable(z.string()),
  content: z.string(),
  completion: z.nullable(about(z.number(), 'Percent')),
  hours: z.nullable(z.number()),
  rating: rating(),
  game: z.nullable(ApiGameCard),
  review_id: z.nullable(z.string()),
  list_id: z.nullable(z.string()),
  created_at: instant(),
  updated_at: instant(),
})

export const ApiActivity = z.object({
  id: z.string(),
  type: about(z.string(), 'Such as completed or started_playing; a version may add types'),
  author: ApiPerson,
  game: z.nullable(ApiGameCard),
  details: z.record(z.string(), z.unknown()),
  review_id: z.nullable(z.string()),
  comments_count: z.number(),
  created_at: instant(),
})

export const ApiProfile = z.extend(ApiPerson, {
  bio: z.nullable(z.string()),
  location: z.nullable(z.string()),
  website: z.nullable(z.string()),
  pronouns: z.nullable(z.string()),
  pinned_line: about(z.nullable(z.string()), 'Stands above the bio'),
  links: about(
    z.array(z.object({ address: z.string(), is_verified: z.boolean() })),
    'The website and up to four others; the page of a verified one links back to the profile',
  ),
  joined_at: instant(),
  counts: about(
    z.nullable(z.object({ want_to_play: z.number(), playing: z.number(), completed: z.number(), dropped: z.number() })),
    'Null if you may not see the library; so are the hours',
  ),
  hours: z.nullable(z.number()),
  followers_count: z.number(),
  following_count: z.number(),
  favourites: z.array(ApiGameCard),
})

export const ApiDelivery = z.object({
  id: about(z.string(), 'The header webhook-id of the call'),
  type: about(z.enum(['ping', ...WEBHOOK_EVENTS]), 'A test is a ping'),
  state: z.enum(['waiting', 'delivered', 'failed']),
  attempts: z.number(),
  created_at: instant(),
  last_attempt_at: z.nullable(instant()),
  next_attempt_at: z.nullable(about(z.string(), 'ISO 8601 in UTC; null when nothing more is sent')),
  last_status: z.nullable(about(z.number(), 'The HTTP status of the last answer')),
  last_failure: z.nullable(z.enum(FAILURES)),
})

export const ApiWebhook = z.object({
  id: z.string(),
  url: z.string(),
  events: z.array(z.enum(WEBHOOK_EVENTS)),
  is_paused: about(z.boolean(), 'Nothing is sent, because a call has failed for good'),
  created_at: instant(),
  last_delivery: z.nullable(ApiDelivery),
})

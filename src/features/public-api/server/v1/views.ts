import type * as z from 'zod/mini'
import type { Activity } from '#features/activity/activity.contract.ts'
import type { Game, GameCard } from '#features/catalogue/catalogue.contract.ts'
import type { GameFacts } from '#features/catalogue/game-facts.contract.ts'
import type { JournalEntry } from '#features/journal/journal.contract.ts'
import { type LoadedEntries, viewEntry } from '#features/journal/server/journal.service.ts'
import type { Entry } from '#features/library/library.contract.ts'
import { type EntryRow, entryView as libraryEntryView } from '#features/library/server/library.service.ts'
import type { List, ListGame } from '#features/lists/lists.contract.ts'
import type { PlaySession, Playthrough } from '#features/play-log/play-sessions.contract.ts'
import type { Profile, PublicProfile } from '#features/profiles/profiles.contract.ts'
import type { Review, ReviewSummary } from '#features/reviews/reviews.contract.ts'
import type { Viewer } from '#server/session.ts'
import type { TokenAccess } from '#server/token-access.ts'
import type * as shapes from '../../api-shapes.schemas.ts'
import type { Delivery, Webhook } from '../../webhooks.contract.ts'

// The only place where shapes of the app become shapes of version 1. A change of the app's shapes ends here.

type In<S extends z.ZodMiniType> = z.input<S>

/** Pictures have addresses without an origin in the app, and full ones in the API. */
const full = (address: string | null, origin: string) => (address?.startsWith('/') ? origin + address : address)

export const cardView = (card: In<typeof GameCard>, origin: string): z.input<typeof shapes.ApiGameCard> => ({
  id: card.id,
  name: card.name,
  year: card.year,
  genre: card.genre,
  developer: card.developer,
  cover_url: full(card.cover_url, origin),
})

export function gameView(
  game: In<typeof Game>,
  { average, ratings, total, members }: In<typeof ReviewSummary>,
  steamIds: string[],
  facts: In<typeof GameFacts>,
  origin: string,
): z.input<typeof shapes.ApiGame> {
  const [, igdbId] = /^igdb_(\d+)$/.exec(game.id) ?? []
  return {
    ...cardView(game, origin),
    released_on: game.released,
    summary: game.summary,
    genres: game.genres.map(({ name }) => name),
    platforms: game.platforms.map(({ name }) => name),
    publisher: game.publisher,
    score: game.total_rating,
    stars: { average, ratings, reviews: total },
    members,
    time_to_beat: game.time_to_beat && timesView(game.time_to_beat),
    igdb_id: igdbId === undefined ? null : Number(igdbId),
    steam_app_ids: steamIds,
    facts: factsView(facts, origin),
    url: `${origin}/game/${game.id}`,
  }
}

function factsView(facts: In<typeof GameFacts>, origin: string): z.input<typeof shapes.ApiGame>['facts'] {
  const { multiplayer, relations, series, franchise, critics, players, ...others } = facts
  const cards = (games: readonly In<typeof GameCard>[]) => games.map((card) => cardView(card, origin))
  return {
    ...others,
    multiplayer: multiplayer.map(({ onlineCoop, couchCoop, ...mode }) => ({
      ...mode,
      online_coop: onlineCoop,
      couch_coop: couchCoop,
    })),
    relations: relations.map((shelf) => ({ ...shelf, games: cards(shelf.games) })),
    series: series && { ...series, games: cards(series.games) },
    franchise: franchise && { ...franchise, games: cards(franchise.games) },
  }
}
const timesView = ({ story, extras, all, count, source }: NonNullable<In<typeof Game>['time_to_beat']>) => ({
  story,
  extras,
  all,
  people: count,
  source,
})

const personView = (person: In<typeof PublicProfile>, origin: string): z.input<typeof shapes.ApiPerson> => ({
  id: person.id,
  username: person.username,
  display_name: person.display_name,
  avatar_url: full(person.avatar_url, origin),
})

/** The entry of an answer about one game. */
export const oneEntryView = (row: EntryRow, card: In<typeof GameCard>, origin: string) =>
  entryView(libraryEntryView(row), card, origin)

export const entryView = (row: Entry, card: In<typeof GameCard>, origin: string): z.input<typeof shapes.ApiEntry> => ({
  game: cardView(card, origin),
  status: row.status,
  rating: row.user_rating,
  is_liked: row.is_liked,
  notes: row.notes,
  hours: row.play_time,
  completion: row.completion_percentage,
  achievements: row.achievements_completed,
  last_played_at: row.last_played_at,
  added_at: row.created_at,
  changed_at: row.updated_at,
})

export const playthroughView = (run: In<typeof Playthrough>): z.input<typeof shapes.ApiPlaythrough> => ({
  id: run.id,
  platform: run.platform,
  started_on: run.started_on,
  finished_on: run.finished_on,
  is_replay: run.is_replay,
  finish_level: run.finish_level,
  kind: run.kind,
  rating: run.rating,
  bookmark: run.bookmark,
  bookmarked_at: run.bookmarked_at,
})

export const sessionView = (session: In<typeof PlaySession>): z.input<typeof shapes.ApiSession> => ({
  id: session.id,
  game_id: session.game_id,
  playthrough_id: session.playthrough_id,
  played_on: session.played_on,
  minutes: session.minutes,
  note: session.note,
})

export const reviewView = (review: In<typeof Review>, origin: string): z.input<typeof shapes.ApiReview> => ({
  id: review.id,
  game: { id: review.game_id, name: review.game_details.name },
  author: personView(review.user, origin),
  rating: review.rating * 2,
  text_html: review.review_text,
  is_folded: review.fold !== null,
  is_public: review.is_public,
  platform: review.platform,
  playthrough: review.run && {
    id: review.playthrough_id,
    ...{ kind: review.run.kind, number: review.run.number, year: review.run.year },
  },
  likes_count: review.likes_count,
  comments_count: review.comments_count,
  created_at: review.created_at,
  updated_at: review.updated_at,
})

export const listView = (list: In<typeof List>, origin: string): z.input<typeof shapes.ApiList> => ({
  id: list.id,
  title: list.title,
  description: list.description,
  author: personView(list.user, origin),
  is_shared: list.is_shared,
  is_ranked: list.is_ranked,
  games_count: list.games_count,
  likes_count: list.likes_count,
  created_at: list.created_at,
  updated_at: list.updated_at,
  changed_at: list.changed_at,
  filters: list.smart?.filters ?? null,
})

export const listGameView = (of: In<typeof ListGame>, origin: string): z.input<typeof shapes.ApiListGame> => ({
  position: of.position,
  note: of.note,
  added_at: of.added_at,
  game: cardView(of.game, origin),
})

export const journalView = (
  entry: In<typeof JournalEntry>,
  origin: string,
): z.input<typeof shapes.ApiJournalEntry> => ({
  id: entry.id,
  type: entry.type,
  date: entry.date,
  title: entry.title,
  content: entry.content,
  completion: entry.progress,
  hours: entry.hoursPlayed,
  rating: entry.rating,
  game: entry.game && cardView(entry.game, origin),
  review_id: entry.review_id,
  list_id: entry.list_id,
  created_at: entry.createdAt,
  updated_at: entry.updatedAt,
})

/** The one entry of an answer of the journal. */
export const oneEntry = ({ rows: [row], cards }: LoadedEntries, origin: string) =>
  journalView(viewEntry(row as LoadedEntries['rows'][number], cards), origin)

export const activityView = (activity: In<typeof Activity>, origin: string): z.input<typeof shapes.ApiActivity> => ({
  id: activity.id,
  type: activity.activity_type,
  author: personView(activity.user, origin),
  game: activity.game && cardView(activity.game, origin),
  details: activity.details,
  review_id: activity.review?.id ?? null,
  comments_count: activity.comments_count,
  created_at: activity.created_at,
})

export const profileView = (profile: In<typeof Profile>, origin: string): z.input<typeof shapes.ApiProfile> => ({
  ...personView(profile, origin),
  bio: profile.bio,
  location: profile.location,
  website: profile.website,
  pronouns: profile.pronouns,
  pinned_line: profile.pinned_line,
  links: profile.links,
  joined_at: profile.created_at,
  counts: profile.counts,
  hours: profile.totalHours,
  followers_count: profile.followersCount,
  following_count: profile.followingCount,
  favourites: profile.favourites.map((card) => cardView(card, origin)),
})

export const deliveryView = (delivery: In<typeof Delivery>): z.input<typeof shapes.ApiDelivery> => ({
  id: delivery.id,
  type: delivery.type,
  state: delivery.state,
  attempts: delivery.attempts,
  created_at: delivery.created_at,
  last_attempt_at: delivery.last_attempt_at,
  next_attempt_at: delivery.next_attempt_at,
  last_status: delivery.last_status,
  last_failure: delivery.last_failure,
})

export const webhookView = (webhook: In<typeof Webhook>): z.input<typeof shapes.ApiWebhook> => ({
  id: webhook.id,
  url: webhook.url,
  events: webhook.events,
  is_paused: webhook.is_paused,
  created_at: webhook.created_at,
  last_delivery: webhook.last_delivery && deliveryView(webhook.last_delivery),
})

export const meView = (viewer: Viewer, token: TokenAccess, origin: string): z.input<typeof shapes.ApiMe> => ({
  id: viewer.id,
  username: viewer.username,
  display_name: viewer.displayName,
  avatar_url: full(viewer.avatarUrl, origin),
  token: { name: token.name, scopes: [...token.scopes], expires_at: token.expiresAt?.toISOString() ?? null },
})

import * as z from 'zod/mini'
import { GameCard } from '#features/catalogue/catalogue.contract.ts'
import { contract } from '#shared/contract.ts'
import { GameId, UserId } from '#shared/ids.ts'
import * as endpoints from './profiles.endpoints.ts'
import { VIEWS } from './profiles.endpoints.ts'
import { FAVOURITES_CHANGED, FAVOURITES_MAX } from './profiles.rules.ts'

/** A member as everybody may see them; embedded in everything that shows an author. */
export const PublicProfile = z.object({
  id: UserId,
  /** Null until chosen: a member who signed up through a provider has none at first (G11). */
  username: z.nullable(z.string()),
  display_name: z.nullable(z.string()),
  avatar_url: z.nullable(z.string()),
})
export type PublicProfile = z.infer<typeof PublicProfile>

/** Ignored for viewers other than the owner. */
export const viewAs = z.catch(z.optional(z.enum(VIEWS)), undefined)

/** An id or a username. */
export const OneProfile = z.object({ handle: z.string().check(z.trim(), z.maxLength(100)) })
const PreviewQuery = z.object({ as: viewAs })

/** The statistics in the header card (R-PROF-06..19). */
const HeaderStats = z.object({
  total_played: z.number(),
  played_this_year: z.number(),
  backlog: z.number(),
  /** Played against backlog in whole percent (R-PROF-15). */
  completion: z.number(),
  level: z.number(),
  title: z.nullable(z.enum(['Rising', 'Advanced', 'Expert', 'Master'])),
  badges: z.array(z.string()),
})

const Counts = z.object({
  want_to_play: z.number(),
  playing: z.number(),
  completed: z.number(),
  dropped: z.number(),
})

/** The sections of a profile that its owner may restrict separately. */
const Sections = z.object({ library: z.boolean(), activity: z.boolean(), friends: z.boolean(), badges: z.boolean() })

/** A profile with the parts that the viewer may see (R-PROF-01, G22). Instants are ISO 8601, UTC. */
export const Profile = z.extend(PublicProfile, {
  bio: z.nullable(z.string()),
  /** Only for the owner, as are the settings. */
  email: z.nullable(z.string()),
  settings: z.nullable(z.record(z.string(), z.unknown())),
  location: z.nullable(z.string()),
  website: z.nullable(z.string()),
  pronouns: z.nullable(z.string()),
  /** Stands above the bio. */
  pinned_line: z.nullable(z.string()),
  /** The website and the addresses beside it. Verified: the page links back to the profile with rel="me". */
  links: z.array(z.object({ address: z.string(), is_verified: z.boolean() })),
  created_at: z.string(),
  updated_at: z.string(),
  /** Null when the member hides their presence (G49), as is `presence`. */
  last_seen_at: z.nullable(z.string()),
  is_online: z.boolean(),
  presence: z.nullable(
    z.object({
      status: z.enum(['online', 'gaming', 'offline']),
      currentGame: z.nullable(z.object({ id: GameId, name: z.string() })),
    }),
  ),
  /** Null when the viewer may not see the library; so are `counts` and `totalHours`. */
  stats: z.nullable(HeaderStats),
  counts: z.nullable(Counts),
  totalHours: z.nullable(z.number()),
  followersCount: z.number(),
  followingCount: z.number(),
  friendsCount: z.nullable(z.number()),
  /** Consecutive active days; 0 when there are none (C26) or the viewer may not see the activity. */
  streak: z.number(),
  /** Empty when the viewer may not see the library. */
  favourites: z.array(GameCard),
  viewerSees: Sections,
  /** What a person without an account sees: the parts that feed readers get. */
  visitorSees: z.object({ profile: z.boolean(), activity: z.boolean() }),
  viewerCan: z.object({ edit: z.boolean() }),
  /** Set while the owner previews the profile as another audience. */
  seenAs: z.nullable(z.enum(VIEWS)),
})
export type Profile = z.infer<typeof Profile>

/** The statistics in the profile dialog (R-MODAL-02). */
export const ProfileStats = z.object({
  gamesPlayed: z.number(),
  gamesCompleted: z.number(),
  /** Completed games of played games in whole percent (C25). */
  completionPercentage: z.number(),
  totalHours: z.number(),
  achievementsUnlocked: z.number(),
  reviewsWritten: z.number(),
  /** Null when the viewer may not see the friends. */
  friendsCount: z.nullable(z.number()),
  followersCount: z.number(),
  followingCount: z.number(),
})
export type ProfileStats = z.infer<typeof ProfileStats>

const REFUSALS = { 400: ['validation_failed'], 403: ['42501'], 404: ['PGRST116'], 429: ['PGRST301'] }

export const getProfile = contract(endpoints.getProfile, {
  access: 'anyone',
  summary:
    'Get what the viewer may see of a profile, by id or username; `as` previews it for the owner as others see it',
  params: OneProfile,
  query: PreviewQuery,
  response: z.object({ profile: Profile }),
  refusals: REFUSALS,
  budget: 'profile-read',
})

export const getProfileStats = contract(endpoints.getProfileStats, {
  access: 'anyone',
  summary: 'Get the statistics for the profile dialog and the header card',
  params: OneProfile,
  query: PreviewQuery,
  response: z.extend(ProfileStats, HeaderStats.shape),
  refusals: REFUSALS,
  budget: 'profile-read',
})

export const getUserProfileStats = contract(endpoints.getUserProfileStats, {
  access: 'anyone',
  summary: 'Get the statistics for the profile dialog (named as in the documents)',
  body: z.object({ user_uuid: UserId }),
  response: ProfileStats,
  refusals: REFUSALS,
  budget: 'profile-read',
})

export const putFavourites = contract(endpoints.putFavourites, {
  access: 'member',
  summary: 'Replace the favourite games on your own profile, in order; up to four',
  body: z.object({
    game_ids: z.array(GameId).check(
      z.maxLength(FAVOURITES_MAX, `At most ${FAVOURITES_MAX} favourites`),
      z.refine((ids) => new Set(ids).size === ids.length, 'A game can be a favourite only once'),
    ),
    /** The favourites that the caller saw, in order. With it, a request does not overwrite the change of another device. */
    seen: z.optional(z.array(GameId).check(z.maxLength(FAVOURITES_MAX, `At most ${FAVOURITES_MAX} favourites`))),
  }),
  response: z.object({ favourites: z.array(GameCard) }),
  refusals: { 404: ['game_not_found'], 409: [FAVOURITES_CHANGED] },
})

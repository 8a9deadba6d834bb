import * as z from 'zod/mini'
import { GameCard } from '#features/catalogue/catalogue.contract.ts'
import { endpoint } from '#shared/endpoint.ts'
import { GameId, UserId } from '#shared/ids.ts'
import { FAVOURITES_MOST } from './profiles.rules.ts'

/** A member as everybody may see them; embedded wherever somebody did something. */
export const PublicProfile = z.object({
  id: UserId,
  /** Null until chosen: who comes from a provider has none at first (G11). */
  username: z.nullable(z.string()),
  display_name: z.nullable(z.string()),
  avatar_url: z.nullable(z.string()),
})
export type PublicProfile = z.infer<typeof PublicProfile>

/** How a member may look at the own profile: as one who is not signed in, as any other member, as a friend. */
export const VIEWS = ['guest', 'member', 'friend'] as const
export type ViewAs = (typeof VIEWS)[number]
/** Anybody but the owner is answered as they are, whatever they say here. */
export const viewAs = z.catch(z.optional(z.enum(VIEWS)), undefined)

/** An id or a username. */
export const OneProfile = z.object({ handle: z.string().check(z.trim(), z.maxLength(100)) })
const Looking = z.object({ as: viewAs })

/** What the header card says of a library (R-PROF-06..19). */
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

/** The parts of a profile that its member may close by themselves. */
const Sections = z.object({ library: z.boolean(), activity: z.boolean(), friends: z.boolean() })

/** A profile as far as the viewer may see it (R-PROF-01, G22). Instants are ISO 8601, UTC. */
export const Profile = z.extend(PublicProfile, {
  bio: z.nullable(z.string()),
  /** The owner's alone, as are the settings. */
  email: z.nullable(z.string()),
  settings: z.nullable(z.record(z.string(), z.unknown())),
  location: z.nullable(z.string()),
  website: z.nullable(z.string()),
  created_at: z.string(),
  updated_at: z.string(),
  /** Null where the member keeps it to themselves, as is `presence` (G49). */
  last_seen_at: z.nullable(z.string()),
  is_online: z.boolean(),
  presence: z.nullable(
    z.object({
      status: z.enum(['online', 'gaming', 'offline']),
      currentGame: z.nullable(z.object({ id: GameId, name: z.string() })),
    }),
  ),
  /** Null where the library is closed to the viewer; so are `counts` and `totalHours`. */
  stats: z.nullable(HeaderStats),
  counts: z.nullable(Counts),
  totalHours: z.nullable(z.number()),
  followersCount: z.number(),
  followingCount: z.number(),
  friendsCount: z.nullable(z.number()),
  /** Days in a row; 0 where there is none to show (C26), or the activity is closed to the viewer. */
  streak: z.number(),
  /** None where the library is closed to the viewer. */
  favourites: z.array(GameCard),
  viewerSees: Sections,
  viewerCan: z.object({ edit: z.boolean() }),
  /** Set while the owner looks at it as somebody else. */
  seenAs: z.nullable(z.enum(VIEWS)),
})
export type Profile = z.infer<typeof Profile>

/** What the modal shows (R-MODAL-02). */
export const ProfileStats = z.object({
  gamesPlayed: z.number(),
  gamesCompleted: z.number(),
  /** Completed of played in whole percent (C25). */
  completionPercentage: z.number(),
  totalHours: z.number(),
  achievementsUnlocked: z.number(),
  reviewsWritten: z.number(),
  /** Null where the friends are closed to the viewer. */
  friendsCount: z.nullable(z.number()),
  followersCount: z.number(),
  followingCount: z.number(),
})
export type ProfileStats = z.infer<typeof ProfileStats>

const REFUSALS = ['validation_failed', 'PGRST116', '42501', 'PGRST301']

export const getProfile = endpoint({
  access: 'anyone',
  method: 'GET',
  path: '/api/profiles/:handle',
  summary: 'A profile by id or username, as far as the viewer may see it; `as` shows the owner what others see',
  params: OneProfile,
  query: Looking,
  response: z.object({ profile: Profile }),
  refusals: REFUSALS,
  budget: 'profile-read',
})

export const getProfileStats = endpoint({
  access: 'anyone',
  method: 'GET',
  path: '/api/profiles/:handle/stats',
  summary: 'The figures of the profile modal and of the header card',
  params: OneProfile,
  query: Looking,
  response: z.extend(ProfileStats, HeaderStats.shape),
  refusals: REFUSALS,
  budget: 'profile-read',
})

export const getUserProfileStats = endpoint({
  access: 'anyone',
  method: 'POST',
  path: '/api/rpc/get_user_profile_stats',
  summary: 'The figures of the profile modal, under their documented name',
  body: z.object({ user_uuid: UserId }),
  response: ProfileStats,
  refusals: REFUSALS,
  budget: 'profile-read',
})

export const putFavourites = endpoint({
  access: 'member',
  method: 'PUT',
  path: '/api/profiles/me/favourites',
  summary: 'The games on top of the own profile, up to four, in their order',
  body: z.object({
    game_ids: z.array(GameId).check(
      z.maxLength(FAVOURITES_MOST, `At most ${FAVOURITES_MOST} favourites`),
      z.refine((ids) => new Set(ids).size === ids.length, 'A game can be a favourite only once'),
    ),
  }),
  response: z.object({ favourites: z.array(GameCard) }),
  refusals: ['game_not_found'],
})

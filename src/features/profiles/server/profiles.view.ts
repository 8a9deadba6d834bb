import type * as z from 'zod/mini'
import { linksOf } from '../profile-edit.rules.ts'
import type { Profile, ProfileStats } from '../profiles.contract.ts'
import { completionRate, headerStats } from '../profiles.rules.ts'
import type { Totals } from './profiles.queries.ts'
import type { LoadedProfile, LoadedStats } from './profiles.service.ts'

export function viewProfile(loaded: LoadedProfile): z.input<typeof Profile> {
  const { row, totals, isOwn, seenAs, showsPresence, isOnline, currentGame } = loaded
  const { id, username, display_name, avatar_url, bio, location, website, pronouns, pinned_line } = row
  const addresses = linksOf(`${website ?? ''}\n${row.more_links ?? ''}`)
  return {
    ...{ id, username, display_name, avatar_url, bio, location, website, pronouns, pinned_line },
    links: addresses.map((address) => ({ address, is_verified: row.verified_links.includes(address) })),
    email: isOwn ? row.email : null,
    settings: isOwn ? (row.settings as Record<string, unknown>) : null,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    last_seen_at: showsPresence ? (row.last_seen_at?.toISOString() ?? null) : null,
    is_online: isOnline,
    presence: showsPresence
      ? { status: currentGame ? 'gaming' : isOnline ? 'online' : 'offline', currentGame: currentGame ?? null }
      : null,
    stats: row.opens_library ? headerStatsOf(totals) : null,
    counts: row.opens_library ? totals : null,
    totalHours: row.opens_library ? totals.hours : null,
    followersCount: totals.followers,
    followingCount: totals.following,
    friendsCount: row.opens_friends ? totals.friends : null,
    streak: loaded.streak,
    favourites: loaded.favourites,
    viewerSees: {
      library: row.opens_library,
      activity: row.opens_activity,
      friends: row.opens_friends,
      badges: row.opens_badges,
    },
    visitorSees: { profile: row.opens_to_visitors, activity: row.opens_activity_to_visitors },
    viewerCan: { edit: isOwn },
    seenAs,
  }
}

export function viewStats({ totals, showsFriends }: LoadedStats): z.input<typeof ProfileStats> {
  const gamesPlayed = totals.playing + totals.completed
  return {
    gamesPlayed,
    gamesCompleted: totals.completed,
    completionPercentage: completionRate(totals.completed, gamesPlayed),
    totalHours: totals.hours,
    achievementsUnlocked: totals.achievements,
    reviewsWritten: totals.reviews,
    friendsCount: showsFriends ? totals.friends : null,
    followersCount: totals.followers,
    followingCount: totals.following,
  }
}

export function headerStatsOf(totals: Totals) {
  return headerStats({ ...totals, playedThisYear: totals.played_this_year })
}

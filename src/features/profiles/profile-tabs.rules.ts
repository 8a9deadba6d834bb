import { knownNumberText } from '#shared/counted.ts'
import type { Profile } from './profiles.contract.ts'
import type { ViewAs } from './profiles.endpoints.ts'

export type ProfileTab =
  | 'overview'
  | 'games'
  | 'activity'
  | 'friends'
  | 'challenges'
  | 'reviews'
  | 'list'
  | 'badges'
  | 'journal'

/** What the tabs need of a profile. */
export type TabbedProfile = Pick<Profile, 'id' | 'seenAs' | 'viewerSees' | 'counts' | 'friendsCount'>

interface TabOf {
  tab: ProfileTab
  label: string
  count?: (profile: TabbedProfile) => number | null
  /** Returns whether the viewer may open the tab. */
  isOpen: (profile: TabbedProfile) => boolean
  /** The tab is on the owner's own page only. */
  isOwn?: true
}

/** Returns whether the viewer sees their own profile, as themselves, and has nothing in their library. */
export const isNewcomers = (profile: Profile): boolean =>
  profile.viewerCan.edit && profile.seenAs === null && gamesOf(profile) === 0

/** The tabs of every profile, in their order (G30). A new tab needs a line here. */
const TABS: readonly TabOf[] = [
  { tab: 'overview', label: 'Overview', isOpen: () => true },
  { tab: 'games', label: 'Games', count: gamesOf, isOpen: ({ viewerSees }) => viewerSees.library },
  { tab: 'activity', label: 'Activity', isOpen: ({ viewerSees }) => viewerSees.activity },
  {
    tab: 'friends',
    label: 'Friends',
    count: ({ friendsCount }) => friendsCount,
    isOpen: ({ viewerSees }) => viewerSees.friends,
  },
  // Joining is an activity, and progress reveals the library, so both must be visible.
  { tab: 'challenges', label: 'Challenges', isOpen: ({ viewerSees }) => viewerSees.library && viewerSees.activity },
  { tab: 'reviews', label: 'Reviews', isOpen: () => true },
  { tab: 'list', label: 'Lists', isOpen: () => true },
  { tab: 'badges', label: 'Badges', isOpen: ({ viewerSees }) => viewerSees.badges },
  { tab: 'journal', label: 'Journal', isOpen: () => true, isOwn: true },
]

function gamesOf({ counts }: TabbedProfile): number | null {
  return counts && counts.want_to_play + counts.playing + counts.completed + counts.dropped
}

/**
 * Returns the address of a tab: each of the owner's tabs has its own, and others' tabs share one address with `?tab=`
 * (C56).
 */
export function tabAddress(profile: Pick<Profile, 'id'>, tab: string, isOwnPage: boolean, as: ViewAs | null): string {
  if (isOwnPage) return tab === 'overview' ? '/profile' : `/profile/${tab}`
  const search = new URLSearchParams({ ...(tab !== 'overview' && { tab }), ...(as && { as }) }).toString()
  return `/profile/${profile.id}${search && `?${search}`}`
}

export function tabsOf(profile: TabbedProfile, current: string, isOwnPage: boolean) {
  return TABS.filter(({ isOpen, isOwn }) => isOpen(profile) && (isOwnPage || !isOwn)).map(({ tab, label, count }) => ({
    href: tabAddress(profile, tab, isOwnPage, profile.seenAs),
    label,
    current: tab === current,
    count: knownNumberText(count?.(profile)) ?? null,
  }))
}

/** Returns the tab that an address names before the profile has loaded. */
export const tabNamed = (search: URLSearchParams): ProfileTab =>
  TABS.find(({ tab, isOwn }) => tab === search.get('tab') && !isOwn)?.tab ?? 'overview'

/** Returns the tab that another member's address names; overview for an unknown or closed one. */
export function tabOf(profile: Profile, search: URLSearchParams): ProfileTab {
  const wanted = search.get('tab')
  return TABS.find(({ tab, isOpen, isOwn }) => tab === wanted && isOpen(profile) && !isOwn)?.tab ?? 'overview'
}

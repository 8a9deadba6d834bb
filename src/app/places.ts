import type { IconName } from '#web/ui/icon.tsx'

export interface Place {
  href: string
  label: string
  icon: IconName
}

/** The member's own pages, for the menu under the avatar and a phone's "More". */
export const YOURS: readonly Place[] = [
  { href: '/profile', label: 'Profile', icon: 'user' },
  { href: '/journal', label: 'Journal', icon: 'calendar' },
  { href: '/profile/list', label: 'Lists', icon: 'list' },
  { href: '/profile/reviews', label: 'Reviews', icon: 'pen' },
  { href: '/achievements', label: 'Achievements', icon: 'trophy' },
  { href: '/profile/badges', label: 'Badges', icon: 'medal' },
]

/**
 * The pages in the header of a wide window, in its order. A narrower header moves a page into "More": `from` is the
 * width from which the header has room for it.
 */
export const EVERYBODYS: readonly (Place & { from?: 'side' | 'wide' })[] = [
  { href: '/forum', label: 'Community', icon: 'chat' },
  { href: '/playlists', label: 'Playlists', icon: 'grid', from: 'side' },
  { href: '/info/news', label: 'News', icon: 'news', from: 'side' },
  { href: '/profile/friends', label: 'Friends', icon: 'people', from: 'wide' },
  { href: '/challenges', label: 'Challenges', icon: 'flag', from: 'wide' },
]

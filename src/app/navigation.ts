import type { BarItem, NavItem } from '#web/ui/shell.tsx'

/**
 * Returns the main navigation of a page. The header has the pages that a player opens daily or weekly, most used first;
 * the menu under the avatar has the member's own pages, and the footer the pages that nobody opens twice (G07). A
 * header without room for all moves the last ones into "More", which a phone has in its bottom bar (places.ts).
 */
export function navigationOf(page: { isMember: boolean; pathname: string }): { nav: NavItem[]; bar: BarItem[] } {
  const { isMember, pathname } = page
  const to = (href: string, label: string, ...others: string[]): NavItem => ({
    href,
    label,
    current: [href, ...others].some((path) => pathname === path || pathname.startsWith(`${path}/`)),
  })
  const games = to('/all-games', 'Games', '/game')
  const library = to('/profile/games', 'Library')
  const playlists = to('/playlists', 'Playlists')
  const community = to('/forum', 'Community')
  const challenges = to('/challenges', 'Challenges')
  const news = to('/info/news', 'News', '/news')
  const home: BarItem = { href: '/', label: 'Home', icon: 'home', current: pathname === '/' }
  return isMember
    ? {
        nav: [
          games,
          library,
          community,
          { ...playlists, from: 'side' },
          { ...news, from: 'side' },
          { ...to('/profile/friends', 'Friends'), from: 'wide' },
          { ...challenges, from: 'wide' },
        ],
        bar: [home, { ...games, icon: 'games' }, { ...library, icon: 'grid' }],
      }
    : {
        nav: [games, playlists, community, challenges, news],
        bar: [
          home,
          { ...games, icon: 'games' },
          { ...playlists, icon: 'list' },
          { ...community, icon: 'chat' },
          { ...news, icon: 'news' },
        ],
      }
}

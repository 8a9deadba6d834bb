export interface PageEntry {
  path: string
  /** The file in pages/, without `.page.tsx`. Without it, the words of the path joined by hyphens. */
  file: string
  /** Members only: visitors are redirected to /signin and return afterwards. */
  isForMembers?: boolean
  /** The page has no header and footer. */
  isBare?: boolean
  /** The page has its own frame. */
  isFrameless?: boolean
}

/** Every page, by address. Only this file and feature-map.ts list what the app consists of. */
const ENTRIES: readonly (Omit<PageEntry, 'file'> & { file?: string })[] = [
  { path: '/', file: 'home' },
  { path: '/all-games' },
  { path: '/game/:gameId' },
  { path: '/games/:gameId?', file: 'games-alias' },
  { path: '/profile', isForMembers: true },
  { path: '/profile/games', isForMembers: true },
  { path: '/signin', file: 'sign-in', isBare: true },
  { path: '/profile/friends', isForMembers: true },
  { path: '/welcome', isForMembers: true, isBare: true },
  { path: '/profile/activity', isForMembers: true },
  { path: '/profile/challenges', isForMembers: true },
  { path: '/profile/list', isForMembers: true },
  { path: '/profile/reviews', isForMembers: true },
  { path: '/profile/journal', isForMembers: true },
  { path: '/profile/badges', isForMembers: true },
  { path: '/profile/statistics', isForMembers: true },
  { path: '/journal', isForMembers: true },
  { path: '/profile/:handle', file: 'member' },
  { path: '/profile/:handle/year/:year', file: 'year' },
  { path: '/profile/:handle/statistics', file: 'statistics' },
  { path: '/reviews/:reviewId', file: 'review' },
  { path: '/achievements', isForMembers: true },
  { path: '/messages', isForMembers: true },
  { path: '/notifications', isForMembers: true },
  { path: '/settings/:tab?', isForMembers: true },
  { path: '/oauth/authorize', isForMembers: true, isBare: true },
  { path: '/settings/import/:importId', isForMembers: true },
  { path: '/lists/:listId', file: 'list' },
  { path: '/playlists' },
  { path: '/playlists/category/:type' },
  { path: '/playlists/:idOrSlug', file: 'playlist' },
  { path: '/releases' },
  { path: '/search' },
  { path: '/challenges' },
  { path: '/challenges/:challengeId', file: 'challenge' },
  { path: '/admin/:page?' },
  { path: '/admin/playlists/new' },
  { path: '/admin/playlists/:playlistId/edit' },
  { path: '/admin/news/:newsId/edit?' },
  { path: '/info/:page?' },
  { path: '/info/news', file: 'news' },
  { path: '/news/:slug?', file: 'news-article' },
  { path: '/forum/:part?/:id?' },
  { path: '/signup', file: 'sign-up', isBare: true },
  { path: '/forgot-password', isBare: true },
  { path: '/reset-password', isBare: true },
]

/** Returns the file of a page by its address: the words of the path, such as 'profile-games' of '/profile/games'. */
const fileOf = (path: string): string =>
  path
    .replace('?', '')
    .split('/')
    .filter((word) => /^\w/.test(word))
    .join('-')

/** The pages with their files. */
export const PAGE_ENTRIES: readonly PageEntry[] = ENTRIES.map((entry) => ({ file: fileOf(entry.path), ...entry }))

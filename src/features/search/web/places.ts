import type { SessionUser } from '#features/accounts/session.contract.ts'
import { isModerator } from '#shared/roles.ts'
import type { IconName } from '#web/ui/icon.tsx'
import { PLACE_TEXTS } from '../places.texts.ts'

type Audience = 'everybody' | 'visitors' | 'members' | 'moderators' | 'admins'

/** A page of the app with a fixed address, or something that one does there. */
export interface Place {
  path: string
  label: string
  /** Its place in the app or its purpose, in a few words. */
  about?: string
  /** Further words that find it, phrases separated by commas. */
  words: string
  icon: IconName
  for: Audience
  /** Offered before something is typed. */
  isOffered?: true
}

/** Every place of the app that one can go to by its name. `tests/places.test.ts` compares it with the routes. */
export const PLACES: readonly Place[] = [
  {
    path: '/',
    label: 'Home',
    words: 'start, feed, dashboard, what friends play',
    icon: 'home',
    for: 'everybody',
    isOffered: true,
  },
  {
    path: '/all-games',
    label: 'Games',
    about: 'All games, with filters',
    words: 'catalogue, browse, all games, filter, discover, genres, platforms',
    icon: 'games',
    for: 'everybody',
    isOffered: true,
  },
  {
    path: '/releases',
    label: 'Release calendar',
    about: 'Upcoming games by week',
    words: 'upcoming, coming soon, out today, new games, release dates, ical, schedule',
    icon: 'calendar',
    for: 'everybody',
    isOffered: true,
  },
  {
    path: '/forum',
    label: 'Community',
    about: 'The forum',
    words: 'forum, threads, posts, talk, discuss, questions, help, feedback, off-topic',
    icon: 'chat',
    for: 'everybody',
    isOffered: true,
  },
  {
    path: '/forum/new',
    label: 'New thread',
    words: 'write in the forum, ask, start a thread',
    icon: 'plus',
    for: 'members',
  },
  {
    path: '/achievements',
    label: 'Achievements',
    words: 'unlocked, trophies, ticked',
    icon: 'trophy',
    for: 'members',
  },
  { path: '/profile/badges', label: 'Badges', words: 'earned badges, pins', icon: 'medal', for: 'members' },
  {
    path: '/playlists',
    label: 'Playlists',
    words: 'curated, collections, picks of the editors',
    icon: 'list',
    for: 'everybody',
    isOffered: true,
  },
  {
    path: '/playlists/category/featured',
    label: 'Featured playlists',
    words: 'best playlists',
    icon: 'list',
    for: 'everybody',
  },
  {
    path: '/playlists/category/collection',
    label: 'Collection playlists',
    words: 'collections',
    icon: 'list',
    for: 'everybody',
  },
  { path: '/playlists/category/event', label: 'Event playlists', words: 'events', icon: 'list', for: 'everybody' },
  { path: '/playlists/category/genre', label: 'Genre playlists', words: 'genres', icon: 'list', for: 'everybody' },
  {
    path: '/playlists/category/custom',
    label: 'Custom playlists',
    words: 'other playlists',
    icon: 'list',
    for: 'everybody',
  },
  {
    path: '/challenges',
    label: 'Challenges',
    words: 'contest, goals, compete, ranking',
    icon: 'flag',
    for: 'everybody',
    isOffered: true,
  },
  {
    path: '/info/news',
    label: 'News',
    words: 'announcements, updates, changelog, what is new',
    icon: 'news',
    for: 'everybody',
    isOffered: true,
  },

  {
    path: '/profile',
    label: 'My profile',
    words: 'overview, favourites, bio, avatar, me',
    icon: 'user',
    for: 'members',
    isOffered: true,
  },
  {
    path: '/profile/games',
    label: 'My library',
    about: PLACE_TEXTS.library,
    words: 'shelf, backlog, my games, want to play, playing, completed, dropped, hours, playtime',
    icon: 'games',
    for: 'members',
    isOffered: true,
  },
  {
    path: '/profile/statistics',
    label: 'My statistics',
    about: 'Your library in charts',
    words: 'stats, charts, graphs, hours by month, hours played, genres, platforms, ratings, backlog over time',
    icon: 'chart',
    for: 'members',
  },
  {
    path: '/journal',
    label: 'Journal',
    words: 'diary, calendar, entries, days, on this day, daily',
    icon: 'calendar',
    for: 'members',
    isOffered: true,
  },
  {
    path: '/profile/journal',
    label: 'My profile: Journal',
    words: 'diary on the profile',
    icon: 'calendar',
    for: 'members',
  },
  {
    path: '/profile/reviews',
    label: 'My reviews',
    words: 'saved reviews, ratings, stars, drafts',
    icon: 'pen',
    for: 'members',
  },
  { path: '/profile/list', label: 'My lists', words: 'collections, rankings', icon: 'list', for: 'members' },
  {
    path: '/profile/list#new',
    label: 'New list',
    about: PLACE_TEXTS.newList,
    words: 'create a list, make a list, add a list',
    icon: 'plus',
    for: 'members',
  },
  { path: '/profile/activity', label: 'My activity', words: 'history, timeline, posts', icon: 'clock', for: 'members' },
  {
    path: '/profile/challenges',
    label: 'My challenges',
    words: 'joined challenges, progress',
    icon: 'flag',
    for: 'members',
  },
  {
    path: '/profile/friends',
    label: 'Friends',
    about: 'Friends, requests, following, followers',
    words: 'people, find people, friend requests, following, followers, suggestions',
    icon: 'people',
    for: 'members',
    isOffered: true,
  },
  {
    path: '/messages',
    label: 'Messages',
    words: 'inbox, chat, conversations, write to somebody, direct message',
    icon: 'mail',
    for: 'members',
    isOffered: true,
  },
  { path: '/notifications', label: 'Notifications', words: 'bell, alerts, unread', icon: 'bell', for: 'members' },

  {
    path: '/settings/account',
    label: 'Account',
    about: 'Settings',
    words: 'settings, username, change email, google, sign-in methods',
    icon: 'settings',
    for: 'members',
  },
  {
    path: '/settings/profile',
    label: 'Edit profile',
    about: 'Settings',
    words: 'settings, display name, avatar, picture, photo, bio, location, website',
    icon: 'user',
    for: 'members',
  },
  {
    path: '/settings/privacy',
    label: 'Privacy settings',
    about: 'Settings',
    words: 'settings, visibility, who can see, private profile, public profile, blocked members, block, presence',
    icon: 'lock',
    for: 'members',
  },
  {
    path: '/settings/preferences',
    label: 'Preferences',
    about: 'Settings',
    words:
      'settings, theme, dark theme, light theme, dark mode, light mode, appearance, time zone, data source, search strategy, cache',
    icon: 'moon',
    for: 'members',
  },
  {
    path: '/settings/notifications',
    label: 'Notification settings',
    about: 'Settings',
    words: 'settings, switches, turn off notifications, mute',
    icon: 'bell',
    for: 'members',
  },
  {
    path: '/settings/security',
    label: 'Sessions & security',
    about: 'Settings',
    words:
      'settings, change password, two-factor, 2fa, passkeys, recovery codes, devices, sessions, sign out everywhere',
    icon: 'shield',
    for: 'members',
  },
  {
    path: '/settings/tokens',
    label: 'API tokens and webhooks',
    about: 'Settings',
    words: 'settings, access tokens, webhook, personal tokens, api key, developer, script, playnite',
    icon: 'key',
    for: 'members',
  },
  {
    path: '/settings/apps',
    label: 'Apps with access',
    about: 'Settings',
    words: 'settings, apps, oauth, revoke access, register an app, client id, developer',
    icon: 'key',
    for: 'members',
  },
  {
    path: '/settings/import',
    label: 'Import games',
    about: 'Settings',
    words:
      'settings, import, bring my games, csv, json, backloggd, howlongtobeat, grouvee, yamtrack, steam, sync, gog, playnite',
    icon: 'upload',
    for: 'members',
  },
  {
    path: '/settings/data',
    label: 'Data',
    about: 'Settings',
    words: 'settings, export, download my data, delete account, close account, leave',
    icon: 'download',
    for: 'members',
  },

  {
    path: '/search',
    label: 'Search',
    about: PLACE_TEXTS.search,
    words: 'find',
    icon: 'search',
    for: 'everybody',
  },
  { path: '/info', label: 'Info', words: 'information, help, booklet', icon: 'info', for: 'everybody' },
  { path: '/info/about', label: 'About', words: 'what is savepoint, team, features', icon: 'info', for: 'everybody' },
  {
    path: '/info/faq',
    label: 'FAQ',
    about: 'Questions and answers',
    words: 'questions, help, how to, support, answers',
    icon: 'info',
    for: 'everybody',
  },
  {
    path: '/info/contact',
    label: 'Contact',
    words: 'support, feedback, report a bug, write to us, help',
    icon: 'mail',
    for: 'everybody',
  },
  {
    path: '/info/privacy',
    label: 'Privacy policy',
    words: 'cookies, data protection, gdpr',
    icon: 'lock',
    for: 'everybody',
  },
  {
    path: '/info/terms',
    label: 'Terms',
    words: 'terms of use, conditions, rules, conduct, licence',
    icon: 'info',
    for: 'everybody',
  },

  { path: '/signin', label: 'Sign in', words: 'log in, login, enter', icon: 'key', for: 'visitors', isOffered: true },
  {
    path: '/signup',
    label: 'Sign up',
    words: 'register, create an account, join',
    icon: 'user-plus',
    for: 'visitors',
    isOffered: true,
  },
  {
    path: '/forgot-password',
    label: 'Forgot password',
    words: 'reset password, lost password',
    icon: 'key',
    for: 'visitors',
  },

  {
    path: '/admin',
    label: 'Admin',
    about: 'What waits',
    words: 'administration, moderation',
    icon: 'shield',
    for: 'admins',
  },
  {
    path: '/admin/users',
    label: 'Admin: Members',
    words: 'users, roles, disable, accounts',
    icon: 'shield',
    for: 'admins',
  },
  {
    path: '/admin/reports',
    label: 'Admin: Reports',
    words: 'moderation, hidden content, spam',
    icon: 'shield',
    for: 'moderators',
  },
  { path: '/admin/forum', label: 'Admin: Forum', words: 'held links, moderation', icon: 'shield', for: 'moderators' },
  { path: '/admin/badges', label: 'Admin: Badges', words: 'define a badge, give', icon: 'shield', for: 'admins' },
  { path: '/admin/contact', label: 'Admin: Contact', words: 'contact messages', icon: 'shield', for: 'admins' },
  { path: '/admin/challenges', label: 'Admin: Challenges', words: 'create a challenge', icon: 'shield', for: 'admins' },
  { path: '/admin/playlists', label: 'Admin: Playlists', words: 'drafts, order', icon: 'shield', for: 'admins' },
  {
    path: '/admin/playlists/new',
    label: 'New playlist',
    about: 'Admin',
    words: 'create a playlist',
    icon: 'plus',
    for: 'admins',
  },
  { path: '/admin/news', label: 'Admin: News', words: 'posts, drafts, scheduled', icon: 'shield', for: 'admins' },
  {
    path: '/admin/catalogue',
    label: 'Admin: Catalogue',
    words: 'igdb, rawg, sources, import games',
    icon: 'shield',
    for: 'admins',
  },
  { path: '/admin/errors', label: 'Admin: Errors', words: 'error log, bugs', icon: 'shield', for: 'admins' },
  { path: '/admin/jobs', label: 'Admin: Jobs', words: 'background, queue, schedule', icon: 'shield', for: 'admins' },
  { path: '/admin/audit', label: 'Admin: Audit log', words: 'history of changes', icon: 'shield', for: 'admins' },
  { path: '/admin/outbox', label: 'Admin: Outbox', words: 'mails', icon: 'shield', for: 'admins' },
  {
    path: '/admin/page-counts',
    label: 'Admin: Page counts',
    words: 'analytics, visits, statistics',
    icon: 'shield',
    for: 'admins',
  },
]

/** A page or an action that a text can find. */
type Named = Pick<Place, 'label' | 'words'>

/** Shorter words are hardly ever misspelled. */
const SHORTEST_SLIP = 5

const wordsIn = (text: string): string[] =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

/**
 * Returns how well a text names something; lower is better, null is not at all. 0: the text is its label or one of its
 * phrases. 1: its label begins with the text. 2: each word of the text begins a word of the label, 3: or one of the
 * further words. 4 and 5: the same with one letter of a word wrong.
 */
function fitOf({ label, words }: Named, text: string): number | null {
  const typed = wordsIn(text)
  if (typed.length === 0) return null
  const whole = typed.join(' ')
  const name = wordsIn(label)
  if (name.join(' ') === whole || words.split(',').some((phrase) => wordsIn(phrase).join(' ') === whole)) return 0
  if (name.join(' ').startsWith(whole)) return 1
  if (typed.every((word) => name.some((own) => own.startsWith(word)))) return 2
  const all = [...name, ...wordsIn(words)]
  if (typed.every((word) => all.some((own) => own.startsWith(word)))) return 3
  const isNear = (among: readonly string[]) => (word: string) =>
    among.some((own) => own.startsWith(word) || (word.length >= SHORTEST_SLIP && isOneSlip(word, own)))
  if (typed.every(isNear(name))) return 4
  return typed.every(isNear(all)) ? 5 : null
}

/** Returns whether two words differ by one letter: wrong, missing, too many, or exchanged with its neighbour. */
function isOneSlip(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false
  let start = 0
  while (start < a.length && a[start] === b[start]) start += 1
  const rest = (word: string, from: number) => word.slice(start + from)
  return (
    rest(a, 1) === rest(b, 1) ||
    rest(a, 1) === rest(b, 0) ||
    rest(a, 0) === rest(b, 1) ||
    (a[start] === b[start + 1] && a[start + 1] === b[start] && rest(a, 2) === rest(b, 2))
  )
}

export const isForViewer = (place: Place, viewer: Pick<SessionUser, 'role'> | null): boolean =>
  place.for === 'everybody' ||
  (place.for === 'visitors'
    ? viewer === null
    : place.for === 'members'
      ? viewer !== null
      : place.for === 'moderators'
        ? isModerator(viewer)
        : viewer?.role === 'admin')

/** Returns the things that the text names, the best first; with `isExact` those that it names exactly. */
export function named<Thing extends Named>(
  things: readonly Thing[],
  text: string,
): { thing: Thing; isExact: boolean }[] {
  return things
    .flatMap((thing) => {
      const fit = fitOf(thing, text)
      return fit === null ? [] : [{ thing, fit }]
    })
    .sort((a, b) => a.fit - b.fit)
    .map(({ thing, fit }) => ({ thing, isExact: fit === 0 }))
}

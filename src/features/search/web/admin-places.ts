import type { Place } from './place.ts'

/** The places of the admin area. */
export const ADMIN_PLACES: readonly Place[] = [
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

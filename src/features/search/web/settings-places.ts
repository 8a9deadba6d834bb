import type { Place } from './place.ts'

/** The tabs of the settings. */
export const SETTINGS_PLACES: readonly Place[] = [
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
]

import { definePages } from '#shared/feature-pages.ts'

export const accountsPages = definePages({
  pages: [
    { path: '/signin', file: 'sign-in', isBare: true, beforeSignIn: true, parameters: ['redirect', 'step'] },
    { path: '/settings/:tab?', isForMembers: true },
    {
      path: '/signup',
      file: 'sign-up',
      isBare: true,
      beforeSignIn: true,
      parameters: ['redirect', 'confirm', 'invitation', 'error'],
    },
    { path: '/forgot-password', isBare: true, beforeSignIn: true },
    { path: '/reset-password', isBare: true, beforeSignIn: true, parameters: ['error'] },
  ],
  destinations: [
    {
      path: '/settings',
      label: 'Settings',
      words: 'options, configuration',
      icon: 'settings',
      for: 'members',
      links: { own: 66 },
    },
    {
      path: '/settings/account',
      label: 'Account',
      about: 'Settings',
      words: 'settings, username, change email, google, sign-in methods',
      icon: 'settings',
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
      path: '/settings/data',
      label: 'Data',
      about: 'Settings',
      words: 'settings, export, download my data, delete account, close account, leave',
      icon: 'download',
      for: 'members',
    },
    { path: '/signin', label: 'Sign in', words: 'log in, login, enter', icon: 'key', for: 'visitors', offered: 130 },
    {
      path: '/signup',
      label: 'Sign up',
      words: 'register, create an account, join',
      icon: 'user-plus',
      for: 'visitors',
      offered: 140,
    },
    {
      path: '/forgot-password',
      label: 'Forgot password',
      words: 'reset password, lost password',
      icon: 'key',
      for: 'visitors',
    },
    { path: '/admin/outbox', label: 'Admin: Outbox', words: 'mails', icon: 'shield', for: 'admins' },
  ],
})

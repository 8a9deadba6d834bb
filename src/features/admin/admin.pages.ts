import { definePages } from '#shared/feature-pages.ts'

export const adminPages = definePages({
  pages: [{ path: '/admin/:page?' }],
  destinations: [
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
    { path: '/admin/errors', label: 'Admin: Errors', words: 'error log, bugs', icon: 'shield', for: 'admins' },
    {
      path: '/admin/health',
      label: 'Admin: Health',
      words: 'doctor, checks, disk, mail server, backup age',
      icon: 'shield',
      for: 'admins',
    },
    {
      path: '/admin/backups',
      label: 'Admin: Backups',
      words: 'restore, download everything',
      icon: 'shield',
      for: 'admins',
    },
    { path: '/admin/jobs', label: 'Admin: Jobs', words: 'background, queue, schedule', icon: 'shield', for: 'admins' },
    { path: '/admin/audit', label: 'Admin: Audit log', words: 'history of changes', icon: 'shield', for: 'admins' },
  ],
})

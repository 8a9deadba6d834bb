import { definePages } from '#shared/feature-pages.ts'

export const notesPages = definePages({
  pages: [{ path: '/notes/:noteId?', file: 'notes', isForMembers: true }],
  destinations: [
    {
      path: '/notes',
      label: 'Notes',
      words: 'jottings, things to remember',
      icon: 'pen',
      for: 'members',
      offered: 125,
      links: { header: { members: 80, from: 'side' }, own: 70, footer: 100 },
    },
    { path: '/admin/notes', label: 'Admin: Notes', words: 'closed notes', icon: 'shield', for: 'admins' },
  ],
})

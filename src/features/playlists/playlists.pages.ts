import { definePages } from '#shared/feature-pages.ts'

export const playlistsPages = definePages({
  pages: [
    { path: '/playlists' },
    { path: '/playlists/category/:type', parameters: ['page'] },
    { path: '/playlists/:idOrSlug', file: 'playlist' },
    { path: '/admin/playlists/new' },
    { path: '/admin/playlists/:playlistId/edit' },
  ],
  destinations: [
    {
      path: '/playlists',
      label: 'Playlists',
      words: 'curated, collections, picks of the editors',
      icon: 'list',
      for: 'everybody',
      offered: 50,
      links: {
        icon: 'grid',
        header: { members: 30, visitors: 30, from: 'side' },
        community: 50,
        bar: { visitors: 30, icon: 'list' },
        footer: 10,
      },
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
    { path: '/admin/playlists', label: 'Admin: Playlists', words: 'drafts, order', icon: 'shield', for: 'admins' },
    {
      path: '/admin/playlists/new',
      label: 'New playlist',
      about: 'Admin',
      words: 'create a playlist',
      icon: 'plus',
      for: 'admins',
    },
  ],
})

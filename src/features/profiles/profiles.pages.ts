import { definePages } from '#shared/feature-pages.ts'

export const profilesPages = definePages({
  pages: [{ path: '/members' }],
  destinations: [
    {
      path: '/members',
      label: 'Members',
      about: 'Who plays here',
      words: 'people, players, users, find members, similar taste, similar libraries, active members',
      icon: 'people',
      for: 'everybody',
      links: { community: 40 },
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
  ],
})

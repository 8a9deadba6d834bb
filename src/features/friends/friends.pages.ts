import { definePages } from '#shared/feature-pages.ts'

export const friendsPages = definePages({
  pages: [{ path: '/profile/friends', isForMembers: true }],
  destinations: [
    {
      path: '/profile/friends',
      label: 'Friends',
      about: 'Friends, requests, following, followers',
      words: 'people, find people, friend requests, following, followers, suggestions',
      icon: 'people',
      for: 'members',
      offered: 110,
      links: { header: { members: 50, from: 'side' } },
    },
  ],
})

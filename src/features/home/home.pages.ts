import { definePages } from '#shared/feature-pages.ts'

export const homePages = definePages({
  pages: [{ path: '/', file: 'home', beforeSignIn: true }],
  destinations: [
    {
      path: '/',
      label: 'Home',
      words: 'start, feed, dashboard, what friends play',
      icon: 'home',
      for: 'everybody',
      offered: 10,
      links: { bar: { members: 10, visitors: 10 } },
    },
  ],
})

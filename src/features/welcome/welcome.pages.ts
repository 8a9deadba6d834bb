import { definePages } from '#shared/feature-pages.ts'

export const welcomePages = definePages({
  pages: [{ path: '/welcome', isForMembers: true, isBare: true }],
})

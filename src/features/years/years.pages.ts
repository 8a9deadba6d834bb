import { definePages } from '#shared/feature-pages.ts'

export const yearsPages = definePages({
  pages: [{ path: '/profile/:handle/year/:year', file: 'year' }],
})

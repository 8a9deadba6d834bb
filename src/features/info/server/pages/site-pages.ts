import type { SitemapAddress } from '#server/sitemap.ts'
import type { InfoPages } from './info-pages.ts'

/** The site's own public pages for the sitemap: the home page and the info pages with the date of their text. */
export const sitePages = (pages: InfoPages): SitemapAddress[] => [
  { path: '/' },
  { path: '/info' },
  ...Object.values(pages).map(({ name, updated }) => ({ path: `/info/${name}`, changed: new Date(updated) })),
  { path: '/info/contact' },
]

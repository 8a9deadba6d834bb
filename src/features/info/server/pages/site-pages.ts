import type { SitemapAddress } from '#server/sitemap.ts'
import { INFO_PAGES } from '../../info.rules.ts'
import type { InfoPages } from './info-pages.ts'

/**
 * The site's own public pages for the sitemap: the home page and the info pages with the date of their text, which is read
 * when a sitemap shows it.
 */
export const sitePages = (pages: InfoPages): SitemapAddress[] => [
  { path: '/' },
  { path: '/info' },
  ...INFO_PAGES.map((name) => ({
    path: `/info/${name}`,
    get changed() {
      return new Date(pages[name].updated)
    },
  })),
  { path: '/info/contact' },
]

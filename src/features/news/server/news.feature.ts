import { catalogueFeature } from '#features/catalogue/server/catalogue.feature.ts'
import { defineFeature } from '#server/feature.ts'
import * as newsContract from '../news.contract.ts'
import { newsPages } from '../news.pages.ts'
import * as newsSchemas from '../news.schemas.ts'
import { newsAddresses } from './atom/news-atom.ts'
import { loadDemoNews } from './demo/load-demo-news.ts'
import { newsJobs } from './news.jobs.ts'
import { newsRoutes } from './news.routes.ts'
import { ownNews } from './own-data/own-news.queries.ts'
import { newsSearchSource } from './search/news-search-source.ts'
import { newsSitemap } from './sitemap/news-sitemap.queries.ts'

export const newsFeature = defineFeature({
  name: 'news',
  pages: newsPages,
  contracts: [newsContract, newsSchemas],
  needs: { catalogue: catalogueFeature },
  routes: newsRoutes,
  admin: () => ({
    pages: [{ path: '/admin/news', label: 'News', group: 'Content' }],
    actions: {
      create_news: 'wrote the news',
      change_news: 'changed the news',
      delete_news: 'deleted the news',
    },
    itemPages: { news: (id) => `/admin/news/${id}/edit` },
  }),
  sitemap: () => [newsSitemap, { pages: [{ path: '/info/news' }] }],
  jobs: newsJobs,
  addresses: newsAddresses,
  ownData: [ownNews],
  search: (deps) => [newsSearchSource(deps)],
  loadDemoData: loadDemoNews,
})

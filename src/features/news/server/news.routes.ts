import type { WithCatalogue } from '#features/catalogue/server/catalogue.service.ts'
import { cachedForMember, type Route, route } from '#server/routes.ts'
import * as contract from '../news.contract.ts'
import { readingMinutes } from '../news.rules.ts'
import * as admin from './admin/admin-news.service.ts'
import * as service from './news.service.ts'
import { shownPicture, viewArticle, viewEdited, viewNews } from './news.view.ts'
import { drawNews } from './picture/news-picture.ts'
import { renderNews } from './text/news-text.ts'

export function newsRoutes(deps: service.NewsDeps & WithCatalogue): Route[] {
  const signing = { secret: deps.config.secret }
  return [
    cachedForMember(
      route(contract.listNews, async ({ query, viewer, reply }) => {
        const { rows, total, hasMore } = await service.listNews(deps, viewer, query, reply)
        return { posts: rows.map((row) => viewNews(row, deps.config.secret)), total, hasMore }
      }),
    ),
    route(contract.getNewsPost, async ({ params, viewer, reply }) => ({
      post: viewArticle({ ...(await service.requireArticle(deps, viewer, params.idOrSlug, reply)), ...signing }),
    })),
    route(contract.getNewsPicture, ({ params, reply }) => drawNews(deps, params.idOrSlug, reply)),
    route(contract.createNewsPost, async ({ body, viewer }) => ({
      post: viewEdited({ ...(await admin.createNews(deps, viewer, body)), ...signing }),
    })),
    route(contract.changeNewsPost, async ({ params, body, viewer }) => ({
      post: viewEdited({ ...(await admin.changeNews(deps, viewer, params.idOrSlug, body)), ...signing }),
    })),
    route(contract.deleteNewsPost, async ({ params, viewer }) => {
      await admin.deleteNews(deps, viewer, params.idOrSlug)
      return undefined
    }),
    route(contract.getEditedPost, async ({ params }) => ({
      post: viewEdited({ ...(await admin.requireEdited(deps, params.newsId)), ...signing }),
    })),
    route(contract.previewNews, async ({ body }) => {
      const { content_html, word_count } = renderNews(deps.config.secret, body.content)
      const featured_image = shownPicture(deps.config.secret, body.featured_image)
      return { content_html, reading_minutes: readingMinutes(word_count), featured_image }
    }),
  ]
}

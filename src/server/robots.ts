import type { Config } from './config.ts'
import type { Addresses } from './feature.ts'
import type { MembersSite } from './members-site.ts'
import type { Route } from './routes.ts'

/** Pages that are nobody else's business, and answers that are no pages. Rules match the beginning of a path. */
const CLOSED = ['/admin', '/messages', '/settings', '/notifications', '/journal', '/welcome', '/auth/', '/api/']
/** The proxy of pictures of other sites, which previews show. */
const IMAGES = '/api/image'

/**
 * Serves `/robots.txt` (G63). Robots may fetch the pictures that link previews show: these are the endpoints that answer
 * with a file. The sitemap's address must be absolute, so a site that does not know its own takes that of the request. A members' site closes everything to robots.
 */
export function robotsAddress(
  config: Pick<Config, 'baseUrl'>,
  routes: () => readonly Route[],
  membersSite: Pick<MembersSite, 'isForMembers'>,
): Addresses {
  return (app, contextOf) => {
    app.get('/robots.txt', async (c) => {
      if (await membersSite.isForMembers())
        return c.text('User-agent: *\nDisallow: /\n', 200, { 'cache-control': 'no-store' })
      const origin = config.baseUrl ?? (await contextOf(c)).origin
      const pictures = routes()
        .filter(
          ({ endpoint }) =>
            endpoint.method === 'GET' &&
            endpoint.access === 'anyone' &&
            endpoint.file !== null &&
            !endpoint.file.startsWith('text/'),
        )
        .map(({ endpoint }) => endpoint.path.replace(/:\w+/g, '*'))
      const lines = [
        'User-agent: *',
        ...[IMAGES, ...pictures].map((path) => `Allow: ${path}`),
        ...CLOSED.map((path) => `Disallow: ${path}`),
        '',
        `Sitemap: ${origin}/sitemap.xml`,
        '',
      ]
      return c.text(lines.join('\n'), 200, { 'cache-control': 'public, max-age=3600' })
    })
  }
}

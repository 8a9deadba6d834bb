import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Context } from 'hono'
import { PROJECT_FOLDER } from '#db/project-folder.ts'
import type { Config } from '#server/config.ts'
import type { Addresses } from '#server/feature.ts'
import { originOf } from '#server/requests.ts'
import { API_DOCS } from '../../tokens.rules.ts'
import { docsPage } from './docs-page.ts'
import type { ApiDescription } from './openapi-shapes.ts'

const UI = 'src/web/ui'
const HERE = 'src/features/public-api/server/docs'
const DESCRIPTION = '/api/v1/openapi.json'
/** The files of the page: their address, their media type, and the files that they are made of. */
const FILES = [
  ['docs.css', 'text/css; charset=utf-8', [`${UI}/tokens.css`, 'src/features/public-api/web/docs.css']],
  ['docs.js', 'text/javascript; charset=utf-8', [`${HERE}/docs.js`]],
  ['theme.js', 'text/javascript; charset=utf-8', [`${UI}/theme-boot.js`]],
  ['archivo.woff2', 'font/woff2', [`${UI}/fonts/archivo-basic.woff2`]],
] as const

/** Serves the page that shows the public API (decision 0077), rendered from its description. */
export function docsAddresses({ config }: { config: Config }): Addresses {
  let api: Promise<ApiDescription> | null = null
  return (app) => {
    app.get(API_DOCS, async (c) => {
      const answer = api === null ? await app.request(DESCRIPTION, plain(c), { incoming: c.env?.incoming }) : null
      if (answer && !answer.ok) return answer
      if (answer) api = answer.json() as Promise<ApiDescription>
      const page = docsPage((await api) as ApiDescription, config.productName, config.baseUrl ?? originOf(c, config))
      return c.html(page, 200, { 'cache-control': 'public, max-age=300' })
    })
    for (const [name, type, paths] of FILES)
      app.get(`${API_DOCS}/${name}`, async (c) => {
        const parts = await Promise.all(paths.map((path) => readFile(join(PROJECT_FOLDER, path))))
        return c.body(new Uint8Array(Buffer.concat(parts)), 200, {
          'content-type': type,
          'cache-control': 'public, max-age=86400',
        })
      })
  }
}

/** The request for the description as a client of the same address makes it, which gets the whole as text. */
function plain(c: Context): RequestInit {
  const headers = new Headers(c.req.raw.headers)
  for (const name of ['accept-encoding', 'if-none-match']) headers.delete(name)
  return { headers }
}

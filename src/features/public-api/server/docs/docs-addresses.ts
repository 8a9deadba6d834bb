import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Addresses } from '#server/feature.ts'
import { API_DOCS } from '../../tokens.rules.ts'

const gzipped = promisify(gzip)
const { resolve } = createRequire(import.meta.url)

/**
 * The files of the viewer that the page loads, with their media types; no other page loads them. The last two are the
 * redirect address of an app that a member registers in order to try OAuth here.
 */
const VIEWER_FILES: Record<string, string> = {
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'swagger-ui.css': 'text/css; charset=utf-8',
  'oauth2-redirect.html': 'text/html; charset=utf-8',
  'oauth2-redirect.js': 'text/javascript; charset=utf-8',
}

/**
 * Scripts in the document are forbidden, so the page loads this one. It has the theme that the member chose for the app.
 * The viewer stores no token and asks no other site.
 */
const START = `const theme = /(?:^|; )theme=(\\w+)/.exec(document.cookie)?.[1]
if (theme === 'dark' || (theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches))
  document.documentElement.classList.add('dark-mode')
SwaggerUIBundle({
  url: '/api/v1/openapi.json',
  dom_id: '#viewer',
  validatorUrl: null,
  deepLinking: true,
  oauth2RedirectUrl: new URL('${API_DOCS}/oauth2-redirect.html', location.origin).href,
}).initOAuth({ usePkceWithAuthorizationCodeGrant: true })
`

const pageOf = (productName: string) => `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${productName} API</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${API_DOCS}/swagger-ui.css">
</head>
<body>
<nav class="swagger-ui" aria-label="App"><div class="wrapper"><p><a href="/">${productName}</a> · <a href="/settings/tokens">Your API tokens</a></p></div></nav>
<div id="viewer"><p>The <a href="/api/v1/openapi.json">description of the API</a> is a document in OpenAPI 3.1.</p></div>
<script src="${API_DOCS}/swagger-ui-bundle.js"></script>
<script src="${API_DOCS}/start.js"></script>
</body>
</html>
`

/** Serves the page that shows the public API and calls it with a token (decision 0077). */
export function docsAddresses({ config }: { config: { productName: string } }): Addresses {
  const page = pageOf(config.productName.replace(/[&<>]/g, ''))
  const loaded = new Map<string, Promise<{ plain: Buffer; small: Buffer }>>()
  const load = (name: string) => {
    const known = loaded.get(name)
    if (known) return known
    const loading = readFile(resolve(`swagger-ui-dist/${name}`)).then(async (plain) => ({
      plain,
      small: await gzipped(plain, { level: 9 }),
    }))
    loading.catch(() => loaded.delete(name))
    loaded.set(name, loading)
    return loading
  }
  return (app) => {
    app.get(API_DOCS, (c) => c.html(page, 200, { 'cache-control': 'public, max-age=300' }))
    app.get(`${API_DOCS}/start.js`, (c) =>
      c.body(START, 200, { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'public, max-age=300' }),
    )
    for (const [name, type] of Object.entries(VIEWER_FILES))
      app.get(`${API_DOCS}/${name}`, async (c) => {
        const { plain, small } = await load(name)
        const isSmall = /\bgzip\b/.test(c.req.header('accept-encoding') ?? '')
        return c.body(new Uint8Array(isSmall ? small : plain), 200, {
          'content-type': type,
          'cache-control': 'public, max-age=86400',
          vary: 'accept-encoding',
          ...(isSmall && { 'content-encoding': 'gzip' }),
        })
      })
  }
}

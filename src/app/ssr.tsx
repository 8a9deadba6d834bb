import { hash } from 'node:crypto'
import { dehydrate } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import {
  createStaticHandler,
  createStaticRouter,
  RouterContextProvider,
  type StaticHandlerContext,
  StaticRouterProvider,
} from 'react-router'
import type { PageRenderer } from '#server/serve-page.ts'
import { CallError, type Transport } from '#web/call.ts'
import { loadParts } from '#web/lazy-hydration.tsx'
import { EnvContext, envContext, lastingAddress, type PageEnv, type PageModule } from '#web/page.ts'
import { createQueryClient } from '#web/query-client.ts'
import { type Contribution, installContributions } from '#web/slots.tsx'
import { beginPage } from '#web/ui/cover.tsx'
import { missingPageQuery } from './missing-page.tsx'
import { unavailableMessage } from './not-found.ts'
import type { HeadOf, PageBundle } from './page-bundle.ts'
import { decodablePath, pageFinder } from './page-of-path.ts'
import { STYLE_PARTS, type StylePart, selectStyles } from './page-styles.ts'
import { buildRoutes, isForAdmins } from './routes.tsx'
import { WEB_FEATURES } from './web-features.ts'

const modules = import.meta.glob<PageModule>(['../pages/*.page.tsx', '!../pages/design.page.tsx'], { eager: true })
const eager = Object.fromEntries(
  Object.entries(modules).map(([path, module]) => [path.replace(/^.*\/(.+)\.page\.tsx$/, '$1'), module]),
)
// The design page, for development only, is the only page that is loaded lazily.
const others = import.meta.env.DEV ? import.meta.glob<PageModule>('../pages/design.page.tsx') : {}
/** The pages of the given features, ready to be rendered. */
export interface OpenPages {
  handler: ReturnType<typeof createStaticHandler>
  pageOf: ReturnType<typeof pageFinder>
}

/** Installs the contributions of these features, and opens their pages. `more`: pages beside those in pages/, by file. */
export function openPages(features: readonly Contribution[], more: Record<string, PageModule> = {}): OpenPages {
  installContributions(features)
  const loadOther = (file: string) => (others[`../pages/${file}.page.tsx`] as () => Promise<PageModule>)()
  const routes = buildRoutes(loadOther, { ...eager, ...more })
  return { handler: createStaticHandler(routes), pageOf: pageFinder(routes) }
}

const ownPages = openPages(WEB_FEATURES)
await loadParts()

/** Returns the path and canonical search of a page that anonymous readers may share; null when it must not be cached. */
export const keyOf: PageBundle['keyOf'] = (url) => {
  const entry = ownPages.pageOf(url.pathname)
  const parameters = !entry || entry.isForMembers || isForAdmins(entry) ? null : entry.parameters
  if (parameters === null) return null
  const canonical = (parameters ?? [])
    .flatMap((name) => url.searchParams.getAll(name).map((value) => [name, value] as [string, string]))
    .filter(([, value]) => value !== '')
  return url.pathname + (canonical.length > 0 ? `?${new URLSearchParams(canonical)}` : '')
}

type RenderInput = Parameters<PageRenderer['render']>[0]

function envOf(input: RenderInput): PageEnv {
  const transport: Transport = (endpoint, parts) =>
    input.call(endpoint.method, endpoint.path, { ...parts, query: asText(parts.query), body: parts.body ?? {} })
  return {
    client: createQueryClient(transport),
    productName: input.productName,
    ...(input.version !== undefined && { version: input.version }),
    demo: input.demo,
    credits: input.credits,
    origin: input.origin,
    ...(input.isForMembers && { isForMembers: true }),
    renderedAt: input.now.getTime(),
  }
}

/**
 * Runs the page's loaders, which fill the client with the page's data. Returns a Response for a redirect, but follows one
 * that only leads to the lasting `address` of the page. If data are unavailable now, the page shows a message.
 */
async function load(
  url: URL,
  env: PageEnv,
  pages: OpenPages,
): Promise<{ context: StaticHandlerContext | Response; address: string | null }> {
  const context = await query(url, env, pages)
  const address = context instanceof Response ? lastingAddress(context) : null
  return address === null ? { context, address } : { context: await query(new URL(address, url), env, pages), address }
}

async function query(url: URL, env: PageEnv, { handler }: OpenPages): Promise<StaticHandlerContext | Response> {
  const requestContext = new RouterContextProvider()
  requestContext.set(envContext, env)
  const asked = new URL(url)
  asked.pathname = decodablePath(url.pathname)
  const context = await handler.query(new Request(asked), { requestContext })
  if (context instanceof Response) return context
  for (const error of Object.values(context.errors ?? {})) {
    if (error instanceof CallError && error.status === 503) context.statusCode = 503
    else if (error instanceof Error) throw error
  }
  if (context.statusCode === 404) await env.client.prefetchQuery(missingPageQuery())
  return context
}

function renderTree(env: PageEnv, context: StaticHandlerContext, { handler }: OpenPages): string {
  beginPage()
  return renderToString(
    <EnvContext value={env}>
      <StaticRouterProvider
        router={createStaticRouter(handler.dataRoutes, context)}
        context={context}
        hydrate={false}
      />
    </EnvContext>,
  )
}

/** Returns a function that renders a page to a whole HTML document. `headOf` returns the build's part of the head. */
export const createRenderer = (headOf: HeadOf, pages = ownPages): PageRenderer['render'] =>
  async function render(input) {
    const env = envOf(input)
    const { client } = env
    try {
      const { context, address } = await load(input.url, env, pages)
      if (context instanceof Response)
        return { status: context.status, html: [], location: context.headers.get('location') ?? '/' }
      const html = renderTree(env, context, pages)
      const data = JSON.stringify({
        // A page without errors needs no loader to run again in the browser.
        isWhole: !context.errors,
        unavailable: Object.values(context.errors ?? {}).map(unavailableMessage)[0] ?? null,
        env: {
          productName: env.productName,
          version: env.version,
          demo: env.demo,
          origin: env.origin,
          renderedAt: env.renderedAt,
          isForMembers: env.isForMembers,
          credits: env.credits,
        },
        ...(address !== null && { address }),
        queries: dehydrate(client),
      })
      const {
        head,
        late = '',
        inline,
      } = headOf(
        context.matches.map((match) => match.route.id),
        input.isShared ? html : null,
      )
      const inHead = html.indexOf('<head>') + '<head>'.length
      const bodyEnd = html.lastIndexOf('</body>')
      return {
        status: context.statusCode,
        html: [
          '<!DOCTYPE html>',
          html.slice(0, inHead),
          head,
          html.slice(inHead, bodyEnd),
          late,
          '<script type="application/json" id="data">',
          data.replace(/</g, '\\u003c'),
          '</script>',
          html.slice(bodyEnd),
        ],
        location: null,
        ...(inline && { inline }),
      }
    } finally {
      client.clear()
    }
  }

/** Loads a page once and returns a function that only renders it: the baseline of the benchmark. */
export const treeOf: PageBundle['treeOf'] = async (input) => {
  const env = envOf(input)
  const { context } = await load(input.url, env, ownPages)
  if (context instanceof Response) throw new Error(`${input.url.pathname} redirects`)
  return () => renderTree(env, context, ownPages)
}

/** Converts a query to its form in HTTP: text, without absent values. */
function asText(query: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(query)
      .filter(([, value]) => value !== undefined && value !== null && value !== '')
      .map(([name, value]) => [name, String(value)]),
  )
}

/** What browsers need to show the site in a tab and to install it. */
const ICONS = [
  '<link rel="icon" href="/favicon.svg" type="image/svg+xml">',
  '<link rel="apple-touch-icon" href="/api/app/icons/apple-180">',
  '<link rel="manifest" href="/api/app/manifest">',
]

/**
 * Returns the additions in production: the script of the theme, styles, module preloads of the entry and of the page, the entry
 * itself. The first page of a visitor is painted with styles that it brings itself, because a slow line takes half a second to
 * answer one more request; the stylesheet follows its content (decision 0095).
 */
export const productionHead: PageBundle['productionHead'] = (manifest, read) => {
  const entry = 'src/app/browser.tsx'
  const faces = manifest['src/web/ui/fonts.css']
  const main = manifest[entry]?.file ?? ''
  const fontFaces = faces ? read(faces.file).trim() : ''
  const font = faces?.assets?.find((file) => /archivo-basic.*\.woff2$/.test(file))
  const theme = read('theme.js')
    .replace(/^\/\/.*\n/gm, '')
    .trim()
  const script = hashOf(theme)
  const ready = new Map<string, { styles: string[]; end: string }>()

  function filesOf(pageIds: readonly string[]) {
    const id = pageIds.join(' ')
    const found = ready.get(id)
    if (found) return found
    const scripts = new Set<string>()
    const styles = new Set<string>()
    const walk = (key: string) => {
      const chunk = manifest[key]
      if (!chunk || scripts.has(chunk.file)) return
      scripts.add(chunk.file)
      for (const css of chunk.css ?? []) styles.add(css)
      for (const next of chunk.imports ?? []) walk(next)
    }
    walk(entry)
    for (const pageId of pageIds) walk(pageId)
    const end = [
      ...(font ? [`<link rel="preload" href="/${font}" as="font" type="font/woff2" crossorigin>`] : []),
      // Of low priority: on a slow line what the first paint needs comes first.
      ...[...scripts]
        .filter((file) => file !== main)
        .map((file) => `<link rel="modulepreload" href="/${file}" fetchpriority="low">`),
      `<script type="module" src="/${main}" fetchpriority="low"></script>`,
      ...ICONS,
    ].join('')
    const files = { styles: [...styles], end }
    ready.set(id, files)
    return files
  }

  /** The first page for visitors needs them. */
  let parts: Record<string, StylePart[]> | undefined
  function stylesOf(file: string, html: string): string {
    parts ??= JSON.parse(read(STYLE_PARTS)) as Record<string, StylePart[]>
    return selectStyles(parts[file] ?? [], html)
  }

  return (pageIds, shared) => {
    const { styles, end } = filesOf(pageIds)
    const links = styles.map((file) => `<link rel="stylesheet" href="/${file}">`).join('')
    const own = fontFaces + (shared === null ? '' : styles.map((file) => stylesOf(file, shared)).join(''))
    return {
      head: `<script>${theme}</script><style>${own}</style>${shared === null ? links : ''}${end}`,
      late: shared === null ? '' : links,
      inline: { script, style: hashOf(own) },
    }
  }
}

const hashOf = (text: string) => `sha256-${hash('sha256', text, 'base64')}`

/** In development Vite serves the sources. The styles are linked, so that they are loaded before the first paint. */
export const developmentHead: PageBundle['developmentHead'] = () => ({
  head:
    '<script src="/theme.js"></script>' +
    '<link rel="stylesheet" href="/src/web/ui/fonts.css">' +
    '<link rel="stylesheet" href="/src/app/styles.css">' +
    '<script type="module" src="/@vite/client"></script>' +
    '<script type="module" src="/src/app/dev.ts"></script>' +
    '<script type="module" src="/src/app/browser.tsx"></script>' +
    ICONS.join(''),
})

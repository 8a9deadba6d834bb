import '#web/zod-setup.ts'
import './styles.css'
import { type DehydratedState, hydrate, type QueryClient } from '@tanstack/react-query'
import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { createBrowserRouter, isRouteErrorResponse, RouterContextProvider, RouterProvider } from 'react-router'
import { DETAILS_FAILED } from '#features/catalogue/catalogue.texts.ts'
import { CallError } from '#web/call.ts'
import { readTabStored, storeInTab } from '#web/consented-storage.ts'
import { connectFormKeys } from '#web/form-keys.ts'
import { connectLinks } from '#web/links.ts'
import { loadCode } from '#web/load-code.ts'
import { connectDetailQueue } from '#web/network/in-detail-queue.ts'
import { EnvContext, envContext, type PageEnv, type PageModule } from '#web/page.ts'
import { createQueryClient } from '#web/query-client.ts'
import { installContributions } from '#web/slots.tsx'
import { connectLayers } from '#web/ui/layers.ts'
import { matchFinder } from './page-of-path.ts'
import { prefetchOnIntent } from './prefetch.ts'
import { allPages, buildRoutes, type PageEntry, pageId } from './routes.tsx'
import { ROOT_ERRORS, reportCaughtError, watchErrors } from './watch-errors.ts'
import { WEB_FEATURES } from './web-features.ts'

installContributions(WEB_FEATURES)
watchErrors()

// The design page is for development only.
const loaders = import.meta.env.DEV
  ? import.meta.glob<PageModule>('./*.page.tsx', { base: '../pages' })
  : import.meta.glob<PageModule>(['./*.page.tsx', '!./design.page.tsx'], { base: '../pages' })

async function loadPage(file: string): Promise<PageModule> {
  const load = loaders[`./${file}.page.tsx`]
  if (!load) throw new Error(`There is no page file ${file}`)
  try {
    return await load()
  } catch (error) {
    // After an update the old chunk is gone, and a reload gets the new page. Only once, or a broken server would cause a
    // loop. Without a network a reload would fail.
    if (navigator.onLine && readTabStored('savepoint.reloaded') !== location.href) {
      storeInTab('savepoint.reloaded', location.href)
      location.reload()
    }
    throw error
  }
}

function contextWith(page: PageEnv): RouterContextProvider {
  const context = new RouterContextProvider()
  context.set(envContext, page)
  return context
}

type Router = ReturnType<typeof createBrowserRouter>

const matchOf = matchFinder([{ children: allPages().map((entry) => ({ path: entry.path, handle: entry })) }])

let hasStarted = false

function start(router: Router, env: PageEnv, openDetails: (pathname: string) => void): void {
  hasStarted = true
  // In a transition React hydrates in slices of a few milliseconds, between which the browser paints and answers a person.
  startTransition(() => {
    hydrateRoot(
      document,
      <EnvContext value={env}>
        <RouterProvider
          router={router}
          onError={(error) =>
            reportCaughtError(error, { isQuiet: error instanceof CallError || isRouteErrorResponse(error) })
          }
        />
      </EnvContext>,
      ROOT_ERRORS,
    )
  })
  router.subscribe(({ navigation, location: here }) => openDetails((navigation.location ?? here).pathname))
  connectLinks(router)
  connectFormKeys()
  prefetchOnIntent((url) => {
    const match = matchOf(url.pathname)
    return match && loadPage((match.route.handle as PageEntry).file).then((page) => ({ page, params: match.params }))
  }, env.client)
}

/**
 * Waits until the browser has painted the page that the server sent, because it is of use before React has hydrated it. In a
 * tab that is not visible there are no frames, so the wait ends.
 */
const painted = () =>
  new Promise<void>((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve))
    setTimeout(resolve, 100)
  })

interface PageData {
  env: Pick<PageEnv, 'productName' | 'version' | 'demo' | 'origin' | 'renderedAt' | 'credits' | 'isForMembers'>
  queries: DehydratedState
  isWhole: boolean
  /** The message why the page is unavailable now. */
  unavailable: string | null
  /** The lasting address of the page, if the server has sent it at another one. */
  address?: string
}

/** Loads the queue of games' details and returns a function that opens it for a path. */
function startDetails(client: QueryClient): (pathname: string) => void {
  const details = loadCode(() => import('#web/network/detail-queue.ts'), 'createDetailQueue').then(
    ({ createDetailQueue }) => createDetailQueue(DETAILS_FAILED),
  )
  const open = (pathname: string) => void details.then((queue) => queue.open(pathname))
  open(location.pathname)
  connectDetailQueue(client, details)
  // Requests that failed offline may succeed now.
  addEventListener('online', () => void details.then((queue) => queue.reset()))
  return open
}

/**
 * Hydrates the page that the server sent: its code and data are loaded already, so no loader runs. It waits for the paint first,
 * because to evaluate all code and then to read the data would be one long task.
 */
async function begin(): Promise<void> {
  await painted()
  const data = JSON.parse(document.getElementById('data')?.textContent ?? '{}') as PageData
  const { isWhole, unavailable, address } = data
  // Before anything reads the address: the server has rendered the page as that of the lasting one.
  if (address) history.replaceState(history.state, '', address + location.hash)
  connectLayers()
  const env: PageEnv = { client: createQueryClient(), ...data.env }
  hydrate(env.client, data.queries)
  const openDetails = startDetails(env.client)
  const entry = matchOf(location.pathname)?.route.handle as PageEntry | undefined
  const eager = (isWhole || unavailable !== null) && entry ? { [entry.file]: await loadPage(entry.file) } : {}
  const ids = entry ? ['root', pageId(entry.file)] : []
  const router = createBrowserRouter(
    buildRoutes(loadPage, eager, () => hasStarted),
    {
      getContext: () => contextWith(env),
      ...(isWhole && { hydrationData: { loaderData: Object.fromEntries(ids.map((id) => [id, null])) } }),
      // The page stays as the server sent it until the person retries.
      ...(unavailable !== null && {
        hydrationData: {
          loaderData: {},
          errors: { root: { status: 503, statusText: '', internal: false, data: unavailable } },
        },
      }),
    },
  )
  if (router.state.initialized) return start(router, env, openDetails)
  const stop = router.subscribe((state) => {
    if (!state.initialized) return
    stop()
    start(router, env, openDetails)
  })
}

void begin()

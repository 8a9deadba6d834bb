import { data, type RouteObject, redirect } from 'react-router'
import { sessionQuery } from '#features/accounts/web/accounts.api.ts'
import { allDestinations } from '#web/feature-pages.ts'
import { loadParts } from '#web/lazy-hydration.tsx'
import { envContext, type PageModule, PageStatus } from '#web/page.ts'
import { loadedSoon, withSkeleton } from '#web/page-load.tsx'
import { contributionsTo, publish } from '#web/slots.tsx'
import { featurePages, memberFrameLoaders } from '#web/web.slots.ts'
import { ErrorPage, Root } from './document.tsx'
import { notFoundMessage } from './not-found.ts'
import { entriesOf, type PageEntry } from './page-entries.ts'

export type { PageEntry }

/** Returns the pages that features have contributed; development has one more. */
export function allPages(): PageEntry[] {
  const pages = entriesOf(contributionsTo(featurePages))
  return import.meta.env.DEV ? [...pages, { path: '/design', file: 'design', isFrameless: true }] : pages
}

/** Returns whether moderators see an admin page, too: the first one, and those that their features mark. */
const isForModerators = (pathname: string): boolean =>
  pathname === '/admin' || allDestinations().some((each) => each.path === pathname && each.for === 'moderators')

/** Admins only, and some pages moderators: for others the page does not exist. */
export const isForAdmins = ({ path }: PageEntry): boolean => path.startsWith('/admin')

export type LoadPage = (file: string) => Promise<PageModule>

/** Route id of a page: its file's address in the build manifest. */
export const pageId = (file: string) => `src/pages/${file}.page.tsx`

/**
 * `hasStarted`: whether the browser shows a page already. The first page is the one that the server sent; later ones may show
 * their skeleton while their data and the code of their parts load.
 */
export function buildRoutes(
  loadPage: LoadPage,
  eager?: Record<string, PageModule>,
  hasStarted = () => false,
): RouteObject[] {
  return [
    {
      id: 'root',
      Component: Root,
      ErrorBoundary: ErrorPage,
      loader: async ({ context }) => {
        const { client } = context.get(envContext)
        const { user } = await client.ensureQueryData(sessionQuery())
        if (user) await Promise.all(publish(memberFrameLoaders, client))
        return null
      },
      shouldRevalidate: () => false,
      children: [
        ...allPages().map((entry) => pageRoute(entry, loadPage, hasStarted, eager?.[entry.file])),
        {
          path: '*',
          id: 'not-found',
          loader: () => {
            throw new Response(null, { status: 404 })
          },
          Component: Nothing,
        },
      ],
    },
  ]
}

function pageRoute(entry: PageEntry, loadPage: LoadPage, hasStarted: () => boolean, eager?: PageModule): RouteObject {
  const loader: RouteObject['loader'] = async ({ context, params, request }) => {
    const { client, isForMembers } = context.get(envContext)
    const url = new URL(request.url)
    if (entry.isForMembers || (isForMembers && !entry.beforeSignIn)) {
      const { user } = await client.ensureQueryData(sessionQuery())
      if (!user) throw redirect(`/signin?redirect=${encodeURIComponent(url.pathname + url.search)}`)
    }
    if (isForAdmins(entry)) {
      const { user } = await client.ensureQueryData(sessionQuery())
      if (user?.role !== 'admin' && (user?.role !== 'moderator' || !isForModerators(url.pathname)))
        throw new Response(null, { status: 404 })
    }
    const { load, Skeleton } = eager ?? (await loadPage(entry.file))
    const loading = Promise.all([
      load?.({ client, params, url, ...(isForMembers && { isForMembers }) }),
      loadParts(),
    ]).catch((error: unknown) => {
      const missing = notFoundMessage(error)
      throw missing === null ? error : new Response(missing, { status: 404 })
    })
    if (Skeleton && hasStarted() && url.pathname !== location.pathname) return loadedSoon(loading)
    const [loaded] = await loading
    return loaded instanceof PageStatus ? data(null, { status: loaded.status }) : null
  }
  const common = { path: entry.path, id: pageId(entry.file), handle: entry, loader }
  return eager
    ? { ...common, Component: withSkeleton(eager) }
    : { ...common, lazy: async () => ({ Component: withSkeleton(await loadPage(entry.file)) }) }
}

/** Never rendered: the loader has already redirected or thrown. */
function Nothing() {
  return null
}

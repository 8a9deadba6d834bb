import { data, type RouteObject, redirect } from 'react-router'
import { sessionQuery } from '#features/accounts/web/accounts.api.ts'
import { FILTER_NAMES } from '#features/catalogue/catalogue.endpoints.ts'
import { envContext, type PageModule, PageStatus } from '#web/page.ts'
import { publish } from '#web/slots.tsx'
import { memberFrameLoaders } from '#web/web.slots.ts'
import { ErrorPage, Root } from './document.tsx'
import { notFoundMessage } from './not-found.ts'

export interface PageEntry {
  path: string
  /** The file in pages/, without `.page.tsx`. */
  file: string
  /** Of a page that visitors share: the parameters that change it; all others are dropped from the page cache's key. */
  search?: readonly string[]
  /** Members only: visitors are redirected to /signin and return afterwards. */
  isForMembers?: boolean
  /** Admins only: for others the page does not exist. */
  isForAdmins?: boolean
  /** The page depends on more of the request than the session, or must not be cached. */
  isUncached?: boolean
  /** The page has no header and footer. */
  isBare?: boolean
  /** The page has its own frame. */
  isFrameless?: boolean
}

/** Every page, by address. Only this file and feature-map.ts list what the app consists of. */
export const PAGES: readonly PageEntry[] = [
  { path: '/', file: 'home' },
  { path: '/all-games', file: 'all-games', search: [...FILTER_NAMES, 'view'] },
  { path: '/game/:gameId', file: 'game' },
  { path: '/games/:gameId?', file: 'games-alias', isUncached: true },
  { path: '/profile', file: 'profile', isForMembers: true },
  { path: '/profile/games', file: 'profile-games', isForMembers: true },
  { path: '/signin', file: 'sign-in', search: ['redirect', 'step'], isBare: true },
  { path: '/profile/friends', file: 'profile-friends', isForMembers: true },
  { path: '/welcome', file: 'welcome', isForMembers: true, isBare: true },
  { path: '/profile/activity', file: 'profile-activity', isForMembers: true },
  { path: '/profile/challenges', file: 'profile-challenges', isForMembers: true },
  { path: '/profile/list', file: 'profile-list', isForMembers: true },
  { path: '/profile/reviews', file: 'profile-reviews', isForMembers: true },
  { path: '/profile/journal', file: 'profile-journal', isForMembers: true },
  { path: '/journal', file: 'journal', isForMembers: true },
  { path: '/profile/:handle', file: 'member', search: ['tab', 'status', 'sort', 'search', 'view'] },
  { path: '/profile/:handle/year/:year', file: 'year' },
  { path: '/reviews/:reviewId', file: 'review' },
  { path: '/messages', file: 'messages', isForMembers: true },
  { path: '/notifications', file: 'notifications', isForMembers: true },
  { path: '/settings/:tab?', file: 'settings', isForMembers: true },
  { path: '/lists/:listId', file: 'list' },
  { path: '/challenges', file: 'challenges' },
  { path: '/challenges/:challengeId', file: 'challenge' },
  { path: '/admin', file: 'admin', isForAdmins: true },
  { path: '/admin/users', file: 'admin-users', search: ['search', 'show'], isForAdmins: true },
  { path: '/admin/reports', file: 'admin-reports', search: ['show'], isForAdmins: true },
  { path: '/admin/challenges', file: 'admin-challenges', isForAdmins: true },
  { path: '/admin/contact', file: 'admin-contact', search: ['status'], isForAdmins: true },
  { path: '/admin/errors', file: 'admin-errors', search: ['level', 'status'], isForAdmins: true },
  { path: '/admin/outbox', file: 'admin-outbox', isForAdmins: true },
  { path: '/admin/page-counts', file: 'admin-page-counts', isForAdmins: true },
  { path: '/info/:page?', file: 'info' },
  { path: '/signup', file: 'sign-up', search: ['redirect', 'confirm'], isBare: true },
  { path: '/forgot-password', file: 'forgot-password', isBare: true },
  { path: '/reset-password', file: 'reset-password', search: ['error'], isBare: true },
  ...(import.meta.env.DEV ? [{ path: '/design', file: 'design', isFrameless: true }] : []),
]

export type LoadPage = (file: string) => Promise<PageModule>

/** Route id of a page: its file's address in the build manifest. */
const pageId = (file: string) => `src/pages/${file}.page.tsx`

/**
 * `hasStarted`: whether the browser shows a page already. The first page is the one that the server sent; only later
 * pages may show their skeleton while their data load.
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
        ...PAGES.map((entry) => pageRoute(entry, loadPage, hasStarted, eager?.[entry.file])),
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
    const { client } = context.get(envContext)
    const url = new URL(request.url)
    if (entry.isForMembers) {
      const { user } = await client.ensureQueryData(sessionQuery())
      if (!user) throw redirect(`/signin?redirect=${encodeURIComponent(url.pathname + url.search)}`)
    }
    if (entry.isForAdmins) {
      const { user } = await client.ensureQueryData(sessionQuery())
      if (user?.role !== 'admin') throw new Response(null, { status: 404 })
    }
    const { load, Loading } = eager ?? (await loadPage(entry.file))
    const loading = Promise.resolve(load?.({ client, params, url })).catch((error: unknown) => {
      const missing = notFoundMessage(error)
      throw missing === null ? error : new Response(missing, { status: 404 })
    })
    const loaded = await (Loading && hasStarted() ? withinSkeletonDelay(loading) : loading)
    return loaded instanceof PageStatus ? data(null, { status: loaded.status }) : null
  }
  const common = { path: entry.path, id: pageId(entry.file), handle: entry, loader }
  return eager
    ? { ...common, Component: eager.Page }
    : { ...common, lazy: async () => ({ Component: (await loadPage(entry.file)).Page }) }
}

/** A click shows the page or its skeleton within this time. */
const SKELETON_AFTER_MS = 100

/** If loading fails later, the page itself throws the error, because it uses the same queries. */
function withinSkeletonDelay(loading: Promise<unknown>): Promise<unknown> {
  return Promise.race([loading, new Promise((resolve) => setTimeout(resolve, SKELETON_AFTER_MS))])
}

/** Never rendered: the loader has already redirected or thrown. */
function Nothing() {
  return null
}

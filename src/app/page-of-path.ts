import { matchRoutes, type RouteMatch, type RouteObject } from 'react-router'
import type { PageEntry } from './routes.tsx'

/**
 * Returns a function that finds the page of a path with its parameters, as `matchRoutes` does; undefined without one. It compares
 * the path only with pages that begin like it, because `matchRoutes` prepares all routes that it gets for each call.
 */
export function matchFinder(routes: readonly RouteObject[]): (pathname: string) => RouteMatch | undefined {
  const byStart = new Map<string | null, RouteObject[]>()
  for (const page of routes.flatMap(({ children = [] }) => children)) {
    const start = startOf(page.path ?? '')
    const alike = byStart.get(start)
    if (alike) alike.push(page)
    else byStart.set(start, [page])
  }
  const anywhere = byStart.get(null) ?? []
  return (pathname) =>
    matchRoutes([...(byStart.get(startOf(pathname)) ?? []), ...anywhere], decodablePath(pathname))?.at(-1)
}

/**
 * Returns the path such that the router can decode it: of one that is not UTF-8, each `%` stands for itself. The router matches
 * such a path literally in any case, but writes a warning first, and visitors should not fill the log.
 */
export function decodablePath(pathname: string): string {
  return decoded(pathname) === null ? pathname.replaceAll('%', '%25') : pathname
}

/** The same for the page alone. */
export function pageFinder(routes: readonly RouteObject[]): (pathname: string) => PageEntry | undefined {
  const find = matchFinder(routes)
  return (pathname) => find(pathname)?.route.handle as PageEntry | undefined
}

/** Returns the first part of a path in small letters; null if any text may stand there. */
function startOf(path: string): string | null {
  const [start = ''] = path.replace(/^\/+/, '').split('/')
  return /^[:*]/.test(start) ? null : (decoded(start) ?? start).toLowerCase()
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

import { matchRoutes, type RouteObject } from 'react-router'
import type { PageEntry } from './routes.tsx'

/**
 * Returns a function that finds the page of a path, as `matchRoutes` does; undefined without one. It compares the path only
 * with pages that begin like it, because `matchRoutes` prepares all routes that it gets for each call.
 */
export function pageFinder(routes: readonly RouteObject[]): (pathname: string) => PageEntry | undefined {
  const pages = routes.flatMap(({ children = [] }) => children)
  const byStart = Map.groupBy(pages, ({ path = '' }) => startOf(path))
  const anywhere = byStart.get(null) ?? []
  return (pathname) => {
    const alike = [...(byStart.get(startOf(pathname)) ?? []), ...anywhere]
    return matchRoutes(alike, pathname)?.at(-1)?.route.handle as PageEntry | undefined
  }
}

/** Returns the first part of a path in small letters; null if any text may stand there. */
function startOf(path: string): string | null {
  const [start = ''] = path.replace(/^\/+/, '').split('/')
  return /^[:*]/.test(start) ? null : decoded(start).toLowerCase()
}

/** `matchRoutes` decodes the parts of a path, and leaves those that it cannot decode. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

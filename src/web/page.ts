import type { QueryClient } from '@tanstack/react-query'
import { type ComponentType, createContext } from 'react'
import { createContext as createRouterContext, redirect } from 'react-router'

/** The argument of a page's `load`, which fills the query client with what the page shows. */
export interface LoadContext {
  client: QueryClient
  params: Record<string, string | undefined>
  url: URL
  /** A members' site (`PageEnv`). */
  isForMembers?: boolean
}

/** Returned by `load` when the page exists but its status is not 200: a profile that is closed to the viewer. */
export class PageStatus {
  readonly status: number
  constructor(status: number) {
    this.status = status
  }
}

const IN_PLACE = 'x-in-place'

/**
 * Redirects to the lasting address of the same page. A navigation in the browser follows it like any redirect. The server
 * sends the page itself, without a round trip, and the browser then shows the lasting address.
 */
export const inPlace = (address: string): Response => redirect(address, { headers: { [IN_PLACE]: '1' } })

/** Returns the address that `inPlace` leads to; null for any other response. */
export const lastingAddress = ({ headers }: Response): string | null =>
  headers.has(IN_PLACE) ? headers.get('location') : null

/** The exports of a file in `pages/`. */
export interface PageModule {
  load?: (context: LoadContext) => Promise<unknown>
  Page: ComponentType
  /**
   * Shown instead of `Page` after a click while `load` takes longer than a moment; `Page` itself if its parts have skeletons. Without
   * it the page that is open stays until the next one has loaded. Another list of the same page always loads like that.
   */
  Skeleton?: ComponentType
}

export interface PageEnv {
  client: QueryClient
  productName: string
  /** The version of the node that rendered the page, for the footer. */
  version?: string
  /** The credentials that the sign-in page of the demo shows; null outside the demo. */
  demo: { email: string; password: string } | null
  /** For canonical links and Open Graph, without a trailing slash. */
  origin: string
  /** A members' site: a visitor sees only the way in (decision 0106). */
  isForMembers?: boolean
  /** When the page was rendered, so that the first rendering in the browser shows the same relative times. */
  renderedAt: number
  /** The sources of the facts and pictures of games on the page; their terms require a link on each page. */
  credits?: readonly ('igdb' | 'rawg')[]
}

/** The environment for loaders. */
export const envContext = createRouterContext<PageEnv>()
/** The same environment for components. */
export const EnvContext = createContext<PageEnv | null>(null)

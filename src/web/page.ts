import type { QueryClient } from '@tanstack/react-query'
import { type ComponentType, createContext } from 'react'
import { createContext as createRouterContext } from 'react-router'

/** What a page's `load` is given: it fills the query client with what the page shows. */
export interface LoadContext {
  client: QueryClient
  params: Record<string, string | undefined>
  url: URL
}

/** What `load` answers where the page is there, but its answer is not 200: a profile that is closed to who asks. */
export class PageStatus {
  readonly status: number
  constructor(status: number) {
    this.status = status
  }
}

/** What a file in `pages/` exports. */
export interface PageModule {
  load?: (context: LoadContext) => Promise<unknown>
  Page: ComponentType
  /** The shape of the page: what `Page` shows, in the browser, while its data take longer than a moment. */
  Loading?: ComponentType
  /** Fetches the code of that shape, ahead of the click that may need it. */
  loadShape?: () => Promise<unknown>
}

export interface PageEnv {
  client: QueryClient
  productName: string
  /** In the demo world: how to sign in. */
  demo: { email: string; password: string } | null
  /** For canonical links and Open Graph, without a slash at the end. */
  origin: string
  /** When the page was rendered, so that the first rendering in the browser says the same times. */
  renderedAt: number
  /** Whose facts and pictures of games the pages show: their terms ask for a link on each. */
  credits?: readonly ('igdb' | 'rawg')[]
}

/** The environment for loaders … */
export const envContext = createRouterContext<PageEnv>()
/** … and the same for components. */
export const EnvContext = createContext<PageEnv | null>(null)

import type { InlineHashes } from '#server/headers.ts'
import type { PageRenderer } from '#server/serve-page.ts'

/** The part of Vite's build manifest that is used. */
export type Manifest = Record<
  string,
  { file: string; css?: string[]; imports?: string[]; dynamicImports?: string[]; assets?: string[]; isEntry?: boolean }
>

/** What the build adds to the document of a page. */
export interface Additions {
  /** The start of its head. */
  head: string
  /** What follows its content. */
  late?: string
  inline?: InlineHashes
}

/**
 * Returns what the build adds to a page, by the ids of the matched routes. `shared` is the HTML of a page for visitors, which
 * may be the first that a browser opens; null for a page of one reader.
 */
export type HeadOf = (routeIds: readonly string[], shared: string | null) => Additions

/** The exports of the built `ssr.tsx`: the interface between the server's sources and the bundle of the pages. */
export interface PageBundle {
  keyOf: PageRenderer['keyOf']
  createRenderer: (headOf: HeadOf) => PageRenderer['render']
  /** Loads a page once and returns a function that only renders it. */
  treeOf: (input: Parameters<PageRenderer['render']>[0]) => Promise<() => string>
  /** `read` returns the text of a built file. */
  productionHead: (manifest: Manifest, read: (file: string) => string) => HeadOf
  developmentHead: HeadOf
}

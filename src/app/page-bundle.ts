import type { PageRenderer } from '#server/app.ts'

/** The part of Vite's build manifest that is used. */
export type Manifest = Record<
  string,
  { file: string; css?: string[]; imports?: string[]; assets?: string[]; isEntry?: boolean }
>

/** Returns what a page adds to the document's head, by the ids of the matched routes. */
export type HeadOf = (routeIds: readonly string[]) => string

/** The exports of the built `ssr.tsx`: the interface between the server's sources and the bundle of the pages. */
export interface PageBundle {
  keyOf: PageRenderer['keyOf']
  createRenderer: (headOf: HeadOf) => PageRenderer['render']
  /** Loads a page once and returns a function that only renders it. */
  treeOf: (input: Parameters<PageRenderer['render']>[0]) => Promise<() => string>
  productionHead: (manifest: Manifest, fonts: readonly string[]) => HeadOf
  developmentHead: HeadOf
}

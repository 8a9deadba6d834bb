import type { AppPage, FeaturePages } from '#shared/feature-pages.ts'

export interface PageEntry extends AppPage {
  file: string
}

/** Returns the pages of these features, each with its file in pages/. */
export const entriesOf = (features: readonly FeaturePages[]): PageEntry[] =>
  features.flatMap(({ pages = [] }) => pages).map((page) => ({ file: fileOf(page.path), ...page }))

/** Returns the file of a page by its address: the words of the path, such as 'profile-games' of '/profile/games'. */
const fileOf = (path: string): string =>
  path
    .replace('?', '')
    .split('/')
    .filter((word) => /^\w/.test(word))
    .join('-')

import { plural } from './counted.ts'

/** The text below PAGE_MISSING: the number of pages that the list has. */
export const pagesText = (pages: number): string => plural(pages, 'There is one page.', `There are ${pages} pages.`)

import type { Destination } from '#shared/feature-pages.ts'
import { SERVER_FEATURES } from '../../src/app/features.ts'
import { entriesOf } from '../../src/app/page-entries.ts'

const ALL = SERVER_FEATURES.flatMap(({ pages }) => pages ?? [])

/** The pages that features have registered. */
export const PAGE_ENTRIES = entriesOf(ALL)

/** The addresses that people go to by name. */
export const DESTINATIONS: readonly Destination[] = ALL.flatMap(({ destinations = [] }) => destinations)

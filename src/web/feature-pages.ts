import type { Destination } from '#shared/feature-pages.ts'
import { contributionsTo } from './slots.tsx'
import type { IconName } from './ui/icon.tsx'
import { featurePages } from './web.slots.ts'

/** Returns the addresses of all features that people go to by name. */
export const allDestinations = (): Destination<IconName>[] =>
  contributionsTo(featurePages).flatMap(({ destinations = [] }) => destinations)

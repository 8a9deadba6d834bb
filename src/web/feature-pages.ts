import { type Destination, isBeforeSignIn } from '#shared/feature-pages.ts'
import { contributionsTo } from './slots.tsx'
import type { IconName } from './ui/icon.tsx'
import { featurePages } from './web.slots.ts'

/** Returns the addresses of all features that people go to by name. */
export const allDestinations = (): Destination<IconName>[] =>
  contributionsTo(featurePages).flatMap(({ destinations = [] }) => destinations)

/** Returns those that a visitor of a members' site may go to. */
export function openDestinations(): Destination<IconName>[] {
  const pages = contributionsTo(featurePages).flatMap(({ pages = [] }) => pages)
  return allDestinations().filter(({ path }) => isBeforeSignIn(pages, path))
}

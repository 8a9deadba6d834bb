import * as z from 'zod/mini'
import { GameCard, Term } from '#features/catalogue/catalogue.contract.ts'
import { isDay } from '#shared/calendar-days.ts'
import { contract, NoContent } from '#shared/contract.ts'
import * as endpoints from './releases.endpoints.ts'
import { isGroup, SPANS } from './releases.rules.ts'
import { RELEASE_TEXTS } from './releases.texts.ts'

/** A game with the day of its first release. */
export const Release = z.extend(GameCard, {
  /** YYYY-MM-DD in UTC; 31 December stands for a year of which the day is not known. */
  released: z.string(),
  /** Names, the most common first. */
  platforms: z.array(z.string()),
})
export type Release = z.infer<typeof Release>

/** The releases of a week or, where only the year is known, of a year. */
const ReleaseGroup = z.object({
  /** The Monday of the week, YYYY-MM-DD, or the year, YYYY. */
  group: z.string(),
  /** The number of all its games. */
  total: z.number(),
  /** The first ones, the best known first. */
  games: z.array(Release),
  /** The cursor of the next ones; null at the end. */
  next: z.nullable(z.string()),
})
export type ReleaseGroup = z.infer<typeof ReleaseGroup>

// A filter never causes an error: an invalid value falls back to the default (G38).
const span = z.catch(z._default(z.enum(SPANS), 'coming'), 'coming')
const platform = z.catch(z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(200_000_000))), undefined)
const from = z.catch(z.optional(z.string().check(z.refine(isDay))), undefined)

export const listReleases = contract(endpoints.listReleases, {
  access: 'anyone',
  summary: 'List releases by week from a week on; an invalid filter value falls back to its default',
  query: z.object({ span, platform, from }),
  response: z.object({
    groups: z.array(ReleaseGroup),
    /** The first week of the next page, YYYY-MM-DD; null at the end. */
    next: z.nullable(z.string()),
  }),
  failureMessage: RELEASE_TEXTS.failed,
  isPublic: true,
})

export const listReleaseGroup = contract(endpoints.listReleaseGroup, {
  access: 'anyone',
  summary: 'List the next games of a week or year, the best known first',
  params: z.object({ group: z.string().check(z.refine(isGroup)) }),
  query: z.object({ span, platform, after: z.string().check(z.regex(/^\d{1,3}\.[a-z0-9_-]{1,80}$/i)) }),
  response: z.object({ games: z.array(Release), next: z.nullable(z.string()) }),
  failureMessage: RELEASE_TEXTS.failed,
  isPublic: true,
})

export const listReleasePlatforms = contract(endpoints.listReleasePlatforms, {
  access: 'anyone',
  summary: 'List the platforms that have releases, those with the most first',
  query: z.object({ span }),
  response: z.object({ platforms: z.array(Term) }),
  failureMessage: RELEASE_TEXTS.failed,
  isPublic: true,
})

export const listOwnReleases = contract(endpoints.listOwnReleases, {
  access: 'member',
  summary: 'List the releases of games in the member’s library, by day',
  query: z.object({ span, platform }),
  response: z.object({ games: z.array(Release) }),
})

const Link = z.object({
  /** The path with its secret token; null when the member has no address. */
  address: z.nullable(z.string()),
})

export const getCalendarLink = contract(endpoints.getCalendarLink, {
  access: 'member',
  summary: 'Get the secret address of the member’s release calendar (iCalendar)',
  response: Link,
})

export const renewCalendarLink = contract(endpoints.renewCalendarLink, {
  access: 'member',
  summary: 'Create the secret address of the member’s release calendar; an earlier one stops working',
  response: Link,
})

export const deleteCalendarLink = contract(endpoints.deleteCalendarLink, {
  access: 'member',
  summary: 'Delete the secret address of the member’s release calendar; it stops working',
  response: NoContent,
  status: 204,
})

import type { Db } from '#db/db.ts'
import { inTransaction } from '#db/transaction.ts'
import {
  type LinkedProfile,
  markVerifiedLinks,
  startLinkCheck,
} from '#features/accounts/server/profile/profile-record.service.ts'
import type { Clock } from '#server/clock.ts'
import type { Config } from '#server/config.ts'
import { type FetchRules, fetchBytes, hasCredentials } from '#server/guarded-get.ts'
import { ownLinksIn } from '#server/html-attributes.ts'
import { isPublicAddress } from '#server/images-fetch.ts'
import type { Queue } from '#server/jobs.ts'
import { DAY_MS, MINUTE_MS } from '#shared/durations.ts'
import type { UserId } from '#shared/ids.ts'
import { linksOf } from '../../profile-edit.rules.ts'
import { findLinks, listUncheckedLinks } from './profile-links.queries.ts'

export interface ProfileLinksDeps {
  db: Db
  clock: Clock
  queue: Queue
  config: Pick<Config, 'baseUrl'>
  /** Overridden by tests, whose hosts have local addresses. */
  mayConnect?: FetchRules['mayConnect'] | undefined
}

/** Looks at the linked pages of one member; of those whose turn it is if `userId` is null. */
export const CHECK_LINKS_JOB = 'check-profile-links'

/** A page that linked to the profile once may have another owner later. */
const CHECKED_AGAIN_DAYS = 30
/** Members of one night. */
const MEMBERS_AT_ONCE = 500
/** Of a page, in bytes. */
const PAGE_BYTES = 1024 * 1024
const PAGE_MS = 10_000

/**
 * Looks at the pages of one member, or of those that were not looked at for thirty days. Without a public address of the site
 * no page can link to its profiles.
 */
export async function checkProfileLinks(deps: ProfileLinksDeps, userId: UserId | null): Promise<void> {
  const { baseUrl } = deps.config
  if (baseUrl === null) return
  if (userId) return checkOne(deps, userId, baseUrl)
  const before = new Date(deps.clock().getTime() - CHECKED_AGAIN_DAYS * DAY_MS)
  for (const member of await listUncheckedLinks(deps.db, before, MEMBERS_AT_ONCE))
    await checkMember(deps, member, baseUrl)
}

/**
 * Each save of a profile queues a check, and each check requests up to five pages of other sites, so a member has one check
 * a minute at most. A check that comes earlier is queued again for the end of the minute. It does nothing if the links were
 * checked meanwhile.
 */
async function checkOne(deps: ProfileLinksDeps, userId: UserId, baseUrl: string): Promise<void> {
  const member = await findLinks(deps.db, userId)
  if (!member || member.links_checked_at !== null) return
  const triedAt = await startLinkCheck(deps.db, userId, deps.clock(), MINUTE_MS)
  if (triedAt === null) return checkMember(deps, member, baseUrl)
  const startAfter = new Date(triedAt.getTime() + MINUTE_MS)
  await deps.queue.send(deps.db, CHECK_LINKS_JOB, { userId }, { startAfter })
}

async function checkMember(deps: ProfileLinksDeps, member: LinkedProfile, baseUrl: string): Promise<void> {
  const addresses = linksOf(`${member.website ?? ''}\n${member.more_links ?? ''}`)
  const names = [member.username, member.id].filter((name) => name !== null)
  const profiles = names.map((name) => normalised(new URL(`/profile/${name}`, baseUrl)))
  const verified: string[] = []
  for (const address of addresses) if (await linksBack(deps, address, profiles)) verified.push(address)
  await inTransaction(deps, ({ db }) => markVerifiedLinks(db, member, verified, deps.clock()))
}

/** Capitals of a username and a slash at the end lead to the same profile. */
const normalised = ({ origin, pathname }: URL): string => origin + pathname.replace(/\/$/, '').toLowerCase()

/**
 * Returns whether the page at this address links to one of these profiles as its owner's (`rel="me"`). It may redirect only
 * within its host: any site with an open redirect could otherwise be shown as the member's own.
 */
async function linksBack(deps: ProfileLinksDeps, address: string, profiles: readonly string[]): Promise<boolean> {
  const url = URL.parse(address)
  if (!url || hasCredentials(url)) return false
  const page = await fetchBytes(
    url,
    { accept: 'text/html', most: PAGE_BYTES },
    {
      origins: [url.origin, `https://${url.host}`],
      mayConnect: deps.mayConnect ?? isPublicAddress,
      timeoutMs: PAGE_MS,
    },
  )
  if (typeof page === 'string') return false
  return ownLinksIn(page.toString('utf8')).some((href) => {
    const link = URL.parse(href, address)
    return link !== null && profiles.includes(normalised(link))
  })
}

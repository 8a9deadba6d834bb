import { createHash, createHmac, randomUUID } from 'node:crypto'
import type { Db } from '#db/db.ts'
import { firstPlaceholder } from '#features/catalogue/catalogue.rules.ts'
import { byProminence, shortPlatform } from '#features/catalogue/names.rules.ts'
import { calendarText } from '#server/calendar-document.ts'
import type { Clock } from '#server/clock.ts'
import type { Config } from '#server/config.ts'
import type { Viewer } from '#server/routes.ts'
import { addDays, utcDay } from '#shared/calendar-days.ts'
import type { UserId } from '#shared/ids.ts'
import { calendarAddress, MAX_OWN, secondsOf } from '../../releases.rules.ts'
import * as queries from './calendar.queries.ts'

export interface CalendarDeps {
  db: Db
  clock: Clock
  config: Pick<Config, 'baseUrl' | 'productName' | 'secret'>
}

/** A game stays in the calendar this long after its release. */
const KEPT_DAYS = 60

/**
 * Returns the path of the member's calendar; null without one. The database has only the hash of the token, which the
 * server computes again from its secret. After that secret has changed, the old address works, but cannot be shown.
 */
export async function findAddress({ db, config }: CalendarDeps, { id }: Viewer): Promise<string | null> {
  const link = await queries.findLink(db, id)
  if (!link) return null
  const token = tokenOf(config.secret, id, link.seed)
  return hashOf(token).equals(link.token_hash) ? calendarAddress(token, null) : null
}

/** Creates the address of the member's calendar; an earlier one stops working. */
export async function renewAddress({ db, clock, config }: CalendarDeps, { id }: Viewer): Promise<string> {
  const seed = randomUUID()
  const token = tokenOf(config.secret, id, seed)
  await queries.saveLink(db, id, { seed, token_hash: hashOf(token) }, clock())
  return calendarAddress(token, null)
}

export const deleteAddress = ({ db }: CalendarDeps, { id }: Viewer): Promise<void> => queries.deleteLink(db, id)

/** Renders the calendar to which the token gives access; null if it gives access to none. `origin` begins the links. */
export async function renderCalendar(
  deps: CalendarDeps,
  { token, platform, origin }: { token: string; platform: number | null; origin: string },
): Promise<string | null> {
  const { db, clock, config } = deps
  const owner = await queries.findOwner(db, hashOf(token))
  if (owner === null) return null
  const now = clock()
  const period = {
    from: secondsOf(addDays(utcDay(now), -KEPT_DAYS)),
    until: firstPlaceholder(now.getTime() / 1000),
  }
  const rows = await queries.listWanted(db, owner, period, platform, MAX_OWN)
  return calendarText({
    name: `Releases · ${config.productName}`,
    events: rows.map(({ id, name, released, platforms, changed }) => ({
      // Not of the site's name or address, which may change.
      uid: `${id}.${owner}@savepoint`,
      day: released,
      changed,
      title: name,
      text: byProminence([...new Set(platforms)])
        .map(shortPlatform)
        .join(', '),
      href: `${origin}/game/${id}`,
    })),
  })
}

const tokenOf = (secret: string, userId: UserId, seed: string): string =>
  createHmac('sha256', secret).update(`release calendar\n${userId}\n${seed}`).digest('base64url')

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()

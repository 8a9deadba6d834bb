import { changeProfile, requireProfileRecord } from '#features/accounts/server/profile/profile-record.service.ts'
import type { Viewer } from '#server/session.ts'
import type { UserId } from '#shared/ids.ts'
import { type Delivery, nextDigest, readDelivery } from '../../delivery.rules.ts'
import type { NotificationsDeps } from '../notifications.service.ts'
import { findRecipient, storeSchedule } from './mail-schedules.queries.ts'

const typesOf = ({ notificationKinds }: NotificationsDeps) => notificationKinds.map(({ type }) => type)

export async function getDelivery(deps: NotificationsDeps, viewer: Viewer): Promise<Delivery> {
  return readDelivery((await requireProfileRecord(deps.db, viewer.id)).settings, typesOf(deps))
}

/** Returns whether a mail would arrive. */
export async function getMailState(deps: NotificationsDeps, viewer: Viewer) {
  if (deps.config.smtp === null) return 'no_server'
  return (await findRecipient(deps.db, viewer.id)) ? 'ready' : 'unconfirmed'
}

/** What a member changes; switches of other types stay. */
type Changes = { [Name in keyof Delivery]?: unknown }

/** Changes what is given, leaves everything else unchanged, and plans the next mails by it. */
export async function changeDelivery(
  deps: NotificationsDeps,
  { id }: { id: UserId },
  changes: Changes,
): Promise<Delivery> {
  const { settings } = await changeProfile(deps, id, async ({ settings }, db) => {
    const known = (settings ?? {}) as { delivery?: Record<string, object> }
    const named = Object.entries(changes).filter(([, value]) => value !== undefined)
    const merged = named.map(([name, value]) => [name, mergedWith(known.delivery?.[name], value)])
    const changed = { ...known, delivery: { ...known.delivery, ...Object.fromEntries(merged) } }
    await plan({ ...deps, db }, id, changed)
    return { settings: changed }
  })
  return readDelivery(settings, typesOf(deps))
}

const mergedWith = (known: unknown, given: unknown): unknown =>
  typeof given === 'object' && given !== null ? { ...(known as object | undefined), ...given } : given

async function plan(deps: NotificationsDeps, id: UserId, settings: unknown): Promise<void> {
  const delivery = readDelivery(settings, typesOf(deps))
  const { timezone = null } = (settings ?? {}) as { timezone?: string }
  const now = deps.clock()
  const digestAt = nextDigest(delivery.digest, timezone, now)
  await storeSchedule(deps.db, id, { digestAt, soonTypes: soonTypes(deps, delivery), now })
}

/** Returns the types that the member has mailed soon. */
export const soonTypes = ({ notificationKinds }: NotificationsDeps, { mail, mails_soon }: Delivery): string[] =>
  mails_soon ? notificationKinds.flatMap(({ type, isDirect }) => (isDirect && mail[type] ? type : [])) : []

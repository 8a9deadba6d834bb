import type { Db } from '#db/db.ts'
import { inTransaction } from '#db/transaction.ts'
import { announce } from '#server/changes.ts'
import type { Clock } from '#server/clock.ts'
import type { Config } from '#server/config.ts'
import { readCookie, writeCookie } from '#server/cookies.ts'
import type { OwnState } from '#server/own-state.ts'
import type { Viewer } from '#server/routes.ts'
import { tag } from '#server/tags.ts'
import { utcDay } from '#shared/calendar-days.ts'
import { allows, consentIn } from '#shared/consent.ts'
import { COOKIE_SECONDS } from '#shared/consent-cookie.ts'
import { DAY_MS } from '#shared/durations.ts'
import type { UserId } from '#shared/ids.ts'
import { refuse } from '#shared/refusal.ts'
import type { PreferenceChange, Preferences } from '../preferences.contract.ts'
import { DEFAULT_PREFERENCES } from '../preferences.rules.ts'
import { NO_CONSENT_TO_COUNT } from '../preferences.texts.ts'
import { countView, findPreferences, listCounts, upsertPreferences } from './preferences.queries.ts'

export interface PreferencesDeps {
  db: Db
  clock: Clock
  config: Pick<Config, 'baseUrl'>
  ownState: OwnState
}

type Row = NonNullable<Awaited<ReturnType<typeof findPreferences>>>

// The table's check constraints allow exactly the contract's values.
const viewPreferences = ({ updated_at, ...row }: Row) =>
  ({ ...row, updated_at: updated_at.toISOString() }) as unknown as Preferences

/** Returns the member's preferences, with defaults for missing ones (R-PREF-02). */
export function loadPreferences(
  { db, ownState }: Pick<PreferencesDeps, 'db' | 'ownState'>,
  memberId: UserId,
): Promise<Preferences> {
  return ownState.read('preferences', memberId, [tag.preferences(memberId)], async () => {
    const row = await findPreferences(db, memberId)
    return row ? viewPreferences(row) : { ...DEFAULT_PREFERENCES, user_id: memberId, updated_at: null }
  })
}

export function changePreferences(
  deps: PreferencesDeps,
  viewer: Viewer,
  change: PreferenceChange,
): Promise<Preferences> {
  return inTransaction(deps, async ({ db, clock }) => {
    const row = await upsertPreferences(db, viewer.id, change, clock())
    await announce(db, [tag.preferences(viewer.id)])
    return viewPreferences(row)
  })
}

const VISIT_COOKIE = 'visit'

/**
 * Counts a page view (G52). Without analytics consent it refuses, whatever the browser assumes, and deletes the cookie
 * with the day of the browser's last visit. Otherwise it sets that cookie.
 */
export async function countOpened(
  { db, clock, config }: PreferencesDeps,
  { page, cookies, setCookie }: { page: string; cookies: string | null; setCookie: (cookie: string) => void },
): Promise<void> {
  const secure = config.baseUrl?.startsWith('https://') ?? false
  const last = readCookie(cookies, VISIT_COOKIE)
  const cookie = (value: string, maxAge: number) =>
    writeCookie(VISIT_COOKIE, value, { maxAge, secure, httpOnly: false })
  if (!allows(consentIn(cookies)?.level ?? 'essential', 'analytics')) {
    if (last !== null) setCookie(cookie('', 0))
    refuse('forbidden', 'consent_required', NO_CONSENT_TO_COUNT)
  }
  const day = utcDay(clock())
  await countView(db, { day, page, isVisit: last !== day })
  if (last !== day) setCookie(cookie(day, COOKIE_SECONDS.analytics))
}

export function listOpened({ db, clock }: PreferencesDeps, days: number) {
  return listCounts(db, daysAgo(clock(), days - 1))
}

export const daysAgo = (now: Date, days: number): string => utcDay(now.getTime() - days * DAY_MS)

import { createHash } from 'node:crypto'
import type { Db } from '#db/db.ts'
import { fromCursor, readKeysetPart } from '#db/keyset.ts'
import { inTransaction } from '#db/transaction.ts'
import type { Clock } from '#server/clock.ts'
import type { Log } from '#server/log.ts'
import type { RequestContext, Viewer } from '#server/routes.ts'
import { DAY_MS } from '#shared/durations.ts'
import { refuse } from '#shared/refusal.ts'
import type { ErrorReport } from '../error-log.contract.ts'
import { groupingKey, maskedAddress, maskSecrets, pathPattern } from '../error-log.rules.ts'
import { ERROR_MISSING } from '../error-log.texts.ts'
import * as queries from './error-log.queries.ts'

export type { GroupFilter, GroupRow, ReportRow } from './error-log.queries.ts'

export interface ErrorLogDeps {
  db: Db
  log: Log
  clock: Clock
}

/** The number of newest reports that each group stores as examples; the others are only counted. */
export const KEPT_REPORTS = 10
/**
 * The most groups; a new one replaces the groups that were unseen for longest. With their examples they take at most 80
 * MB.
 */
export const KEPT_GROUPS = 1000
const COUNTED_MEMBERS = 1000
/** How long an error that no longer occurs is stored (G51). */
export const RETENTION_DAYS = 30

/** Limits in characters. */
const MAX = { name: 100, message: 500, stack: 4000, url: 500, userAgent: 300, componentInfo: 2000, timestamp: 40 }

/**
 * Stores a browser's error with its secrets masked. The session alone identifies the member. Reporting never fails: an
 * error while storing is only logged (G51).
 */
export async function storeReport(
  deps: ErrorLogDeps,
  report: ErrorReport,
  viewer: Viewer | null,
  request: RequestContext,
): Promise<void> {
  const prepared = prepare(report, viewer, request, deps.clock())
  try {
    const isNew = await inTransaction(deps, async ({ db }) => {
      const group = await queries.countReport(db, prepared)
      await queries.insertReport(db, group.id, prepared)
      await queries.dropOldReports(db, group.id, KEPT_REPORTS)
      if (prepared.userId !== null) await queries.countMember(db, group.id, prepared.userId, COUNTED_MEMBERS)
      return group.isNew
    })
    if (isNew) await queries.dropGroupsBeyond(deps.db, KEPT_GROUPS)
  } catch (error) {
    deps.log.warn({ err: error, requestId: request.requestId }, 'cannot store a browser error')
  }
}

function prepare(
  { message: rawMessage, error = {}, level, context = {} }: ErrorReport,
  viewer: Viewer | null,
  request: RequestContext,
  at: Date,
): queries.NewReport {
  const clean = (text: string | undefined, most: number) =>
    maskSecrets(text ?? '')
      .slice(0, most)
      .toWellFormed()
  const url = maskedAddress(context.url ?? '', request.origin).slice(0, MAX.url)
  const name = clean(error.name, MAX.name) || 'Error'
  const message = clean(rawMessage, MAX.message)
  const stack = clean(error.stack, MAX.stack)
  const path = pathPattern(url)
  return {
    fingerprint: createHash('sha256').update(groupingKey({ level, name, message, stack, path })).digest('base64url'),
    level,
    name,
    message,
    path,
    error: { name, message: clean(error.message, MAX.message), stack },
    context: {
      timestamp: clean(context.timestamp, MAX.timestamp),
      url,
      userAgent: clean(context.userAgent ?? request.headers.get('user-agent') ?? '', MAX.userAgent),
      componentInfo: clean(context.componentInfo, MAX.componentInfo),
    },
    userId: viewer?.id ?? null,
    at,
  }
}

/** Deletes reports that are older than 30 days; for a job. */
export function pruneReports({ db, clock }: ErrorLogDeps): Promise<void> {
  return queries.deleteBefore(db, new Date(clock().getTime() - RETENTION_DAYS * DAY_MS))
}

export async function listGroups(
  { db }: Pick<ErrorLogDeps, 'db'>,
  filter: queries.GroupFilter,
  cursor: string | undefined,
  size: number,
): Promise<{ rows: queries.GroupRow[]; nextCursor: string | null }> {
  return readKeysetPart(
    fromCursor(cursor),
    size,
    (before, most) => queries.listGroups(db, filter, before, most),
    ({ last_seen_at, id }) => ({ at: last_seen_at, id }),
  )
}

/** Returns a group with its reports. Refuses not_found. */
export async function requireGroup(
  { db }: Pick<ErrorLogDeps, 'db'>,
  id: string,
): Promise<{ group: queries.GroupRow; reports: queries.ReportRow[] }> {
  const group = await queries.findGroup(db, id)
  if (group === null) return refuseMissing()
  return { group, reports: await queries.listReports(db, id) }
}

const refuseMissing = (): never => refuse('not_found', 'not_found', ERROR_MISSING)

/** Marks a group as resolved or opens it again. Refuses not_found. */
export async function setGroupResolved(
  { db, clock }: Pick<ErrorLogDeps, 'db' | 'clock'>,
  id: string,
  isResolved: boolean,
): Promise<void> {
  const isThere = await queries.setResolved(db, id, isResolved ? clock() : null)
  if (!isThere) refuseMissing()
}

export function countOpenGroups({ db }: Pick<ErrorLogDeps, 'db'>): Promise<number> {
  return queries.countOpen(db)
}

import { createHash } from 'node:crypto'
import type { Db } from '#db/db.ts'
import { fromCursor, type Keyset, toCursor } from '#db/keyset.ts'
import { inTransaction } from '#db/transaction.ts'
import type { Clock } from '#server/clock.ts'
import type { Log } from '#server/log.ts'
import type { RequestContext, Viewer } from '#server/routes.ts'
import { refuse } from '#shared/refusal.ts'
import type { ErrorReport } from '../error-log.contract.ts'
import { groupingKey, maskedAddress, maskSecrets, pathPattern } from '../error-log.rules.ts'
import * as queries from './error-log.queries.ts'

export type { GroupFilter, GroupRow, ReportRow } from './error-log.queries.ts'

export interface ErrorLogDeps {
  db: Db
  log: Log
  clock: Clock
}

/** Of each group the newest reports are kept as examples; the others are counted. */
const KEPT_REPORTS = 10
/** More groups than this push out those that nobody has met for longest: with their examples some 80 MB at the very most. */
const KEPT_GROUPS = 1000
const COUNTED_MEMBERS = 1000
/** How long an error that nobody meets any more is kept (G51). */
const RETENTION_DAYS = 30

/** Characters that are kept. */
const MOST = { name: 100, message: 500, stack: 4000, url: 500, userAgent: 300, componentInfo: 2000, timestamp: 40 }

/**
 * Keeps what a browser met, without what is secret. Whose it is says the session alone. Reporting never fails: what cannot
 * be kept is a line in the log (G51).
 */
export async function storeReport(
  deps: ErrorLogDeps,
  report: ErrorReport,
  viewer: Viewer | null,
  request: RequestContext,
): Promise<void> {
  const kept = prepare(report, viewer, request, deps.clock())
  try {
    const isNew = await inTransaction(deps, async ({ db }) => {
      const group = await queries.countReport(db, kept)
      await queries.insertReport(db, group.id, kept)
      await queries.dropOldReports(db, group.id, KEPT_REPORTS)
      if (kept.userId !== null) await queries.countMember(db, group.id, kept.userId, COUNTED_MEMBERS)
      return group.isNew
    })
    if (isNew) await queries.dropGroupsBeyond(deps.db, KEPT_GROUPS)
  } catch (error) {
    deps.log.warn({ err: error, requestId: request.requestId }, 'a browser’s error could not be kept')
  }
}

function prepare(
  { message: told, error = {}, level, context = {} }: ErrorReport,
  viewer: Viewer | null,
  request: RequestContext,
  at: Date,
): queries.NewReport {
  const clean = (text: string | undefined, most: number) =>
    maskSecrets(text ?? '')
      .slice(0, most)
      .toWellFormed()
  const url = maskedAddress(context.url ?? '', request.origin).slice(0, MOST.url)
  const name = clean(error.name, MOST.name) || 'Error'
  const message = clean(told, MOST.message)
  const stack = clean(error.stack, MOST.stack)
  const path = pathPattern(url)
  return {
    fingerprint: createHash('sha256').update(groupingKey({ level, name, message, stack, path })).digest('base64url'),
    level,
    name,
    message,
    path,
    error: { name, message: clean(error.message, MOST.message), stack },
    context: {
      timestamp: clean(context.timestamp, MOST.timestamp),
      url,
      userAgent: clean(context.userAgent ?? request.headers.get('user-agent') ?? '', MOST.userAgent),
      componentInfo: clean(context.componentInfo, MOST.componentInfo),
    },
    userId: viewer?.id ?? null,
    at,
  }
}

/** Removes what is older than 30 days; for a job. */
export function pruneReports({ db, clock }: ErrorLogDeps): Promise<void> {
  return queries.deleteBefore(db, new Date(clock().getTime() - RETENTION_DAYS * 24 * 3600_000))
}

export async function listGroups(
  { db }: Pick<ErrorLogDeps, 'db'>,
  filter: queries.GroupFilter,
  cursor: string | undefined,
  size: number,
): Promise<{ rows: queries.GroupRow[]; nextCursor: string | null }> {
  const found = await queries.listGroups(db, filter, cursor === undefined ? null : fromCursor(cursor), size + 1)
  const rows = found.slice(0, size)
  const last = found.length > size ? rows.at(-1) : undefined
  const place: Keyset | null = last ? { at: last.last_seen_at, id: last.id } : null
  return { rows, nextCursor: place && toCursor(place) }
}

/** Refuses not_found. */
export async function requireGroup(
  { db }: Pick<ErrorLogDeps, 'db'>,
  id: string,
): Promise<{ group: queries.GroupRow; reports: queries.ReportRow[] }> {
  const group = await queries.findGroup(db, id)
  if (group === null) return refuseMissing()
  return { group, reports: await queries.listReports(db, id) }
}

const refuseMissing = (): never => refuse('not_found', 'not_found', 'This error is not there any more')

/** Settles a group, or opens it again. Refuses not_found. */
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

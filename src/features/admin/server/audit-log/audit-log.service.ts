import type { Db } from '#db/db.ts'
import { fromCursor, keysetOfCreation, type Read, readKeysetPart } from '#db/keyset.ts'
import type { AdminArea } from '#server/admin-area.ts'
import type { Clock } from '#server/clock.ts'
import type { Subjects } from '#server/subjects.ts'
import { DAY_MS } from '#shared/durations.ts'
import { ascending } from '#shared/order.ts'
import type { AuditLogEntry } from '../../admin.contract.ts'
import { AUDIT_PERIODS, type AuditPeriod } from '../../audit-log.endpoints.ts'
import { type AuditLogRow, EVERYTHING, listAuditLog } from './audit-log.queries.ts'

export interface AuditLogDeps {
  db: Db
  clock: Clock
  subjects: Subjects
  adminAreas: readonly AdminArea[]
}

const PAGE_SIZE = 30
/** A longer value of a changed fact is cut. */
const VALUE_MAX = 200

/** Lists the latest entries. */
export const listLatest = async (deps: AuditLogDeps, most: number): Promise<AuditLogEntry[]> =>
  (await listAuditLog(deps.db, EVERYTHING, null, most)).map((row) => viewEntry(deps, row))

/** Lists what admins have done, newest first (G20). */
export async function searchAuditLog(
  deps: AuditLogDeps,
  query: { search?: string | undefined; action?: string | undefined; period: AuditPeriod; cursor?: string | undefined },
) {
  const { search = '', action = null, period, cursor } = query
  const days = AUDIT_PERIODS[period]
  const since = days === null ? null : new Date(deps.clock().getTime() - days * DAY_MS)
  const filter = { search, action: action || null, since }
  const read: Read<AuditLogRow> = (before, most) => listAuditLog(deps.db, filter, before, most)
  const { rows, nextCursor } = await readKeysetPart(fromCursor(cursor), PAGE_SIZE, read, keysetOfCreation)
  const actions = Object.entries(wordsOf(deps)).map(([action, words]) => ({ action, words }))
  return {
    entries: rows.map((row) => viewEntry(deps, row)),
    nextCursor,
    actions: actions.toSorted(ascending(({ words }) => words)),
  }
}

/** Compares facts before and after a change, for `changes` in the data of an audit log entry. */
export function changesOf<Field extends string>(
  before: Readonly<Record<Field, unknown>>,
  after: Readonly<Record<Field, unknown>>,
  fields: readonly Field[],
): Record<string, [unknown, unknown]> {
  const textOf = (value: unknown) => JSON.stringify(value) ?? 'null'
  const changed = fields.filter((field) => textOf(before[field]) !== textOf(after[field]))
  return Object.fromEntries(changed.map((field) => [field, [before[field] ?? null, after[field] ?? null]]))
}

const wordsOf = ({ adminAreas }: AuditLogDeps): Record<string, string> =>
  Object.assign({}, ...adminAreas.map(({ actions = {} }) => actions))

function viewEntry(deps: AuditLogDeps, row: AuditLogRow): AuditLogEntry {
  const { id, by, action, about, reason } = row
  return {
    ...{ id, by, action, about, reason },
    words: wordsOf(deps)[action] ?? action.replaceAll('_', ' '),
    href: pageOf(deps, row),
    changes: Object.entries(row.changes ?? {}).map(([field, [before, after]]) => ({
      field: field.replaceAll('_', ' '),
      before: valueText(before),
      after: valueText(after),
    })),
    at: row.created_at.toISOString(),
  }
}

/** Returns the address of the item's page; null if it has none, or if the item is deleted. */
function pageOf({ adminAreas, subjects }: AuditLogDeps, { item_type, item_id, is_deleted }: AuditLogRow) {
  if (is_deleted) return null
  const own = adminAreas.find(({ itemPages = {} }) => Object.hasOwn(itemPages, item_type))?.itemPages?.[item_type]
  return own ? own(item_id) : (subjects.find(item_type)?.kind.ownerPage(item_id) ?? null)
}

const INSTANT = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)(:[\d.]+)?Z$/

function valueText(value: unknown): string {
  const plain = typeof value === 'string' ? value : value === null ? '' : JSON.stringify(value)
  const text = plain.replace(INSTANT, '$1 $2 UTC')
  return text.length > VALUE_MAX ? `${text.slice(0, VALUE_MAX - 1)}…` : text
}

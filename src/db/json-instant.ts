/** The length of an instant with at least three digits after the second. */
const WITH_MILLISECONDS = '2026-11-27T12:00:00.000+00:00'.length

/**
 * Returns an instant of PostgreSQL's JSON as ISO 8601 in UTC with milliseconds. PostgreSQL writes it with the offset of the
 * connection, and without zeros at the end of a second.
 */
export function isoOfJson(instant: string): string {
  if (!instant.endsWith('+00:00')) return new Date(instant).toISOString()
  if (instant.length >= WITH_MILLISECONDS) return `${instant.slice(0, 23)}Z`
  return instant.length === 25
    ? `${instant.slice(0, 19)}.000Z`
    : `${instant.slice(0, -6).slice(0, 23).padEnd(23, '0')}Z`
}

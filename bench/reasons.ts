import type { Verdict } from './report.ts'

/** What profiles have shown of each promise that is known to be missed. A reason goes when its promise is met. */
const REASONS: readonly (readonly [what: RegExp, why: string])[] = [
  [
    /^member’s page/,
    'A member’s page runs 6 to 12 statements of its own: by CPU, database and query builder take about a third, React a fifth, the query client a tenth, Request and Response objects a tenth. Fewer statements, one map of marks instead of a query per poster, and sending straight to the socket would help most.',
  ],
  [
    /^p99 of (feed|game page data)/,
    'Fifty readers without a pause saturate two cores that also run the load and PostgreSQL: the time is queueing, as the same read alone shows. A feed costs three statements and about a millisecond of the app’s CPU.',
  ],
  [
    /^p99 of (catalogue|suggestions)/,
    'On a large catalogue the first asking of a filter walks an order and reads the heap for each rejected row, and a misspelt word is compared with every name.',
  ],
  [/^JSON /, 'The profile is flat: socket writes a third, then parsing, query building and garbage in small parts.'],
  [
    /^no query’s cost/,
    'The counts by term, the counts of filters and the search of one common word read in proportion to the catalogue; they are kept for a minute. A maintained table would end that.',
  ],
  [
    /^JavaScript/,
    'React, router and query client alone are about 100 kB; the shell, the contracts’ schemas and the library panel are the rest.',
  ],
  [
    /^next page/,
    'On a slow line a click that comes at once waits for the page’s chunk and then for its data, two round trips; after a moment on the link both are there.',
  ],
]

/** Why what was missed is missed, each reason once. */
export function reasonsFor(verdicts: readonly Verdict[]): string[] {
  const missed = verdicts.filter(({ isMet }) => isMet === false)
  return REASONS.filter(([what]) => missed.some((verdict) => what.test(verdict.what))).map(([, why]) => why)
}

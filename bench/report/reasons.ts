import type { Verdict } from './report.ts'

/** What profiles have shown of each promise that is known to be missed. Remove a reason when its promise is met. */
const REASONS: readonly (readonly [what: RegExp, why: string])[] = [
  [
    /^member’s page/,
    'A member’s page runs 6 to 12 statements of its own: by CPU, database and query builder take about a third, React a fifth, the query client a tenth, Request and Response objects a tenth. Fewer statements, one map of marks instead of a query per poster, and sending straight to the socket would help most.',
  ],
  [
    /^p99 of (feed|game page data)/,
    'What the same read alone does not show is waiting for a core that the load and PostgreSQL use as well. A feed costs one statement, as do the activities of a game.',
  ],
  [
    /^p99 of (catalogue|suggestions|a list)/,
    'A suggestion is three statements of together some hundred buffers and about two milliseconds of CPU on both sides, a list two of some hundred; what is longer is waiting for a core.',
  ],
  [
    /^p99 of the feed of one who follows (50|5,000) at/,
    'A feed is one statement, one and a half milliseconds of CPU in the app and two to three in PostgreSQL: fifty readers who ask four times a second use nearly half of two cores, and wait for whoever else does.',
  ],
  [
    /^p99 of posting/,
    'A post is five statements and waits for the disk once. It costs the same whoever follows: nothing is written for followers.',
  ],
  [
    /who were silent/,
    'Who follows thousands of whom none did anything lately costs a look at what each of them did last, about ten milliseconds of the database: fifty such readers want more than two cores have.',
  ],
  [/^JSON /, 'The profile is flat: socket writes a third, then parsing, query building and garbage in small parts.'],
  [
    /^no query’s cost/,
    'Three filters and ranges are counted anew when the catalogue has changed, and a page in the middle of a long filtered list walks half of its order.',
  ],
  [
    /^JavaScript/,
    'React, router and query client alone are about 90 kB; the shell, the contracts’ schemas and the library panel are the rest.',
  ],
]

/** Returns why the missed promises are missed, each reason once. */
export function reasonsFor(verdicts: readonly Verdict[]): string[] {
  const missed = verdicts.filter(({ isMet }) => isMet === false)
  return REASONS.filter(([what]) => missed.some((verdict) => what.test(verdict.what))).map(([, why]) => why)
}

import type { Verdict } from './report.ts'

/** The reasons why known targets are missed, from CPU profiles. Remove a reason when its target is met. */
const REASONS: readonly (readonly [what: RegExp, why: string])[] = [
  [
    /^member’s page/,
    'A member’s page runs 6 to 12 statements. By CPU, the database and the query builder take about a third, React a fifth, the query client a tenth, and Request and Response objects a tenth. These would help most: fewer statements, one map of marks instead of a query per poster, and writing directly to the socket.',
  ],
  [
    /^p99 of (feed|game page data)/,
    'The same read alone is faster because it does not wait for a core that the load generator and PostgreSQL use too. A feed costs one statement, and so do the activities of a game.',
  ],
  [
    /^p99 of (catalogue|suggestions|a list)/,
    'A suggestion runs one statement that reads a few hundred buffers, and up to three more for a misspelling. A list runs two statements with a few hundred buffers. The rest is waiting for a core.',
  ],
  [
    /^p99 of the feed of a member who follows (50|5,000) at/,
    'A feed runs one statement and uses 1.5 ms of CPU in the app and 2 to 3 ms in PostgreSQL. Fifty readers with four requests a second use nearly half of two cores, and wait for the other processes on these cores.',
  ],
  [
    /^p99 of posting/,
    'A post runs five statements and waits for the disk once. Its cost does not depend on the number of followers, because nothing is written for them.',
  ],
  [
    /who were inactive/,
    'For a member who follows thousands of inactive members, the feed reads the latest activity of each of them, which takes about ten milliseconds in the database. Fifty such readers need more than two cores.',
  ],
  [
    /^JSON /,
    'The CPU profile is flat: socket writes take a third, and the rest is spread over parsing, query building and garbage collection.',
  ],
  [
    /^no query’s cost/,
    'Counts for three filters and for ranges are recomputed when the catalogue has changed, and a page in the middle of a long filtered list scans half of the index.',
  ],
  [
    /^JavaScript/,
    'React, the router and the query client alone are about 90 kB; the rest is the shell, the schemas of the contracts and the library panel.',
  ],
]

/** Returns the reasons for the missed targets, each reason once. */
export function reasonsFor(verdicts: readonly Verdict[]): string[] {
  const missed = verdicts.filter(({ isMet }) => isMet === false)
  return REASONS.filter(([what]) => missed.some((verdict) => what.test(verdict.what))).map(([, why]) => why)
}

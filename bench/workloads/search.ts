import { suggest } from '#features/catalogue/server/catalogue.service.ts'
import { LABELLED_QUERIES, type LabelledQuery } from '#tests/support/labelled-queries.ts'
import { TYPED_QUERIES } from '#tests/support/typed-queries.ts'
import { pacedOverHttp } from '../load/paced-http.ts'
import { PAGE_PAUSE_MS, PAUSE_MS, type PacedResult, READERS_AT_ONCE, WARM_UP_SECONDS } from '../load/paced-readers.ts'
import { allFilteredLists } from '../paths.ts'
import { atLeast, atMost, figure, percent, type Section } from '../report/report.ts'
import { percentile, shuffled } from '../report/statistics.ts'
import type { World } from '../world.ts'

const FIRST = 0.9
const IN_THREE = 0.97
const SUGGESTIONS_MS = 15
const LIST_MS = 40
const EVERYTHING_MS = 30
const PAGE_MS = 30
/** Pages that show what a text finds: all groups, and all of one group. People are on a page of members. */
const SEARCH_PAGES = [
  { name: 'the page of a search', start: '/search?q=' },
  { name: 'the page of all games of a search', start: '/all-games?search=' },
  { name: 'the page of all news of a search', start: '/info/news?search=' },
  { name: 'the page of all people of a search', start: '/profile/friends?find=', isForMembers: true },
]

/** The data set has no games of the list from Steam. */
const QUERIES: readonly LabelledQuery[] = [
  ...LABELLED_QUERIES,
  ...TYPED_QUERIES.filter(({ id }) => id.startsWith('igdb_')).map((query) => ({ ...query, isHeldOut: false })),
]

interface Outcome extends LabelledQuery {
  /** Position of the expected game: 0 is first; -1 is not among the ten. */
  place: number
  found: readonly string[]
  milliseconds: number
}

/**
 * Measures whether the search finds the games that people mean, and the response times of fifty readers of the
 * catalogue.
 */
export async function searchWorkload(world: World): Promise<Section> {
  const { catalogue } = world.inProcess
  for (const { query } of QUERIES) await suggest(catalogue, query)
  const outcomes: Outcome[] = []
  for (const labelled of QUERIES) {
    const began = performance.now()
    const games = await suggest(catalogue, labelled.query)
    outcomes.push({
      ...labelled,
      milliseconds: performance.now() - began,
      place: games.findIndex(({ id }) => id === labelled.id),
      found: games.slice(0, 3).map(({ name }) => name),
    })
  }
  const typed = await askOnce(world, addressesWith('/api/games/suggestions?query='))
  const everything = await askOnce(world, addressesWith('/api/search?q='))
  const listed = await askOnce(world, allFilteredLists())
  const pages = []
  for (const page of SEARCH_PAGES) pages.push({ ...page, ...(await openOnce(world, page)) })
  const heldOut = outcomes.filter(({ isHeldOut }) => isHeldOut)
  const misses = outcomes.filter(({ place, within }) => place < 0 || place >= within)
  const kinds = [...Map.groupBy(outcomes, ({ kind }) => kind)]
  return {
    title: 'Search and lists of the catalogue',
    method: `${outcomes.length} labelled queries (labelled-queries.ts and typed-queries.tsv); of the first a third was held out while the ranking was tuned. "First" counts queries whose expected game comes first. Alone: the suggestions for each query, one after the other, without a cache. Fifty readers: HTTP requests from a separate process, one every ${PAUSE_MS} ms each; no query repeats, so no response comes from a cache. Of pages, each opens one every ${PAGE_PAUSE_MS} ms, as a visitor, and people as a member. The first ${WARM_UP_SECONDS} seconds do not count. The load generator runs on the same machine.`,
    tables: [
      {
        head: ['kind', 'queries', 'first', 'in the first three', 'alone p50 ms', 'alone p99 ms'],
        rows: [
          ['all', outcomes] as const,
          ['held out', heldOut] as const,
          ['tuned on', outcomes.filter(({ isHeldOut }) => !isHeldOut)] as const,
          ...kinds,
        ].map(([kind, group]) => [
          kind,
          figure(group.length),
          percent(shareFirst(group)),
          percent(shareInThree(group)),
          figure(percentile(timesOf(group), 0.5)),
          figure(percentile(timesOf(group), 0.99)),
        ]),
      },
      {
        head: ['missed', 'kind', 'place', 'came instead'],
        rows: misses.map(({ query, kind, place, found }) => [
          query,
          kind,
          place < 0 ? 'not found' : figure(place + 1),
          found.join(' · '),
        ]),
      },
      {
        head: ['fifty readers', 'questions', 'per second', 'p50 ms', 'p99 ms'],
        rows: [
          ['suggestions while typing', typed] as const,
          ['search of everything while typing', everything] as const,
          ['lists with two filters', listed] as const,
          ...pages.map((page) => [page.name, page] as const),
        ].map(([name, { questions, perSecond, p50, p99 }]) => [
          name,
          figure(questions),
          figure(perSecond),
          figure(p50),
          figure(p99),
        ]),
      },
    ],
    verdicts: [
      atLeast('the expected game comes first', FIRST, shareFirst(outcomes), `held out ${percent(shareFirst(heldOut))}`),
      atLeast(
        'the expected game is among the first three',
        IN_THREE,
        shareInThree(outcomes),
        `held out ${percent(shareInThree(heldOut))}`,
      ),
      atMost(`p99 of suggestions, ${READERS_AT_ONCE} who type`, SUGGESTIONS_MS, typed.p99, 'ms'),
      atMost(`p99 of the search of everything, ${READERS_AT_ONCE} who type`, EVERYTHING_MS, everything.p99, 'ms'),
      atMost(`p99 of a list with two filters, ${READERS_AT_ONCE} readers`, LIST_MS, listed.p99, 'ms'),
      ...pages.map(({ name, p99 }) => atMost(`p99 of ${name}, ${READERS_AT_ONCE} readers`, PAGE_MS, p99, 'ms')),
    ],
  }
}

const timesOf = (outcomes: readonly Outcome[]) => outcomes.map(({ milliseconds }) => milliseconds)

function shareFirst(outcomes: readonly Outcome[]): number {
  const strict = outcomes.filter(({ within }) => within === 1)
  return strict.filter(({ place }) => place === 0).length / strict.length
}

function shareInThree(outcomes: readonly Outcome[]): number {
  return outcomes.filter(({ place }) => place >= 0 && place < 3).length / outcomes.length
}

/** Returns every query letter by letter, from the second letter on. */
function typedTexts(): string[] {
  const beginnings = new Set<string>()
  for (const { query, kind } of LABELLED_QUERIES) {
    const letters = [...query]
    for (let many = 2; many <= letters.length; many++)
      if (kind !== 'links and ids') beginnings.add(letters.slice(0, many).join('').trim())
  }
  return [...beginnings]
}

const addressesWith = (start: string) => typedTexts().map((text) => start + encodeURIComponent(text))

function askOnce({ app, options }: World, paths: readonly string[]): Promise<PacedResult> {
  const requests = shuffled(paths).map((path) => ({ path, headers: {} }))
  return pacedOverHttp({ port: app.port, requests, seconds: options.seconds * 4, pauseMs: PAUSE_MS, isOnce: true })
}

function openOnce(
  { app, options, cookies }: World,
  { start, isForMembers = false }: (typeof SEARCH_PAGES)[number],
): Promise<PacedResult> {
  const requests = shuffled(addressesWith(start)).map((path, turn) => ({
    path,
    headers: isForMembers ? { cookie: cookies[turn % cookies.length] ?? '' } : {},
  }))
  return pacedOverHttp({ port: app.port, requests, seconds: options.seconds * 4, pauseMs: PAGE_PAUSE_MS, isOnce: true })
}

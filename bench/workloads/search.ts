import { setTimeout as sleep } from 'node:timers/promises'
import { suggest } from '#features/catalogue/server/catalogue.service.ts'
import { LABELLED_QUERIES, type LabelledQuery } from '#features/catalogue/server/search/labelled-queries.ts'
import { ORIGIN } from '../in-process.ts'
import { allFilteredLists } from '../paths.ts'
import { atLeast, atMost, figure, percent, type Section } from '../report.ts'
import { percentile, shuffled } from '../statistics.ts'
import type { World } from '../world.ts'

const FIRST = 0.9
const IN_THREE = 0.97
const SUGGESTIONS_MS = 15
const LIST_MS = 40
const READERS = 50
/** Between two questions of one reader: somebody who types, or who sets filters in a hurry. */
const PAUSE_MS = 250
const LEAST_SECONDS = 8
/** Not counted: connections are opened, statements planned, code compiled. */
const WARM_UP_SECONDS = 2

interface Outcome extends LabelledQuery {
  /** 0 is first; -1 not among the ten. */
  place: number
  found: readonly string[]
  milliseconds: number
}

/** Whether the search finds what people mean, and how long the catalogue lets fifty of them wait. */
export async function searchWorkload(world: World): Promise<Section> {
  const { db } = world.inProcess
  for (const { query } of LABELLED_QUERIES) await suggest(db, query)
  const outcomes: Outcome[] = []
  for (const labelled of LABELLED_QUERIES) {
    const began = performance.now()
    const games = await suggest(db, labelled.query)
    outcomes.push({
      ...labelled,
      milliseconds: performance.now() - began,
      place: games.findIndex(({ id }) => id === labelled.id),
      found: games.slice(0, 3).map(({ name }) => name),
    })
  }
  const typed = await fiftyReaders(world, typedQueries())
  const listed = await fiftyReaders(world, allFilteredLists())
  const heldOut = outcomes.filter(({ isHeldOut }) => isHeldOut)
  const misses = outcomes.filter(({ place, within }) => place < 0 || place >= within)
  const kinds = [...Map.groupBy(outcomes, ({ kind }) => kind)]
  return {
    title: 'Search and lists of the catalogue',
    method: `${outcomes.length} labelled queries (labelled-queries.ts), a third of them held out while the ranking was tuned. "First" counts those whose game must come first. Alone: the suggestions for each, one after the other, without kept answers. Fifty readers: in one process without HTTP, each asks every ${PAUSE_MS} ms, nothing is asked twice, so that no answer is a kept one; the first ${WARM_UP_SECONDS} seconds are not counted; the load lies on the same machine.`,
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
        rows: [['suggestions while typing', typed] as const, ['lists with two filters', listed] as const].map(
          ([name, { times, seconds }]) => [
            name,
            figure(times.length),
            figure(times.length / seconds),
            figure(percentile(times, 0.5)),
            figure(percentile(times, 0.99)),
          ],
        ),
      },
    ],
    verdicts: [
      atLeast('the meant game comes first', FIRST, shareFirst(outcomes), `held out ${percent(shareFirst(heldOut))}`),
      atLeast(
        'the meant game is in the first three',
        IN_THREE,
        shareInThree(outcomes),
        `held out ${percent(shareInThree(heldOut))}`,
      ),
      atMost(`p99 of suggestions, ${READERS} who type`, SUGGESTIONS_MS, percentile(typed.times, 0.99), 'ms'),
      atMost(`p99 of a list with two filters, ${READERS} readers`, LIST_MS, percentile(listed.times, 0.99), 'ms'),
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

/** Every query letter by letter, from the second on. */
function typedQueries(): string[] {
  const beginnings = new Set<string>()
  for (const { query, kind } of LABELLED_QUERIES) {
    const letters = [...query]
    for (let many = 2; many <= letters.length; many++)
      if (kind !== 'links and ids') beginnings.add(letters.slice(0, many).join('').trim())
  }
  return [...beginnings].map((text) => `/api/games/suggestions?query=${encodeURIComponent(text)}`)
}

async function fiftyReaders(world: World, paths: readonly string[]): Promise<{ times: number[]; seconds: number }> {
  const left = shuffled(paths)
  const times: number[] = []
  const began = performance.now() + WARM_UP_SECONDS * 1000
  const end = began + Math.max(LEAST_SECONDS, world.options.seconds * 4) * 1000
  const reader = async () => {
    await sleep(Math.random() * PAUSE_MS)
    while (performance.now() < end) {
      const path = left.pop()
      if (path === undefined) return
      const asked = performance.now()
      const response = await world.inProcess.app.fetch(new Request(ORIGIN + path))
      await response.arrayBuffer()
      const waited = performance.now() - asked
      if (!response.ok) throw new Error(`${path} was answered with ${response.status}`)
      if (asked > began) times.push(waited)
      await sleep(Math.max(0, PAUSE_MS - waited))
    }
  }
  await Promise.all(Array.from({ length: READERS }, reader))
  return { times, seconds: (performance.now() - began) / 1000 }
}

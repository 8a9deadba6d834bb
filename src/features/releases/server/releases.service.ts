import * as z from 'zod/mini'
import { listGames, type Term } from '#features/catalogue/catalogue.contract.ts'
import { firstPlaceholder } from '#features/catalogue/catalogue.rules.ts'
import { byProminence } from '#features/catalogue/names.rules.ts'
import { browse, loadGameCards, metadata, type WithCatalogue } from '#features/catalogue/server/catalogue.service.ts'
import type { Clock } from '#server/clock.ts'
import type { Reply, Viewer } from '#server/routes.ts'
import { tag } from '#server/tags.ts'
import { utcDay } from '#shared/calendar-days.ts'
import type { Release, ReleaseGroup } from '../releases.contract.ts'
import {
  dayOfSeconds,
  daysOf,
  daysOfGroup,
  GAMES_PER_GROUP,
  inOrder,
  MAX_OWN,
  mondayOf,
  type Span,
  secondsOf,
  WEEKS_PER_PAGE,
} from '../releases.rules.ts'
import * as queries from './releases.queries.ts'

export interface ReleasesDeps extends WithCatalogue {
  clock: Clock
}

interface Filter {
  span: Span
  platform?: number | null | undefined
}

/** Returns the days as Unix seconds. A date too far ahead is a placeholder and no release (R-GAME-46). */
function periodOf({ from, until }: { from: string; until: string | null }, now: Date): queries.Period {
  const end = firstPlaceholder(now.getTime() / 1000)
  return { from: secondsOf(from), until: until === null ? end : Math.min(end, secondsOf(until)) }
}

/**
 * Lists the releases of a page by week: those to come from the week of `from` on, or all of the last 30 days. Days are
 * those in UTC, because everybody shares the page.
 */
export async function listReleases(
  deps: ReleasesDeps,
  { span, platform = null, from }: { span: Span; platform?: number | null | undefined; from?: string | undefined },
  reply: Reply,
): Promise<{ groups: ReleaseGroup[]; next: string | null }> {
  const { db, clock } = deps
  const now = clock()
  const days = daysOf(span, utcDay(now))
  const week = span === 'coming' && from !== undefined ? mondayOf(from) : days.from
  const whole = periodOf({ ...days, from: week > days.from ? week : days.from }, now)
  if (span === 'coming') await askSources(deps, platform, reply)
  const after = span === 'coming' ? await queries.findWeekAfter(db, whole, platform, WEEKS_PER_PAGE) : null
  const period = { ...whole, until: after ?? whole.until }
  const rows = await queries.listGrouped(db, period, platform, GAMES_PER_GROUP)
  const games = new Map((await viewsOf(deps, rows, reply)).map((game) => [game.id, game]))
  const groups = [...Map.groupBy(rows, ({ group }) => group)].map(([group, of]) => {
    const total = of[0]?.total ?? 0
    const shown = of.flatMap(({ id }) => games.get(id) ?? [])
    return { group, total, games: shown, next: total > of.length ? cursorOf(of.at(-1)) : null }
  })
  return { groups: inOrder(groups, span), next: after === null ? null : dayOfSeconds(after) }
}

/** Asks the sources for the next releases, as the list of coming games does: they store what they know. */
async function askSources({ catalogue }: ReleasesDeps, platform: number | null, reply: Reply): Promise<void> {
  if (catalogue.sources.length === 0) return
  const filter = { sort: 'coming', ...(platform !== null && { platform: String(platform) }) }
  const { tags } = await browse(catalogue, z.parse(listGames.query, filter))
  reply.shows(...tags)
}

/** Lists the next games of a group, after the ones that a page has. */
export async function listReleaseGroup(
  deps: ReleasesDeps,
  group: string,
  { span, platform = null, after }: Filter & { after: string },
  reply: Reply,
): Promise<{ games: Release[]; next: string | null }> {
  const now = deps.clock()
  const period = periodOf(daysOfGroup(group, span, utcDay(now)), now)
  const place = positionOf(after)
  const part = { group, after: place, most: GAMES_PER_GROUP + 1 }
  const found = await queries.listRanked(deps.db, period, platform, part)
  const rows = found.slice(0, GAMES_PER_GROUP)
  const next = found.length > rows.length ? cursorOf(rows.at(-1)) : null
  return { games: await viewsOf(deps, rows, reply), next }
}

const cursorOf = (row: { renown: number; id: string } | undefined) => (row ? `${row.renown}.${row.id}` : null)
const positionOf = (cursor: string) => {
  const [renown = '', id = ''] = cursor.split('.')
  return { renown: Number(renown), id }
}

/** Lists the platforms of the releases, for the filter. */
export async function listPlatforms(deps: ReleasesDeps, span: Span, reply: Reply): Promise<Term[]> {
  const now = deps.clock()
  reply.shows(tag.games)
  const [ids, { platforms }] = await Promise.all([
    queries.listPlatformIds(deps.db, periodOf(daysOf(span, utcDay(now)), now)),
    metadata(deps.catalogue),
  ])
  return ids.flatMap((id) => platforms.find((platform) => platform.id === id) ?? [])
}

/** Lists the releases of the member's library. */
export async function listOwnReleases(
  deps: ReleasesDeps,
  viewer: Viewer,
  { span, platform = null }: { span: Span; platform?: number | null | undefined },
): Promise<Release[]> {
  const now = deps.clock()
  const period = periodOf(daysOf(span, utcDay(now)), now)
  return viewsOf(deps, await queries.listOwn(deps.db, viewer.id, period, platform, MAX_OWN))
}

async function viewsOf(deps: ReleasesDeps, rows: readonly queries.ReleaseRow[], reply?: Reply): Promise<Release[]> {
  const cards = await loadGameCards(
    deps,
    rows.map(({ id }) => id),
    deps.clock(),
  )
  reply?.shows(tag.games, ...rows.map(({ id }) => tag.game(id)))
  return rows.flatMap(({ id, released, platforms }) => {
    const card = cards.get(id)
    return card ? [{ ...card, released, platforms: byProminence([...new Set(platforms)]) }] : []
  })
}

import { type ActivityDeps, listViewsOfMember } from '#features/activity/server/activity.service.ts'
import { listNewestGames } from '#features/lists/server/games/list-games.service.ts'
import { type ListsDeps, listOfMember } from '#features/lists/server/lists.service.ts'
import { requireVisibleSection, type VisibleProfile } from '#features/profiles/server/profiles.service.ts'
import { listReviewsOfMember, type ReviewsDeps } from '#features/reviews/server/reviews.service.ts'
import { ATOM, type AtomDocument, type AtomEntry, atomXml } from '#server/atom-document.ts'
import type { Config } from '#server/config.ts'
import type { RenderedPage } from '#server/page-cache.ts'
import type { Shown } from '#server/routes.ts'
import type { Tag } from '#server/tags.ts'
import type { ListId, UserId } from '#shared/ids.ts'
import { memberName } from '#shared/member-name.ts'
import { Refusal } from '#shared/refusal.ts'
import { ATOM_ENTRIES, type AtomKind, atomAddress, atomTitle, listAtomAddress } from '../atom.rules.ts'
import { activityEntry, listEntry, listGameEntry, reviewEntry } from './document/atom-entries.ts'

export type AtomDeps = ReviewsDeps &
  ListsDeps &
  ActivityDeps & { config: Pick<Config, 'activityCooldownMinutes' | 'baseUrl' | 'productName'> }

/** The tab of the profile with the same items. */
const TABS: Record<AtomKind, string> = { reviews: 'reviews', lists: 'list', activity: 'activity' }

/**
 * Renders a member's latest reviews, lists or activities as an Atom document, with what a visitor may see of them. The
 * status is 404 for an unknown or disabled member, and for a part of the profile that visitors may not see.
 */
export const renderAtom = (deps: AtomDeps, userId: UserId, kind: AtomKind): Promise<RenderedPage> =>
  render(async (reply) => {
    const request = { handle: userId, viewer: null }
    const section = kind === 'activity' ? 'activity' : 'profile'
    const profile = await requireVisibleSection(deps.db, request, section, reply)
    const entries = await listEntries(deps, userId, kind, reply)
    return { ...headOf(deps, profile, kind), updated: profile.row.created_at, entries }
  })

/**
 * Renders the games that came last to a list as an Atom document. The status is 404 for a list that a visitor may not see.
 */
export const renderListAtom = (deps: AtomDeps, listId: ListId): Promise<RenderedPage> =>
  render(async (reply) => {
    const { row, games } = await listNewestGames(deps, listId, ATOM_ENTRIES, reply)
    const origin = originOf(deps)
    return {
      id: `urn:uuid:${listId}#games`,
      title: `${row.title} · ${deps.config.productName}`,
      author: { name: memberName(row), href: `${origin}/profile/${row.user_id}` },
      self: origin + listAtomAddress(listId),
      alternate: `${origin}/lists/${listId}`,
      updated: row.updated_at,
      entries: games.map((game) => listGameEntry(listId, game, origin)),
    }
  })

/** Writes a document, which is at least as new as its newest entry; with the status 404 when its parts are refused. */
async function render(load: (reply: Shown) => Promise<AtomDocument>): Promise<RenderedPage> {
  const tags = new Set<Tag>()
  const reply: Shown = {
    shows: (...shown) => {
      for (const tag of shown) tags.add(tag)
    },
  }
  try {
    const document = await load(reply)
    const times = document.entries.map(({ updated }) => updated.getTime())
    const updated = times.length > 0 ? new Date(Math.max(...times)) : document.updated
    const text = atomXml({ ...document, updated })
    return { text, type: ATOM, status: 200, location: null, lastModified: updated, tags: [...tags] }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { text: 'Not found', type: 'text/plain; charset=utf-8', status: 404, location: null, tags: [] }
  }
}

// The origin must not come from the request, because all readers share the document.
const originOf = ({ config }: AtomDeps): string => config.baseUrl ?? ''

function headOf(deps: AtomDeps, { row, id }: VisibleProfile, kind: AtomKind) {
  const origin = originOf(deps)
  const name = memberName(row)
  return {
    // A member has several documents, and their ids stay when the site moves to another address.
    id: `urn:uuid:${id}#${kind}`,
    title: `${atomTitle(kind, name)} · ${deps.config.productName}`,
    author: { name, href: `${origin}/profile/${id}` },
    self: origin + atomAddress(id, kind),
    alternate: `${origin}/profile/${id}?tab=${TABS[kind]}`,
  }
}

async function listEntries(deps: AtomDeps, userId: UserId, kind: AtomKind, reply: Shown): Promise<AtomEntry[]> {
  const origin = originOf(deps)
  const request = { handle: userId, viewer: null }
  const page = { page: 1, limit: ATOM_ENTRIES }
  if (kind === 'reviews') {
    const { data } = await listReviewsOfMember(deps, request, page, reply)
    return data.map((review) => reviewEntry(review, origin))
  }
  if (kind === 'lists') {
    const { rows, covers } = await listOfMember(deps, request, page, reply)
    return rows.map((row) => listEntry(row, covers, origin))
  }
  const { views } = await listViewsOfMember(deps, request, { limit: ATOM_ENTRIES }, reply)
  return views.map((view) => activityEntry(view, origin))
}

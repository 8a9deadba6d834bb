import type { Release, ReleaseGroup } from '../releases.contract.ts'
import { groupOf, inOrder, type Span } from '../releases.rules.ts'

/** A group as a member sees it, with the games of the library. */
export interface ShownGroup extends ReleaseGroup {
  own: readonly Release[]
}

/**
 * Keeps a member's own releases apart in their groups, and adds groups that consist of them alone. Own releases
 * of weeks before or after those of the page are left out: `from` is the first day, `next` the day after the last, null
 * for an open end.
 */
export function withOwn(
  groups: readonly ReleaseGroup[],
  own: readonly Release[],
  page: { span: Span; from: string | null; next: string | null },
): ShownGroup[] {
  const { span, from, next } = page
  const shown = own.filter(({ released }) => (from === null || released >= from) && (next === null || released < next))
  const isOwn = new Set(own.map(({ id }) => id))
  const ownByGroup = Map.groupBy(shown, ({ released }) => groupOf(released))
  const known = new Set(groups.map(({ group }) => group))
  const added = [...ownByGroup.keys()].filter((group) => !known.has(group))
  const all = [...groups, ...added.map((group) => ({ group, total: 0, games: [], next: null }))]
  return inOrder(
    all.map((group) => ({
      ...group,
      own: ownByGroup.get(group.group) ?? [],
      games: group.games.filter(({ id }) => !isOwn.has(id)),
    })),
    span,
  )
}

import type { Destination, Links } from '#shared/feature-pages.ts'
import type { IconName } from '#web/ui/icon.tsx'
import type { BarItem, NavItem } from '#web/ui/shell.tsx'

type LinkTarget = Destination<IconName>

/** A link with its icon. */
export interface IconLink {
  href: string
  label: string
  icon: IconName
}

/** Returns the targets that have a number among these links, in the order of the numbers. */
function inOrder(
  targets: readonly LinkTarget[],
  numberOf: (links: Links<IconName>) => number | undefined,
): LinkTarget[] {
  const order = (target: LinkTarget) => (target.links && numberOf(target.links)) ?? null
  return targets.filter((target) => order(target) !== null).toSorted((a, b) => Number(order(a)) - Number(order(b)))
}

const labelOf = ({ label, links }: LinkTarget): string => links?.label ?? label

const linkOf = (target: LinkTarget): IconLink => ({
  href: target.path,
  label: labelOf(target),
  icon: target.links?.icon ?? target.icon,
})

const isAt = (pathname: string, path: string) => pathname === path || pathname.startsWith(`${path}/`)

/**
 * Returns the main navigation of a page. The header has five words, of which visitors and members share the first three
 * (G07, decision 0104); the pages of members' texts and lists are one step behind "Community". The menu under the avatar
 * has the member's own pages, and the footer the pages that nobody opens twice. A header without room for all moves the
 * last ones into "More", which a phone has in its bottom bar.
 */
export function navigationOf(
  targets: readonly LinkTarget[],
  { isMember, pathname }: { isMember: boolean; pathname: string },
): { nav: NavItem[]; bar: BarItem[] } {
  const who = isMember ? 'members' : 'visitors'
  const itemOf = (target: LinkTarget): NavItem => ({
    href: target.path,
    label: labelOf(target),
    current: [target.path, ...(target.links?.alsoAt ?? [])].some((path) => isAt(pathname, path)),
  })
  return {
    nav: inOrder(targets, ({ header }) => header?.[who]).map((target) => {
      const from = isMember && target.links?.header?.from
      return { ...itemOf(target), ...(from && { from }) }
    }),
    bar: inOrder(targets, ({ bar }) => bar?.[who]).map((target) => ({
      ...itemOf(target),
      icon: target.links?.bar?.icon ?? linkOf(target).icon,
    })),
  }
}

/** The member's own pages, for the menu under the avatar and a phone's "More". */
export const ownLinks = (targets: readonly LinkTarget[]): IconLink[] => inOrder(targets, ({ own }) => own).map(linkOf)

/** The links of a member's header that the bottom bar of a phone has not, with the width from which a header has them. */
export const moreLinks = (targets: readonly LinkTarget[]): (IconLink & { from: 'side' | null })[] =>
  inOrder(targets, ({ header, bar }) => (bar?.members === undefined ? header?.members : undefined)).map((target) => ({
    ...linkOf(target),
    from: target.links?.header?.from ?? null,
  }))

/** The links above the pages of what members write and collect: from each to the others. */
export const communityLinks = (targets: readonly LinkTarget[], pathname: string): NavItem[] =>
  inOrder(targets, ({ community }) => community).map(({ path, label }) => ({
    href: path,
    label,
    current: path === pathname,
  }))

export const footerLinks = (targets: readonly LinkTarget[]): IconLink[] =>
  inOrder(targets, ({ footer }) => footer).map(linkOf)

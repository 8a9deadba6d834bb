import type { Role } from './roles.ts'

/** Which viewers an address is for. */
export type Audience = 'everybody' | 'visitors' | 'members' | 'moderators' | 'admins'

/** A page of the app. Its code is a file in pages/. */
export interface AppPage {
  /** Its address, with parameters as in `/lists/:listId`. */
  path: string
  /** The file in pages/, without `.page.tsx`. Without it, the words of the path joined by hyphens. */
  file?: string
  /** Members only: visitors are redirected to /signin and return afterwards. */
  isForMembers?: true
  /** Visitors see it on a members' site, too (decision 0106). By default they do not. */
  beforeSignIn?: true
  /** The page has no header and footer. */
  isBare?: true
  /** The page has its own frame. */
  isFrameless?: true
  /**
   * The parameters that change the page that visitors share; the page cache's key has no others. Null: the page depends on
   * more of the request than the session, so it is not cached. By default there are none.
   */
  parameters?: readonly string[] | null
}

/** The links of the app's frame that lead to an address. Numbers say the order of links: 10, 20, 30. */
export interface Links<Icon extends string = string> {
  /** The text of the links, if it is not that of the search. */
  label?: string
  icon?: Icon
  /** Other addresses under which the link is marked as the current one. */
  alsoAt?: readonly string[]
  /** In the header. A narrower one moves the link into "More": `from` is the width from which it has room for it. */
  header?: { members?: number; visitors?: number; from?: 'side' }
  /** In the bottom bar of phones. */
  bar?: { members?: number; visitors?: number; icon?: Icon }
  /** Above the pages of what members write and collect, so that each leads to the others. */
  community?: number
  /** Among the member's own pages, in the menu under the avatar. */
  own?: number
  footer?: number
}

/** A fixed address that people go to by name: a page, a part of one, or something that one does there. */
export interface Destination<Icon extends string = string> {
  path: string
  label: string
  /** Where it is or its purpose, in a few words. */
  about?: string
  /** Further words that find it, phrases separated by commas. */
  words: string
  icon: Icon
  for: Audience
  /** The search offers it in this order before something is typed. */
  offered?: number
  links?: Links<Icon>
}

/**
 * The pages of a feature (`x.pages.ts`), and what people know them by. The feature registers them on the server in its
 * module, and fills them into the browser's slot `featurePages`.
 */
export interface FeaturePages<Icon extends string = string> {
  pages?: readonly AppPage[]
  destinations?: readonly Destination<Icon>[]
}

export const definePages = <const Icon extends string = never>(pages: FeaturePages<Icon>): FeaturePages<Icon> => pages

const IS_FOR: Record<Audience, (role: Role | null) => boolean> = {
  everybody: () => true,
  visitors: (role) => role === null,
  members: (role) => role !== null,
  moderators: (role) => role === 'moderator' || role === 'admin',
  admins: (role) => role === 'admin',
}

/** Returns whether an address is for a viewer with this role; null for a visitor. An admin is also a moderator. */
export const isForRole = (audience: Audience, role: Role | null): boolean => IS_FOR[audience](role)

/** Returns whether a visitor of a members' site sees the page at this address. A fixed address comes before a pattern. */
export function isBeforeSignIn(pages: readonly AppPage[], pathname: string): boolean {
  const page = pages.find(({ path }) => path === pathname) ?? pages.find(({ path }) => isAt(path, pathname))
  return page?.beforeSignIn === true
}

/** Returns whether an address is one of a pattern such as `/info/:page?`. */
function isAt(pattern: string, pathname: string): boolean {
  const [wanted, given] = [pattern.split('/'), pathname.split('/')]
  const isAlike = (part: string, at: number) => {
    if (part.endsWith('?') && given[at] === undefined) return true
    return part.startsWith(':') ? Boolean(given[at]) : part.replace('?', '') === given[at]
  }
  return given.length <= wanted.length && wanted.every(isAlike)
}

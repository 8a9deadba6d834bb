/** What readers elsewhere subscribe to: a member's latest public things, each kind as an Atom document (RFC 4287). */
export const ATOM_KINDS = ['reviews', 'lists', 'activity'] as const
export type AtomKind = (typeof ATOM_KINDS)[number]

/** The newest things in a document. */
export const ATOM_ENTRIES = 20

const TITLES: Record<AtomKind, string> = { reviews: 'Reviews by', lists: 'Lists by', activity: 'Activity of' }

/** Returns 'Reviews by Mara'. */
export const atomTitle = (kind: AtomKind, name: string): string => `${TITLES[kind]} ${name}`

export const atomAddress = (userId: string, kind: AtomKind): string => `/feeds/${userId}/${kind}.atom`

export const listAtomAddress = (listId: string): string => `/feeds/lists/${listId}/games.atom`

/** Returns the documents that a member has, by the parts of the profile that a visitor may see (G22). */
export const atomKindsOf = (visitorSees: { profile: boolean; activity: boolean }): readonly AtomKind[] =>
  ATOM_KINDS.filter((kind) => (kind === 'activity' ? visitorSees.activity : visitorSees.profile))

import { expect } from 'vitest'

// Ada's data, of which each part contains a secret, and what a feature declares about an endpoint that shows some of it.

export const NOW = new Date('2026-03-01T12:00:00.000Z')

export type Part =
  | 'profile'
  | 'presence'
  | 'library'
  | 'activity'
  | 'friends'
  | 'badges'
  | 'libraryBadges'
  | 'review'
  | 'forum'
  | 'picture'
  | 'nobody'

export const PROFILE = ['Secret bio', 'Secret location', 'secret-website.example']
/** The secrets, by the part of the profile that contains them. */
export const SECRETS: Record<Part, string[]> = {
  profile: [...PROFILE, 'Secret list', 'Secret note on a game', 'Secret reply'],
  presence: ['2026-03-01T11:58:58.500Z'],
  library: [
    'Secret shelf',
    'Secret favourite',
    '123.25',
    'Secret platform',
    'Secret achievement',
    'Secret shown shelf',
  ],
  activity: ['Secret words', 'Secret answer', '2026-02-14'],
  friends: ['Secret tie'],
  badges: ['Secret badge'],
  // A badge about games is as visible as the library and the badges together.
  libraryBadges: ['Secret milestone'],
  // A public review is visible whatever the profile's visibility is, but not to members in a block with its author.
  review: ['Secret verdict', 'Secret remark'],
  // Like a public review, but moderators and admins read it despite a block.
  forum: ['Secret thread', 'Secret post'],
  // Without words; the check compares the bytes.
  picture: [],
  // Private to the owner, or to the owner and one other member: not even an admin may see them.
  nobody: [
    'Secret notes',
    'secret-address@example.org',
    'Secret/Zone',
    'Secret request',
    'Secret message',
    'Secret draft',
    'Secret private list',
    'Secret diary',
    'Secret hidden shelf',
    'Secret own game',
    'Secret own platform',
    'Secret run',
    'local_1000000000',
    'Secret borrower',
  ],
}

export const WHO = ['visitor', 'member', 'friend', 'blocked', 'blocker', 'admin', 'blockedAdmin'] as const
export type Who = (typeof WHO)[number]

export const ids = {
  ada: '',
  /** Ada's friend, who hides nothing. */
  tie: '',
  activity: '',
  comment: '',
  review: '',
  thread: '',
  post: '',
  reviewComment: '',
  listComment: '',
  challenge: '',
  list: '',
  privateList: '',
  entry: '',
  own: '',
  SHELF: 'igdb_201',
  PLAYED: 'igdb_202',
  FAVOURITE: 'igdb_203',
}
/** What an endpoint shows of Ada (`showsOthers` of `x.access.ts`). */
export interface Line {
  path: () => string
  body?: () => object
  /** The secrets in the response for viewers who may see their part. No other secret may ever appear. */
  has: Partial<Record<Part, string[]>>
  /** The response contains several members' data. */
  isList?: boolean
  /** Every viewer gets what a visitor gets. */
  isForVisitors?: boolean
  /** Only these viewers send the request, or appear in the response. */
  who?: readonly Who[]
  /** The whole request is refused for viewers who may not see this part, or one of these parts. */
  opens?: Part | readonly Part[]
  /** The status of that refusal; 403 by default. */
  refused?: 404
  /** Checks values that are not text. */
  check?: (body: Answer, may: (part: Part) => boolean, who: Who) => void
}
// The responses have every shape.
// biome-ignore lint/suspicious/noExplicitAny: see above
type Answer = any

export const MEMBERS = WHO.filter((who) => who !== 'visitor')
export const BIO = { profile: ['Secret bio'] }
export const REVIEWED = { review: ['Secret verdict'] }
export const DONE = { activity: ['Secret words', 'Secret answer'] }
export const ofAda = (name: string) => () => `/api/profiles/${ids.ada}${name}`

/** Ada in a list of a member who hides nothing: the relationship is Ada's too (decision 0045). */
export const inListOfOther = (list: string): Line => ({
  path: () => `/api/profiles/${ids.tie}/${list}`,
  has: {},
  // In lists, a block also hides from admins.
  who: WHO.filter((who) => who !== 'blockedAdmin'),
  check: ({ data }, may, who) =>
    expect([who, data.some(({ id }: { id: string }) => id === ids.ada)]).toEqual([who, may('friends')]),
})

/** An endpoint that returns the viewer's own journal, where Ada's would be if it returned hers. */
export const journal = (path: string): Line => ({
  path: () => path,
  who: MEMBERS,
  has: {},
  check: (body) => expect(Object.values(body).filter(Array.isArray).flat()).toEqual([]),
})
/** A picture shows a viewer with more rights nothing more than a visitor, who sends the first request. */
export function sameForEverybody(): NonNullable<Line['check']> {
  let first: Answer
  return (body, _may, who) => {
    if (who === 'visitor') first = body
    expect([who, typeof body === 'string' && body.includes('PNG'), body === first]).toEqual([who, true, true])
  }
}

import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { createOwnGames } from '#features/catalogue/server/catalogue.service.ts'
import { tag } from '#server/tags.ts'
import type { UserId } from '#shared/ids.ts'
import { addAchievements } from './support/fixtures.ts'
import { type Member, signUp } from './support/members.ts'
import { type Client, useTestApp } from './support/test-app.ts'

const world = useTestApp()

/**
 * Tests which data of another member each viewer gets, at every endpoint that reads (G22, C58; decision 0030). Each
 * part of Ada's data contains a secret. Every viewer sends a request to every endpoint under every setting, and the
 * test checks for each secret whether the response may contain it.
 */
const NOW = new Date('2026-03-01T12:00:00.000Z')

type Part =
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

const PROFILE = ['Secret bio', 'Secret location', 'secret-website.example']
/** The secrets, by the part of the profile that contains them. */
const SECRETS: Record<Part, string[]> = {
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

type Visibility = 'public' | 'friends' | 'private'
interface Settings {
  visibility?: Visibility
  sections?: Partial<Record<'library' | 'activity' | 'friends' | 'badges', Visibility>>
  presence?: boolean
}
const SETTINGS: Settings[] = [
  {},
  { visibility: 'friends' },
  { visibility: 'private' },
  ...(['library', 'activity', 'friends', 'badges'] as const).flatMap((section): Settings[] => [
    { sections: { [section]: 'friends' } },
    { sections: { [section]: 'private' } },
  ]),
  // A section is never more visible than the whole profile.
  { visibility: 'private', sections: { library: 'public', activity: 'public', friends: 'public', badges: 'public' } },
  { presence: false },
]

const WHO = ['visitor', 'member', 'friend', 'blocked', 'blocker', 'admin', 'blockedAdmin'] as const
type Who = (typeof WHO)[number]

/**
 * Returns whether the viewer may see the part, by the test's own logic. Admins see everything about one member, but not
 * in lists of many members.
 */
function sees(who: Who, part: Part, settings: Settings, isList: boolean): boolean {
  if (part === 'nobody') return false
  // Robots fetch pictures for link previews, so a picture shows what a visitor may see, to everybody without a block.
  if (part === 'picture') return sees('visitor', 'profile', settings, isList) && sees(who, 'profile', settings, isList)
  if (part === 'libraryBadges') return sees(who, 'badges', settings, isList) && sees(who, 'library', settings, isList)
  if (part === 'review') return who !== 'blocked' && who !== 'blocker' && who !== 'blockedAdmin'
  if (part === 'forum') return who !== 'blocked' && who !== 'blocker'
  if (part === 'presence' && settings.presence === false) return false
  if (who === 'blocked' || who === 'blocker' || (who === 'blockedAdmin' && isList)) return false
  if ((who === 'admin' || who === 'blockedAdmin') && !isList) return true
  const level = { public: 0, friends: 1, private: 2 }
  const whole = level[settings.visibility ?? 'public']
  const own = part === 'profile' || part === 'presence' ? 0 : level[settings.sections?.[part] ?? 'public']
  const need = Math.max(whole, own)
  return need === 0 || (need === 1 && who === 'friend')
}

const ids = {
  ada: '',
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
const people = {} as Record<Who, Client> & Record<Exclude<Who, 'visitor'>, Member>

interface Line {
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

const MEMBERS = WHO.filter((who) => who !== 'visitor')
const BIO = { profile: ['Secret bio'] }
const REVIEWED = { review: ['Secret verdict'] }
const DONE = { activity: ['Secret words', 'Secret answer'] }
const member = (name: string) => () => `/api/profiles/${ids.ada}${name}`

/** Ada in a list of a member who hides nothing: the relationship is Ada's too (decision 0045). */
const inListOfOther = (list: string): Line => ({
  path: () => `/api/profiles/${tie.user.id}/${list}`,
  has: {},
  // In lists, a block also hides from admins.
  who: WHO.filter((who) => who !== 'blockedAdmin'),
  check: ({ data }, may, who) =>
    expect([who, data.some(({ id }: { id: string }) => id === ids.ada)]).toEqual([who, may('friends')]),
})

/** An endpoint that returns the viewer's own journal, where Ada's would be if it returned hers. */
const journal = (path: string): Line => ({
  path: () => path,
  who: MEMBERS,
  has: {},
  check: (body) => expect(Object.values(body).filter(Array.isArray).flat()).toEqual([]),
})
const JOURNAL = {
  'GET /api/journal': [
    journal('/api/journal'),
    journal(`/api/journal?type=daily&game_id=${ids.PLAYED}`),
    journal('/api/journal?search=Secret'),
  ],
  'GET /api/journal/games': [journal('/api/journal/games')],
  'GET /api/journal/month': [journal('/api/journal/month?month=2026-02')],
  'GET /api/journal/year': [journal('/api/journal/year?year=2026')],
  'GET /api/journal/on-this-day': [journal('/api/journal/on-this-day?date=2027-02-28')],
}

/** A picture shows a viewer with more rights nothing more than a visitor, who sends the first request. */
function sameForEverybody(): NonNullable<Line['check']> {
  let first: Answer
  return (body, _may, who) => {
    if (who === 'visitor') first = body
    expect([who, typeof body === 'string' && body.includes('PNG'), body === first]).toEqual([who, true, true])
  }
}

/** Endpoints that return data of another member. */
const LINES: Record<string, Line | Line[]> = {
  ...JOURNAL,
  // The viewer's own releases, where those of Ada's library would be.
  'GET /api/releases/mine': journal('/api/releases/mine'),
  'GET /api/profiles/:handle': {
    path: member(''),
    opens: 'profile',
    has: { profile: PROFILE, presence: SECRETS.presence, library: ['Secret favourite'] },
    check: ({ profile }, may) => {
      expect(profile.friendsCount !== null).toBe(may('friends'))
      expect(profile.stats !== null).toBe(may('library'))
      expect(profile.totalHours).toBe(may('library') ? 123.25 : null)
      expect(profile.streak).toBe(may('activity') ? 1 : 0)
      const game = may('activity') && may('presence') ? { id: ids.PLAYED, name: 'Played' } : null
      expect(profile.presence?.currentGame ?? null).toEqual(game)
    },
  },
  'GET /api/profiles/:handle/stats': {
    path: member('/stats'),
    opens: 'library',
    has: { library: ['123.25'] },
    check: ({ friendsCount }, may) => expect(friendsCount !== null).toBe(may('friends')),
  },
  'POST /api/rpc/get_user_profile_stats': {
    path: () => '/api/rpc/get_user_profile_stats',
    body: () => ({ user_uuid: ids.ada }),
    opens: 'library',
    has: { library: ['123.25'] },
    check: ({ friendsCount }, may) => expect(friendsCount !== null).toBe(may('friends')),
  },
  'GET /api/profiles/:handle/friends': [
    { path: member('/friends'), opens: 'friends', has: { friends: ['Secret tie'] } },
    inListOfOther('friends'),
  ],
  'GET /api/profiles/:handle/followers': [
    { path: member('/followers'), opens: 'friends', has: { friends: ['Secret tie'] } },
    inListOfOther('followers'),
  ],
  'GET /api/profiles/:handle/following': [
    { path: member('/following'), opens: 'friends', has: { friends: ['Secret tie'] } },
    inListOfOther('following'),
  ],
  'GET /api/profiles/:handle/games': {
    path: member('/games'),
    opens: 'library',
    has: { library: ['Secret shelf', '123.25'] },
  },
  'GET /api/library/own-games/:gameId': {
    path: () => `/api/library/own-games/${ids.own}`,
    who: MEMBERS,
    opens: 'nobody',
    refused: 404,
    has: {},
  },
  'GET /api/profiles/:handle/games/facets': {
    path: member('/games/facets'),
    opens: 'library',
    has: { library: ['Secret shown shelf'] },
  },
  // Each pin appears where its part is visible.
  'GET /api/profiles/:handle/pins': {
    path: member('/pins'),
    opens: 'profile',
    has: { ...DONE, ...REVIEWED, library: ['Secret shelf'] },
  },
  'GET /api/profiles/:handle/achievements': {
    path: member('/achievements'),
    opens: 'library',
    has: { library: ['Secret achievement', 'Secret shelf'] },
  },
  'GET /api/profiles/:handle/activities': {
    path: member('/activities'),
    opens: 'activity',
    // The hours on a card belong to the library.
    has: { ...DONE, library: ['123.25'] },
  },
  'GET /api/profiles/:handle/badges': {
    path: member('/badges'),
    opens: 'badges',
    has: { badges: ['Secret badge'], libraryBadges: ['Secret milestone'] },
    check: ({ total }, may) => expect(total).toBe(may('library') ? 2 : 1),
  },
  // Joining a challenge is an activity; progress in it belongs to the library.
  'GET /api/profiles/:handle/challenges': {
    path: member('/challenges'),
    opens: ['library', 'activity'],
    has: { library: ['123.25'] },
  },
  'GET /api/challenges/:challengeId/participants': {
    path: () => `/api/challenges/${ids.challenge}/participants`,
    isList: true,
    has: {},
    check: ({ data }, may) => expect(data).toHaveLength(may('activity') && may('library') ? 1 : 0),
  },
  'GET /api/profiles/:handle/lists': { path: member('/lists'), opens: 'profile', has: { profile: ['Secret list'] } },
  'GET /api/lists': { path: () => '/api/lists?limit=24', isList: true, has: { profile: ['Secret list'] } },
  'GET /api/lists/:listId': [
    {
      path: () => `/api/lists/${ids.list}`,
      opens: 'profile',
      refused: 404,
      has: { profile: ['Secret list', 'Secret reply'] },
    },
    { path: () => `/api/lists/${ids.privateList}`, opens: 'nobody', refused: 404, has: {} },
  ],
  'GET /api/lists/:listId/picture': [
    {
      path: () => `/api/lists/${ids.list}/picture`,
      opens: 'picture',
      refused: 404,
      has: {},
      check: sameForEverybody(),
    },
    { path: () => `/api/lists/${ids.privateList}/picture`, opens: 'nobody', refused: 404, has: {} },
  ],
  'GET /api/lists/:listId/games': [
    {
      path: () => `/api/lists/${ids.list}/games`,
      opens: 'profile',
      refused: 404,
      has: { profile: ['Secret note on a game'] },
    },
    { path: () => `/api/lists/${ids.privateList}/games`, opens: 'nobody', refused: 404, has: {} },
  ],
  'GET /api/lists/:listId/comments': [
    {
      path: () => `/api/lists/${ids.list}/comments`,
      opens: 'profile',
      refused: 404,
      has: { profile: ['Secret reply'] },
    },
    { path: () => `/api/lists/${ids.privateList}/comments`, opens: 'nobody', refused: 404, has: {} },
  ],
  'GET /api/lists/comments/:commentId': {
    path: () => `/api/lists/comments/${ids.listComment}`,
    opens: 'profile',
    refused: 404,
    has: { profile: ['Secret reply'] },
  },
  'GET /api/lists/talk': {
    path: () => `/api/lists/talk?ids=${ids.list},${ids.privateList}`,
    has: { profile: ['Secret reply'] },
    // The response omits everything that the viewer may not see.
    check: ({ data }, may) => expect(data).toHaveLength(may('profile') ? 1 : 0),
  },
  'GET /api/activities/:activityId': {
    path: () => `/api/activities/${ids.activity}`,
    opens: 'activity',
    has: { ...DONE, library: ['123.25'] },
  },
  'GET /api/activities/:activityId/comments': {
    path: () => `/api/activities/${ids.activity}/comments`,
    opens: 'activity',
    has: { activity: ['Secret answer'] },
  },
  'GET /api/activities/comments/:commentId': {
    path: () => `/api/activities/comments/${ids.comment}`,
    opens: 'activity',
    has: { activity: ['Secret answer'] },
  },
  'GET /api/activities/talk': {
    path: () => `/api/activities/talk?ids=${ids.activity}`,
    has: { activity: ['Secret answer'] },
    // The response omits everything that the viewer may not see.
    check: ({ data }, may) => expect(data).toHaveLength(may('activity') ? 1 : 0),
  },
  'GET /api/activities/news': (
    [
      ['everyone', MEMBERS],
      ['circle', MEMBERS],
      ['followed', MEMBERS],
      ['friends', ['friend']],
    ] as const
  ).map(([from, who]) => ({
    path: () => `/api/activities/news?from=${from}&ids=${ids.activity}`,
    isList: true,
    who,
    has: {},
    check: (body, may) => expect(body.ids).toEqual(may('activity') ? [ids.activity] : []),
  })),
  'GET /api/social/activity-feed': [
    { path: () => '/api/social/activity-feed?from=everyone', isList: true, has: DONE },
    { path: () => '/api/social/activity-feed', isList: true, has: DONE, who: MEMBERS },
    { path: () => '/api/social/activity-feed?from=followed', isList: true, has: DONE, who: MEMBERS },
    { path: () => '/api/social/activity-feed?from=friends', isList: true, has: DONE, who: ['friend'] },
  ],
  'GET /api/games/:gameId/activities': {
    path: () => `/api/games/${ids.PLAYED}/activities`,
    isList: true,
    has: DONE,
  },
  'GET /api/social/circle': {
    path: () => '/api/social/circle',
    isList: true,
    who: MEMBERS,
    has: {},
    // The game that a member plays belongs to the library; that they play it is their activity.
    check: ({ people: shown }, may) => {
      const isShown = JSON.stringify(shown).includes('Secret shelf')
      expect(isShown).toBe(may('activity') && may('library'))
    },
  },
  'GET /api/profiles/:handle/reviews': { path: member('/reviews'), opens: 'profile', has: REVIEWED },
  'GET /api/games/:gameId/reviews': { path: () => `/api/games/${ids.PLAYED}/reviews`, has: REVIEWED },
  'GET /api/games/:gameId/reviews/summary': {
    path: () => `/api/games/${ids.PLAYED}/reviews/summary`,
    has: {},
    // Every member follows Ada.
    check: ({ total, friends }, may, who) => {
      expect(total).toBe(may('review') ? 1 : 0)
      expect(friends).toHaveLength(may('review') && who !== 'visitor' ? 1 : 0)
    },
  },
  'GET /api/reviews': [
    { path: () => `/api/reviews?game_id=${ids.PLAYED}`, has: REVIEWED },
    { path: () => `/api/reviews?user_id=${ids.ada}`, opens: 'profile', has: REVIEWED },
    { path: () => '/api/reviews?saved=1', who: MEMBERS, has: REVIEWED },
    { path: () => '/api/reviews?latest=1', has: REVIEWED },
  ],
  'GET /api/forum/categories': {
    path: () => '/api/forum/categories',
    isList: true,
    has: { forum: ['Secret thread'] },
  },
  'GET /api/forum/threads': ['category=general', 'category=general&sort=top', 'latest=1'].map((query) => ({
    path: () => `/api/forum/threads?${query}`,
    isList: true,
    has: { forum: ['Secret thread'] },
  })),
  'GET /api/forum/threads/:threadId': {
    path: () => `/api/forum/threads/${ids.thread}`,
    opens: 'forum',
    refused: 404,
    has: { forum: ['Secret thread'] },
  },
  'GET /api/forum/threads/:threadId/posts': {
    path: () => `/api/forum/threads/${ids.thread}/posts`,
    opens: 'forum',
    refused: 404,
    has: { forum: ['Secret post'] },
  },
  'GET /api/forum/posts/:postId': {
    path: () => `/api/forum/posts/${ids.post}`,
    opens: 'forum',
    refused: 404,
    has: { forum: ['Secret post'] },
  },
  'GET /api/reviews/:reviewId': {
    path: () => `/api/reviews/${ids.review}`,
    opens: 'review',
    refused: 404,
    has: REVIEWED,
  },
  'GET /api/reviews/:reviewId/comments': {
    path: () => `/api/reviews/${ids.review}/comments`,
    opens: 'review',
    refused: 404,
    has: { review: ['Secret remark'] },
  },
  'GET /api/reviews/comments/:commentId': {
    path: () => `/api/reviews/comments/${ids.reviewComment}`,
    opens: 'review',
    refused: 404,
    has: { review: ['Secret remark'] },
  },
  'GET /api/reviews/talk': {
    path: () => `/api/reviews/talk?ids=${ids.review}`,
    has: { review: ['Secret remark'] },
    check: ({ data }, may) => expect(data).toHaveLength(may('review') ? 1 : 0),
  },
  'GET /feeds/:userId/reviews.atom': {
    path: () => `/feeds/${ids.ada}/reviews.atom`,
    isForVisitors: true,
    opens: 'profile',
    refused: 404,
    has: REVIEWED,
  },
  'GET /feeds/:userId/lists.atom': {
    path: () => `/feeds/${ids.ada}/lists.atom`,
    isForVisitors: true,
    opens: 'profile',
    refused: 404,
    has: { profile: ['Secret list'] },
  },
  'GET /feeds/:userId/activity.atom': {
    path: () => `/feeds/${ids.ada}/activity.atom`,
    isForVisitors: true,
    opens: 'activity',
    refused: 404,
    has: { activity: ['Secret words'] },
  },

  // Nobody but Ada has a list here.
  'GET /sitemaps/members-1.xml': {
    path: () => '/sitemaps/members-1.xml',
    isForVisitors: true,
    has: {},
    check: (xml, may) => expect(xml.includes(`/profile/${ids.ada}<`)).toBe(may('profile')),
  },
  'GET /sitemaps/lists-1.xml': {
    path: () => '/sitemaps/lists-1.xml',
    isForVisitors: true,
    opens: 'profile',
    refused: 404,
    has: {},
    check: (xml) => expect([xml.includes(ids.list), xml.includes(ids.privateList)]).toEqual([true, false]),
  },
  'GET /sitemaps/reviews-1.xml': {
    path: () => '/sitemaps/reviews-1.xml',
    isForVisitors: true,
    has: {},
    check: (xml) => expect(xml).toContain(ids.review),
  },
  'GET /sitemaps/years-1.xml': {
    path: () => '/sitemaps/years-1.xml',
    isForVisitors: true,
    opens: 'library',
    refused: 404,
    has: {},
    check: (xml) => expect(xml).toContain(`/profile/${ids.ada}/year/`),
  },

  // Games and minutes belong to the library, days to the activity.
  'GET /api/profiles/:handle/years/:year/picture': {
    path: member('/years/2026/picture'),
    opens: 'picture',
    refused: 404,
    has: {},
    check: sameForEverybody(),
  },
  'GET /api/profiles/:handle/years/:year': {
    path: member('/years/2026'),
    opens: 'profile',
    has: { library: ['Secret platform'], activity: ['2026-02-14'] },
    check: ({ year }, may) => {
      expect(year.library?.minutes ?? null).toBe(may('library') ? 15 : null)
      expect(year.activity?.daysPlayed ?? null).toBe(may('activity') ? 1 : null)
      expect(year.activity?.days[0].minutes ?? null).toBe(may('library') && may('activity') ? 15 : null)
      expect(year.activity?.firstGame?.game.name ?? null).toBe(may('library') && may('activity') ? 'Played' : null)
      expect([year.reviews, year.journalEntries]).toEqual([1, null])
    },
  },
  // All of it belongs to the library, and weekdays to the activity too.
  'GET /api/profiles/:handle/statistics': {
    path: member('/statistics?period=2026-02-01..2026-02-20'),
    opens: 'profile',
    has: { library: ['"minutes":15'] },
    check: ({ statistics }, may) => {
      expect(statistics.library?.minutes ?? null).toBe(may('library') ? 15 : null)
      expect(statistics.library?.weekdays?.length ?? null).toBe(may('library') && may('activity') ? 7 : null)
      expect(statistics.isWidened).toBe(!may('activity'))
    },
  },
  'GET /api/profiles': { path: () => '/api/profiles?search=ada-the', isList: true, has: BIO },
  'GET /api/search': [
    // A word of the shared list and of the private one, but of no member's name.
    { path: () => '/api/search?q=list', isList: true, has: { profile: ['Secret list'] } },
    { path: () => '/api/search?q=thread', isList: true, has: { forum: ['Secret thread'] } },
    {
      path: () => '/api/search?q=@ada-the-first',
      isList: true,
      has: {},
      // A member's name is visible to everybody, except across a block.
      check: ({ groups }, _may, who) =>
        expect([who, groups.length]).toEqual([who, ['blocked', 'blocker', 'blockedAdmin'].includes(who) ? 0 : 1]),
    },
  ],
  'GET /api/profiles/suggestions': {
    path: () => '/api/profiles/suggestions',
    isList: true,
    who: ['member', 'blocked', 'blocker', 'admin', 'blockedAdmin'],
    has: {},
    // Members without shared relationships are suggested by their libraries, so a closed library suggests nobody.
    check: ({ data }, may) => {
      const ada = data.find(({ id }: { id: string }) => id === ids.ada)
      expect(ada?.reason.kind).toBe(may('library') ? 'same_games' : undefined)
      expect(ada?.bio).toBe(may('library') ? 'Secret bio' : undefined)
    },
  },
  'GET /api/profiles/:userId/relationship': { path: member('/relationship'), who: MEMBERS, has: {} },
  'GET /api/followers': [
    { path: () => '/api/followers', isList: true, who: MEMBERS, has: BIO },
    { path: () => '/api/followers?list=followers', isList: true, who: MEMBERS, has: BIO },
  ],
  'GET /api/friends': {
    path: () => '/api/friends',
    isList: true,
    who: ['friend'],
    has: BIO,
    check: ({ data: [ada] }, may) => {
      expect(ada.presence.status !== 'offline').toBe(may('presence'))
      expect(ada.currentGame?.name ?? null).toBe(may('activity') && may('presence') ? 'Played' : null)
    },
  },
  'GET /api/friends/requests': { path: () => '/api/friends/requests', isList: true, who: MEMBERS, has: {} },
  'GET /api/notifications': { path: () => '/api/notifications', isList: true, who: MEMBERS, has: {} },
  'GET /api/messages': { path: () => `/api/messages?userId=${ids.ada}`, isList: true, who: MEMBERS, has: {} },
  'GET /api/messages/conversations': { path: () => '/api/messages/conversations', isList: true, who: MEMBERS, has: {} },
  'GET /api/blocks': { path: () => '/api/blocks', who: MEMBERS, has: {} },
  'POST /api/rpc/is_user_following': {
    path: () => '/api/rpc/is_user_following',
    body: () => ({ follower_uuid: ids.ada, following_uuid: tie.user.id }),
    isList: true,
    opens: 'friends',
    has: {},
  },
  'POST /api/rpc/are_users_friends': {
    path: () => '/api/rpc/are_users_friends',
    body: () => ({ user1_uuid: ids.ada, user2_uuid: tie.user.id }),
    isList: true,
    opens: 'friends',
    has: {},
  },
}

/** Endpoints that read, but return no data of another member. A new endpoint belongs either here or above. */
const OWN = [
  // Only for the author and moderators.
  'GET /api/forum/threads/:threadId/versions',
  'GET /api/forum/posts/:postId/versions',
  'GET /api/admin/forum',
  'GET /api/admin/reports',
  'GET /api/admin/pages',
  'GET /api/info/:page',
  'GET /api/news',
  'GET /api/news/:idOrSlug',
  'GET /api/news/:idOrSlug/picture',
  'GET /api/exports',
  'GET /api/imports',
  'GET /api/imports/:importId',
  'GET /api/imports/:importId/recognition',
  'GET /api/imports/:importId/rows',
  'GET /api/imports/:importId/table',
  'GET /api/steam',
  'GET /api/steam/games',
  'GET /api/releases/calendar',
  'GET /api/tokens',
  'GET /api/apps',
  'GET /api/apps/request',
  'GET /api/webhooks',
  'GET /api/webhooks/:webhookId/deliveries',
  'GET /api/auth/csrf',
  'GET /api/auth/session',
  'GET /api/auth/user',
  'GET /api/auth/providers',
  'GET /api/auth/ways',
  'GET /api/auth/sessions',
  'GET /api/auth/two-factor',
  'GET /api/auth/passkeys',
  'POST /api/rpc/create_user_profile_safe',
  'GET /api/user/dashboard',
  'GET /api/user/export',
  'GET /api/user/preferences',
  'GET /api/user/stats',
  'GET /api/notifications/switches',
  'GET /api/notifications/unread',
  'GET /api/messages/unread',
  'GET /api/library',
  'GET /api/library/marks',
  'GET /api/library/stats',
  'GET /api/library/shelves',
  'GET /api/library/queue',
  'GET /api/library/copies',
  'GET /api/library/:gameId/copies',
  'GET /api/library/:gameId',
  'GET /api/library/:gameId/history',
  'GET /api/library/:gameId/progress',
  'GET /api/activities/mine',
  'GET /api/badges',
  'GET /api/challenges/mine',
  'GET /api/lists/mine',
  'GET /api/achievements',
  'GET /api/achievements/games',
  'GET /api/achievements/totals',
  'GET /api/user/games/:gameId/play-log',
  'GET /api/user/games/:gameId/sessions',
  'GET /api/user/timer',
  'GET /api/profiles/me',
]
/** Documents about members, which are no endpoints with a contract. */
const DOCUMENTS = [
  ...['reviews', 'lists', 'activity'].map((kind) => `GET /feeds/:userId/${kind}.atom`),
  ...['members', 'lists', 'reviews', 'years'].map((kind) => `GET /sitemaps/${kind}-1.xml`),
]
/** Endpoints about games, the service, or whether an address is taken. */
const NOT_OF_MEMBERS =
  /^GET \/api\/(health|games|rawg|challenges|playlists|releases)(?!.*(activities|participants|mine|calendar|reviews))|^POST \/api\/rpc\/check_user_exists$/
const READS = /^GET |^POST \/api\/rpc\//

let ada: Member
let tie: Member

beforeAll(async () => {
  world.time.now = NOW
  ada = await signUp(world, { username: 'ada-the-first', email: 'secret-address@example.org' })
  tie = await signUp(world, { username: 'tie', displayName: 'Secret tie' })
  // This member sends Ada a request, which nobody else may learn.
  const asker = await signUp(world, { username: 'asker', displayName: 'Secret request' })
  const answerer = await signUp(world)
  ids.ada = ada.user.id
  people.visitor = world.visitor()
  for (const who of MEMBERS) {
    const isAdmin = who === 'admin' || who === 'blockedAdmin'
    people[who] = await signUp(world, { username: `${who}-viewer`, becomeAdmin: isAdmin })
  }
  const id = (who: Exclude<Who, 'visitor'>) => people[who].user.id
  const { db } = world
  // Their presence must not be a reason to suggest them.
  await db
    .updateTable('profiles')
    .set({ settings: JSON.stringify({ presence: false }) })
    .execute()
  const games = [
    [ids.SHELF, 'Secret shelf'],
    [ids.PLAYED, 'Played'],
    [ids.FAVOURITE, 'Secret favourite'],
  ] as const
  await db
    .insertInto('games')
    .values(
      games.map(([game, name], at) => ({
        id: game,
        data_source: 'igdb',
        source_id: 201 + at,
        name,
        search_text: name,
        // Ada's library has a game to come, for the release calendar.
        first_release_date: game === ids.PLAYED ? Date.UTC(2026, 3, 1) / 1000 : null,
      })),
    )
    .execute()
  const shelf = { status: 'playing', play_time: 0, created_at: NOW, updated_at: NOW }
  await db
    .insertInto('user_games')
    .values([
      { ...shelf, user_id: ada.user.id, game_id: ids.SHELF, notes: 'Secret notes' },
      // Completed before it was started again, so Ada is playing it now.
      {
        ...shelf,
        user_id: ada.user.id,
        game_id: ids.PLAYED,
        // With the session below 123.25.
        play_time: 123,
        status: 'completed',
        updated_at: new Date(NOW.getTime() - 3_600_000),
      },
      // Gives Ada a game in common with everybody.
      ...MEMBERS.map((who) => ({ ...shelf, user_id: id(who), game_id: ids.SHELF, status: 'completed' })),
    ])
    .execute()
  await sql`
    with run as (
      insert into playthroughs (user_id, game_id, platform) values (${ada.user.id}, ${ids.PLAYED}, 'Secret platform')
      returning id, user_id, game_id
    )
    insert into play_sessions (user_id, game_id, playthrough_id, played_on, minutes, origin, ended_at)
    select user_id, game_id, id, '2026-02-14', 15, 'typed', '2026-02-13T23:00:00Z' from run`.execute(db)
  await db
    .insertInto('own_shelves')
    .values(
      ['Secret shown shelf', 'Secret hidden shelf'].map((name, position) => ({
        user_id: ada.user.id,
        name,
        color: 'grey',
        is_shown: position === 0,
        position,
      })),
    )
    .execute()
  // A game of her own, which is the last that she has finished and played longest, and which stands on a shown shelf.
  const [own] = await createOwnGames(db, ada.user.id as UserId, [
    { name: 'Secret own game', platform: 'Secret own platform', year: 1999 },
  ])
  ids.own = own as string
  await db
    .insertInto('user_games')
    .values({ ...shelf, user_id: ada.user.id, game_id: ids.own, status: 'completed', user_rating: 9, play_time: 7.5 })
    .execute()
  await sql`
    with run as (
      insert into playthroughs (user_id, game_id, platform, finished_on, finish_level)
      values (${ada.user.id}, ${ids.own}, 'Secret run', '2026-02-14', 'main_story') returning id, user_id, game_id
    )
    insert into play_sessions (user_id, game_id, playthrough_id, played_on, minutes, origin, ended_at)
    select user_id, game_id, id, '2026-02-14', 60, 'typed', '2026-02-13T22:00:00Z' from run`.execute(db)
  await sql`
    insert into own_shelf_games (shelf_id, user_id, game_id, added_at)
    select id, user_id, ${ids.own}, ${NOW} from own_shelves where is_shown`.execute(db)
  await db
    .insertInto('game_copies')
    .values({
      user_id: ada.user.id,
      game_id: ids.SHELF,
      is_physical: true,
      store: 'Secret borrower',
      lent_to: 'Secret borrower',
      created_at: NOW,
    })
    .execute()
  const [achievement] = await addAchievements(world, ids.SHELF, ['Secret achievement'])
  await db
    .insertInto('user_achievements')
    .values({ user_id: ada.user.id, achievement_id: achievement as string, game_id: ids.SHELF, unlocked_at: NOW })
    .execute()
  await db
    .insertInto('profile_favourites')
    .values({ user_id: ada.user.id, position: 1, game_id: ids.FAVOURITE })
    .execute()
  const done = { user_id: ada.user.id, game_id: ids.PLAYED, created_at: new Date(NOW.getTime() - 600_000) }
  await db
    .insertInto('friend_activities')
    .values({ ...done, activity_type: 'started_playing' })
    .execute()
  ids.activity = (
    await db
      .insertInto('friend_activities')
      .values({
        ...done,
        activity_type: 'completed',
        details: JSON.stringify({ text: 'Secret words' }),
        created_at: NOW,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id
  await sql`
    insert into profile_pins (user_id, position, entry_id, activity_id)
    select ${ada.user.id}::uuid, 1, id, null from user_games where user_id = ${ada.user.id} and game_id = ${ids.SHELF}
    union all
    select ${ada.user.id}::uuid, 2, null, ${ids.activity}::uuid`.execute(db)
  const comment = { subject_type: 'activity', subject_id: ids.activity, user_id: answerer.user.id }
  const answered = db
    .insertInto('activity_comments')
    .values({ ...comment, content: 'Secret answer' })
    .returning('id')
  ids.comment = (await answered.executeTakeFirstOrThrow()).id
  const written = { user_id: ada.user.id, rating: 4, created_at: NOW }
  const reviews = await db
    .insertInto('reviews')
    .values([
      { ...written, game_id: ids.PLAYED, review_text: 'Secret verdict', review_html: 'Secret verdict' },
      { ...written, game_id: ids.SHELF, review_text: 'Secret draft', review_html: 'Secret draft', is_public: false },
    ])
    .returning('id')
    .execute()
  // Everybody has bookmarked both while they could see them.
  await db
    .insertInto('review_bookmarks')
    .values(MEMBERS.flatMap((who) => reviews.map((review) => ({ review_id: review.id, user_id: id(who) }))))
    .execute()
  ids.review = reviews[0]!.id
  await db.insertInto('profile_pins').values({ user_id: ada.user.id, position: 3, review_id: ids.review }).execute()
  const started = db
    .insertInto('forum_threads')
    .values({
      ...{ category_id: 1, author_id: ada.user.id, title: 'Secret thread', body: 'Words of Ada', body_html: 'Words' },
      ...{ posts_count: 1, last_number: 1, shown_number: 1 },
    })
    .returning('id')
  ids.thread = (await started.executeTakeFirstOrThrow()).id
  const said = { content: 'Secret post', content_html: 'Secret post', excerpt: 'Secret post' }
  const posted = db
    .insertInto('forum_posts')
    .values({ thread_id: ids.thread, number: 1, author_id: ada.user.id, ...said })
    .returning('id')
  ids.post = (await posted.executeTakeFirstOrThrow()).id
  const remark = db
    .insertInto('activity_comments')
    .values({ subject_type: 'review', subject_id: ids.review, user_id: answerer.user.id, content: 'Secret remark' })
    .returning('id')
  ids.reviewComment = (await remark.executeTakeFirstOrThrow()).id
  await db
    .insertInto('friends')
    .values([
      { user_id: ada.user.id, friend_id: id('friend'), status: 'accepted' },
      { user_id: ada.user.id, friend_id: tie.user.id, status: 'accepted' },
      { user_id: asker.user.id, friend_id: ada.user.id, status: 'pending' },
    ])
    .execute()
  // Everybody follows Ada, even members with a block: no list may rely on a block having ended the follow.
  await db
    .insertInto('followers')
    .values([
      ...MEMBERS.flatMap((who) => [
        { follower_id: id(who), following_id: ada.user.id },
        { follower_id: ada.user.id, following_id: id(who) },
      ]),
      { follower_id: ada.user.id, following_id: tie.user.id },
      { follower_id: tie.user.id, following_id: ada.user.id },
    ])
    .execute()
  await db
    .insertInto('user_blocks')
    .values([
      { blocker_id: ada.user.id, blocked_id: id('blocked') },
      { blocker_id: ada.user.id, blocked_id: id('blockedAdmin') },
      { blocker_id: id('blocker'), blocked_id: ada.user.id },
    ])
    .execute()
  await tie.post('/api/messages', { userId: ada.user.id, content: 'Secret message' })
  // Gives each member a conversation with Ada.
  for (const who of ['member', 'friend', 'admin'] as const)
    await people[who].post('/api/messages', { userId: ada.user.id, content: 'Hello' })
  const span = { starts_at: new Date(0), ends_at: new Date('2027-01-01T00:00:00.000Z') }
  const made = db
    .insertInto('challenges')
    .values({ title: 'Together', ...span })
    .returning('id')
  ids.challenge = (await made.executeTakeFirstOrThrow()).id
  await db
    .insertInto('challenge_participants')
    .values({
      user_id: ada.user.id,
      challenge_id: ids.challenge,
      progress: JSON.stringify({ goal: 123.25 }),
      joined_at: NOW,
      reached_at: NOW,
    })
    .execute()
  const addList = async (title: string, is_shared: boolean) => {
    const list = db
      .insertInto('lists')
      .values({ user_id: ada.user.id, title, is_shared, games_count: 1 })
      .returning('id')
    const { id: list_id } = await list.executeTakeFirstOrThrow()
    const note = is_shared ? 'Secret note on a game' : 'Secret private list'
    await db.insertInto('list_games').values({ list_id, game_id: ids.PLAYED, position: 1, note }).execute()
    return list_id
  }
  ids.list = await addList('Secret list', true)
  ids.privateList = await addList('Secret private list', false)
  const reply = db
    .insertInto('activity_comments')
    .values({ subject_type: 'list', subject_id: ids.list, user_id: answerer.user.id, content: 'Secret reply' })
    .returning('id')
  ids.listComment = (await reply.executeTakeFirstOrThrow()).id
  const entry = db
    .insertInto('journal_entries')
    .values({ user_id: ada.user.id, type: 'daily', date: '2026-02-28', game_id: ids.PLAYED, content: 'Secret diary' })
    .returning('id')
  ids.entry = (await entry.executeTakeFirstOrThrow()).id
  const badges = await db
    .insertInto('badges')
    .values(
      [null, '{"kind": "games_played", "threshold": 99}'].map((rule, at) => ({
        key: `secret-${at}`,
        name: at === 0 ? 'Secret badge' : 'Secret milestone',
        description: 'x',
        icon: 'award',
        level: 1,
        rule,
        display_order: 0,
      })),
    )
    .returning('id')
    .execute()
  await db
    .insertInto('user_badges')
    .values(badges.map((badge) => ({ user_id: ada.user.id, badge_id: badge.id, earned_at: NOW })))
    .execute()
  await db.insertInto('user_active_days').values({ user_id: ada.user.id, day: '2026-03-01' }).execute()
})

/** What visitors share of Ada, which the caches must forget after a change in the database. */
const sharedTags = () => [tag.member(ids.ada), tag.reviewsOf(ids.PLAYED), tag.peopleLists]

async function show(settings: Settings): Promise<void> {
  await world.db
    .updateTable('profiles')
    .set({
      settings: JSON.stringify({ ...settings, timezone: 'Secret/Zone' }),
      bio: 'Secret bio',
      location: 'Secret location',
      website: 'https://secret-website.example',
      last_seen_at: new Date('2026-03-01T11:58:58.500Z'),
      disabled_at: null,
    })
    .where('id', '=', ids.ada)
    .execute()
  await world.settle(sharedTags())
}

test('the tables contain exactly the endpoints that read', () => {
  const reads = world.routes
    .filter(({ endpoint }) => endpoint.access !== 'admin' && endpoint.scope === null)
    .map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`)
    .filter((name) => READS.test(name) && !NOT_OF_MEMBERS.test(name))
  expect([...Object.keys(LINES), ...OWN].sort()).toEqual([...reads, ...DOCUMENTS].sort())
})

describe.each(SETTINGS.map((settings) => [JSON.stringify(settings), settings] as const))('%s', (_name, settings) => {
  beforeAll(() => show(settings))

  test.each(Object.entries(LINES).flatMap(([name, lines]) => [lines].flat().map((line) => [name, line] as const)))(
    '%s (G22)',
    async (name, line) => {
      const { isList = false, who: asks = WHO } = line
      for (const who of asks) {
        const may = (part: Part) => sees(line.isForVisitors ? 'visitor' : who, part, settings, isList)
        const { status, body } = line.body
          ? await people[who].post(line.path(), line.body())
          : await people[who].get(line.path())
        const text = JSON.stringify(body)
        const isRefused = [line.opens ?? []].flat().some((part) => !may(part))
        expect([name, who, status]).toEqual([name, who, isRefused ? (line.refused ?? 403) : 200])
        for (const part of Object.keys(SECRETS) as Part[])
          for (const secret of SECRETS[part]) {
            const isIn = text.includes(secret)
            const isAllowed = !isRefused && may(part)
            if (isIn && !isAllowed) expect.fail(`${name} tells ${who} of ${part}: ${secret}`)
            if (!isIn && isAllowed && line.has[part]?.includes(secret))
              expect.fail(`${name} keeps ${part} from ${who}: ${secret}`)
          }
        if (!isRefused) line.check?.(body, may, who)
      }
    },
  )
})

test('the journal has only one reader and one author', async () => {
  for (const line of Object.values(JOURNAL).flat()) {
    const own = await ada.get(line.path())
    expect([line.path(), own.status]).toEqual([line.path(), 200])
    expect(Object.values(own.body).filter(Array.isArray).flat()).not.toEqual([])
    expect((await people.visitor.get(line.path())).status).toBe(401)
  }
  const change = { type: 'daily', content: 'Mine now' }
  for (const who of WHO) {
    const { status: changed } = await people[who].put(`/api/journal/${ids.entry}`, change)
    const { status: deleted } = await people[who].delete(`/api/journal/${ids.entry}`)
    const expected = who === 'visitor' ? 401 : 404
    expect([who, changed, deleted]).toEqual([who, expected, expected])
  }
  expect(JSON.stringify((await ada.get('/api/journal')).body)).toContain('Secret diary')
})

test('no endpoint reveals anything about a disabled member', async () => {
  await show({})
  await world.db.updateTable('profiles').set({ disabled_at: NOW }).where('id', '=', ids.ada).execute()
  await world.settle(sharedTags())
  for (const line of Object.values(LINES).flat())
    for (const who of line.who ?? WHO) {
      const { body } = line.body ? await people[who].post(line.path(), line.body()) : await people[who].get(line.path())
      const text = JSON.stringify(body)
      // The words in the forum stay, by 'Unknown User' (G55): their author's name and id do not.
      const { forum: _words, ...parts } = SECRETS
      const isForum = line.path().startsWith('/api/forum')
      for (const secret of [...Object.values(parts).flat(), ...(isForum ? [ids.ada, 'ada-the-first'] : [])])
        if (text.includes(secret)) expect.fail(`${line.path()} tells ${who}: ${secret}`)
    }
})

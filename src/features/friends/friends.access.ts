import { expect } from 'vitest'
import { anyone, type FeatureAccess, member, NOBODY } from '#tests/support/access.ts'
import { signUp } from '#tests/support/members.ts'
import { BIO, ids, inListOfOther, MEMBERS, ofAda } from '#tests/support/privacy.ts'

export const friendsAccess: FeatureAccess = {
  async prepare(app, { owner }) {
    // A friend request that the owner may accept, from a member who appears nowhere else.
    const asking = await signUp(app)
    return { id: (await asking.post('/api/friends', { friend_id: owner.user.id })).body.id }
  },
  rows: {
    'GET /api/profiles/:handle/friends': [anyone(200)],
    'GET /api/profiles/:handle/followers': [anyone(200)],
    'GET /api/profiles/:handle/following': [anyone(200)],
    'GET /api/profiles': [anyone(200), undefined, '/api/profiles?search=somebody'],
    'GET /api/profiles/suggestions': [member(200)],
    'GET /api/profiles/:userId/relationship': [member(200)],
    'GET /api/followers': [member(200)],
    'GET /api/friends': [member(200)],
    'GET /api/friends/requests': [member(200)],
    'POST /api/friends': [member(404), { friend_id: NOBODY }],
    'PATCH /api/friends/:id': [[401, 200, 403, 403], { status: 'accepted' }],
    'DELETE /api/friends/:id': [[401, 204, 403, 403]],
    'POST /api/rpc/are_users_friends': [anyone(403), { user1_uuid: NOBODY, user2_uuid: NOBODY }],
  },
  showsOthers: {
    'GET /api/profiles/:handle/friends': [
      { path: ofAda('/friends'), opens: 'friends', has: { friends: ['Secret tie'] } },
      inListOfOther('friends'),
    ],
    'GET /api/profiles/:handle/followers': [
      { path: ofAda('/followers'), opens: 'friends', has: { friends: ['Secret tie'] } },
      inListOfOther('followers'),
    ],
    'GET /api/profiles/:handle/following': [
      { path: ofAda('/following'), opens: 'friends', has: { friends: ['Secret tie'] } },
      inListOfOther('following'),
    ],
    'GET /api/profiles': { path: () => '/api/profiles?search=ada-the', isList: true, has: BIO },
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
    'GET /api/profiles/:userId/relationship': { path: ofAda('/relationship'), who: MEMBERS, has: {} },
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
    'POST /api/rpc/are_users_friends': {
      path: () => '/api/rpc/are_users_friends',
      body: () => ({ user1_uuid: ids.ada, user2_uuid: ids.tie }),
      isList: true,
      opens: 'friends',
      has: {},
    },
  },
}

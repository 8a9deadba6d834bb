import { expect } from 'vitest'
import { anyone, type FeatureAccess, GAME, member } from '#tests/support/access.ts'
import { ids, MEMBERS, ofAda, PROFILE, SECRETS } from '#tests/support/privacy.ts'

export const profilesAccess: FeatureAccess = {
  rows: {
    'GET /api/members': [anyone(200)],
    'GET /api/profiles/me': [member(200)],
    // A member may change only their own data.
    'PATCH /api/profiles/:handle': [[401, 200, 403, 403], { bio: 'Plays slowly.' }],
    'POST /api/profiles/me/avatar': [member(400), {}],
    'DELETE /api/profiles/me/avatar': [member(200)],
    'GET /api/profiles/:handle': [anyone(200)],
    'GET /api/profiles/:handle/stats': [anyone(200)],
    'POST /api/rpc/get_user_profile_stats': [anyone(404), { user_uuid: '01900000-0000-7000-8000-000000000000' }],
    'PUT /api/profiles/me/favourites': [member(200), { game_ids: [GAME] }],
  },
  readsOwnData: ['GET /api/profiles/me'],
  showsOthers: {
    // The other order depends on the presence, too (members.routes.test.ts).
    'GET /api/members': {
      path: () => '/api/members?show=similar',
      isList: true,
      who: MEMBERS,
      has: { library: ['Secret favourite'] },
    },
    'GET /api/profiles/:handle': {
      path: ofAda(''),
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
      path: ofAda('/stats'),
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
    // Nobody but Ada has a list here.
    'GET /sitemaps/members-1.xml': {
      path: () => '/sitemaps/members-1.xml',
      isForVisitors: true,
      has: {},
      check: (xml, may) => expect(xml.includes(`/profile/${ids.ada}<`)).toBe(may('profile')),
    },
  },
}

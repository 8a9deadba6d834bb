import { anyone, type FeatureAccess, member, NOBODY } from '#tests/support/access.ts'
import { ids } from '#tests/support/privacy.ts'

export const followsAccess: FeatureAccess = {
  rows: {
    'POST /api/followers': [member(404), { following_id: NOBODY }],
    'DELETE /api/followers/:userId': [member(204)],
    'POST /api/rpc/is_user_following': [anyone(403), { follower_uuid: NOBODY, following_uuid: NOBODY }],
  },
  showsOthers: {
    'POST /api/rpc/is_user_following': {
      path: () => '/api/rpc/is_user_following',
      body: () => ({ follower_uuid: ids.ada, following_uuid: ids.tie }),
      isList: true,
      opens: 'friends',
      has: {},
    },
  },
}

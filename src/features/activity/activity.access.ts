import { expect } from 'vitest'
import { anyone, type FeatureAccess, GAME, member, NOBODY } from '#tests/support/access.ts'
import { DONE, ids, MEMBERS, ofAda } from '#tests/support/privacy.ts'

export const activityAccess: FeatureAccess = {
  async prepare(_app, { owner }) {
    const sharing = { activity_type: 'want_to_play', game_id: GAME }
    const activityId = (await owner.post('/api/friends/activities/create', sharing)).body.activity.id
    const { body } = await owner.post(`/api/activities/${activityId}/comments`, { content: 'Mine' })
    return { activityId, commentId: body.comment.id }
  },
  rows: {
    'GET /api/games/:gameId/activities': [anyone(200)],
    'GET /api/profiles/:handle/activities': [anyone(200)],
    'POST /api/friends/activities/create': [
      member(201),
      { activity_type: 'progress', game_id: GAME, details: { progress: 30 } },
    ],
    'GET /api/activities/mine': [member(200)],
    'GET /api/activities/news': [member(200), undefined, `/api/activities/news?from=circle&ids=${NOBODY}`],
    'GET /api/activities/talk': [anyone(200), undefined, `/api/activities/talk?ids=${NOBODY}`],
    'GET /api/activities/:activityId': [anyone(200)],
    'POST /api/activities/:activityId/reactions': [member(200), { emoji: '🏆' }],
    'DELETE /api/activities/:activityId/reactions': [member(204)],
    'GET /api/activities/:activityId/comments': [anyone(200)],
    'POST /api/activities/:activityId/comments': [member(201), { content: 'Well played.' }],
    'GET /api/activities/comments/:commentId': [anyone(200)],
    'GET /api/activities/comments/:commentId/replies': [anyone(200)],
    'DELETE /api/activities/comments/:commentId': [[401, 204, 403, 403]],
    'DELETE /api/activities/:activityId': [[401, 204, 403, 403]],
    'GET /api/social/activity-feed': [anyone(200)],
    'GET /api/social/circle': [member(200)],
  },
  readsOwnData: ['GET /api/activities/mine'],
  showsOthers: {
    'GET /api/profiles/:handle/activities': {
      path: ofAda('/activities'),
      opens: 'activity',
      // The hours on a card belong to the library.
      has: { ...DONE, library: ['123.25'] },
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
    'GET /api/activities/comments/:commentId/replies': {
      path: () => `/api/activities/comments/${ids.comment}/replies`,
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
  },
}

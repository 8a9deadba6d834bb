import { expect } from 'vitest'
import { admin, anyone, type FeatureAccess, member, NOBODY } from '#tests/support/access.ts'
import { ids, ofAda } from '#tests/support/privacy.ts'

export const challengesAccess: FeatureAccess = {
  async prepare(app, { owner }) {
    const span = { starts_at: new Date(0), ends_at: new Date(Date.now() + 3_600_000) }
    const made = app.db
      .insertInto('challenges')
      .values({ title: 'Together', ...span })
      .returning('id')
    const { id: challengeId } = await made.executeTakeFirstOrThrow()
    await owner.post(`/api/challenges/${challengeId}/join`)
    return { challengeId }
  },
  rows: {
    'GET /api/challenges': [anyone(200)],
    'GET /api/challenges/mine': [member(200)],
    'GET /api/challenges/:challengeId': [anyone(200)],
    'GET /api/challenges/:challengeId/participants': [anyone(200)],
    'GET /api/challenges/:challengeId/picture': [anyone(200)],
    'GET /api/profiles/:handle/challenges': [anyone(200)],
    'POST /api/challenges/:challengeId/progress': [[401, 200, 403, 403], {}],
    'POST /api/challenges/:challengeId/join': [[401, 200, 201, 201], {}],
    'DELETE /api/challenges/:challengeId/join': [member(204)],
    'GET /api/admin/challenges': [admin(200)],
    'POST /api/admin/challenges': [admin(400), {}],
    'PUT /api/admin/challenges/:challengeId': [admin(400), {}],
    'DELETE /api/admin/challenges/:challengeId': [admin(404), undefined, `/api/admin/challenges/${NOBODY}`],
  },
  readsOwnData: ['GET /api/challenges/mine'],
  showsOthers: {
    // Joining a challenge is an activity; progress in it belongs to the library.
    'GET /api/profiles/:handle/challenges': {
      path: ofAda('/challenges'),
      opens: ['library', 'activity'],
      has: { library: ['123.25'] },
    },
    'GET /api/challenges/:challengeId/participants': {
      path: () => `/api/challenges/${ids.challenge}/participants`,
      isList: true,
      has: {},
      check: ({ data }, may) => expect(data).toHaveLength(may('activity') && may('library') ? 1 : 0),
    },
  },
}

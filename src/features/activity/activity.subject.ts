import { defineSubject } from '#shared/subject.ts'

export const ACTIVITY = defineSubject({
  type: 'activity',
  name: 'activity',
  plural: 'activities',
  nameWithGame: (game) => `activity on ${game}`,
  path: '/api/activities',
  ownerPage: (id, part) => `/profile/activity?activity=${id}${part === 'comments' ? '&comments=open' : ''}`,
  notFoundCode: 'activity_not_found',
})

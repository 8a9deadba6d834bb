import { defineSubject } from '#shared/subject.ts'
import { activityPath } from './address.rules.ts'

export const ACTIVITY = defineSubject({
  type: 'activity',
  name: 'activity',
  plural: 'activities',
  nameWithGame: (game) => `activity on ${game}`,
  path: '/api/activities',
  ownerPage: (id, part) => `${activityPath(id)}${part === 'comments' ? '#comments' : ''}`,
  notFoundCode: 'activity_not_found',
})

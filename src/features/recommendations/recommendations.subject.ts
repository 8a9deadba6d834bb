import { defineSubject } from '#shared/subject.ts'

/** Its line can be reported by the member who got it. */
export const RECOMMENDATION = defineSubject({
  type: 'recommendation',
  name: 'recommendation',
  plural: 'recommendations',
  path: null,
  ownerPage: () => null,
  notFoundCode: 'recommendation_not_found',
})

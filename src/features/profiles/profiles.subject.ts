import { defineSubject } from '#shared/subject.ts'

export const PROFILE = defineSubject({
  type: 'profile',
  name: 'profile',
  plural: 'profiles',
  path: null,
  ownerPage: () => '/profile',
  notFoundCode: 'member_not_found',
  isQuoted: false,
})

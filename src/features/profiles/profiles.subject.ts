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

/** The texts that a member writes about themselves, as they wait for a moderator; the id is the member's. */
export const ABOUT = defineSubject({
  type: 'about',
  name: 'profile text',
  plural: 'profile texts',
  path: null,
  ownerPage: () => '/settings/profile',
  notFoundCode: 'member_not_found',
})

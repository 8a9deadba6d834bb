import { defineSubject } from '#shared/subject.ts'

export const COMMENT = defineSubject({
  type: 'comment',
  name: 'comment',
  plural: 'comments',
  path: null,
  ownerPage: () => null,
  notFoundCode: 'comment_not_found',
})

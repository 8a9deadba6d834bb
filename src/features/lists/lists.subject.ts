import { defineSubject } from '#shared/subject.ts'

export const LIST = defineSubject({
  type: 'list',
  name: 'list',
  plural: 'lists',
  path: '/api/lists',
  ownerPage: (id, part) => `/lists/${id}${part === 'comments' ? '#comments' : ''}`,
  notFoundCode: 'list_not_found',
})

import { defineSubject } from '#shared/subject.ts'

export const NOTE = defineSubject({
  type: 'note',
  name: 'note',
  plural: 'notes',
  nameWithGame: (game) => `note about ${game}`,
  path: '/api/notes',
  ownerPage: (id, part) => `/notes/${id}${part === 'comments' ? '?comments=open' : ''}`,
  notFoundCode: 'note_not_found',
})

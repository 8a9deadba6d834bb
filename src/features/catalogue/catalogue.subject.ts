import { defineSubject } from '#shared/subject.ts'

export const GAME = defineSubject({
  type: 'game',
  name: 'game',
  plural: 'games',
  path: null,
  ownerPage: (id) => `/game/${id}`,
  notFoundCode: 'game_not_found',
  facts: {
    name: 'Name',
    date: 'Release date',
    cover: 'Cover',
    platforms: 'Platforms',
    other: 'Something else',
  },
})

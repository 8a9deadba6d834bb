import { defineSubject } from '#shared/subject.ts'

export const MESSAGE = defineSubject({
  type: 'message',
  name: 'message',
  plural: 'messages',
  path: null,
  ownerPage: () => null,
  notFoundCode: 'message_not_found',
  hiddenSentence: 'Only you see it.',
  reportNote: 'Of your messages they see this one, and no other.',
})

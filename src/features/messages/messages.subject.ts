import { defineSubject } from '#shared/subject.ts'
import { ONLY_THIS_MESSAGE, ONLY_YOU_SEE_IT } from './messages.texts.ts'

export const MESSAGE = defineSubject({
  type: 'message',
  name: 'message',
  plural: 'messages',
  path: null,
  ownerPage: () => null,
  notFoundCode: 'message_not_found',
  hiddenSentence: ONLY_YOU_SEE_IT,
  reportNote: ONLY_THIS_MESSAGE,
})

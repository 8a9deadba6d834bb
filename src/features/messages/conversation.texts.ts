import { CANNOT_UNDO } from '#shared/sentences.ts'
import { MESSAGES_SAFE } from './messages.texts.ts'

/** Of the conversations. */
export const CONVERSATION_TEXTS = {
  notSent: 'It could not be sent.',
  none: 'Write to somebody from their profile, or from your friends.',
  findPeople: 'Find people to write to',
  deleteTitle: 'Delete this message?',
  delete: `Its text is deleted for both of you. ${CANNOT_UNDO}`,
  notDeleted: 'The message is still there',
  waits: 'No connection. It is sent when you are back online.',
  notLoaded: `${MESSAGES_SAFE} The conversation could not be loaded.`,
  earlierNotLoaded: 'The earlier ones could not be loaded.',
  noMessages: 'You have not written to each other.',
  sayHello: (name: string) => `Say hello to ${name}. Only the two of you can read it.`,
} as const

export const MESSAGES_ABOUT = 'What members write to one another.'
export const CHOOSE_CONVERSATION = 'Choose a conversation, or write to somebody from their profile.'

/** Shown above the box when the member can write only one message. */
export const oneAnswer = (name: string): string => `You can answer once. Then ${name} has to write again.`
/** Shown above the box of a member who accepts no messages from the other member. */
export const onlyAnswers = (name: string): string =>
  `Your settings let ${name} answer each of your messages once, and not write first.`

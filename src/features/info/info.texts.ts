/** The slogan for visitors. */
export const SLOGAN = 'Keep every game you play.'

export const CONTACT_TEXTS = {
  sent: 'Thanks! Your message has been sent.',
  nameRequired: 'Enter your name',
  nameTooLong: '80 characters or less',
  topicRequired: 'Choose a topic',
  messageTooShort: 'Write at least 10 characters',
  messageTooLong: '2000 characters or less',
} as const

export const INFO_JOB = 'Deletes messages to the operator that were closed long ago.'

export const UNTIL_SIGN_OUT = 'Until you sign out or withdraw consent'
export const UNTIL_TAB_CLOSES = 'Until the tab closes or it is replaced'

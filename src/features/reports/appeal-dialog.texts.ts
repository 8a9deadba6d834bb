/** Of the dialog in which a member appeals, and of the line under a text. */
export const APPEAL_TEXTS = {
  appeal: 'Appeal',
  aboutText: 'The team of this site reads it and decides again. You can appeal once.',
  aboutAccount: 'The admins of this site read it and decide again. You can appeal once, and the answer comes by mail.',
  label: 'Why should it be decided again?',
  sent: 'Appeal sent',
  notSent: 'Your appeal was not sent',
} as const

/** Of the page that asks before it uses the link of a mail. */
export const MAIL_LINK_PAGE_TEXTS = {
  signup: { heading: 'Confirm your email', button: 'Confirm email address' },
  'email-new': { heading: 'Confirm your new email', button: 'Confirm email address' },
  'email-old': { heading: 'Move your account to another email', button: 'Change email address' },
  nothingYet: 'Nothing has changed yet, because programs that check mails open their links, too.',
} as const

/** Of refused sign-ups and writes, by code. */
export const REGISTRATION_REFUSALS = {
  registration_closed: 'New accounts are not possible here at the moment.',
  invitation_required: 'You need an invitation to create an account here.',
  invitation_used: 'This invitation has been used already.',
  invitation_ended: 'This invitation has ended.',
  invitation_revoked: 'This invitation was withdrawn.',
  invitation_unknown: 'This invitation does not exist. Check that the link is complete.',
  mail_domain_refused: 'An account needs an email address of another provider here.',
  address_blocked: 'New accounts are not possible from your network.',
  requests_closed: 'Requests are not possible here at the moment.',
  invitations_off: 'Members cannot invite anybody here at the moment.',
  no_invitations_left: 'You have no invitations left for this month.',
  block_gone: 'This block is removed already.',
  already_decided: 'Another admin has decided already.',
} as const

export const REGISTRATION_JOBS = {
  sendMail: 'Mails the answer to a request for an account.',
  prune:
    'Deletes decided requests, unused invitations that have ended and address blocks that have ended, after ninety days.',
} as const

/** A line of the log for the operator. */
export const OFFER_ADMIN =
  'This site has no admin yet. To make its first member one: npm run admin -- grant EMAIL, with the address of the account.'

const ASKED_WITH_ADDRESS = 'You get this mail because somebody asked for an account with this address.'

/** In mails. */
export const REGISTRATION_MAILS = {
  asked: (email: string) => ({ subject: 'Somebody asks for an account', heading: `${email} asks for an account` }),
  accepted: (productName: string, url: string, days: number) => ({
    subject: `Welcome to ${productName}`,
    preheader: 'Your request was accepted.',
    heading: 'You are in',
    paragraphs: [
      `The people who run ${productName} have accepted your request. The link opens the form for your account. It works once, for ${days} days.`,
    ],
    action: { label: 'Create my account', url },
    footnote: ASKED_WITH_ADDRESS,
  }),
  declined: (productName: string) => ({
    subject: `Your request to ${productName}`,
    preheader: 'Thank you for asking.',
    heading: 'Not this time',
    paragraphs: [
      `Thank you for asking for an account at ${productName}. The people who run it cannot give you one at the moment.`,
    ],
    footnote: ASKED_WITH_ADDRESS,
  }),
} as const

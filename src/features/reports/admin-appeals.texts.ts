import { SENT_WITHOUT_NAME } from '#shared/sentences.ts'
import type { AppealKind } from './appeals.rules.ts'
import { PUT_BACK_TEXT } from './reports.texts.ts'

/** KIND is the kind of text, and NAME below the member. */
const DECIDED: Record<AppealKind, string> = {
  hidden: 'has hidden this KIND',
  declined: 'has declined this KIND',
  suspension: 'has disabled the account',
}

export const APPEALS_TEXTS = {
  title: 'Appeals',
  own: 'You decided this. It is better if somebody else answers.',
  account: 'account',
  decided: (kind: AppealKind, by: string | null, item: string) =>
    `${by ?? 'Somebody'} ${DECIDED[kind].replace('KIND', item)}`,
  accept: { text: 'Accept and show the text', account: 'Accept and enable the account' },
  acceptTitle: { text: 'Show this KIND again?', account: 'Enable the account of NAME?' },
  acceptText: {
    text: PUT_BACK_TEXT,
    account: 'The suspension ends at once, and NAME gets a mail.',
  },
  declineTitle: 'Decline the appeal of NAME?',
  declineText: {
    text: 'The text stays as it is, and NAME is notified.',
    account: 'The account stays disabled, and NAME gets a mail.',
  },
  why: 'Why?',
  whyHint: SENT_WITHOUT_NAME,
  accepted: 'Appeal accepted',
  declined: 'Appeal declined',
  failed: 'Nothing was changed',
  notLoaded: 'The appeals could not be loaded.',
  users: 'See the account',
} as const

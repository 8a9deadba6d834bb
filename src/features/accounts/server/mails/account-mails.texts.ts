import { LINK_FOR_AN_HOUR, OTHER_SESSIONS_SIGNED_OUT } from '../../accounts.texts.ts'
import type { MailContent } from './mail-layout.ts'

const FOR_A_DAY = 'The link works once, and for 24 hours.'

const NOT_YOU = 'If it was not you, you need not do anything: without the link nothing changes.'
const NEW_PASSWORD_AT_ONCE = 'If it was not you, set a new password at once.'
const SECURITY_FOOTNOTE = 'You get this mail because the security of your account is concerned.'

/** Password reset (G01). */
export const resetMail = (productName: string, url: string): MailContent => ({
  subject: `Reset your ${productName} password`,
  preheader: LINK_FOR_AN_HOUR,
  heading: 'Choose a new password',
  paragraphs: [
    'Somebody, hopefully you, asked for a new password for your account. The link works once, and for one hour.',
    NOT_YOU,
  ],
  action: { label: 'Set a new password', url },
  footnote: 'You get this mail because a reset link was asked for with this address.',
})

/** Confirmation of a new account (G02). */
export const confirmationMail = (productName: string, url: string): MailContent => ({
  subject: `Confirm your email for ${productName}`,
  preheader: 'One click, and your library is open.',
  heading: 'Confirm your email',
  paragraphs: [
    `Welcome to ${productName}. Please confirm that this address is yours, and you are signed in. ${FOR_A_DAY}`,
    'If you have not made an account, you need not do anything.',
  ],
  action: { label: 'Confirm my email', url },
  footnote: 'You get this mail because an account was made with this address.',
})

export const passwordChangedMail = (productName: string, forgotUrl: string): MailContent => ({
  subject: `Your ${productName} password was changed`,
  preheader: OTHER_SESSIONS_SIGNED_OUT,
  heading: 'Your password was changed',
  paragraphs: [
    'The password of your account is a new one, and all other sessions were signed out.',
    NEW_PASSWORD_AT_ONCE,
  ],
  action: { label: 'It was not me', url: forgotUrl },
  footnote: SECURITY_FOOTNOTE,
})

/** Change of email address, to the current one, which must confirm it (G08). */
export const emailChangeMail = (productName: string, newEmail: string, url: string): MailContent => ({
  subject: `Change the email of your ${productName} account`,
  preheader: 'Please confirm that you want this.',
  heading: 'A new email for your account?',
  paragraphs: [
    `Somebody, hopefully you, asked to move your account to ${newEmail}. Both addresses have to confirm it, and this is the old one. ${FOR_A_DAY}`,
    'If it was not you, do not confirm, and change your password: somebody knows it.',
  ],
  action: { label: 'Yes, change it', url },
  footnote: SECURITY_FOOTNOTE,
})

/** Change of email address, to the new one (G08). */
export const emailChangeNewMail = (productName: string, url: string): MailContent => ({
  subject: `Confirm your new email for ${productName}`,
  preheader: 'The account changes when both addresses have confirmed.',
  heading: 'Confirm your new email',
  paragraphs: [
    `A member of ${productName} wants to use this address. It changes when both addresses have confirmed. ${FOR_A_DAY}`,
    NOT_YOU,
  ],
  action: { label: 'Confirm this address', url },
  footnote: 'You get this mail because a member gave this address as theirs.',
})

/** The account is deleted (G55). */
export const accountDeletedMail = (productName: string, date: string, url: string): MailContent => ({
  subject: `Your ${productName} account is deleted`,
  preheader: `Until ${date} you can have it back.`,
  heading: 'Your account is deleted',
  paragraphs: [
    `Nobody sees your profile and your games any more, and you are signed out everywhere. On ${date} everything is removed for good.`,
    'Have you changed your mind? Sign in before that day, and your account is as it was. If it was not you, set a new password as well.',
  ],
  action: { label: 'Sign in and keep my account', url },
  footnote: 'You get this mail because the account with this address was deleted.',
})

/** A sign-in within the grace period has restored the account (G55). */
export const accountRestoredMail = (productName: string, forgotUrl: string): MailContent => ({
  subject: `Your ${productName} account is back`,
  preheader: 'Its deletion is called off.',
  heading: 'Welcome back',
  paragraphs: [
    'Somebody, hopefully you, signed in to your deleted account. It is as it was, and nothing will be removed.',
    NEW_PASSWORD_AT_ONCE,
  ],
  action: { label: 'It was not me', url: forgotUrl },
  footnote: SECURITY_FOOTNOTE,
})

/** How an appeal against a suspension ended; `answer` is null if it was accepted. */
export const appealMail = (productName: string, answer: string | null, url: string): MailContent => ({
  subject: `Your appeal at ${productName}`,
  preheader: answer === null ? 'You can sign in again.' : 'The admins have answered it.',
  heading: answer === null ? 'Your appeal was accepted' : 'Your appeal was declined',
  paragraphs:
    answer === null ? ['Your account is enabled again. You can sign in now.'] : [answer, 'The suspension stays.'],
  action: { label: 'Go to the sign-in', url },
  footnote: 'You get this mail because you appealed against the suspension of your account.',
})

/** Events that the owner of the account is notified about at once. */
export const SECURITY_EVENTS = [
  'second-factor-on',
  'second-factor-off',
  'recovery-codes-renewed',
  'recovery-code-used',
  'passkey-added',
  'passkey-removed',
  'provider-linked',
  'provider-unlinked',
  'many-wrong-passwords',
] as const

const SECURITY_WORDS: Record<(typeof SECURITY_EVENTS)[number], { heading: string; text: string }> = {
  'second-factor-on': {
    heading: 'Two-factor sign-in is on',
    text: 'From now on, signing in takes a code from your app after the password.',
  },
  'second-factor-off': {
    heading: 'Two-factor sign-in is off',
    text: 'From now on, the password alone is enough to sign in.',
  },
  'recovery-codes-renewed': {
    heading: 'You have new recovery codes',
    text: 'New recovery codes were made for your account. The old ones no longer work.',
  },
  'recovery-code-used': {
    heading: 'A recovery code was used',
    text: 'Somebody signed in to your account with one of your recovery codes. It works no more.',
  },
  'passkey-added': {
    heading: 'A passkey was added',
    text: 'A new passkey can sign in to your account now.',
  },
  'passkey-removed': {
    heading: 'A passkey was removed',
    text: 'One of the passkeys of your account was removed. It cannot sign in any more.',
  },
  'provider-linked': {
    heading: 'A sign-in provider was linked',
    text: 'An account at a sign-in provider can sign in to your account now.',
  },
  'provider-unlinked': {
    heading: 'A sign-in provider was unlinked',
    text: 'The account at the sign-in provider that was linked to yours cannot sign in any more.',
  },
  'many-wrong-passwords': {
    heading: 'Many wrong passwords were tried',
    text: 'Somebody has tried many wrong passwords for your account within an hour. None was right so far. New devices have to wait before they may try; devices on which you have signed in before are not affected.',
  },
}

export const securityMail = (
  productName: string,
  what: (typeof SECURITY_EVENTS)[number],
  settingsUrl: string,
): MailContent => {
  const { heading, text } = SECURITY_WORDS[what]
  return {
    subject: `${heading} · ${productName}`,
    preheader: 'If it was not you, act now.',
    heading,
    paragraphs: [text, 'If it was not you, change your password at once and look through your sessions.'],
    action: { label: 'Look at my security', url: settingsUrl },
    footnote: SECURITY_FOOTNOTE,
  }
}

/** A message to the operator of the site. */
export const operatorMail = (
  productName: string,
  mail: { subject: string; heading: string; paragraphs: readonly string[]; label: string; url: string },
): MailContent => ({
  subject: `${mail.subject} · ${productName}`,
  preheader: mail.paragraphs[0]?.slice(0, 100) ?? '',
  heading: mail.heading,
  paragraphs: mail.paragraphs,
  action: { label: mail.label, url: mail.url },
  footnote: 'You receive this mail because ADMIN_EMAIL of this site is your address.',
})

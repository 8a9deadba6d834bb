import { tooLongText } from '#shared/sentences.ts'
import type { TokenScope } from '#shared/token-scopes.ts'
import { MAX_TOKENS, TOKEN_NAME_LENGTH } from './tokens.rules.ts'

/** What each scope allows, in a sentence. */
export const SCOPE_TEXTS: Record<TokenScope, string> = {
  'read:library': 'Games with status, rating, hours, notes and play sessions',
  'write:library': 'Add, change and remove games, and log play sessions',
  'read:journal': 'Every entry of your journal',
  'write:journal': 'Add, change and delete entries; an entry of a review or list is deleted with it',
  'read:social': 'Profiles, reviews, lists and the feed, as you see them; your private ones, too',
  'write:social': 'Add, change and delete your reviews and lists, which others may see',
  'read:webhooks': 'Addresses that are called when your data changes, and the log of calls; no secrets',
  'write:webhooks': 'Create, change and delete them, and send calls again; they stay when the access ends',
}

export const TOKEN_TEXTS = {
  nameRequired: 'Name is required',
  nameTooLong: tooLongText('Name', TOKEN_NAME_LENGTH),
  scopeRequired: 'Choose at least one permission',
  tooMany: `You can have up to ${MAX_TOKENS} tokens. Revoke one first.`,
  missing: 'This token does not exist',
  failed: 'Your tokens could not be loaded. Please try again.',
  none: 'You have no tokens.',
  lead: 'A token lets a script or another app use your account through the API, within what you allow it. Treat it like a password.',
  once: 'Copy the token now. It is shown only this once.',
  revoke: 'Whatever uses this token loses access at once.',
  nameHint: 'What will use it, such as Playnite',
} as const

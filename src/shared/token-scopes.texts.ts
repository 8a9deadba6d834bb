import type { TokenScope } from './token-scopes.ts'

/** What each scope allows, in a few words. */
export const SCOPE_LABELS: Record<TokenScope, string> = {
  'read:library': 'Read the library',
  'write:library': 'Change the library',
  'read:journal': 'Read the journal',
  'write:journal': 'Write the journal',
  'read:social': 'Read what you see of members',
  'write:social': 'Write reviews and lists',
  'read:webhooks': 'Read the webhooks',
  'write:webhooks': 'Change the webhooks',
}

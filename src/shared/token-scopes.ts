/** What the holder of an access token may do at /api/v1. Names of games and the own name need no scope. */
export const TOKEN_SCOPES = [
  'read:library',
  'write:library',
  'read:journal',
  'write:journal',
  'read:social',
  'write:social',
] as const
export type TokenScope = (typeof TOKEN_SCOPES)[number]

/** What each scope allows, in a few words. */
export const SCOPE_LABELS: Record<TokenScope, string> = {
  'read:library': 'Read the library',
  'write:library': 'Change the library',
  'read:journal': 'Read the journal',
  'write:journal': 'Write the journal',
  'read:social': 'Read what you see of members',
  'write:social': 'Write reviews and lists',
}

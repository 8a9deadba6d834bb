/** What the holder of an access token may do at /api/v1. Names of games and the own name need no scope. */
export const TOKEN_SCOPES = [
  'read:library',
  'write:library',
  'read:journal',
  'write:journal',
  'read:social',
  'write:social',
  'read:webhooks',
  'write:webhooks',
] as const
export type TokenScope = (typeof TOKEN_SCOPES)[number]

/** The addresses of OAuth 2.1 for apps of members (decision 0093). The first is a page, apps call the others. */
export const APP_ADDRESSES = {
  authorize: '/oauth/authorize',
  token: '/oauth/token',
  revoke: '/oauth/revoke',
  metadata: '/.well-known/oauth-authorization-server',
} as const

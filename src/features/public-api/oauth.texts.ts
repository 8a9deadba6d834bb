/** What the addresses of OAuth tell the developer of an app (`error_description`). */
export const OAUTH_TEXTS = {
  noForm: 'Send a form: application/x-www-form-urlencoded',
  repeated: 'Each parameter stands once, without characters that cannot be stored',
  missing: (names: string) => `Missing: ${names}`,
  client: 'The app is unknown or off, or its secret is wrong',
  grantType: 'Grant types are authorization_code and refresh_token',
  ended: 'The code or token is unknown, expired or used, or belongs to another request',
  scope: 'The member has not allowed all of these scopes',
} as const

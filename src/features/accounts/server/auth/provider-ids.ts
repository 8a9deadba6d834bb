/** Value of `account."providerId"` in the row that holds a member's password. better-auth gives it. */
export const PASSWORD_PROVIDER = 'credential'
/** Value of `account."providerId"` in the row that links a member to the OpenID Connect provider, whatever its name (G11). */
export const OIDC_PROVIDER = 'oidc'

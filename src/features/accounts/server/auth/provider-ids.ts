/** The value of `account."providerId"` in the row with a member's password. better-auth defines it. */
export const PASSWORD_PROVIDER = 'credential'
/**
 * The value of `account."providerId"` in the row that links a member to the first OpenID Connect provider, whatever its name
 * (G11). That of another one is its `id` in the configuration.
 */
export const OIDC_PROVIDER = 'oidc'

/** Services to which a member has notifications sent, by an address of the member's own. */
export const CHANNELS = ['ntfy', 'gotify', 'discord', 'apprise'] as const
export type Channel = (typeof CHANNELS)[number]

/** The most channels of a member. */
export const MAX_CHANNELS = 10
export const TOKEN_LENGTH = 200
/** As long as the column. */
export const ADDRESS_LENGTH = 1000

/** Of each service: the end of the paths that it has, and whether it asks for a token, may have one, or has none. */
const SHAPES: Record<Channel, { path: RegExp; token: 'required' | 'optional' | 'none' }> = {
  // Its topic.
  ntfy: { path: /^\/[\w-]{1,64}$/, token: 'optional' },
  gotify: { path: /^(?:\/[\w.~-]+)*$/, token: 'required' },
  discord: { path: /^\/api\/(?:v\d+\/)?webhooks\/\d+\/[\w-]+$/, token: 'none' },
  // The key of a configuration.
  apprise: { path: /^(?:\/[\w.~-]+)*\/notify\/[\w-]+$/, token: 'none' },
}

export const tokenOf = (channel: Channel) => SHAPES[channel].token

/**
 * Returns the normalised address of the service, without a slash at its end; null for any other text. Discord needs https. The
 * others may use http, because a server in a private network often has no certificate.
 */
export function addressOf(channel: Channel, text: string): string | null {
  if (!URL.canParse(text)) return null
  const { protocol, username, password, origin, pathname, search } = new URL(text)
  const path = pathname.replace(/\/+$/, '')
  if (!['https:', 'http:'].includes(protocol) || username !== '' || password !== '' || search !== '') return null
  const address = origin + path
  return SHAPES[channel].path.test(path) && address.length <= ADDRESS_LENGTH ? address : null
}

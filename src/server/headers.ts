/** Image hosts from which a page may load pictures directly; normally pages use the app's image service. */
const IMAGE_HOSTS = 'https://images.igdb.com https://media.rawg.io https://i.ytimg.com'

/** Video players, loaded only after a click (features/catalogue/videos.rules.ts builds their addresses). */
const PLAYER_HOSTS = 'https://www.youtube-nocookie.com https://player.vimeo.com https://player.twitch.tv'

/** Inline scripts are forbidden. Style attributes are allowed (a bar's width), style elements are not. */
const CSP = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self'",
  "style-src-attr 'unsafe-inline'",
  `img-src 'self' data: blob: ${IMAGE_HOSTS}`,
  "font-src 'self'",
  "connect-src 'self'",
  `frame-src ${PLAYER_HOSTS}`,
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

/** Sent with every response. */
export const SECURITY_HEADERS: readonly (readonly [string, string])[] = [
  ['content-security-policy', CSP],
  ['x-content-type-options', 'nosniff'],
  ['referrer-policy', 'strict-origin-when-cross-origin'],
  ['x-frame-options', 'DENY'],
  ['cross-origin-opener-policy', 'same-origin'],
  ['cross-origin-resource-policy', 'same-origin'],
  ['permissions-policy', 'camera=(), microphone=(), geolocation=(), payment=()'],
]

/** The addresses of pictures that other sites may embed, as link previews do. */
const EMBEDDABLE = /^\/(?:covers|avatars|api\/image)(?:\/|$)|^\/api\/.+\/picture$/
export const EMBEDDABLE_POLICY = ['cross-origin-resource-policy', 'cross-origin'] as const

export const isEmbeddable = (path: string): boolean => EMBEDDABLE.test(path)

export const HSTS = ['strict-transport-security', 'max-age=31536000; includeSubDomains'] as const

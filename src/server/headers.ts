/** Image hosts from which a page may load pictures directly; normally pages use the app's image service. */
const IMAGE_HOSTS = 'https://images.igdb.com https://media.rawg.io https://i.ytimg.com'

/** Video players, loaded only after a click (features/catalogue/videos.rules.ts builds their addresses). */
const PLAYER_HOSTS = 'https://www.youtube-nocookie.com https://player.vimeo.com https://player.twitch.tv'

/**
 * Inline scripts and style elements are forbidden, except those of a page that have these hashes. Style attributes are allowed (a
 * bar's width).
 */
const policyWith = (script: string, style: string) =>
  [
    "default-src 'self'",
    `script-src 'self'${script}`,
    `style-src 'self'${style}`,
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

/** The hashes of the script and the style element that a page contains, as the policy writes them: `sha256-…`. */
export interface InlineHashes {
  script: string
  style: string
}

const POLICY = 'content-security-policy'
/** Returns the header that allows a page what it contains itself. */
export const policyOf = ({ script, style }: InlineHashes) =>
  [POLICY, policyWith(` '${script}'`, ` '${style}'`)] as const

/** Sent with every response. */
export const SECURITY_HEADERS: readonly (readonly [string, string])[] = [
  [POLICY, policyWith('', '')],
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

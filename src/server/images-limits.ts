/** What the image service does and does not do (G41): every constant of it. */

/** Where pictures may come from. */
export const IMAGE_ORIGINS: readonly string[] = [
  'https://images.igdb.com',
  'https://media.rawg.io',
  'https://i.ytimg.com',
]
/** Widths that may be asked for, in pixels. */
export const IMAGE_WIDTHS: readonly number[] = [64, 128, 264, 528, 1080]
/** The one that pages ask for (R-IMG-01). Of 1 to 100 may be asked for, and this is what there is. */
export const QUALITY = 75
export const IMAGE_FORMATS = ['auto', 'webp', 'avif', 'jpeg'] as const
export type ImageFormat = Exclude<(typeof IMAGE_FORMATS)[number], 'auto'>

/** Of a picture as its host sends it. */
export const MOST_BYTES = 10 * 1024 * 1024
/** Of a picture unpacked: six thousand by four thousand, some 100 MB of memory. A few bytes can claim to be more. */
export const MOST_PIXELS = 24_000_000

/** From the first byte asked for to the last one read. */
export const UPSTREAM_TIMEOUT_MS = 5_000
export const MOST_REDIRECTS = 3
export const MOST_FETCHES_AT_ONCE = 8
/**
 * Of pictures on their way, from before they are asked for until they are encoded, however many wait: those that are being
 * fetched count as large as they may be, and fetched ones as large as they are.
 */
export const BYTES_IN_FLIGHT = MOST_FETCHES_AT_ONCE * MOST_BYTES
/** Each keeps a core busy and holds an unpacked picture. */
export const MOST_ENCODINGS_AT_ONCE = 2
/** So many different pictures must fail within so long, and none come, for their host to count as down. */
export const FAILURES_OF_A_HOST = 3
export const FAILURE_WINDOW_MS = 60_000
/** How long a picture that did not come, or a host that is down, is left alone, and how often a host is looked at otherwise. */
export const LEAVE_ALONE_MS = 60_000
export const LOOK_AGAIN_MS = 5 * 60_000
/** How long a picture that its host does not have, or that is too large, is not asked for again. */
export const MISSING_MS = 60 * 60_000
export const CACHE_BYTES = 512 * 1024 * 1024

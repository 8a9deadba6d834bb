import { HOUR_MS } from '#shared/durations.ts'

/** All constants of the image service (G41). */

/** The hosts from which pictures may come. */
export const IMAGE_ORIGINS: readonly string[] = [
  'https://images.igdb.com',
  'https://media.rawg.io',
  'https://i.ytimg.com',
]
/** The widths that a request may ask for, in pixels. */
export const IMAGE_WIDTHS: readonly number[] = [64, 128, 264, 528, 1080]
/** The quality that pages request (R-IMG-01). A request may name 1 to 100; the service encodes only these. */
export const QUALITY = 75
export const IMAGE_FORMATS = ['auto', 'webp', 'avif', 'jpeg'] as const
export type ImageFormat = Exclude<(typeof IMAGE_FORMATS)[number], 'auto'>

/** The limit for a picture as its host sends it. */
export const MAX_BYTES = 10 * 1024 * 1024
/**
 * The limit for a decoded picture: 6000 by 4000, about 100 MB of memory. A small file can declare a much larger size.
 */
export const MAX_PIXELS = 24_000_000

/** From the start of the request to the last byte. */
export const UPSTREAM_TIMEOUT_MS = 5_000
export const MAX_REDIRECTS = 3
export const MAX_FETCHES_AT_ONCE = 8
/**
 * The limit for all pictures in progress, reserved before the fetch and released after the encoding. A picture that is
 * being fetched counts with the maximum size, a fetched one with its size.
 */
export const BYTES_IN_FLIGHT = MAX_FETCHES_AT_ONCE * MAX_BYTES
/** Each encoding uses a whole core and the memory of a decoded picture. */
export const MAX_ENCODINGS_AT_ONCE = 2
/** A host counts as down when this many different pictures fail within this time without a success. */
export const FAILURES_OF_A_HOST = 3
export const FAILURE_WINDOW_MS = 60_000
/**
 * How long the service does not request a failed picture, or anything from a host that is down; otherwise the interval
 * of the probes.
 */
export const LEAVE_ALONE_MS = 60_000
export const LOOK_AGAIN_MS = 5 * 60_000
/** How long a picture that is missing or too large is not requested again. */
export const MISSING_MS = HOUR_MS
export const CACHE_BYTES = 512 * 1024 * 1024

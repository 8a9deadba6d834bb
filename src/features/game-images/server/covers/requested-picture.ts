import { PICTURE_REFUSALS } from '#features/catalogue/catalogue.texts.ts'
import { hasCredentials, isWebAddress } from '#server/guarded-get.ts'
import type { Encoding } from '#server/images-encode.ts'
import { IMAGE_FORMATS, IMAGE_WIDTHS, type ImageFormat, QUALITY } from '#server/images-limits.ts'
import { refuse } from '#shared/refusal.ts'

/** For a request without a width; a picture is never enlarged. */
const LARGEST = Math.max(...IMAGE_WIDTHS)

export interface RequestedPicture {
  /** The addresses of the picture, the best one first; all at one host. */
  addresses: URL[]
  encoding: Encoding
  /** The browser's Accept header has chosen the format. */
  isNegotiated: boolean
}

export interface KnownPictures {
  /** The hosts whose pictures anybody may request. */
  origins: readonly string[]
  /** Whether the signature belongs to the address, which may then be at any public host. */
  isSigned?: ((url: string, signature: string) => boolean) | undefined
}

/**
 * Parses `url`, `w`, `q`, `fm` and `s` of a request (G41). Refuses an address that neither is a picture of a known host
 * nor has a signature, and undocumented values.
 */
export function readRequestedPicture(
  given: (name: 'url' | 'w' | 'q' | 'fm' | 's') => string | undefined,
  accept: string | undefined,
  { origins, isSigned = () => false }: KnownPictures,
): RequestedPicture {
  const address = given('url') ?? ''
  const signature = given('s')
  const isElsewhere = signature !== undefined && isSigned(address, signature)
  const url = isElsewhere ? signedAddress(address) : pictureAddress(address, origins)
  const width = oneOf(given('w') ?? String(LARGEST), IMAGE_WIDTHS, PICTURE_REFUSALS.width(IMAGE_WIDTHS.join(', ')))
  const quality = given('q') ?? String(QUALITY)
  if (!/^\d{1,3}$/.test(quality) || Number(quality) < 1 || Number(quality) > 100)
    return refuse('invalid', 'validation_failed', PICTURE_REFUSALS.quality)
  const format = IMAGE_FORMATS.find((each) => each === (given('fm') ?? 'auto'))
  if (!format) return refuse('invalid', 'validation_failed', PICTURE_REFUSALS.format(IMAGE_FORMATS.join(', ')))
  return {
    addresses: isElsewhere ? [url] : addressesFor(url, width),
    // Every further quality would be another picture to encode and to cache.
    encoding: { width, quality: QUALITY, format: format === 'auto' ? formatFor(accept ?? '') : format },
    isNegotiated: format === 'auto',
  }
}

function oneOf(given: string, allowed: readonly number[], sentence: string): number {
  const number = allowed.find((each) => String(each) === given)
  return number ?? refuse('invalid', 'validation_failed', sentence)
}

/**
 * Returns the cheapest format that the browser supports: at equal quality AVIF is not smaller than WebP unless its
 * encoder gets seconds (docs/decisions/0018).
 */
function formatFor(accept: string): ImageFormat {
  const accepts = (type: string) =>
    accept
      .toLowerCase()
      .split(',')
      .map((range) => range.split(';').map((part) => part.trim()))
      .some(([range, ...rest]) => range === type && !rest.some((part) => /^q=0(?:\.0*)?$/.test(part)))
  return accepts('image/webp') ? 'webp' : accepts('image/avif') ? 'avif' : 'jpeg'
}

const refuseUnknown = () => refuse('invalid', 'validation_failed', PICTURE_REFUSALS.unknown)

function pictureAddress(given: string, origins: readonly string[]): URL {
  const url = URL.parse(given)
  // `origin` omits a user name, so it is checked separately.
  if (!url || !origins.includes(url.origin) || hasCredentials(url)) return refuseUnknown()
  url.search = ''
  url.hash = ''
  return url
}

/** Preserves the search: other hosts than ours may need it to find the picture. */
function signedAddress(given: string): URL {
  const url = URL.parse(given)
  if (!url || !isWebAddress(url) || hasCredentials(url)) return refuseUnknown()
  url.hash = ''
  return url
}

/** IGDB's cover size for each width, so that the host does most of the scaling. */
const COVER_SIZES: Record<number, string> = {
  64: 't_thumb',
  128: 't_cover_big',
  264: 't_cover_big',
  528: 't_cover_big_2x',
  1080: 't_1080p',
}
const COVER_SIZE = /\/t_(?:thumb|cover_big|cover_big_2x)\//

/** The widths that RAWG's host scales to. */
const RAWG_WIDTHS: readonly number[] = [80, 200, 420, 640, 1280]
const RAWG_PICTURE = /^\/media\/(?!resize\/|crop\/)/

/**
 * Returns the addresses of a picture: the smallest one at its host that is wide enough, and the whole one when the host
 * may not scale it.
 */
function addressesFor(url: URL, width: number): URL[] {
  const size = COVER_SIZES[width] as string
  if (url.hostname === 'media.rawg.io' && RAWG_PICTURE.test(url.pathname)) {
    const wide = RAWG_WIDTHS.find((each) => each >= width) as number
    const scaled = new URL(url)
    scaled.pathname = url.pathname.replace('/media/', `/media/resize/${wide}/-/`)
    return [scaled, url]
  }
  const scaled = new URL(url)
  scaled.pathname = url.pathname.replace(COVER_SIZE, `/${size}/`)
  return [scaled]
}

import type { Sharp } from 'sharp'
import type { Picture } from './images-fetch.ts'
import { type ImageFormat, MAX_PIXELS } from './images-limits.ts'

let loading: Promise<typeof import('sharp').default> | undefined

/** Loads sharp with the first picture, so a server that cannot reach image hosts saves the memory and the time. */
function loadSharp() {
  loading ??= import('sharp').then(({ default: sharp }) => {
    // Sharp's own threads and caches suit large machines; here the caller limits the concurrency.
    sharp.concurrency(1)
    sharp.cache(false)
    return sharp
  })
  return loading
}

const SECONDS = 10

/**
 * AVIF has another quality scale: its 50 looks like 75 of WebP and JPEG. An effort above 1 costs hundreds of
 * milliseconds and saves few bytes (docs/decisions/0018).
 */
const AVIF_SHARE = 2 / 3
const AVIF_EFFORT = 1
const WEBP_EFFORT = 4

export interface Encoding {
  /** In pixels; null preserves the size. A picture is never enlarged. */
  width: number | null
  /** 1 to 100. */
  quality: number
  format: ImageFormat
}

/** Converts the picture to another size and format. Of an animation it takes the first frame. */
export async function encodePicture(
  bytes: Buffer,
  { width, quality, format }: Encoding,
): Promise<Picture | 'missing' | 'too-large'> {
  const sharp = await loadSharp()
  try {
    // The header alone states the size, before anything is decoded.
    const { width: w = 0, height: h = 0 } = await sharp(bytes, { limitInputPixels: false }).metadata()
    if (w * h > MAX_PIXELS) return 'too-large'
    const picture = sharp(bytes, { limitInputPixels: MAX_PIXELS, sequentialRead: true })
      .timeout({ seconds: SECONDS })
      .rotate()
      .resize({ ...(width !== null && { width }), withoutEnlargement: true })
    const encoded = await as(picture, format, quality).toBuffer()
    return { type: `image/${format}`, bytes: encoded }
  } catch {
    // Damaged, or a format that sharp does not read.
    return 'missing'
  }
}

/**
 * Crops the middle of the picture to a square of `side` pixels, as WebP. The result preserves nothing else of the file
 * (EXIF, other frames, bytes after the end).
 */
export async function encodeSquare(bytes: Uint8Array, side: number): Promise<Uint8Array | 'missing' | 'too-large'> {
  const sharp = await loadSharp()
  try {
    const { width = 0, height = 0 } = await sharp(bytes, { limitInputPixels: false }).metadata()
    if (width * height > MAX_PIXELS) return 'too-large'
    return await sharp(bytes, { limitInputPixels: MAX_PIXELS, sequentialRead: true })
      .timeout({ seconds: SECONDS })
      .rotate()
      .resize(side, side, { fit: 'cover' })
      .webp({ quality: 82, effort: WEBP_EFFORT })
      .toBuffer()
  } catch {
    return 'missing'
  }
}

function as(picture: Sharp, format: ImageFormat, quality: number): Sharp {
  if (format === 'webp') return picture.webp({ quality, effort: WEBP_EFFORT })
  if (format === 'avif')
    return picture.avif({ quality: Math.max(1, Math.round(quality * AVIF_SHARE)), effort: AVIF_EFFORT })
  return picture.flatten({ background: '#ffffff' }).jpeg({ quality })
}

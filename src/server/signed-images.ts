import { createHmac, timingSafeEqual } from 'node:crypto'
import { changeAttributes } from './html-attributes.ts'
import type { IMAGE_WIDTHS } from './images-limits.ts'

/**
 * Returns the address of our image service for a picture at any public web host. Only the server can make it: the
 * signature shows that an admin has chosen the picture, so the service fetches nothing that a reader makes up (decision
 * 0068). The signature does not cover the width, so a page may ask for another one.
 */
export function signedImageAddress(secret: string, url: string, width: (typeof IMAGE_WIDTHS)[number]): string {
  return `/api/image?url=${encodeURIComponent(url)}&w=${width}&q=75&fm=auto&s=${signatureOf(secret, url)}`
}

/** Returns whether `signedImageAddress` has made the signature for this picture. */
export function isSignedImage(secret: string, url: string, signature: string): boolean {
  const expected = Buffer.from(signatureOf(secret, url))
  const given = Buffer.from(signature)
  return expected.length === given.length && timingSafeEqual(expected, given)
}

/**
 * Returns HTML in which every signed address has the signature of this secret: stored HTML may be older than the secret.
 * Only HTML that the server has made may come here.
 */
export const signAgain = (secret: string, html: string): string =>
  changeAttributes(html, (attributes) => {
    const { src, srcset } = attributes
    const signed = (text: string) =>
      text.replace(SIGNED, (_, start, url) => start + signatureOf(secret, decodeURIComponent(url)))
    return { ...attributes, ...(src && { src: signed(src) }), ...(srcset && { srcset: signed(srcset) }) }
  })
const SIGNED = /(\/api\/image\?url=([^&"]+)&w=\d+&q=75&fm=auto&s=)[\w-]{22}/g

/** 128 bits in 22 characters. */
const signatureOf = (secret: string, url: string): string =>
  createHmac('sha256', secret).update(`image\n${url}`).digest('base64url').slice(0, 22)

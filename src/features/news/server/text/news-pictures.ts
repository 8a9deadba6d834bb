import { imageServiceAddress } from '#features/catalogue/catalogue.rules.ts'
import { IMAGE_ORIGINS } from '#server/images-limits.ts'
import type { TextPicture } from '#server/markdown.ts'
import { signedImageAddress } from '#server/signed-images.ts'
import { refuse } from '#shared/refusal.ts'
import { NEWS_TEXTS } from '../../news.texts.ts'

/** Pictures that this site draws itself: generated covers, and the link previews of lists and years. */
const OWN_COVER = /^\/covers\/[^/]+$/
const OWN_PICTURE = /^\/api\/[^?#]+\/picture(?:\?|$)/

/** The ratios of pictures: covers are upright, everything else is as wide as a screen. */
const UPRIGHT = { width: 600, height: 800 }
const WIDE = { width: 1080, height: 608 }
const PREVIEW = { width: 1200, height: 630 }

/**
 * Returns the picture that this site serves for an address in a post: an own drawing, or a picture of any public host
 * through the image service (G41). The secret signs the address, because only admins may choose the host (decision 0068).
 * Null for every other address.
 */
export function newsPicture(secret: string, address: string): TextPicture | null {
  if (OWN_COVER.test(address)) return { src: address, ...UPRIGHT }
  if (OWN_PICTURE.test(address)) return { src: address, ...PREVIEW }
  const url = URL.canParse(address) ? new URL(address) : null
  if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '') return null
  const isKnown = IMAGE_ORIGINS.includes(url.origin)
  const at = (width: 528 | 1080) =>
    isKnown ? imageServiceAddress(url.origin + url.pathname, width) : signedImageAddress(secret, url.href, width)
  return { src: at(1080), srcset: `${at(528)} 528w, ${at(1080)} 1080w`, ...(isCover(url) ? UPRIGHT : WIDE) }
}

const isCover = ({ pathname }: URL) => /\/t_cover_/.test(pathname)

/** Refuses the address of a featured image that readers would not see. */
export function requirePicture(address: string | null): void {
  if (address === null || newsPicture('', address) !== null) return
  refuse('invalid', 'validation_failed', NEWS_TEXTS.address, { details: { featured_image: NEWS_TEXTS.address } })
}

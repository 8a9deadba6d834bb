import { cx } from './class-names.ts'
import { ICONS } from './icons.ts'

export type IconName = keyof typeof ICONS

/** A drawing from the sprite. Use it beside a word, or inside an element that has an accessible name. */
export function Icon(props: { name: IconName; size?: 16 | 20; className?: string }) {
  return (
    <svg className={cx('i', props.size === 20 && 'i20', props.className)} aria-hidden="true">
      <use href={`#i-${props.name}`} />
    </svg>
  )
}

const STAR = 'm12 2.8 2.85 5.9 6.45.9-4.7 4.5 1.15 6.4L12 17.45 6.25 20.5l1.15-6.4-4.7-4.5 6.45-.9z'
const HALF =
  '<path class="sf" d="M12 2.8v14.65L6.25 20.5l1.15-6.4-4.7-4.5 6.45-.9z"/><path class="se" d="m12 2.8 2.85 5.9 6.45.9-4.7 4.5 1.15 6.4L12 17.45"/>'

/** Draws five stars as one path, so that a rating in a list costs two elements and not eleven. */
function fiveStars(halves: number): string {
  let stars = ''
  for (let i = 0; i < 5; i++) {
    const kind = halves >= 2 * i + 2 ? 'f' : halves === 2 * i + 1 ? 'h' : 'e'
    stars += `<use href="#s-${kind}"${i ? ` x="${i * 25.5}"` : ''} width="24" height="24"/>`
  }
  return `<symbol id="r${halves}" viewBox="0 0 126 24">${stars}</symbol>`
}

const symbol = (id: string, body: string) => `<symbol id="${id}" viewBox="0 0 24 24">${body}</symbol>`

function drawSprite(): string {
  return [
    ...Object.entries(ICONS).map(([name, body]) => symbol(`i-${name}`, body)),
    symbol('s-f', `<path class="sf" d="${STAR}"/>`),
    symbol('s-e', `<path class="se" d="${STAR}"/>`),
    symbol('s-h', HALF),
    ...Array.from({ length: 11 }, (_, halves) => fiveStars(halves)),
  ].join('')
}

// Every document contains the drawings: the browser reads them from there, which makes its script 2.4 kB smaller.
const SPRITE = import.meta.env.SSR ? drawSprite() : (globalThis.document?.querySelector('.sprite')?.innerHTML ?? '')

/** All icons of the product, rendered once per page by the shell. */
export function IconSprite() {
  return (
    <svg
      className="sprite"
      width="0"
      height="0"
      aria-hidden="true"
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of this file
      dangerouslySetInnerHTML={{ __html: SPRITE }}
    />
  )
}

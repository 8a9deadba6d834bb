import { useRef } from 'react'
import { loadCode } from '../load-code.ts'
import { cx } from './class-names.ts'
import type { CoverInput } from './cover-cache.ts'

type Draw = (input: CoverInput, facts: boolean, label: boolean) => string

/* The generator weighs 8 kB, and a hydrating page already contains the drawings that a reader sees first. So the server
   draws while it renders; the browser loads the generator when it is idle and draws the other covers (further down, after
   a navigation, in a dialog). A span that came from the server with a drawing stays unchanged. */
let draw: Draw | undefined

/** More than a phone or a desktop shows at first. A drawing is 1.6 kB of a page that may show a hundred. */
const DRAWN_BY_SERVER = 24
let drawnByServer = 0

/** On the server, before a page is rendered, which happens in one go. */
export function beginPage(): void {
  drawnByServer = 0
}

function drawOnServer(input: CoverInput, facts: boolean, label: boolean): string {
  if (!draw || drawnByServer === DRAWN_BY_SERVER) return ''
  drawnByServer += 1
  return draw(input, facts, label)
}

const waiting = new Set<() => void>()
const AGAIN_MS = 30_000

if (import.meta.env.SSR) {
  const { drawCover } = await import('./cover-cache.ts')
  draw = drawCover
}

/** A phone draws so many in 20 ms, and answers a person before the next. */
const DRAWN_AT_ONCE = 8

function fillWaiting(): void {
  for (const later of [...waiting].slice(0, DRAWN_AT_ONCE)) {
    waiting.delete(later)
    later()
  }
  if (waiting.size > 0) setTimeout(fillWaiting)
}

function load(): void {
  loadCode(() => import('./cover-cache.ts'), 'drawCover').then(
    ({ drawCover }) => {
      draw = drawCover
      fillWaiting()
    },
    // Names and links work without the generator.
    () => setTimeout(() => waiting.size > 0 && load(), AGAIN_MS),
  )
}

function fill(element: HTMLElement, input: CoverInput, facts: boolean, label: boolean): (() => void) | undefined {
  if (element.firstChild) return
  if (draw) {
    element.innerHTML = draw(input, facts, label)
    return
  }
  if (!waiting.size) load()
  const later = () => {
    if (draw && !element.firstChild) element.innerHTML = draw(input, facts, label)
  }
  waiting.add(later)
  return () => waiting.delete(later)
}

const NOTHING = { __html: '' }

/** The data from which a cover is generated. */
export interface CoverGame {
  name: string
  year?: number | string | null | undefined
  genre?: string | null | undefined
  developer?: string | null | undefined
  coverUrl?: string | null | undefined
}

/**
 * The generated cover, covered by the game's own picture if there is one. A picture that fails to load is hidden, so
 * there is never a gap. `label`: the cover has an accessible name; omit it if a link around the cover has one.
 */
export function Cover({
  game,
  ...props
}: (({ game: CoverGame } & Partial<Record<keyof CoverGame, never>>) | ({ game?: never } & CoverGame)) & {
  /** Shows developer and year on the cover (from 200 px). */
  facts?: boolean
  label?: boolean
  eager?: boolean
  className?: string
}) {
  const { name, year, genre, developer, coverUrl }: CoverGame = game ?? (props as CoverGame)
  const input: CoverInput = { title: name, year, genre, developer }
  const facts = props.facts ?? true
  const label = props.label ?? false
  const html = import.meta.env.SSR ? { __html: drawOnServer(input, facts, label) } : NOTHING
  return (
    <>
      <span
        // Another game is another drawing: the key makes React create a new element.
        key={`${name}|${year}|${genre}`}
        className={cx('cover', props.className)}
        ref={(element) => (element ? fill(element, input, facts, label) : undefined)}
        suppressHydrationWarning
        // biome-ignore lint/security/noDangerouslySetInnerHtml: our own generator, which escapes titles
        dangerouslySetInnerHTML={html}
      />
      {coverUrl && <Picture key={coverUrl} url={coverUrl} eager={props.eager ?? false} />}
    </>
  )
}

function Picture({ url, eager }: { url: string; eager: boolean }) {
  const failed = useRef(false)
  const hide = (image: HTMLImageElement) => {
    failed.current = true
    image.hidden = true
  }
  return (
    <img
      className="cover-img"
      src={url}
      alt=""
      loading={eager ? 'eager' : 'lazy'}
      decoding="async"
      fetchPriority={eager ? 'high' : undefined}
      suppressHydrationWarning
      // React misses an error event from before hydration, so check once.
      ref={(image) => {
        if (image && !failed.current && image.complete && image.naturalWidth === 0 && image.currentSrc) hide(image)
      }}
      onError={(event) => hide(event.currentTarget)}
    />
  )
}

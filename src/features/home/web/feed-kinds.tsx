import { type MouseEvent, useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { FEED_KINDS, type FeedKind } from '#features/mutes/mutes.rules.ts'
import { FEED_KIND_TEXTS } from '#features/mutes/mutes.texts.ts'
import { cx } from '#web/ui/class-names.ts'
import { HOME_TEXTS } from '../home-member.texts.ts'

/** Returns the kind of activity that an address asks for; null for all, and for what is no kind. */
export const kindIn = (search: URLSearchParams): FeedKind | null =>
  FEED_KINDS.find((kind) => kind === search.get('kind')) ?? null

const KINDS = [
  { kind: null, label: HOME_TEXTS.allKinds },
  ...FEED_KINDS.map((kind) => ({ kind, label: FEED_KIND_TEXTS[kind] })),
]

/** The kinds of activity of a feed as links; on phones the row scrolls sideways, with the current kind in its middle as far as it can. */
export function FeedKinds({ current }: { current: FeedKind | null }) {
  const navigate = useNavigate()
  const row = useRef<HTMLElement>(null)
  useEffect(() => {
    const chip = current && row.current?.querySelector<HTMLElement>('[aria-current]')
    if (row.current && chip) row.current.scrollLeft = chip.offsetLeft - (row.current.clientWidth - chip.offsetWidth) / 2
  }, [current])
  const choose = (href: string) => (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    void navigate(href, { preventScrollReset: true })
  }
  return (
    <nav
      ref={row}
      aria-label={HOME_TEXTS.kinds}
      className="relative -mx-(--gutter) mb-5 flex gap-2 overflow-x-auto px-(--gutter) py-0.5 [scrollbar-width:none] side:mx-0 side:flex-wrap side:px-0"
    >
      {KINDS.map(({ kind, label }) => {
        const href = kind === null ? '/' : `/?kind=${kind}`
        return (
          <a
            key={href}
            href={href}
            aria-current={kind === current || undefined}
            className={cx('chip chip-btn chip-tall flex-none', kind === current && 'on')}
            onClick={choose(href)}
          >
            {label}
          </a>
        )
      })}
    </nav>
  )
}

import { type KeyboardEvent, type PointerEvent, useEffect, useRef } from 'react'
import { Icon } from './icon.tsx'
import { Modal } from './modal.tsx'

export interface LightboxPicture {
  /** Describes the picture: "Screenshot 3 of Hades". */
  alt: string
  src: string
  /** The small version, which is already loaded. */
  small?: string
}

/** A swipe of at least this distance changes the picture, in pixels. */
const SWIPE = 48

interface LightboxProps {
  label: string
  pictures: readonly LightboxPicture[]
  /** The index of the picture; null means closed. */
  at: number | null
  onMove: (at: number) => void
  onClose: () => void
  /** Called with a picture that failed to load; remove it from `pictures`. */
  onBroken: (picture: LightboxPicture) => void
}

/**
 * Shows pictures over the whole page, one at a time. Arrow keys, Home and End, buttons and swipes change the picture
 * and wrap around. Escape or a press beside the picture closes it. The focus stays in it, and returns.
 */
export function Lightbox(props: LightboxProps) {
  const { pictures, at, onMove, onClose } = props
  const touch = useRef<number | null>(null)
  const count = pictures.length
  const picture = at === null ? undefined : pictures[Math.min(at, count - 1)]
  const go = (to: number) => onMove((to + count) % count)
  const place = at ?? 0

  useEffect(() => {
    if (at === null || count < 2) return
    for (const near of [pictures[(at + 1) % count], pictures[(at - 1 + count) % count]])
      if (near) new Image().src = near.src
  }, [at, count, pictures])

  const onKey = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const to = { ArrowRight: place + 1, ArrowLeft: place - 1, Home: 0, End: count - 1 }[event.key]
    if (to === undefined) return
    event.preventDefault()
    go(to)
  }
  const endTouch = (event: PointerEvent) => {
    const moved = touch.current === null ? 0 : event.clientX - touch.current
    touch.current = null
    if (Math.abs(moved) >= SWIPE) go(place + (moved < 0 ? 1 : -1))
  }

  return (
    <Modal open={at !== null} onClose={onClose} label={props.label} className="stage" onKeyDown={onKey}>
      {picture && (
        <>
          <div className="stage-head">
            <span className="stage-title">{props.label}</span>
            <span className="num" role="status">
              {place + 1} / {count}
            </span>
            <button type="button" className="stage-btn" aria-label="Close" onClick={onClose}>
              <Icon name="x" size={20} />
            </button>
          </div>
          <div
            className="stage-body"
            onClick={(event) => event.target === event.currentTarget && onClose()}
            onPointerDown={(event) => {
              touch.current = event.pointerType === 'touch' ? event.clientX : null
            }}
            onPointerUp={endTouch}
            onPointerCancel={endTouch}
          >
            <img
              key={picture.src}
              className="stage-pic"
              src={picture.src}
              alt={picture.alt}
              draggable={false}
              style={picture.small ? { backgroundImage: `url("${picture.small}")` } : undefined}
              onError={() => props.onBroken(picture)}
            />
            {count > 1 && <Arrows onBack={() => go(place - 1)} onNext={() => go(place + 1)} />}
          </div>
        </>
      )}
    </Modal>
  )
}

function Arrows({ onBack, onNext }: { onBack: () => void; onNext: () => void }) {
  return (
    <>
      <button type="button" className="stage-btn stage-prev" aria-label="Previous" onClick={onBack}>
        <Icon name="left" size={20} />
      </button>
      <button type="button" className="stage-btn stage-next" aria-label="Next" onClick={onNext}>
        <Icon name="right" size={20} />
      </button>
    </>
  )
}

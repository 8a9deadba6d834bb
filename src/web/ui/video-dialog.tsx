import { useEffect, useState } from 'react'
import { Icon } from './icon.tsx'
import { Modal } from './modal.tsx'
import { VIDEO_TEXTS } from './video-dialog.texts.ts'

export interface DialogVideo {
  title: string
  /** The address of the player; null when there is none for this video. */
  player: string | null
  /** Another place to watch it. */
  link: { href: string; label: string }
}

/** A player that does not load within this time is reported as unreachable, in milliseconds. */
const TIMEOUT_MS = 10_000

/**
 * Shows a video over the whole page. The player's frame is created on opening, so that its host gets no request
 * earlier, and removed `closeMs` after closing. Null means closed. Offline, or if the player is blocked, it shows a
 * message; the link to the video's own page is always there.
 */
export function VideoDialog({
  video,
  closeMs,
  onClose,
}: {
  video: DialogVideo | null
  closeMs: number
  onClose: () => void
}) {
  const [shown, setShown] = useState<DialogVideo | null>(null)
  useEffect(() => {
    if (video) {
      setShown(video)
      return
    }
    const timer = setTimeout(() => setShown(null), closeMs)
    return () => clearTimeout(timer)
  }, [video, closeMs])
  return (
    <Modal
      open={video !== null}
      onClose={onClose}
      label={shown?.title}
      className="stage"
      isKeptMounted={shown !== null}
      onClick={(event) => (event.target as Element).matches('.stage, .stage-body') && onClose()}
    >
      {shown && (
        <>
          <div className="stage-head">
            <span className="stage-title">{shown.title}</span>
            <button type="button" className="stage-btn" aria-label="Close" onClick={onClose}>
              <Icon name="x" size={20} />
            </button>
          </div>
          <div className="stage-body">
            <Player key={shown.player} video={shown} />
          </div>
          <div className="stage-foot">
            <a href={shown.link.href} target="_blank" rel="noopener">
              {shown.link.label}
            </a>
          </div>
        </>
      )}
    </Modal>
  )
}

function Player({ video }: { video: DialogVideo }) {
  const [state, setState] = useState<'loading' | 'there' | 'blocked'>(navigator.onLine ? 'loading' : 'blocked')
  const { player } = video
  useEffect(() => {
    if (player === null) return
    const refuse = (event: SecurityPolicyViolationEvent) => {
      if (event.effectiveDirective === 'frame-src') setState('blocked')
    }
    const giveUp = () => setState((now) => (now === 'loading' ? 'blocked' : now))
    const timer = setTimeout(giveUp, TIMEOUT_MS)
    document.addEventListener('securitypolicyviolation', refuse)
    window.addEventListener('offline', giveUp)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('securitypolicyviolation', refuse)
      window.removeEventListener('offline', giveUp)
    }
  }, [player])
  if (player === null || state === 'blocked')
    return (
      <div className="stage-video stage-note" role="alert">
        <p>{player !== null && !navigator.onLine ? VIDEO_TEXTS.offline : VIDEO_TEXTS.failed}</p>
      </div>
    )
  return (
    <iframe
      className="stage-video"
      src={player}
      title={video.title}
      allow="autoplay; fullscreen; encrypted-media; picture-in-picture"
      allowFullScreen
      referrerPolicy="strict-origin-when-cross-origin"
      onLoad={() => setState('there')}
    />
  )
}

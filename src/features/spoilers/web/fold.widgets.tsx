import { type CSSProperties, type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/class-names.ts'
import { Icon } from '#web/ui/icon.tsx'
import { toast } from '#web/ui/toasts.ts'
import { FOLD_TEXTS, type Fold as FoldFacts } from '../spoilers.rules.ts'
import { foldSentence } from '../spoilers.texts.ts'

/**
 * Renders the placeholder of a folded text. The page does not contain the text: `reveal` requests it, and `children`
 * renders it in place of the fold. After a failed request the fold remains, and a toast shows the error.
 */
export function Fold<Revealed>(props: {
  fold: FoldFacts
  reveal: () => Promise<Revealed>
  children: (revealed: Revealed) => ReactNode
  className?: string
}) {
  const { fold } = props
  const [revealed, setRevealed] = useState<{ text: Revealed; minHeight: number } | null>(null)
  const [isBusy, setBusy] = useState(false)
  const text = useRef<HTMLDivElement>(null)
  const place = useRef<HTMLDivElement>(null)
  // The focused button no longer exists, so the focus moves to the text.
  useEffect(() => {
    if (revealed) text.current?.focus({ preventScroll: true })
  }, [revealed])
  const show = async () => {
    setBusy(true)
    try {
      const text = await props.reveal()
      // A text that is shorter than the fold gets the fold's height, which avoids layout shift.
      setRevealed({ text, minHeight: place.current?.offsetHeight ?? 0 })
    } catch {
      toast({ title: FOLD_TEXTS.failed, description: FOLD_TEXTS.tryAgain, tone: 'danger' })
    } finally {
      setBusy(false)
    }
  }
  if (revealed)
    return (
      <div ref={text} tabIndex={-1} className="outline-none" style={{ minHeight: revealed.minHeight }}>
        {props.children(revealed.text)}
      </div>
    )
  return (
    <div ref={place} className={cx('fold', props.className)}>
      <p className="fold-sentence">
        <Icon name="lock" />
        <span className="num">{foldSentence(fold)}</span>
      </p>
      <Button kind="quiet" className="fold-show" busy={isBusy} busyLabel="Loading…" onClick={() => void show()}>
        {FOLD_TEXTS.show}
      </Button>
      <Bar share={fold.writtenAt} />
      {fold.readerAt !== null && <Bar share={fold.readerAt} isMine />}
    </div>
  )
}

/** Renders a line in proportion to a share of the game. The sentence above has the numbers. */
function Bar({ share, isMine = false }: { share: number; isMine?: boolean }) {
  const style = { '--v': `${share}%` } as CSSProperties
  return <span className={cx('fold-bar', isMine && 'fold-bar-mine')} style={style} aria-hidden="true" />
}

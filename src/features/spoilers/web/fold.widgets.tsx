import { type CSSProperties, type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/class-names.ts'
import { Icon } from '#web/ui/icon.tsx'
import { toast } from '#web/ui/toasts.ts'
import { FOLD_TEXTS, type Fold as FoldFacts, foldSentence } from '../spoilers.rules.ts'

/**
 * Stands in the place of a text that the reader has not reached. The page does not contain the text: `reveal` requests
 * it, and `children` renders it in the same place. A failed request leaves the fold as it is and shows a toast.
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
  // The button that had the focus is gone.
  useEffect(() => {
    if (revealed) text.current?.focus({ preventScroll: true })
  }, [revealed])
  const show = async () => {
    setBusy(true)
    try {
      const text = await props.reveal()
      // A shorter text leaves the list as long as it was, so that nothing above it moves.
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

/** A hairline as long as a share of the game. The sentence above has the numbers. */
function Bar({ share, isMine = false }: { share: number; isMine?: boolean }) {
  const style = { '--v': `${share}%` } as CSSProperties
  return <span className={cx('fold-bar', isMine && 'fold-bar-mine')} style={style} aria-hidden="true" />
}

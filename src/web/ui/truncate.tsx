import { useState } from 'react'
import { shorten } from '#web/head.tsx'
import { cx } from './class-names.ts'

/** A long text, collapsed after `limit` characters. Paragraphs are preserved. */
export function ReadMore(props: { text: string; limit?: number; className?: string }) {
  const [isOpen, setOpen] = useState(false)
  const limit = props.limit ?? 300
  const isLong = [...props.text].length > limit
  const shown = isLong && !isOpen ? shorten(props.text, limit) : props.text
  return (
    <p className={cx('prose', props.className)}>
      {shown}
      {isLong && (
        <>
          {' '}
          <button type="button" className="linkish" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? 'Show Less' : 'Read More'}
          </button>
        </>
      )}
    </p>
  )
}

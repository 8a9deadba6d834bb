import { useState } from 'react'
import { cx } from './class-names.ts'

/** Returns the first `limit` characters, cut at a word, or the whole text if a cut would save less than a line. */
export function shorten(text: string, limit: number): string {
  const letters = [...text]
  if (letters.length <= limit) return text
  const cut = letters.slice(0, limit).join('')
  const space = cut.lastIndexOf(' ')
  return `${(space > limit * 0.6 ? cut.slice(0, space) : cut).replace(/[\s,;:.–-]+$/, '')}…`
}

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

import type { ReactNode } from 'react'

/**
 * Our own drawings of the five reactions. A system may have no font for them; the data stay the emoji (C16).
 */
const DRAWINGS: Record<string, ReactNode> = {
  '👍': (
    <>
      <path fill="var(--react-cuff)" d="M1.8 10.6h4.4V21H1.8z" />
      <path
        fill="var(--react-gold)"
        d="M7.6 10.4 11.4 2.8c1.8 0 3 1.3 2.8 3l-.5 3.3h5.5a2.5 2.5 0 0 1 2.4 3.1l-1.6 6.6A3 3 0 0 1 17 21H7.6z"
      />
    </>
  ),
  '❤️': (
    <path
      fill="var(--react-red)"
      d="M12 20.6C5 15.8 2.6 12.2 2.6 8.8A5.1 5.1 0 0 1 12 6.2a5.1 5.1 0 0 1 9.4 2.6c0 3.4-2.4 7-9.4 11.8z"
    />
  ),
  '🎮': (
    <>
      <path
        fill="var(--react-teal)"
        d="M7 6h10a5 5 0 0 1 4.9 4.1l1 5.4a3.1 3.1 0 0 1-5.6 2.3L15.4 15H8.6l-1.9 2.8a3.1 3.1 0 0 1-5.6-2.3l1-5.4A5 5 0 0 1 7 6z"
      />
      <path fill="var(--react-light)" d="M6.9 8.2h1.8v1.6h1.6v1.8H8.7v1.6H6.9v-1.6H5.3V9.8h1.6z" />
      <circle cx="15.2" cy="12" r="1.2" fill="var(--react-light)" />
      <circle cx="17.6" cy="9.4" r="1.2" fill="var(--react-light)" />
    </>
  ),
  '🏆': (
    <>
      <path
        fill="none"
        stroke="var(--react-gold)"
        strokeWidth="1.8"
        d="M7 5H3.4v1.4A3.6 3.6 0 0 0 7 10m10-5h3.6v1.4A3.6 3.6 0 0 1 17 10"
      />
      <path
        fill="var(--react-gold)"
        d="M6.6 2.6h10.8V9a5.4 5.4 0 0 1-4.2 5.2V17h3.3v3.4h-9V17h3.3v-2.8A5.4 5.4 0 0 1 6.6 9z"
      />
    </>
  ),
  '🎯': (
    <>
      <circle cx="12" cy="12" r="9.8" fill="var(--react-red)" />
      <circle cx="12" cy="12" r="6.6" fill="var(--react-light)" />
      <circle cx="12" cy="12" r="3.4" fill="var(--react-red)" />
    </>
  ),
}

const MARKS = new RegExp(`(${Object.keys(DRAWINGS).join('|')})`)

/** Draws a reaction. A screen reader and the clipboard get the emoji. */
export function ReactionMark({ emoji }: { emoji: string }) {
  return (
    <span className="reaction-mark">
      <svg viewBox="0 0 24 24" aria-hidden="true">
        {DRAWINGS[emoji]}
      </svg>
      <span className="visually-hidden">{emoji}</span>
    </span>
  )
}

/** Draws the reactions that a sentence names. */
export const withReactionMarks = (sentence: string): ReactNode =>
  sentence
    .split(MARKS)
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence have no other name.
    .map((part, at) => (part in DRAWINGS ? <ReactionMark key={at} emoji={part} /> : part))

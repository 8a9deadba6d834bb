import type { RefObject } from 'react'
import { SpoilerMark } from '#features/spoilers/web/spoiler-mark.widgets.tsx'
import { numberText } from '#shared/counted.ts'
import type { GameId } from '#shared/ids.ts'
import { lengthOf, readText } from '#shared/text.ts'
import { Button } from '#web/ui/button.tsx'
import { useIsHydrated } from '#web/use-env.ts'
import { TextBox } from './text-box.tsx'
import { type WriteFailure, WriteFailureNote } from './write-failure.tsx'

/** The counter of a text appears when fewer characters than this are left. */
const SOON_FULL = 500

/** Renders the box for the text of a thread or post, and its spoiler mark if the thread is about a game. */
export function WritingFields(props: {
  label: string
  rows?: number
  box: RefObject<HTMLTextAreaElement | null>
  value: { text: string; spoilsTo: number | null }
  onChange: (change: { text: string } | { spoilsTo: number | null }) => void
  most: number
  gameId: GameId | null | undefined
  error: string | undefined
  isBusy: boolean
}) {
  const { gameId, value, most, onChange } = props
  return (
    <>
      <TextBox
        label={props.label}
        {...(props.rows !== undefined && { rows: props.rows })}
        box={props.box}
        value={value.text}
        onChange={(text) => onChange({ text })}
        error={props.error}
        counter={counterOf(value.text, most, SOON_FULL)}
      />
      {gameId && (
        <SpoilerMark
          gameId={gameId}
          value={value.spoilsTo}
          onChange={(spoilsTo) => onChange({ spoilsTo })}
          disabled={props.isBusy}
        />
      )}
    </>
  )
}

/** Returns the counter of a text field: nothing until fewer than `soonFull` characters are left. */
export function counterOf(text: string, most: number, soonFull: number): string | undefined {
  const length = lengthOf(readText(text))
  return most - length <= soonFull ? `${numberText(length)} / ${numberText(most)}` : undefined
}

/** Renders why posting failed, and the button that posts. */
export function PostingFoot(props: {
  label: string
  failure: WriteFailure | null
  isBusy: boolean
  mayPost?: boolean
}) {
  const { failure, mayPost = true } = props
  const isHydrated = useIsHydrated()
  return (
    <div className="flex flex-wrap items-center gap-3">
      {failure && <WriteFailureNote failure={failure} />}
      <Button
        kind="solid"
        type="submit"
        className="ml-auto"
        busy={props.isBusy}
        busyLabel="Posting…"
        disabled={!mayPost || !isHydrated}
      >
        {props.label}
      </Button>
    </div>
  )
}

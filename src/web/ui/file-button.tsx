import { type ChangeEvent, type ComponentProps, useRef } from 'react'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'

interface FileButtonProps extends Omit<ComponentProps<typeof Button>, 'onClick'> {
  /** The media types or endings to choose from, separated by commas. */
  accept: string
  /** The name of the input. */
  label: string
  onChoose: (file: File) => void
}

/** A button that lets a person choose a file. The same file can be chosen again. */
export function FileButton({ accept, label, onChoose, ...button }: FileButtonProps) {
  const chooser = useRef<HTMLInputElement>(null)
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0]
    event.target.value = ''
    if (file) onChoose(file)
  }
  return (
    <>
      <input
        ref={chooser}
        type="file"
        accept={accept}
        className="visually-hidden"
        tabIndex={-1}
        aria-label={label}
        onChange={choose}
      />
      <Button {...button} onClick={() => chooser.current?.click()} />
    </>
  )
}

interface FileNoteProps {
  /** For `aria-describedby` of the button. */
  id: string
  /** Which files are accepted. */
  hint: string
  /** Why a file was not accepted. */
  problem: string | null
  /** Sends the same file again, if that may help. */
  onRetry?: (() => void) | null
}

/** Says which files are accepted, or why one was not, and lets a person send it again. */
export function FileNote({ id, hint, problem, onRetry = null }: FileNoteProps) {
  return (
    <>
      <span id={id} aria-live="polite">
        {problem === null ? (
          <span className="hint">{hint}</span>
        ) : (
          <span className="hint hint-err">
            <Icon name="x" />
            <span>{problem}</span>
          </span>
        )}
      </span>
      {problem !== null && onRetry && <Button onClick={onRetry}>Try again</Button>}
    </>
  )
}

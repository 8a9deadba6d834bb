import type { ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'

/** Renders the footer of a play log form: the error, the buttons to save and cancel, and before them the children. */
export function FormFoot(props: {
  label: string
  problem: string | null
  isSaving: boolean
  onClose: () => void
  children?: ReactNode
}) {
  return (
    <>
      {props.problem && (
        <p className="basis-full text-13 text-danger" role="alert">
          {props.problem}
        </p>
      )}
      {props.children}
      <Button kind="quiet" className="ml-auto" onClick={props.onClose} disabled={props.isSaving}>
        Cancel
      </Button>
      <Button kind="solid" type="submit" busy={props.isSaving} busyLabel="Saving…">
        {props.label}
      </Button>
    </>
  )
}

import { RESTORED_DRAFT } from '#shared/sentences.ts'

/** Says above a form that a stored draft has filled it. The button shows the form without the draft. */
export function RestoredDraft(props: { action?: string; onAction?: () => void; disabled?: boolean }) {
  return (
    <p className="flex flex-wrap items-center gap-x-4 text-13 text-text-2" role="status">
      {RESTORED_DRAFT}
      {props.action && (
        <button type="button" className="linkish min-h-6" onClick={props.onAction} disabled={props.disabled}>
          {props.action}
        </button>
      )}
    </p>
  )
}

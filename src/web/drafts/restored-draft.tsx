import { DRAFT_TEXTS } from './drafts.texts.ts'

/** Says above a form that a stored draft has filled it. The button shows the form without the draft. */
export function RestoredDraft(props: { action?: string; onAction?: () => void; disabled?: boolean }) {
  return (
    <p className="flex flex-wrap items-center gap-x-4 text-13 text-text-2" role="status">
      {DRAFT_TEXTS.restored}
      {props.action && (
        <button type="button" className="linkish min-h-6" onClick={props.onAction} disabled={props.disabled}>
          {props.action}
        </button>
      )}
    </p>
  )
}

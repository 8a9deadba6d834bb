import { Dialog as Base } from '@base-ui/react/dialog'
import {
  type ComponentProps,
  type FormEventHandler,
  type ReactNode,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react'
import { whenThere } from '../when-there.ts'
import { Button } from './button.tsx'
import { cx } from './class-names.ts'
import { DIALOG_TEXTS } from './dialog.texts.ts'
import { Icon } from './icon.tsx'
import { keepFocusIn } from './keep-focus.ts'
import { useLayer } from './layers.ts'
import { staysOpen } from './popup.ts'
import { SheetHandle } from './sheet-handle.tsx'
import { useFirstWrong } from './use-first-wrong.ts'
import { useWayBack } from './way-back.ts'

/** `data-first` marks the first focus of a dialog without fields. */
const FIELD =
  '[data-first], input:not([type=hidden], [hidden], :disabled), textarea, select, [role=radio][tabindex="0"], [role=slider]'

interface FrameProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  size?: 'form' | 'question'
  /** It contains typed words that nothing keeps: Back, Escape, the cross, the handle and a press beside it ask first. */
  isTyped?: boolean
  /** Nothing closes it, because it saves. */
  isSaving?: boolean
  /** Only the buttons in it close it, because it shows what nobody can read again. It has no cross. */
  isKept?: boolean
  /** false: Back does not close it. For a question that Back itself has raised. */
  isLayer?: boolean
  /** Another step of the same dialog: its first field gets the focus. */
  step?: string
  /** The first field gets the focus on touch devices too, because the dialog was opened to type. */
  isForTyping?: boolean
  className?: string
}

interface ContentProps {
  title: string
  description?: ReactNode
  footer?: ReactNode
  onSubmit?: FormEventHandler<HTMLFormElement>
  children?: ReactNode
}

/**
 * A dialog of 720 px for a form, 440 px for a question; a sheet on phones. Head and foot stay visible, the body
 * scrolls. The first field gets the focus, Esc closes the dialog, and the focus returns. With `onSubmit` head, body and
 * foot are one form, and its first wrong field gets the focus when it is sent.
 */
export function Dialog(props: FrameProps & ContentProps) {
  return (
    <DialogFrame {...props}>
      <DialogContent {...props} />
    </DialogFrame>
  )
}

/** Returns whether the person moves a row of a `SortableList` inside the element. */
const isMovingRow = (element: HTMLElement | null) =>
  Boolean(element?.querySelector('[aria-roledescription=sortable][aria-pressed=true]'))

const isTouched = () => matchMedia('(pointer: coarse)').matches

/** The frame of a dialog whose content may change from step to step while it stays open. */
export function DialogFrame(props: FrameProps & { children: ReactNode }) {
  const { dialog: popup, remember, wayBack } = useWayBack()
  const { step, isKept = false, isLayer = true } = props
  const [isAsking, setAsking] = useState(false)
  /** Returns whether the dialog closes. All ways to leave it come here. */
  const leave = () => {
    if (props.isSaving || isKept) return false
    if (props.isTyped) setAsking(true)
    else props.onOpenChange(false)
    return !props.isTyped
  }
  useLayer(props.open && isLayer, leave)
  useStepFocus(popup, step)
  return (
    <Base.Root
      open={props.open}
      onOpenChange={(_, details) => {
        // Escape ends the move of a row first. Pressing Undo in a toast does not close the dialog.
        const isElsewhere = (details.reason === 'escape-key' && isMovingRow(popup.current)) || staysOpen(details)
        if (isElsewhere || !leave()) details.cancel()
      }}
    >
      <Base.Portal>
        <Base.Backdrop className="scrim" />
        <Base.Viewport className="dialog-viewport">
          <Base.Popup
            ref={popup}
            // Base UI stops the arrow keys, which dnd-kit hears at the document.
            onKeyDown={(event) => {
              if (isMovingRow(popup.current)) event.preventBaseUIHandler()
            }}
            className={cx('dialog', props.size === 'question' && 'dialog-question', props.className)}
            data-kept={isKept || undefined}
            // On touch devices the keyboard would cover the sheet, so the sheet itself gets the focus.
            initialFocus={(how) => {
              remember()
              if (!props.isForTyping && (how === 'touch' || isTouched())) return popup.current
              const first = () => popup.current?.querySelector<HTMLElement>(FIELD)
              const there = first()
              // The content may still load.
              if (!there) whenThere(first, (field) => field.focus())
              return there ?? true
            }}
            finalFocus={wayBack}
          >
            {!isKept && <SheetHandle onClose={leave} />}
            {props.children}
            <FocusKeeper dialog={popup} />
            {props.isTyped !== undefined && (
              <DiscardQuestion open={isAsking} onOpenChange={setAsking} onDiscard={() => props.onOpenChange(false)} />
            )}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  )
}

/** Gives the focus to the first field of another step. */
function useStepFocus(popup: RefObject<HTMLElement | null>, step: string | undefined): void {
  const shownStep = useRef(step)
  useEffect(() => {
    if (shownStep.current === step) return
    shownStep.current = step
    return whenThere(
      () => (isTouched() ? popup.current : popup.current?.querySelector<HTMLElement>(FIELD)),
      (first) => first.focus(),
    )
  }, [step, popup])
}

/** Asks before typed words are lost. */
function DiscardQuestion(props: { open: boolean; onOpenChange: (open: boolean) => void; onDiscard: () => void }) {
  return (
    <ConfirmDialog
      open={props.open}
      onOpenChange={props.onOpenChange}
      title={DIALOG_TEXTS.discard}
      text={DIALOG_TEXTS.notSaved}
      confirmLabel="Discard"
      cancelLabel="Keep writing"
      danger
      onConfirm={props.onDiscard}
    />
  )
}

/** Begins and ends with the dialog's content, which is in the document only while the dialog is open. */
function FocusKeeper({ dialog }: { dialog: RefObject<HTMLElement | null> }) {
  useEffect(() => (dialog.current ? keepFocusIn(dialog.current) : undefined), [dialog])
  return null
}

/** Head, body and foot of a DialogFrame. */
export function DialogContent(props: ContentProps) {
  const { onSubmit } = props
  const { form, check } = useFirstWrong()
  const inside = (
    <>
      <header className="dialog-head">
        <Base.Title className="title">{props.title}</Base.Title>
        <Base.Close className="icon-btn" aria-label="Close">
          <Icon name="x" size={20} />
        </Base.Close>
      </header>
      <div className="dialog-body">
        {props.description && <Base.Description className="dialog-text">{props.description}</Base.Description>}
        {props.children}
      </div>
      {props.footer && <div className="dialog-foot">{props.footer}</div>}
    </>
  )
  return onSubmit ? (
    <form
      ref={form}
      className="dialog-inner"
      noValidate
      onSubmit={(event) => {
        onSubmit(event)
        check()
      }}
    >
      {inside}
    </form>
  ) : (
    <div className="dialog-inner">{inside}</div>
  )
}

/**
 * The foot of a dialog: the cancel button, and the button that saves or confirms, whose props these are. Without
 * `onClick` it submits the dialog's form.
 */
export function DialogButtons({
  onCancel,
  cancelLabel = 'Cancel',
  label,
  ...confirm
}: { label: ReactNode; onCancel: () => void; cancelLabel?: string | undefined } & Omit<
  ComponentProps<typeof Button>,
  'children'
>) {
  return (
    <>
      <Button kind="quiet" className="ml-auto" onClick={onCancel}>
        {cancelLabel}
      </Button>
      <Button kind="solid" type={confirm.onClick ? 'button' : 'submit'} {...confirm}>
        {label}
      </Button>
    </>
  )
}

/** The foot of a dialog whose changes are saved at once. */
export function DoneButton({ onClick }: { onClick: () => void }) {
  return (
    <Button kind="solid" className="ml-auto" onClick={onClick}>
      Done
    </Button>
  )
}

/** A question with two answers. The dialog stays open and busy while `onConfirm` runs, and closes when it has finished. */
export function ConfirmDialog(props: {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  text?: ReactNode
  confirmLabel: string
  cancelLabel?: string
  busyLabel?: string
  onConfirm: () => unknown
  danger?: boolean
  isLayer?: boolean
}) {
  const [isBusy, setBusy] = useState(false)
  const confirm = async () => {
    setBusy(true)
    try {
      await props.onConfirm()
      props.onOpenChange(false)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog
      open={props.open}
      onOpenChange={props.onOpenChange}
      title={props.title}
      description={props.text}
      size="question"
      isSaving={isBusy}
      isLayer={props.isLayer ?? true}
      footer={
        <DialogButtons
          label={props.confirmLabel}
          onCancel={() => props.onOpenChange(false)}
          cancelLabel={props.cancelLabel}
          kind={props.danger ? 'danger' : 'solid'}
          busy={isBusy}
          {...(props.busyLabel && { busyLabel: props.busyLabel })}
          onClick={confirm}
        />
      }
    />
  )
}

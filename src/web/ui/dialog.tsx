import { Dialog as Base } from '@base-ui/react/dialog'
import { type FormEventHandler, type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from './button.tsx'
import { cx } from './class-names.ts'
import { Icon } from './icon.tsx'

/** `data-first` is for a dialog without fields. */
const FIELD =
  '[data-first], input:not([type=hidden], [hidden], :disabled), textarea, select, [role=radio][tabindex="0"], [role=slider]'

/** The element and all that it is in, from the inside out. */
function* around(element: Element | null): Generator<HTMLElement> {
  for (let one = element; one instanceof HTMLElement; one = one.parentElement) yield one
}

interface FrameProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  size?: 'form' | 'question'
  /** false: only its buttons close it (something unsaved is in it). */
  dismissible?: boolean
  /** Another step of the same dialog: its first field gets the focus. */
  step?: string
  /** The first field has the focus on touch too: the dialog was opened to type. */
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
 * 720 px for a form, 440 for a question; a sheet on phones. Head and foot stay in view, the body scrolls. The first
 * field has the focus, Esc closes, the focus goes back. With `onSubmit` head, body and foot are one form.
 */
export function Dialog(props: FrameProps & ContentProps) {
  return (
    <DialogFrame {...props}>
      <DialogContent {...props} />
    </DialogFrame>
  )
}

const isTouched = () => matchMedia('(pointer: coarse)').matches

/** The dialog around its content, which may change from step to step while the dialog stays open. */
export function DialogFrame(props: FrameProps & { children: ReactNode }) {
  const popup = useRef<HTMLDivElement>(null)
  const wayBack = useRef<HTMLElement[]>([])
  const dismissible = props.dismissible ?? true
  const { step } = props
  const shownStep = useRef(step)
  useEffect(() => {
    if (shownStep.current === step) return
    shownStep.current = step
    const first = isTouched() ? popup.current : popup.current?.querySelector<HTMLElement>(FIELD)
    first?.focus()
  }, [step])
  return (
    <Base.Root
      open={props.open}
      disablePointerDismissal={!dismissible}
      onOpenChange={(open, details) => {
        if (!dismissible && details.reason === 'escape-key') return details.cancel()
        // A toast lies above it: pressing Undo there is not pressing beside the dialog.
        const target = details.event.target
        if (details.reason === 'outside-press' && target instanceof Element && target.closest('.toasts'))
          return details.cancel()
        props.onOpenChange(open)
      }}
    >
      <Base.Portal>
        <Base.Backdrop className="scrim" />
        <Base.Viewport className="dlg-view">
          <Base.Popup
            ref={popup}
            className={cx('dlg', props.size === 'question' && 'dlg-ask', props.className)}
            // On touch the keyboard would cover the sheet: there the sheet itself has the focus.
            initialFocus={(how) => {
              wayBack.current = [...around(document.activeElement)]
              return !props.isForTyping && (how === 'touch' || isTouched())
                ? popup.current
                : (popup.current?.querySelector<HTMLElement>(FIELD) ?? true)
            }}
            finalFocus={() => {
              const [opener, ...rest] = wayBack.current
              // What had the focus may be gone with what was asked about: then whatever is left around it.
              if (!opener || opener.isConnected) return true
              return rest.find((element) => element.isConnected && element.hasAttribute('tabindex')) ?? true
            }}
          >
            {props.children}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  )
}

/** Head, body and foot, to stand in a DialogFrame. */
export function DialogContent(props: ContentProps) {
  const inside = (
    <>
      <header className="dlg-head">
        <Base.Title className="title">{props.title}</Base.Title>
        <Base.Close className="icon-btn" aria-label="Close">
          <Icon name="x" size={20} />
        </Base.Close>
      </header>
      <div className="dlg-body">
        {props.description && <Base.Description className="dlg-text">{props.description}</Base.Description>}
        {props.children}
      </div>
      {props.footer && <footer className="dlg-foot">{props.footer}</footer>}
    </>
  )
  return props.onSubmit ? (
    <form className="dlg-in" noValidate onSubmit={props.onSubmit}>
      {inside}
    </form>
  ) : (
    <div className="dlg-in">{inside}</div>
  )
}

/** A question with two answers. It stays open, busy, while `onConfirm` works; it closes when that is done. */
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
      footer={
        <>
          <Button kind="quiet" className="ml-auto" onClick={() => props.onOpenChange(false)}>
            {props.cancelLabel ?? 'Cancel'}
          </Button>
          <Button
            kind={props.danger ? 'danger' : 'solid'}
            busy={isBusy}
            {...(props.busyLabel && { busyLabel: props.busyLabel })}
            onClick={confirm}
          >
            {props.confirmLabel}
          </Button>
        </>
      }
    />
  )
}

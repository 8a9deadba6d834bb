import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { call } from '#web/call.ts'
import { formResolver } from '#web/form-resolver.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogButtons } from '#web/ui/dialog.tsx'
import { Field, TextInput } from '#web/ui/field.tsx'
import { toast } from '#web/ui/toasts.ts'
import { useClosing } from '#web/use-asked.ts'
import { TypedCode } from '../credentials.schemas.ts'
import { beginSecondFactor, confirmSecondFactor, endSecondFactor, renewRecoveryCodes } from '../factors.endpoints.ts'
import { FACTOR_TEXTS } from '../factors.texts.ts'
import { SECOND_FACTOR_TEXTS } from '../settings.texts.ts'
import { notifyOtherTabs } from './accounts.api.ts'
import { PasswordDialog } from './password-dialog.widgets.tsx'
import { QrCode } from './qr-code.tsx'
import { CODE_TYPEFACE, RecoveryCodes } from './recovery-codes.tsx'
import { settingsKeys } from './settings.api.ts'
import { showRefusal } from './settings-part.tsx'

const CODE_RESOLVER = formResolver(TypedCode)

/** Turn the factor on, turn it off, or create new recovery codes. */
export type SecondFactorTask = 'on' | 'off' | 'renew'

const WORDS: Record<SecondFactorTask, { title: string; text: string; label: string }> = {
  on: {
    title: 'Turn on two-factor sign-in',
    text: SECOND_FACTOR_TEXTS.appNeeded,
    label: 'Continue',
  },
  off: {
    title: SECOND_FACTOR_TEXTS.turnOffTitle,
    text: SECOND_FACTOR_TEXTS.turnOff,
    label: 'Turn off',
  },
  renew: {
    title: SECOND_FACTOR_TEXTS.renewTitle,
    text: SECOND_FACTOR_TEXTS.renew,
    label: 'Create new codes',
  },
}

type Step = { is: 'password' } | { is: 'scan'; uri: string; secret: string } | { is: 'codes'; codes: string[] }

/** Requires the password first in every task; then a code confirms the app; then the recovery codes are shown, once. */
export function SecondFactorDialog({ task, onClose }: { task: SecondFactorTask; onClose: () => void }) {
  const client = useQueryClient()
  const [step, setStep] = useState<Step>({ is: 'password' })
  const { isOpen, close } = useClosing(onClose)

  /** Turning the factor on or off has replaced the session. */
  async function refreshAll(): Promise<void> {
    notifyOtherTabs()
    await refresh()
  }
  async function refresh(): Promise<void> {
    await Promise.all(
      [settingsKeys.secondFactor, settingsKeys.sessions].map((queryKey) => client.invalidateQueries({ queryKey })),
    )
  }

  async function goOn(password: string): Promise<void> {
    const body = { password }
    if (task === 'on') setStep({ is: 'scan', ...(await call(beginSecondFactor, { body })) })
    else if (task === 'renew') {
      setStep({ is: 'codes', codes: (await call(renewRecoveryCodes, { body })).recovery_codes })
      await refresh()
    } else {
      await call(endSecondFactor, { body })
      toast({ title: 'Two-factor sign-in is off' })
      await refreshAll()
      close()
    }
  }
  async function confirm(code: string): Promise<void> {
    const { recovery_codes } = await call(confirmSecondFactor, { body: { code } })
    setStep({ is: 'codes', codes: recovery_codes })
    await refreshAll()
  }

  function finish(): void {
    if (task === 'on') toast({ title: 'Two-factor sign-in is on' })
    close()
  }

  if (step.is === 'password') {
    const { title, text, label } = WORDS[task]
    return (
      <PasswordDialog
        isOpen={isOpen}
        title={title}
        description={text}
        label={label}
        busyLabel="Checking…"
        danger={task === 'off'}
        onPassword={goOn}
        onClose={close}
      />
    )
  }
  if (step.is === 'scan') return <ScanStep {...step} isOpen={isOpen} onClose={close} onCode={confirm} />
  return <CodesStep codes={step.codes} isOpen={isOpen} onDone={finish} />
}

function CodesStep(props: { codes: readonly string[]; isOpen: boolean; onDone: () => void }) {
  return (
    <Dialog
      open={props.isOpen}
      onOpenChange={props.onDone}
      isKept
      title="Your recovery codes"
      description={SECOND_FACTOR_TEXTS.keepCodes}
      footer={
        <Button kind="solid" className="ml-auto" onClick={props.onDone}>
          I have saved them
        </Button>
      }
    >
      <RecoveryCodes codes={props.codes} />
    </Dialog>
  )
}

function ScanStep(props: {
  uri: string
  secret: string
  isOpen: boolean
  onClose: () => void
  onCode: (code: string) => Promise<void>
}) {
  const form = useForm<TypedCode>({ resolver: CODE_RESOLVER })
  const { errors, isDirty, isSubmitting } = form.formState
  const submit = form.handleSubmit(async ({ code }) => {
    try {
      await props.onCode(code)
    } catch (error) {
      showRefusal(form, error, ['code'])
      form.setFocus('code', { shouldSelect: true })
    }
  })
  return (
    <Dialog
      open={props.isOpen}
      onOpenChange={props.onClose}
      isTyped={isDirty}
      isSaving={isSubmitting}
      title={SECOND_FACTOR_TEXTS.addTitle}
      description={SECOND_FACTOR_TEXTS.add}
      onSubmit={submit}
      footer={<DialogButtons label="Turn on" onCancel={props.onClose} busy={isSubmitting} busyLabel="Checking…" />}
    >
      <div className="grid gap-5 sm:grid-cols-[auto_minmax(0,1fr)] sm:gap-8">
        <QrCode text={props.uri} label={SECOND_FACTOR_TEXTS.qrCode} />
        <div className="grid content-start gap-5">
          <div className="grid gap-1">
            <p className="label">Key</p>
            <code className={`${CODE_TYPEFACE} break-all select-all`}>{spaced(props.secret)}</code>
          </div>
          <Field label="Code" hint={FACTOR_TEXTS.codeHint} error={errors.code?.message}>
            <TextInput {...form.register('code')} required autoComplete="one-time-code" inputMode="numeric" />
          </Field>
        </div>
      </div>
    </Dialog>
  )
}

/** In groups of four, which are easier to read aloud. */
const spaced = (secret: string) => secret.match(/.{1,4}/g)?.join(' ') ?? secret

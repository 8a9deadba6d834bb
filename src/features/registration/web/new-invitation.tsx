import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useViewer } from '#features/accounts/web/accounts.widgets.tsx'
import { call } from '#web/call.ts'
import { copyText } from '#web/copy.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogButtons, DoneButton } from '#web/ui/dialog.tsx'
import { COPY_FROM_FIELD } from '#web/ui/error-texts.ts'
import { Field, NumberInput, TextInput } from '#web/ui/field.tsx'
import { showFailure, showFieldProblems } from '#web/write-failure.ts'
import { INVITATION_TEXTS as TEXTS } from '../invitations.texts.ts'
import { createInvitation } from '../registration.endpoints.ts'
import { DAYS_MAX, MEMBER_DAYS_MAX, USES_MAX } from '../registration.rules.ts'
import { invitationsQuery, ownInvitationsQuery } from './registration.api.ts'

interface Draft {
  uses: string
  days: string
  note: string
}

/** Creates an invitation. `left` is the number of people that a member may still invite; null for admins. */
export function NewInvitation({ left }: { left: number | null }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button kind="line" icon="plus" disabled={left === 0} onClick={() => setOpen(true)}>
        {TEXTS.new}
      </Button>
      {isOpen && <InvitationDialog left={left} onClose={() => setOpen(false)} />}
    </>
  )
}

function InvitationDialog({ left, onClose }: { left: number | null; onClose: () => void }) {
  const [url, setUrl] = useState<string | null>(null)
  const change = (open: boolean) => open || onClose()
  if (url === null) return <Form left={left} onClose={onClose} onMade={setUrl} />
  return (
    <Dialog
      open
      onOpenChange={change}
      size="question"
      step="link"
      title={TEXTS.created}
      description={TEXTS.once}
      footer={<DoneButton onClick={onClose} />}
    >
      <Link url={url} />
    </Dialog>
  )
}

function Form(props: { left: number | null; onClose: () => void; onMade: (url: string) => void }) {
  const { left, onClose } = props
  const client = useQueryClient()
  const isAdmin = useViewer()?.role === 'admin'
  const form = useForm<Draft>({ defaultValues: { uses: '1', days: '14', note: '' } })
  const { errors, isSubmitting } = form.formState
  const submit = form.handleSubmit(async ({ uses, days, note }) => {
    try {
      const made = await call(createInvitation, { body: { uses: Number(uses), days: Number(days), note } })
      props.onMade(made.url)
      await Promise.all([
        client.invalidateQueries({ queryKey: ownInvitationsQuery().queryKey }),
        client.invalidateQueries({ queryKey: invitationsQuery().queryKey }),
      ])
    } catch (error) {
      if (!showFieldProblems(form, error, ['uses', 'days', 'note'])) showFailure(TEXTS.notCreated, error)
    }
  })
  const most = { uses: left ?? USES_MAX, days: isAdmin ? DAYS_MAX : MEMBER_DAYS_MAX }
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      size="question"
      title={TEXTS.new}
      description={TEXTS.about}
      onSubmit={submit}
      footer={<DialogButtons label={TEXTS.create} onCancel={onClose} busy={isSubmitting} busyLabel={TEXTS.creating} />}
    >
      <div className="grid gap-4.5">
        <Field label={TEXTS.note} hint={TEXTS.noteHint} error={errors.note?.message}>
          <TextInput {...form.register('note')} dir="auto" />
        </Field>
        <div className="grid grid-cols-2 gap-4">
          <Field label={TEXTS.uses} error={errors.uses?.message}>
            <NumberInput {...form.register('uses')} inputMode="numeric" min={1} max={most.uses} />
          </Field>
          <Field label={TEXTS.days} error={errors.days?.message}>
            <NumberInput {...form.register('days')} inputMode="numeric" min={1} max={most.days} />
          </Field>
        </div>
      </div>
    </Dialog>
  )
}

/** The link of a new invitation, which the server does not know any more. */
function Link({ url }: { url: string }) {
  const copy = () => copyText(url, { title: TEXTS.copied }, { title: TEXTS.notCopied, description: COPY_FROM_FIELD })
  return (
    <div className="grid gap-3">
      <input
        className="input"
        aria-label={TEXTS.created}
        readOnly
        data-first
        value={url}
        onFocus={({ target }) => target.select()}
      />
      <Button icon="copy" className="justify-self-start" onClick={() => void copy()}>
        Copy
      </Button>
    </div>
  )
}

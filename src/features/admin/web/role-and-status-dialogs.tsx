import { useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { memberName } from '#shared/member-name.ts'
import { CallError, call } from '#web/call.ts'
import { formResolver } from '#web/form-resolver.ts'
import { ConfirmDialog, Dialog, DialogButtons } from '#web/ui/dialog.tsx'
import { Field, TextArea, TextInput } from '#web/ui/field.tsx'
import { toast } from '#web/ui/toasts.ts'
import type { AdminUser } from '../admin.contract.ts'
import { setMemberStatus, setRole } from '../admin.endpoints.ts'
import { DISABLE_TEXTS, ROLE_TEXTS } from '../admin.texts.ts'
import { MemberStatus, REASON_MAX } from '../member-status.schemas.ts'
import { adminKeys } from './admin.api.ts'

export type RoleOrStatusChange =
  | 'make-admin'
  | 'take-admin'
  | 'make-moderator'
  | 'take-moderator'
  | 'disable'
  | 'enable'

interface Asked {
  user: AdminUser
  change: RoleOrStatusChange
  onClose: () => void
}

/** Asks for confirmation before an account's role or status changes. */
export function RoleOrStatusDialog(props: Asked) {
  return props.change === 'disable' ? <DisableDialog {...props} /> : <QuestionDialog {...props} change={props.change} />
}

const nameOf = (user: AdminUser) => memberName(user, 'this member')

function useDone(): (title: string) => Promise<void> {
  const client = useQueryClient()
  return async (title) => {
    toast({ title })
    await client.invalidateQueries({ queryKey: adminKeys.all })
  }
}

/** Shows the server's message, for example about the last admin. */
function toastFailure(error: unknown): void {
  if (!(error instanceof CallError)) throw error
  toast({ title: 'Nothing was changed', description: error.message, tone: 'danger' })
}

const QUESTIONS: Record<
  Exclude<RoleOrStatusChange, 'disable'>,
  { title: string; text: string; label: string; done: string }
> = {
  'make-admin': {
    title: ROLE_TEXTS.makeAdminTitle,
    text: ROLE_TEXTS.makeAdmin,
    label: 'Make admin',
    done: 'NAME is an admin',
  },
  'take-admin': {
    title: ROLE_TEXTS.takeAdminTitle,
    text: ROLE_TEXTS.accountStays,
    label: 'Revoke the role',
    done: ROLE_TEXTS.adminNoMore,
  },
  'make-moderator': {
    title: ROLE_TEXTS.makeModeratorTitle,
    text: ROLE_TEXTS.makeModerator,
    label: 'Make moderator',
    done: 'NAME is a moderator',
  },
  'take-moderator': {
    title: ROLE_TEXTS.takeModeratorTitle,
    text: ROLE_TEXTS.accountStays,
    label: 'Revoke the role',
    done: ROLE_TEXTS.moderatorNoMore,
  },
  enable: {
    title: 'Enable NAME?',
    text: ROLE_TEXTS.enable,
    label: 'Enable',
    done: ROLE_TEXTS.enabled,
  },
}

/** The role that a change gives. */
const ROLES_AFTER = {
  'make-admin': 'admin',
  'make-moderator': 'moderator',
  'take-admin': 'user',
  'take-moderator': 'user',
} as const

function QuestionDialog({ user, change, onClose }: Asked & { change: keyof typeof QUESTIONS }) {
  const done = useDone()
  const words = QUESTIONS[change]
  const named = (text: string) => text.replace('NAME', nameOf(user))
  const params = { userId: user.id }
  return (
    <ConfirmDialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={named(words.title)}
      text={words.text}
      confirmLabel={words.label}
      busyLabel="Saving…"
      danger={change === 'take-admin' || change === 'take-moderator'}
      onConfirm={async () => {
        try {
          if (change === 'enable') await call(setMemberStatus, { params, body: { disabled: false } })
          else await call(setRole, { params, body: { role: ROLES_AFTER[change] } })
          await done(named(words.done))
        } catch (error) {
          toastFailure(error)
        }
      }}
    />
  )
}

interface StatusDraft {
  disabled: true
  reason: string
  message: string
  /** A day, or empty for good. */
  until: string
}

const RESOLVER = formResolver<StatusDraft>(z.extend(MemberStatus, { message: z.string(), until: z.string() }))
/** The last instant of a day. */
const endOf = (day: string): string => `${day}T23:59:59.999Z`

function DisableDialog({ user, onClose }: Asked) {
  const done = useDone()
  const form = useForm<StatusDraft>({
    resolver: RESOLVER,
    defaultValues: { disabled: true, reason: '', message: '', until: '' },
  })
  const { errors, isSubmitting } = form.formState
  const reason = form.watch('reason') ?? ''
  const submit = form.handleSubmit(async (draft) => {
    try {
      const until = draft.until === '' ? null : endOf(draft.until)
      await call(setMemberStatus, { params: { userId: user.id }, body: { ...draft, until } })
      await done(`${nameOf(user)} is disabled`)
      onClose()
    } catch (error) {
      // The input stays.
      toastFailure(error)
    }
  })
  return (
    <Dialog
      open
      isTyped={reason !== ''}
      isSaving={isSubmitting}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`Disable ${nameOf(user)}?`}
      description={DISABLE_TEXTS.text}
      size="question"
      onSubmit={submit}
      footer={
        <DialogButtons label="Disable" onCancel={onClose} kind="danger" busy={isSubmitting} busyLabel="Disabling…" />
      }
    >
      <div className="grid gap-4.5">
        <Field
          label="Reason"
          hint={DISABLE_TEXTS.reasonHint}
          error={errors.reason?.message}
          counter={`${reason.length} / ${REASON_MAX}`}
        >
          <TextArea {...form.register('reason')} required />
        </Field>
        <Field label={DISABLE_TEXTS.message} hint={DISABLE_TEXTS.messageHint} error={errors.message?.message}>
          <TextArea {...form.register('message')} rows={2} dir="auto" />
        </Field>
        <Field label={DISABLE_TEXTS.until} hint={DISABLE_TEXTS.untilHint} error={errors.until?.message}>
          <TextInput type="date" {...form.register('until')} className="num max-w-48" />
        </Field>
      </div>
    </Dialog>
  )
}

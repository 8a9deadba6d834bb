import { useState } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { toastFailure } from '#features/accounts/web/settings.widgets.tsx'
import { SCOPE_LABELS } from '#shared/token-scopes.texts.ts'
import { TOKEN_SCOPES } from '#shared/token-scopes.ts'
import { call } from '#web/call.ts'
import { formResolver } from '#web/form-resolver.ts'
import { ConfirmDialog, DialogButtons, DialogContent, DialogFrame } from '#web/ui/dialog.tsx'
import { Checkbox, Field, TextInput } from '#web/ui/field.tsx'
import { NativeSelect } from '#web/ui/native-select.tsx'
import { toast } from '#web/ui/toasts.ts'
import { useClosing } from '#web/use-asked.ts'
import { OWN_APP_TEXTS } from '../apps.texts.ts'
import type { AccessToken } from '../tokens.contract.ts'
import { createToken, revokeToken } from '../tokens.endpoints.ts'
import { TOKEN_LIFETIMES } from '../tokens.rules.ts'
import { TokenDraft } from '../tokens.schemas.ts'
import { SCOPE_TEXTS, TOKEN_TEXTS } from '../tokens.texts.ts'
import { type DialogProps, showRefusal } from './edit-dialog.tsx'
import { Secret } from './secret-dialog.tsx'

const RESOLVER = formResolver<TokenDraft>(TokenDraft)
const LIFETIMES = TOKEN_LIFETIMES.map((days) => ({
  value: String(days),
  label: days === null ? 'Never' : days === 365 ? 'In a year' : `In ${days} days`,
}))
const DEFAULTS: TokenDraft = { name: '', scopes: ['read:library'], days: 90 }

/** Asks for name, permissions and lifetime of a token, and then shows the token, this once. */
export function NewTokenDialog({ onClose, onChanged }: DialogProps) {
  const { isOpen, close } = useClosing(onClose)
  const [secret, setSecret] = useState<string | null>(null)
  const form = useForm<TokenDraft>({ resolver: RESOLVER, defaultValues: DEFAULTS })
  const { errors, isSubmitting } = form.formState

  async function create(body: TokenDraft): Promise<void> {
    try {
      setSecret((await call(createToken, { body })).secret)
      await onChanged()
    } catch (error) {
      showRefusal(form, ['name'], error)
    }
  }

  return (
    <DialogFrame
      open={isOpen}
      onOpenChange={close}
      size={secret === null ? 'form' : 'question'}
      dismissible={secret === null}
      step={secret === null ? 'form' : 'secret'}
    >
      {secret === null ? (
        <DialogContent
          title="New token"
          onSubmit={form.handleSubmit(create)}
          footer={
            <DialogButtons onCancel={close} busy={isSubmitting} busyLabel="Creating…">
              Create token
            </DialogButtons>
          }
        >
          <div className="grid gap-5">
            <Field label="Name" hint={TOKEN_TEXTS.nameHint} error={errors.name?.message}>
              <TextInput {...form.register('name')} required autoComplete="off" />
            </Field>
            <Field group label="It may" error={errors.scopes?.message}>
              <div className="grid gap-1">
                {TOKEN_SCOPES.map((scope) => (
                  <Checkbox
                    key={scope}
                    value={scope}
                    label={SCOPE_LABELS[scope]}
                    hint={SCOPE_TEXTS[scope]}
                    {...form.register('scopes')}
                  />
                ))}
              </div>
            </Field>
            <Field label="It expires">
              <Controller
                control={form.control}
                name="days"
                render={({ field }) => (
                  <NativeSelect
                    label="It expires"
                    options={LIFETIMES}
                    value={String(field.value)}
                    onChange={({ target }) => field.onChange(target.value === 'null' ? null : Number(target.value))}
                  />
                )}
              />
            </Field>
          </div>
        </DialogContent>
      ) : (
        <Secret title="Your new token" text={TOKEN_TEXTS.once} name="Token" secret={secret} onDone={close} />
      )}
    </DialogFrame>
  )
}

export function RevokeDialog({ token, onClose, onChanged }: DialogProps & { token: AccessToken }) {
  const { isOpen, close } = useClosing(onClose)
  return (
    <ConfirmDialog
      open={isOpen}
      onOpenChange={close}
      title={`Revoke ${token.name}?`}
      text={token.app ? OWN_APP_TEXTS.end : TOKEN_TEXTS.revoke}
      confirmLabel="Revoke"
      busyLabel="Revoking…"
      danger
      onConfirm={async () => {
        try {
          await call(revokeToken, { params: { tokenId: token.id } })
          toast({ title: token.app ? 'Access revoked' : 'Token revoked' })
        } catch (error) {
          toastFailure(error)
        }
        await onChanged()
      }}
    />
  )
}

import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { toastFailure } from '#features/accounts/web/settings.widgets.tsx'
import { call } from '#web/call.ts'
import { formResolver } from '#web/form-resolver.ts'
import { ConfirmDialog, DialogButtons, DialogContent, DialogFrame } from '#web/ui/dialog.tsx'
import { Field, Radio, TextArea, TextInput } from '#web/ui/field.tsx'
import { toast } from '#web/ui/toasts.ts'
import { useClosing } from '#web/use-asked.ts'
import type { OwnApp } from '../apps.contract.ts'
import { createApp, removeApp } from '../apps.endpoints.ts'
import { APP_KIND_TEXTS, APP_KINDS, type AppKind, linesOf, OWN_APP_TEXTS } from '../apps.rules.ts'
import { AppForm } from '../apps.schemas.ts'
import { Secret } from './secret-dialog.tsx'

interface Props {
  onClose: () => void
  onChanged: () => Promise<void>
}

interface Fields {
  name: string
  kind: AppKind
  /** One address a line. */
  redirect_uris: string
}

const RESOLVER = formResolver<Fields>(AppForm)
const DEFAULTS: Fields = { name: '', kind: 'public', redirect_uris: '' }

/** Asks for name, kind and redirect addresses of an app, and then shows what the app needs. */
export function NewAppDialog({ onClose, onChanged }: Props) {
  const { isOpen, close } = useClosing(onClose)
  const [made, setMade] = useState<{ app: OwnApp; secret: string | null } | null>(null)
  const form = useForm<Fields>({ resolver: RESOLVER, defaultValues: DEFAULTS })
  const { errors, isSubmitting } = form.formState

  async function create({ redirect_uris, ...draft }: Fields): Promise<void> {
    try {
      setMade(await call(createApp, { body: { ...draft, redirect_uris: linesOf(redirect_uris) } }))
      await onChanged()
    } catch (error) {
      const refused = toastFailure(error)
      for (const field of ['name', 'redirect_uris'] as const)
        if (refused[field]) form.setError(field, { type: 'server', message: refused[field] }, { shouldFocus: true })
    }
  }

  return (
    <DialogFrame
      open={isOpen}
      onOpenChange={close}
      size={made === null ? 'form' : 'question'}
      dismissible={made === null}
      step={made === null ? 'form' : 'secret'}
    >
      {made === null ? (
        <DialogContent
          title="Register an app"
          onSubmit={form.handleSubmit(create)}
          footer={
            <DialogButtons onCancel={close} busy={isSubmitting} busyLabel="Registering…">
              Register app
            </DialogButtons>
          }
        >
          <div className="grid gap-5">
            <Field label="Name" hint="Members see it when the app asks them for access" error={errors.name?.message}>
              <TextInput {...form.register('name')} required autoComplete="off" />
            </Field>
            <Field group label="It runs">
              <div className="grid gap-1">
                {APP_KINDS.map((kind) => (
                  <Radio
                    key={kind}
                    value={kind}
                    label={APP_KIND_TEXTS[kind].label}
                    hint={APP_KIND_TEXTS[kind].text}
                    {...form.register('kind')}
                  />
                ))}
              </div>
            </Field>
            <Field
              label="Redirect addresses"
              hint="Where members return to, one address a line"
              error={errors.redirect_uris?.message}
            >
              <TextArea
                {...form.register('redirect_uris')}
                required
                rows={3}
                spellCheck={false}
                autoCapitalize="none"
              />
            </Field>
          </div>
        </DialogContent>
      ) : made.secret === null ? (
        <Secret
          title={`${made.app.name} is registered`}
          text={OWN_APP_TEXTS.noSecret}
          name="Client id"
          secret={made.app.client_id}
          onDone={close}
        />
      ) : (
        <Secret
          title={`${made.app.name} is registered`}
          text={OWN_APP_TEXTS.once}
          name="Secret"
          secret={made.secret}
          onDone={close}
        />
      )}
    </DialogFrame>
  )
}

export function DeleteAppDialog({ app, onClose, onChanged }: Props & { app: OwnApp }) {
  const { isOpen, close } = useClosing(onClose)
  return (
    <ConfirmDialog
      open={isOpen}
      onOpenChange={close}
      title={`Delete ${app.name}?`}
      text={OWN_APP_TEXTS.remove}
      confirmLabel="Delete"
      busyLabel="Deleting…"
      danger
      onConfirm={async () => {
        try {
          await call(removeApp, { params: { appId: app.id } })
          toast({ title: 'App deleted' })
        } catch (error) {
          toastFailure(error)
        }
        await onChanged()
      }}
    />
  )
}

import { type UseFormReturn, useForm } from 'react-hook-form'
import { call } from '#web/call.ts'
import { formResolver } from '#web/form-resolver.ts'
import { Field, Radio, TextArea, TextInput } from '#web/ui/field.tsx'
import type { OwnApp } from '../apps.contract.ts'
import { changeApp, createApp, removeApp } from '../apps.endpoints.ts'
import { APP_KINDS, type AppKind, linesOf } from '../apps.rules.ts'
import { AppForm } from '../apps.schemas.ts'
import { APP_HINTS, APP_KIND_TEXTS, OWN_APP_TEXTS } from '../apps.texts.ts'
import { CreateDialog } from './create-dialog.tsx'
import { type DialogProps, EditDialog } from './edit-dialog.tsx'
import { RemoveDialog } from './remove-dialog.tsx'
import { Secret } from './secret-dialog.tsx'

interface Fields {
  name: string
  kind: AppKind
  /** One address a line. */
  redirect_uris: string
}

const RESOLVER = formResolver<Fields>(AppForm)
const DEFAULTS: Fields = { name: '', kind: 'public', redirect_uris: '' }
/** The fields at which a refusal is shown. */
const SHOWN_AT = ['name', 'redirect_uris'] as const

/** Asks for name, kind and redirect addresses of an app, and then shows what the app needs. */
export function NewAppDialog(closing: DialogProps) {
  const form = useForm<Fields>({ resolver: RESOLVER, defaultValues: DEFAULTS })
  return (
    <CreateDialog
      {...closing}
      title="Register an app"
      label="Register app"
      busyLabel="Registering…"
      form={form}
      fields={SHOWN_AT}
      create={({ redirect_uris, ...draft }) =>
        call(createApp, { body: { ...draft, redirect_uris: linesOf(redirect_uris) } })
      }
      renderMade={({ app, secret }, close) => (
        <Secret
          title={`${app.name} is registered`}
          text={secret === null ? OWN_APP_TEXTS.noSecret : OWN_APP_TEXTS.once}
          name={secret === null ? 'Client id' : 'Secret'}
          secret={secret ?? app.client_id}
          onDone={close}
        />
      )}
    >
      <NameField form={form} />
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
      <RedirectsField form={form} />
    </CreateDialog>
  )
}

/** Asks for another name and other redirect addresses of an app. */
export function ChangeAppDialog({ app, ...closing }: DialogProps & { app: OwnApp }) {
  const { name, kind, redirect_uris } = app
  const form = useForm<Fields>({
    resolver: RESOLVER,
    defaultValues: { name, kind, redirect_uris: redirect_uris.join('\n') },
  })
  return (
    <EditDialog
      {...closing}
      title={`Edit ${name}`}
      description={OWN_APP_TEXTS.change}
      form={form}
      fields={SHOWN_AT}
      save={(fields) => {
        const body = { name: fields.name, redirect_uris: linesOf(fields.redirect_uris) }
        return call(changeApp, { params: { appId: app.id }, body })
      }}
      saved="App saved"
    >
      <div className="grid gap-5">
        <NameField form={form} />
        <RedirectsField form={form} />
      </div>
    </EditDialog>
  )
}

type AppFields = UseFormReturn<Fields>

function NameField({ form: { register, formState } }: { form: AppFields }) {
  return (
    <Field label="Name" hint={APP_HINTS.name} error={formState.errors.name?.message}>
      <TextInput {...register('name')} required autoComplete="off" />
    </Field>
  )
}

function RedirectsField({ form: { register, formState } }: { form: AppFields }) {
  return (
    <Field label="Redirect addresses" hint={APP_HINTS.redirects} error={formState.errors.redirect_uris?.message}>
      <TextArea {...register('redirect_uris')} required rows={3} spellCheck={false} autoCapitalize="none" />
    </Field>
  )
}

export function DeleteAppDialog({ app, ...closing }: DialogProps & { app: OwnApp }) {
  return (
    <RemoveDialog
      {...closing}
      title={`Delete ${app.name}?`}
      text={OWN_APP_TEXTS.remove}
      remove={() => call(removeApp, { params: { appId: app.id } })}
      removed="App deleted"
    />
  )
}

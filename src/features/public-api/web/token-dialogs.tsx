import { Controller, useForm } from 'react-hook-form'
import { SCOPE_LABELS } from '#shared/token-scopes.texts.ts'
import { TOKEN_SCOPES } from '#shared/token-scopes.ts'
import { call } from '#web/call.ts'
import { formResolver } from '#web/form-resolver.ts'
import { Checkbox, Field, TextInput } from '#web/ui/field.tsx'
import { NativeSelect } from '#web/ui/native-select.tsx'
import { OWN_APP_TEXTS } from '../apps.texts.ts'
import type { AccessToken } from '../tokens.contract.ts'
import { createToken, revokeToken } from '../tokens.endpoints.ts'
import { TOKEN_LIFETIMES } from '../tokens.rules.ts'
import { TokenDraft } from '../tokens.schemas.ts'
import { SCOPE_TEXTS, TOKEN_TEXTS } from '../tokens.texts.ts'
import { CreateDialog } from './create-dialog.tsx'
import type { DialogProps } from './edit-dialog.tsx'
import { RemoveDialog } from './remove-dialog.tsx'
import { Secret } from './secret-dialog.tsx'

const RESOLVER = formResolver<TokenDraft>(TokenDraft)
const LIFETIMES = TOKEN_LIFETIMES.map((days) => ({
  value: String(days),
  label: days === null ? 'Never' : days === 365 ? 'In a year' : `In ${days} days`,
}))
const DEFAULTS: TokenDraft = { name: '', scopes: ['read:library'], days: 90 }
/** The field at which a refusal is shown. */
const SHOWN_AT = ['name'] as const

/** Asks for name, permissions and lifetime of a token, and then shows the token, this once. */
export function NewTokenDialog(closing: DialogProps) {
  const form = useForm<TokenDraft>({ resolver: RESOLVER, defaultValues: DEFAULTS })
  const { errors } = form.formState
  return (
    <CreateDialog
      {...closing}
      title="New token"
      label="Create token"
      busyLabel="Creating…"
      form={form}
      fields={SHOWN_AT}
      create={(body) => call(createToken, { body })}
      renderMade={({ secret }, close) => (
        <Secret title="Your new token" text={TOKEN_TEXTS.once} name="Token" secret={secret} onDone={close} />
      )}
    >
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
    </CreateDialog>
  )
}

export function RevokeDialog({ token, ...closing }: DialogProps & { token: AccessToken }) {
  return (
    <RemoveDialog
      {...closing}
      title={`Revoke ${token.name}?`}
      text={token.app ? OWN_APP_TEXTS.end : TOKEN_TEXTS.revoke}
      label="Revoke"
      busyLabel="Revoking…"
      remove={() => call(revokeToken, { params: { tokenId: token.id } })}
      removed={token.app ? 'Access revoked' : 'Token revoked'}
    />
  )
}

import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { useLocation, useNavigate } from 'react-router'
import type { SessionUser } from '#features/accounts/session.contract.ts'
import { UsernameField } from '#features/accounts/web/username.widgets.tsx'
import { formResolver } from '#web/form-resolver.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogButtons } from '#web/ui/dialog.tsx'
import { Field, TextInput } from '#web/ui/field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { toast } from '#web/ui/toasts.ts'
import { usePersistedForm } from '#web/use-persisted-form.ts'
import { INCOMPLETE_TEXTS } from '../../profile-edit.texts.ts'
import { NamesForm } from '../../profile-form.schemas.ts'
import { showFieldErrors } from './field-errors.api.ts'
import { saveProfile } from './profile-edit.api.ts'

const RESOLVER = formResolver(NamesForm)
const FLAG = 'profile_incomplete'

/**
 * Shows a banner until username and display name exist, and a dialog with the missing fields (G05, R-SESS-15). The URL
 * parameter opens the dialog once; the member may close it.
 */
export function IncompleteProfile({ viewer }: { viewer: SessionUser }) {
  const navigate = useNavigate()
  const { pathname, search, hash } = useLocation()
  const [isOpen, setOpen] = useState(false)

  useEffect(() => {
    const params = new URLSearchParams(search)
    if (!params.has(FLAG)) return
    setOpen(params.get(FLAG) === 'true')
    params.delete(FLAG)
    const rest = params.size > 0 ? `?${params}` : ''
    void navigate(pathname + rest + hash, { replace: true, preventScrollReset: true })
  }, [pathname, search, hash, navigate])

  return (
    <>
      <section aria-label="Your profile" className="border-b border-line bg-surface">
        <div className="page flex flex-wrap items-center gap-x-4 gap-y-2 py-2.5">
          <Icon name="user" />
          <p className="min-w-0 flex-1 text-14">
            <b>Complete your profile</b>{' '}
            <span className="text-text-2 max-md:hidden">
              {viewer.username ? INCOMPLETE_TEXTS.nameMissing : INCOMPLETE_TEXTS.usernameMissing}
            </span>
          </p>
          <Button kind="solid" onClick={() => setOpen(true)}>
            Complete
          </Button>
        </div>
      </section>
      <NamesDialog viewer={viewer} isOpen={isOpen} onOpenChange={setOpen} />
    </>
  )
}

function NamesDialog(props: { viewer: SessionUser; isOpen: boolean; onOpenChange: (open: boolean) => void }) {
  const { viewer } = props
  const client = useQueryClient()
  // Existing values are sent unchanged, and not shown.
  const form = useForm<NamesForm>({
    resolver: RESOLVER,
    mode: 'onBlur',
    defaultValues: { display_name: viewer.display_name ?? '', username: viewer.username ?? '' },
  })
  const discard = usePersistedForm(form, 'names', ['display_name', 'username'])
  const { errors, isSubmitting } = form.formState
  const username = useWatch({ control: form.control, name: 'username' })

  const submit = form.handleSubmit(async (draft) => {
    try {
      await saveProfile(client, draft)
      discard()
      props.onOpenChange(false)
      toast({ title: 'Profile complete' })
    } catch (error) {
      showFieldErrors(form, error, ['username', 'display_name'])
    }
  })
  return (
    <Dialog
      open={props.isOpen}
      onOpenChange={props.onOpenChange}
      size="question"
      title="Complete your profile"
      description={INCOMPLETE_TEXTS.about}
      onSubmit={submit}
      footer={
        <DialogButtons
          label="Save profile"
          onCancel={() => props.onOpenChange(false)}
          cancelLabel="Later"
          busy={isSubmitting}
          busyLabel="Saving…"
        />
      }
    >
      <div className="grid gap-4">
        {!viewer.username && (
          <UsernameField
            input={form.register('username')}
            value={username}
            own={null}
            error={errors.username?.message}
          />
        )}
        {!viewer.display_name && (
          <Field label="Display name" error={errors.display_name?.message}>
            <TextInput {...form.register('display_name')} required autoComplete="name" />
          </Field>
        )}
      </div>
    </Dialog>
  )
}

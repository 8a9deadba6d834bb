import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useForm, useWatch } from 'react-hook-form'
import type { SessionUser } from '#features/accounts/session.contract.ts'
import { UsernameField } from '#features/accounts/web/username.widgets.tsx'
import type { OwnProfileRecord } from '#features/profiles/profile-edit.contract.ts'
import { BIO_MAX } from '#features/profiles/profile-edit.rules.ts'
import { WelcomeForm } from '#features/profiles/profile-form.schemas.ts'
import { OWN_PROFILE_FAILED } from '#features/profiles/profiles.texts.ts'
import { AvatarField } from '#features/profiles/web/edit/avatar-field.widgets.tsx'
import { showFieldErrors } from '#features/profiles/web/edit/field-errors.api.ts'
import { ownProfileQuery, saveProfile } from '#features/profiles/web/edit/profile-edit.api.ts'
import { formResolver } from '#web/form-resolver.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { ErrorState } from '#web/ui/empty-state.tsx'
import { Field, TextArea, TextInput } from '#web/ui/field.tsx'
import { usePersistedForm } from '#web/use-persisted-form.ts'
import { WELCOME_TEXTS } from '../welcome.texts.ts'

/** The id of the form; its submit button is in the frame of the page. */
export const WELCOME_FORM = 'welcome-profile'
const RESOLVER = formResolver(WelcomeForm)
const FIELDS = ['display_name', 'username', 'bio'] as const

interface Props {
  viewer: SessionUser
  onSaved: () => void
  onBusy: (isBusy: boolean) => void
}

/** The last step: picture and bio, and the names that the sign-up did not ask for, as with a provider (decision 0109). */
export function WelcomeProfile(props: Props) {
  const { data: profile, isError, refetch } = useQuery(ownProfileQuery())
  if (isError) return <ErrorState text={OWN_PROFILE_FAILED} onRetry={() => void refetch()} level={2} />
  return profile ? <ProfileStep {...props} profile={profile} /> : null
}

function ProfileStep({ profile, onSaved, onBusy }: Props & { profile: OwnProfileRecord }) {
  const client = useQueryClient()
  const form = useForm<WelcomeForm>({
    resolver: RESOLVER,
    mode: 'onBlur',
    defaultValues: fieldsOf(profile),
  })
  const discard = usePersistedForm(form, WELCOME_FORM, FIELDS)
  const { errors, dirtyFields, isSubmitting } = form.formState
  const [name = '', username = '', bio = ''] = useWatch({ control: form.control, name: FIELDS })

  const submit = form.handleSubmit(async (draft) => {
    onBusy(true)
    try {
      const changed = FIELDS.filter((field) => dirtyFields[field])
      if (changed.length > 0)
        await saveProfile(client, Object.fromEntries(changed.map((field) => [field, draft[field]])))
      discard()
      onSaved()
    } catch (error) {
      showFieldErrors(form, error, FIELDS)
    } finally {
      onBusy(false)
    }
  })

  const shownName = name.trim() || username.trim() || profile.email
  return (
    <div className="grid gap-8 side:grid-cols-[minmax(0,520px)_minmax(0,1fr)] side:gap-16">
      <form
        id={WELCOME_FORM}
        method="post"
        noValidate
        className="grid content-start gap-4.5"
        onSubmit={submit}
        aria-busy={isSubmitting}
      >
        <AvatarField id={profile.id} name={shownName} src={profile.avatar_url} size={72} />
        {!profile.display_name && (
          <Field label="Display name" error={errors.display_name?.message}>
            <TextInput {...form.register('display_name')} required autoComplete="name" />
          </Field>
        )}
        {!profile.username && (
          <UsernameField
            input={form.register('username')}
            value={username}
            own={null}
            error={errors.username?.message}
          />
        )}
        <Field
          label="Bio"
          error={errors.bio?.message}
          counter={`${[...bio.trim()].length} / ${BIO_MAX}`}
          hint={WELCOME_TEXTS.bioHint}
        >
          <TextArea {...form.register('bio')} rows={3} />
        </Field>
      </form>
      <Preview profile={profile} name={shownName} username={username.trim()} bio={bio.trim()} />
    </div>
  )
}

const fieldsOf = (profile: OwnProfileRecord): WelcomeForm => ({
  display_name: profile.display_name ?? '',
  username: profile.username ?? '',
  bio: profile.bio ?? '',
})

function Preview(props: { profile: OwnProfileRecord; name: string; username: string; bio: string }) {
  const { profile, name, username, bio } = props
  return (
    <aside aria-hidden="true" className="max-side:hidden">
      <p className="fact pb-3">How you will look</p>
      <div className="panel max-w-100 gap-3 p-6">
        <Avatar id={profile.id} name={name} src={profile.avatar_url} size={72} />
        <div className="min-w-0">
          <p className="title text-22">{name}</p>
          <p className="fact pt-1 normal-case!">@{username || 'username'}</p>
        </div>
        {bio && <p className="text-14 break-words whitespace-pre-line text-text-2">{bio}</p>}
      </div>
    </aside>
  )
}

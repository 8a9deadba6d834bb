import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { type FieldErrors, type UseFormRegisterReturn, useForm, useWatch } from 'react-hook-form'
import { SettingsPart } from '#features/accounts/web/settings.widgets.tsx'
import { UsernameField } from '#features/accounts/web/username.widgets.tsx'
import { shortDate } from '#shared/dates.ts'
import { memberName } from '#shared/member-name.ts'
import { AppealHere } from '#web/appeal.tsx'
import { formResolver } from '#web/form-resolver.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorState } from '#web/ui/empty-state.tsx'
import { Field, TextArea, TextInput } from '#web/ui/field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { toast } from '#web/ui/toasts.ts'
import { useLeaveGuard } from '#web/use-leave-guard.tsx'
import type { OwnProfileRecord } from '../../profile-edit.contract.ts'
import { BIO_MAX } from '../../profile-edit.rules.ts'
import { PROFILE_SETTINGS } from '../../profile-edit.texts.ts'
import { ProfileForm } from '../../profile-form.schemas.ts'
import { ABOUT } from '../../profiles.subject.ts'
import { OWN_PROFILE_FAILED } from '../../profiles.texts.ts'
import { AvatarField } from './avatar-field.widgets.tsx'
import { showFieldErrors } from './field-errors.api.ts'
import { ownProfileQuery, saveProfile } from './profile-edit.api.ts'

const RESOLVER = formResolver(ProfileForm)
const FIELDS = [
  'display_name',
  'username',
  'pronouns',
  'pinned_line',
  'bio',
  'location',
  'website',
  'more_links',
] as const

/** Settings, Profile (G08, G43, G44). */
export function SettingsProfile() {
  const { data: profile, isError, refetch } = useQuery(ownProfileQuery())
  if (isError) return <ErrorState text={OWN_PROFILE_FAILED} onRetry={() => void refetch()} level={2} />
  if (!profile) return null
  const name = memberName(profile, profile.email)
  return (
    <>
      <SettingsPart title="Picture" text={PROFILE_SETTINGS.picture}>
        <AvatarField id={profile.id} name={name} src={profile.avatar_url} />
      </SettingsPart>
      <SettingsPart title="About you" text={PROFILE_SETTINGS.about}>
        <AboutNote profile={profile} />
        <AboutForm profile={profile} />
      </SettingsPart>
    </>
  )
}

const fieldsOf = (profile: OwnProfileRecord): ProfileForm =>
  Object.fromEntries(FIELDS.map((field) => [field, profile[field] ?? ''])) as ProfileForm

/** Says that others do not read the latest texts yet, or that a moderator has declined them. */
function AboutNote({ profile: { id, hold } }: { profile: OwnProfileRecord }) {
  if (!hold) return null
  const isWaiting = hold.state === 'waiting'
  return (
    <p className="flex items-start gap-1.5 text-13 text-text-2" role="status">
      <Icon name={isWaiting ? 'clock' : 'eye-off'} className="mt-0.5 shrink-0" />
      <span className="min-w-0 wrap-anywhere">
        {isWaiting ? PROFILE_SETTINGS.waits : PROFILE_SETTINGS.declined(hold.note ?? '')}{' '}
        {!isWaiting && <AppealHere kind={ABOUT} id={id} />}
      </span>
    </p>
  )
}

function AboutForm({ profile }: { profile: OwnProfileRecord }) {
  const client = useQueryClient()
  const form = useForm<ProfileForm>({ resolver: RESOLVER, mode: 'onBlur', defaultValues: fieldsOf(profile) })
  const { errors, isSubmitting, isDirty, dirtyFields } = form.formState
  const [username = '', bio = ''] = useWatch({ control: form.control, name: ['username', 'bio'] })
  const guard = useLeaveGuard(isDirty && !isSubmitting)
  const freeAt = profile.username_free_at

  // The server renders the values too, so that nobody sees an empty form before the code has arrived.
  const field = (name: keyof ProfileForm) => ({ ...form.register(name), defaultValue: fieldsOf(profile)[name] })

  const submit = form.handleSubmit(async (draft) => {
    // The form sends only the fields that were changed in it, because another device may have changed the others.
    const changed = FIELDS.filter((field) => dirtyFields[field])
    const changes: Partial<ProfileForm> = Object.fromEntries(changed.map((field) => [field, draft[field]]))
    try {
      const saved = await saveProfile(client, changes)
      form.reset(fieldsOf(saved))
      toast({ title: 'Profile saved', ...(saved.hold?.state === 'waiting' && { description: PROFILE_SETTINGS.waits }) })
    } catch (error) {
      showFieldErrors(form, error, FIELDS)
    }
  })

  return (
    <form method="post" noValidate className="grid gap-4" onSubmit={submit} aria-busy={isSubmitting}>
      <Field label="Display name" error={errors.display_name?.message}>
        <TextInput {...field('display_name')} required autoComplete="name" />
      </Field>
      <UsernameField
        input={field('username')}
        value={username}
        own={profile.username}
        error={errors.username?.message}
        isFixed={freeAt !== null}
        hint={
          freeAt === null
            ? PROFILE_SETTINGS.usernameStays
            : PROFILE_SETTINGS.usernameFreeAt(shortDate(new Date(freeAt)))
        }
      />
      <AboutFields field={field} errors={errors} bio={bio} />
      <SaveOrDiscard isBusy={isSubmitting} isDirty={isDirty} onDiscard={() => form.reset()} />
      {guard}
    </form>
  )
}

function AboutFields(props: {
  field: (name: keyof ProfileForm) => UseFormRegisterReturn & { defaultValue: string }
  errors: FieldErrors<ProfileForm>
  bio: string
}) {
  const { field, errors, bio } = props
  return (
    <>
      <Field label="Pronouns" error={errors.pronouns?.message}>
        <TextInput {...field('pronouns')} autoComplete="off" placeholder="she/her" />
      </Field>
      <Field label="Pinned line" hint={PROFILE_SETTINGS.pinnedLineHint} error={errors.pinned_line?.message}>
        <TextInput {...field('pinned_line')} autoComplete="off" />
      </Field>
      <Field label="Bio" error={errors.bio?.message} counter={`${[...bio.trim()].length} / ${BIO_MAX}`}>
        <TextArea {...field('bio')} rows={4} />
      </Field>
      <Field label="Location" error={errors.location?.message}>
        <TextInput {...field('location')} autoComplete="address-level2" placeholder="Lisbon" />
      </Field>
      <WebsiteField input={field('website')} error={errors.website?.message} />
      <Field label="More links" hint={PROFILE_SETTINGS.moreLinksHint} error={errors.more_links?.message}>
        <TextArea {...field('more_links')} rows={3} inputMode="url" autoCapitalize="none" spellCheck={false} />
      </Field>
    </>
  )
}

function WebsiteField({ input, error }: { input: ComponentProps<typeof TextInput>; error: string | undefined }) {
  return (
    <Field label="Website" error={error}>
      <TextInput
        {...input}
        type="url"
        inputMode="url"
        autoComplete="url"
        autoCapitalize="none"
        spellCheck={false}
        placeholder="https://example.com"
      />
    </Field>
  )
}

function SaveOrDiscard({ isBusy, isDirty, onDiscard }: { isBusy: boolean; isDirty: boolean; onDiscard: () => void }) {
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button type="submit" kind="solid" busy={isBusy} busyLabel="Saving…">
        Save profile
      </Button>
      {isDirty && (
        <Button
          kind="quiet"
          onClick={({ currentTarget }) => {
            // The button that had the focus disappears.
            currentTarget.form?.querySelector('input')?.focus()
            onDiscard()
          }}
        >
          Discard changes
        </Button>
      )}
    </div>
  )
}
